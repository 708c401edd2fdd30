// What a session's transcript says about where it stands, entry by entry: the same for one just written and one read back.
// Promises: every committed prefix leads on as if nothing had happened. Refuses: an entry that does not follow from those before it.
import type { TranscriptEntry } from "../../preload/contract/thinking.ts";
import { type AssistantPart, type Message, readMessage } from "./client.ts";
import { charactersPerToken } from "./estimate.ts";
import { assistantMeta, type OpenCall, summaryMeta, toolMeta, userMeta } from "./meta.ts";

/** A call of the last assistant message; `index` is main's number, null for one that is not made. */
export interface PendingCall {
  id: string;
  /** As the model named it, on the wire. */
  name: string;
  index: number | null;
  /** Main's name. */
  tool: string;
  arguments: OpenCall["arguments"];
  /** Why it is not made. */
  refusal: string;
}

export interface Session {
  messages: Message[];
  told: Set<number>;
  /** The calls of the last assistant message while their results are not written down. */
  pending: PendingCall[];
  open: OpenCall[];
  /** Ids of calls that stand in the messages. */
  ids: Set<string>;
  last: "nothing" | "user" | "summary" | "assistant" | "tool";
  /** The last entry asks something of the model, without anything new being said to it. */
  awaitsModel: boolean;
  /** The last assistant message was cut before it did anything, and how many were so in a row. */
  cuts: number;
  /** How many assistant messages in a row had calls, and none that can be made. */
  useless: number;
  /** Before a summary: the model was asked to write down what must last, or it has answered that. */
  saving: "no" | "asked" | "answered";
  /** The last message that told of something; none of ours about the session itself. */
  lastTold: Message | null;
  tokensPerCharacter: number;
}

export function emptySession(): Session {
  return {
    messages: [],
    told: new Set(),
    pending: [],
    open: [],
    ids: new Set(),
    last: "nothing",
    awaitsModel: false,
    cuts: 0,
    useless: 0,
    saving: "no",
    lastTold: null,
    tokensPerCharacter: 1 / charactersPerToken,
  };
}

/** The session as the entries left it, or which of them can't be read. */
export function readTranscript(entries: readonly TranscriptEntry[]): Session | { unreadable: number } {
  const session = emptySession();
  for (const entry of entries) {
    if (!advance(session, entry)) return { unreadable: entry.id };
  }
  return session;
}

/** Takes one more entry into the session; false when it makes no sense there. */
export function advance(session: Session, entry: Omit<TranscriptEntry, "id">): boolean {
  const message = readMessage(entry.body);
  const meta = readJson(entry.meta);
  if (message === null || message.role !== (entry.role === "summary" ? "user" : entry.role)) return false;
  switch (entry.role) {
    case "user":
      return user(session, message, meta);
    case "assistant":
      return message.role === "assistant" && assistant(session, message, meta, entry.firstCall);
    case "tool":
      return tool(session, message, meta);
    case "summary":
      return summary(session, message, meta);
  }
}

function user(session: Session, message: Message, meta: unknown): boolean {
  const read = userMeta.safeParse(meta);
  if (!read.success || session.pending.length > 0 || session.saving !== "no") return false;
  if (read.data.saving === true) session.saving = "asked";
  else session.lastTold = message;
  for (const event of read.data.events) session.told.add(event);
  session.open = session.open.filter((call) => !read.data.outcomes.includes(call.index));
  session.messages.push(message);
  session.last = "user";
  session.awaitsModel = true;
  return true;
}

function assistant(
  session: Session,
  message: Extract<Message, { role: "assistant" }>,
  meta: unknown,
  firstCall: number | null,
): boolean {
  const read = assistantMeta.safeParse(meta);
  if (!read.success || session.pending.length > 0 || session.saving === "answered") return false;
  if (session.saving === "asked") session.saving = "answered";
  const { calls, refused, cut, usage, sent } = read.data;
  if (calls.length > 0 && firstCall === null) return false;
  const parts: AssistantPart[] = typeof message.content === "string" ? [] : message.content;
  session.pending = parts.flatMap((part): PendingCall[] => {
    if (part.type !== "tool-call") return [];
    const position = calls.findIndex((call) => call.id === part.toolCallId);
    return [
      {
        id: part.toolCallId,
        name: part.toolName,
        index: position === -1 ? null : (firstCall ?? 0) + position,
        tool: calls[position]?.tool ?? "",
        arguments: part.input as OpenCall["arguments"],
        refusal: refused.find((one) => one.id === part.toolCallId)?.reason ?? "It was not made.",
      },
    ];
  });
  for (const { id } of session.pending) session.ids.add(id);
  session.cuts = cut && session.pending.length === 0 ? session.cuts + 1 : 0;
  session.useless = refused.length > 0 && calls.length === 0 ? session.useless + 1 : 0;
  if (usage !== null && sent > 0) session.tokensPerCharacter = bounded(usage.input / sent);
  session.messages.push(message);
  session.last = "assistant";
  session.awaitsModel = false;
  return true;
}

function tool(session: Session, message: Message, meta: unknown): boolean {
  const read = toolMeta.safeParse(meta);
  if (!read.success || session.pending.length === 0) return false;
  for (const call of session.pending) {
    if (call.index !== null && read.data.open.includes(call.index)) {
      session.open.push({ index: call.index, tool: call.tool, arguments: call.arguments });
    }
  }
  session.pending = [];
  session.messages.push(message);
  session.last = "tool";
  // With a placeholder in it, it was written because something new was to be told.
  session.awaitsModel = read.data.open.length === 0;
  return true;
}

function summary(session: Session, message: Message, meta: unknown): boolean {
  const read = summaryMeta.safeParse(meta);
  if (!read.success) return false;
  Object.assign(session, emptySession(), {
    messages: [message],
    lastTold: message,
    told: new Set(read.data.events),
    open: read.data.open,
    last: "summary",
    awaitsModel: true,
  } satisfies Partial<Session>);
  return true;
}

/** A server that counts nonsense must not make the estimate useless. */
const bounded = (ratio: number): number => Math.min(Math.max(ratio, 0.05), 2);

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
