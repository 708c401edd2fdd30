// What servers ask the person in the middle of a call, on its way to main and back. Promises: a question that nobody waits for any
// more is withdrawn. Refuses: questions outside of a call; to open an address.
import type { ElicitRequest, ElicitResult } from "@modelcontextprotocol/client";
import {
  type Elicitation,
  type ElicitationAnswer,
  type FromToolHost,
  toolBounds,
} from "../preload/contract/toolhost.ts";
import { smallJson } from "./results.ts";
import { plainText } from "./words.ts";

export interface Questions {
  /** @param calls those under way in the session */
  ask(session: number, calls: readonly number[], request: ElicitRequest, signal: AbortSignal): Promise<ElicitResult>;
  answered(elicitation: number, answer: ElicitationAnswer): void;
}

/** The request as main is told of it; null when it can not be shown. */
function readRequest({ params }: ElicitRequest): Elicitation | null {
  const message = plainText(params.message, toolBounds.questionCharacters);
  if (params.mode === "url") {
    const url = URL.canParse(params.url) ? new URL(params.url) : null;
    if (url === null || !["https:", "http:"].includes(url.protocol) || url.href.length > 2000) return null;
    return { mode: "url", message, url: url.href };
  }
  const copied = smallJson(params.requestedSchema, toolBounds.schemaCharacters);
  const schema = copied === null ? null : JSON.stringify(copied.value);
  return schema === null || schema.length > toolBounds.schemaCharacters ? null : { mode: "form", message, schema };
}

export function createQuestions(post: (message: FromToolHost) => void): Questions {
  const open = new Map<number, (answer: ElicitationAnswer) => void>();
  let next = 0;

  return {
    ask(session, calls, request, signal) {
      const read = calls.length === 0 ? null : readRequest(request);
      if (read === null || signal.aborted) return Promise.resolve({ action: "cancel" });
      const elicitation = next++;
      return new Promise((resolve) => {
        const withdraw = (): void => {
          open.delete(elicitation);
          post({ type: "unasked", elicitation });
          resolve({ action: "cancel" });
        };
        signal.addEventListener("abort", withdraw, { once: true });
        open.set(elicitation, (answer) => {
          open.delete(elicitation);
          signal.removeEventListener("abort", withdraw);
          if (answer.action !== "accept") resolve({ action: answer.action });
          else resolve({ action: "accept", ...(read.mode === "form" ? { content: answer.content ?? {} } : {}) });
        });
        const call = calls.length === 1 ? (calls[0] ?? null) : null;
        post({ type: "elicit", elicitation, session, call, request: read });
      });
    },
    answered: (elicitation, answer) => open.get(elicitation)?.(answer),
  };
}
