// What a server asks in the middle of a call, as a question to the person. Promises: a form that can not be shown whole is cancelled.
// Refuses: to open an address; the person does.
import type { Asked, ServerAsks } from "../engine/worker/ports.ts";
import type { Elicitation, ElicitationAnswer } from "../../preload/contract/toolhost.ts";
import type { OnElicitation } from "./calls.ts";
import { readForm } from "./form.ts";

type AskPerson = (asks: ServerAsks, effectKeys: readonly string[], signal: AbortSignal) => Promise<Asked>;

function asksOf(request: Elicitation, head: { server: string; tool: string; among: number }): ServerAsks | null {
  const { message: text } = request;
  if (request.mode === "url") return { ...head, kind: "address", text, url: request.url };
  const fields = readForm(request.schema);
  return fields === null ? null : { ...head, kind: "form", text, fields };
}

export function askThrough(ask: AskPerson): OnElicitation {
  return async (server, calls, request, signal): Promise<ElicitationAnswer> => {
    const [first] = calls;
    const asks = asksOf(request, { server, tool: first?.tool ?? "", among: calls.length });
    if (asks === null) return { action: "cancel" };
    const asked = await ask(
      asks,
      calls.map(({ effectKey }) => effectKey),
      signal,
    );
    if (asked.action !== "accept") return asked;
    return { action: "accept", content: asks.kind === "form" ? asked.values : null };
  };
}
