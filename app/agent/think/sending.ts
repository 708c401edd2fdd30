// What of a transcript is sent, and how: the stored messages as this provider takes them, old results shortened when room is short.
// Promises: the same transcript is sent the same way, and its beginning stays the same from step to step. Refuses: to change what is stored.
import type { ModelProvider } from "../../preload/contract/thinking.ts";
import type { AssistantPart, Message } from "./client.ts";
import { shares } from "./estimate.ts";
import { parted } from "./fence.ts";

/** What a shortened result keeps, in characters. */
const shortenedLength = 240;
/** Results are shortened in groups, so that what was sent before mostly stays the same and is found in the provider's cache. */
const groupLength = 8;

const cached = { anthropic: { cacheControl: { type: "ephemeral" } } } as const;
const empty = "(no words)";

/** The messages as this provider takes them. */
export function forProvider(messages: readonly Message[], provider: ModelProvider): Message[] {
  const fitting = messages.map((message) => (message.role === "assistant" ? assistant(message, provider) : message));
  return provider === "anthropic" ? withCacheMarks(fitting) : joined(fitting);
}

/** A person may change the model between two runs: one provider's thinking is nothing to another. */
function assistant(message: Extract<Message, { role: "assistant" }>, provider: ModelProvider): Message {
  const parts: AssistantPart[] =
    typeof message.content === "string" ? [{ type: "text", text: message.content }] : message.content;
  const kept = parts.filter((part) => {
    if (part.type === "text") return part.text.trim() !== "";
    return part.type !== "reasoning" || isAnthropic(part) === (provider === "anthropic");
  });
  const says = kept.some((part) => part.type !== "reasoning");
  return { ...message, content: says ? kept : [...kept, { type: "text", text: empty }] };
}

function isAnthropic(part: Extract<AssistantPart, { type: "reasoning" }>): boolean {
  const own = part.providerOptions?.["anthropic"];
  return own !== undefined && (typeof own["signature"] === "string" || typeof own["redactedData"] === "string");
}

/** Where the last request ended and where this one ends: the first is read from the cache, the second written to it. */
function withCacheMarks(messages: readonly Message[]): Message[] {
  const lastReply = messages.findLastIndex(({ role }) => role === "assistant");
  const marked = new Set([messages.length - 1, lastReply - 1]);
  return messages.map((message, at) => (marked.has(at) ? { ...message, providerOptions: cached } : message));
}

/** Some chat templates of local models want one message of the user at a time. */
function joined(messages: readonly Message[]): Message[] {
  const result: Message[] = [];
  for (const message of messages) {
    const before = result.at(-1);
    if (message.role === "user" && before?.role === "user") {
      result[result.length - 1] = { role: "user", content: `${textOf(before)}\n\n${textOf(message)}` };
    } else result.push(message);
  }
  return result;
}

export function textOf({ content }: Message): string {
  if (typeof content === "string") return content;
  return content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
}

export const lengthOf = (messages: readonly Message[]): number =>
  messages.reduce((sum, message) => sum + JSON.stringify(message).length, 0);

/**
 * The messages with results shortened until they fit, oldest first. The last ones, which the model has not read yet, keep what
 * a third of the room gives them. Messages of the model stay as they are: a provider that gets its thinking back wants it unchanged.
 * @param lengthMax characters of all of them together.
 */
export function shortened(messages: readonly Message[], lengthMax: number): Message[] {
  const bounded = messages.map((message) => withResults(message, Math.floor(lengthMax / 3)));
  const unread = bounded.findLastIndex(({ role }) => role === "assistant") + 1;
  let result = bounded;
  // Well below the limit, lest the next step has to shorten again.
  const enough = lengthOf(bounded) <= lengthMax ? lengthMax : lengthMax * 0.7;
  for (let upTo = groupLength; lengthOf(result) > enough && upTo < unread + groupLength; upTo += groupLength) {
    const end = Math.min(upTo, unread);
    result = bounded.map((message, at) => (at < end ? withResults(message, 0) : message));
  }
  return result;
}

/** @param lengthMax characters for the results of one message together; each keeps a few in any case. */
function withResults(message: Message, lengthMax: number): Message {
  if (message.role !== "tool") return message;
  const share = shares(
    message.content.map((part) => valueOf(part)?.length ?? 0),
    lengthMax,
    shortenedLength,
  );
  return {
    ...message,
    content: message.content.map((part, at) => {
      const value = valueOf(part);
      const lengthKept = share[at] ?? shortenedLength;
      if (part.type !== "tool-result" || value === null || value.length <= lengthKept) return part;
      return { ...part, output: { ...part.output, value: middleOut(value, lengthKept) } } as typeof part;
    }),
  };
}

function valueOf(part: Extract<Message, { role: "tool" }>["content"][number]): string | null {
  if (part.type !== "tool-result" || !("value" in part.output)) return null;
  return typeof part.output.value === "string" ? part.output.value : null;
}

/** A fenced text keeps what stands before its fence, and both of its marks. */
function middleOut(text: string, lengthMax: number): string {
  const fenced = parted(text);
  if (fenced === null) return withoutMiddle(text, lengthMax);
  const { before, inside, after } = fenced;
  const left = lengthMax - before.length - after.length;
  return inside.length <= left ? text : `${before}${withoutMiddle(inside, left)}${after}`;
}

function withoutMiddle(text: string, lengthMax: number): string {
  const half = Math.max(Math.floor((lengthMax - 60) / 2), 60);
  const start = text.slice(0, half).replace(/[\ud800-\udbff]$/, "");
  const end = text.slice(-half).replace(/^[\udc00-\udfff]/, "");
  return `${start}\n… (shortened; ${text.length} characters in all) …\n${end}`;
}
