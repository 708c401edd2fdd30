// What an entry of a transcript says, for a person to read. Promises: every text in it by its place, cut for a page and whole on
// demand; whatever hides is marked. Refuses: to trust the form of an entry; what can't be read is shown as it is.
import type { LongText, TextPlace } from "../../../preload/contract/runs.ts";
import { indentJson } from "./indent-json.ts";
import { visibleJson, visibleLines } from "./visible-text.ts";

export type EntryPart =
  | { kind: "said" | "thinking"; place: number; text: string }
  /** `id` is the model's; `text` its arguments as JSON text. */
  | { kind: "call"; place: number; id: string; tool: string; text: string }
  | { kind: "result"; place: number; tool: string; failed: boolean; text: string };

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

function partOf(part: unknown, place: number): EntryPart[] {
  if (!isFields(part)) return [];
  switch (part.type) {
    case "text":
      return [{ kind: "said", place, text: textOf(part.text) }];
    case "reasoning":
      return textOf(part.text) === "" ? [] : [{ kind: "thinking", place, text: textOf(part.text) }];
    case "tool-call": {
      const text = JSON.stringify(part.input ?? {});
      return [{ kind: "call", place, id: textOf(part.toolCallId), tool: textOf(part.toolName), text }];
    }
    case "tool-result": {
      const output = isFields(part.output) ? part.output : {};
      const { value, type } = output;
      const text = typeof value === "string" ? value : JSON.stringify(value ?? null);
      const failed = typeof type === "string" && type.startsWith("error");
      return [{ kind: "result", place, tool: textOf(part.toolName), failed, text }];
    }
    default:
      return [];
  }
}

/** The texts of an entry, each with its place in it; null when it is not one message as the model's client keeps it. */
export function entryParts(body: string): EntryPart[] | null {
  try {
    const message: unknown = JSON.parse(body);
    if (!isFields(message)) return null;
    const { content } = message;
    if (typeof content === "string") return [{ kind: "said", place: 0, text: content }];
    return Array.isArray(content) ? content.flatMap(partOf) : null;
  } catch {
    return null;
  }
}

/** What is noted beside an entry, as far as it can be read. */
export interface EntryMeta {
  events: number[];
  /** Numbers of calls. */
  outcomes: number[];
  open: number[];
  /** Ids of the calls that were made, in their order. */
  calls: string[];
  refused: ReadonlyMap<string, string>;
  cut: boolean;
}

export function entryMeta(text: string): EntryMeta {
  let meta: Fields = {};
  try {
    const value: unknown = JSON.parse(text);
    if (isFields(value)) meta = value;
  } catch {
    // It is the agent process's own note: without it the entry's texts are still there to be read.
  }
  const numbers = (value: unknown) =>
    Array.isArray(value) ? value.filter((one): one is number => Number.isSafeInteger(one)) : [];
  const objects = (value: unknown) => (Array.isArray(value) ? value.filter(isFields) : []);
  return {
    events: numbers(meta.events),
    outcomes: numbers(meta.outcomes),
    open: numbers(meta.open),
    calls: objects(meta.calls).map(({ id }) => textOf(id)),
    refused: new Map(objects(meta.refused).map(({ id, reason }) => [textOf(id), textOf(reason)])),
    cut: meta.cut === true,
  };
}

/** Prose keeps its lines; JSON is laid out, and stays exactly the same JSON. */
export type Form = "prose" | "json";

const laidOut = (text: string, form: Form): string => (form === "json" ? indentJson(text) : text);

function pieceOf(text: string, from: number, lengthMax: number): { piece: string; until: number } {
  let until = Math.min(from + lengthMax, text.length);
  // Never half of a character.
  if (until < text.length && until - from > 1 && /[\ud800-\udbff]/.test(text[until - 1] ?? "")) until -= 1;
  return { piece: text.slice(from, until), until };
}

/** A piece of a text, from a character on. */
export function textFrom(text: string, form: Form, place: TextPlace, from: number, lengthMax: number): LongText {
  const whole = laidOut(text, form);
  const { piece, until } = pieceOf(whole, from, lengthMax);
  const shown = form === "json" ? visibleJson(piece) : visibleLines(piece);
  return { text: shown, shown: until, length: whole.length, place };
}

/** Cuts the texts of one page: each by itself, and all of them together, so that no answer to the window grows without end. */
export function createCutter(textMax: number, pageMax: number, leastMax: number) {
  let left = pageMax;
  return (text: string, form: Form, place: TextPlace): LongText => {
    const cut = textFrom(text, form, place, 0, left > 0 ? textMax : leastMax);
    left -= cut.text.length;
    return cut;
  };
}
export type Cutter = ReturnType<typeof createCutter>;
