// What the model is told about its calls: the tool message that answers one of its own, and what came of those that waited.
// Promises: every call is answered once; results from outside are fenced. Refuses: more of a result than a transcript should hold.
import type { AgentCallAnswer } from "../../preload/contract/agent.ts";
import { showable } from "../text.ts";
import type { ToolPart } from "./client.ts";
import { cut, fence } from "./fence.ts";
import type { PendingCall } from "./transcript.ts";

/** Results that are Nightjar's own words; everything else comes from outside, files included, and so may a timer's text. */
const ownTools: ReadonlySet<string> = new Set([
  ...["message", "question", "follow_up", "schedule"],
  ...["memory.remember", "memory.task", "memory.propose_instruction"],
]);

/** The longest result that is kept, and all of one message together: written as JSON twice over they still fit an entry. */
const resultLengthMax = 200_000;
const messageLengthMax = 900_000;
const reasonShownMax = 4000;

type Output = ToolPart["output"];

/** The most that each of `count` results may hold. */
export const resultShare = (count: number): number =>
  Math.min(resultLengthMax, Math.floor(messageLengthMax / Math.max(count, 1)));

/** One part for each call, in their order. `answers` has those that main was asked for, by their index. */
export async function toolParts(
  pending: readonly PendingCall[],
  answers: ReadonlyMap<number, AgentCallAnswer>,
): Promise<ToolPart[]> {
  const lengthMax = resultShare(pending.length);
  const parts: ToolPart[] = [];
  for (const call of pending) {
    const answer = call.index === null ? undefined : answers.get(call.index);
    const output: Output =
      answer === undefined ? { type: "error-text", value: call.refusal } : await outputOf(call.tool, answer, lengthMax);
    parts.push({ type: "tool-result", toolCallId: call.id, toolName: call.name, output });
  }
  return parts;
}

async function outputOf(tool: string, answer: AgentCallAnswer, lengthMax: number): Promise<Output> {
  const value = await told(tool, answer, lengthMax);
  return { type: answer.outcome === "done" || answer.outcome === "deferred" ? "text" : "error-text", value };
}

/** What came of one call, in a text that may stand in a tool result or in a message. */
export async function told(tool: string, answer: AgentCallAnswer, lengthMax: number): Promise<string> {
  switch (answer.outcome) {
    case "done":
      return outside(tool, `The result of ${tool}`, JSON.stringify(answer.result), answer.findings, lengthMax);
    case "deferred":
      return `It waits for the person's answer, and is neither made nor refused yet: ${reason(answer.reason)} You will be told what comes of it; do not ask for it again.`;
    case "denied":
      return `Denied: ${reason(answer.reason)}`;
    case "unknown":
      return `Nobody knows whether it took effect, and the person is asked. Do not repeat it.\n${await outside(
        tool,
        `What ${tool} came to`,
        showable(answer.reason, reasonShownMax),
        answer.findings,
        lengthMax,
      )}`;
    case "failed":
      return outside(
        tool,
        `${tool} failed. The reason`,
        showable(answer.reason, reasonShownMax),
        answer.findings,
        lengthMax,
      );
  }
}

const reason = (text: string): string => showable(text, reasonShownMax).replace(/[^.!?]$/, "$&.");

function outside(
  tool: string,
  label: string,
  text: string,
  findings: readonly string[] = [],
  lengthMax: number,
): Promise<string> | string {
  if (ownTools.has(tool)) return cut(text, lengthMax);
  return fence({ label, text, trusted: false, findings }, lengthMax);
}
