// The line that says what something was caused by: "github · pull_request opened · octo/porch". Promises: one line, visible
// characters only; among events of a token, which look alike, a few words of each. Refuses: to read a very long payload.
import type { CauseRow } from "../../engine/views/causes.ts";
import { causes as texts } from "./texts.ts";
import { visible } from "./visible-text.ts";

const payloadBytesMax = 262_144;
const partMax = 100;
/** Characters of a payload's first words. */
const hintMax = 80;
/** Lines that are remembered; an event's payload never changes, so a line never does. */
const rememberedMax = 5000;

function short(value: unknown): string | null {
  return typeof value === "string" && value.trim() !== "" && value.length <= partMax ? value : null;
}

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

/** Undefined for what is no JSON: that was refused at the door, or is text from a tool. */
function parsed(payload: string): unknown {
  try {
    return JSON.parse(payload) as unknown;
  } catch {
    return undefined;
  }
}

/** The payload's `action` and `repository.full_name`, when they are short strings. */
function facts(payload: string | null): { action: string | null; place: string | null } {
  const body = payload === null ? undefined : parsed(payload);
  return { action: short(field(body, "action")), place: short(field(field(body, "repository"), "full_name")) };
}

/** Fields that senders use for what they have to say, the likeliest first. */
const telling = ["title", "subject", "message", "text", "summary", "body", "name"];

function cut(text: string): string {
  const line = text.trim().replace(/\s+/gu, " ");
  const characters = Array.from(line);
  return characters.length <= hintMax
    ? line
    : `${characters
        .slice(0, hintMax - 1)
        .join("")
        .trimEnd()}…`;
}

/** The first words of a payload: its most telling text, or else the JSON itself. Null when there is nothing to show. */
export function hintOf(payload: string | null): string | null {
  if (payload === null) return null;
  const body = parsed(payload);
  if (body === undefined) return cut(payload);
  const isText = (value: unknown): value is string => typeof value === "string" && value.trim() !== "";
  if (isText(body)) return cut(body);
  if (typeof body !== "object" || body === null) return cut(payload);
  const text = [...telling.map((name) => field(body, name)), ...Object.values(body as Record<string, unknown>)].find(
    isText,
  );
  if (text !== undefined) return cut(text);
  return Object.keys(body).length === 0 ? null : cut(payload);
}

/**
 * @param row what the event was; its strings are text from outside.
 * @param hinted with the first words of what a token's sender posted: such events name nothing else that tells them apart.
 */
export function causeLine(row: CauseRow, hinted = false): string {
  if (row.source === "approval" && row.name !== null) {
    return visible([texts.approval[row.name] ?? row.name, row.title].filter((part) => part !== null).join(" · "));
  }
  if (row.source === "chat") return texts.chat;
  const { action, place } = row.kind === "timer" ? { action: null, place: null } : facts(row.payload);
  const what = [row.name, action].filter((part) => part !== null).join(" ");
  const hint = hinted && row.kind === "token" && place === null ? hintOf(row.payload) : null;
  const parts = [row.source, what, place, hint === null ? null : `“${hint}”`];
  return visible(parts.filter((part) => part !== null && part !== "").join(" · "));
}

export interface CauseLines {
  /** @param event inbox id; null for what Nightjar says by itself. */
  of(event: number | null): string;
  /** The same for a list of events, where those of a token would look alike: with the first words of what was posted. */
  hinted(event: number): string;
}

/** @param cause reads one event, with its payload when it is at most that many bytes. */
export function createCauseLines(cause: (id: number, payloadBytesMax: number) => CauseRow | undefined): CauseLines {
  function rememberedLines(hinted: boolean): (event: number) => string {
    const remembered = new Map<number, string>();
    return (event) => {
      const known = remembered.get(event);
      if (known !== undefined) return known;
      const row = cause(event, payloadBytesMax);
      if (row === undefined) return texts.own;
      const line = causeLine(row, hinted);
      if (remembered.size >= rememberedMax) remembered.delete(remembered.keys().next().value as number);
      remembered.set(event, line);
      return line;
    };
  }
  const plain = rememberedLines(false);
  return { of: (event) => (event === null ? texts.own : plain(event)), hinted: rememberedLines(true) };
}
