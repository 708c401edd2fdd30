// The line that says what something was caused by: "github · pull_request opened · octo/porch". Promises: one line, visible
// characters only. Refuses: to read a payload twice, or a very long one for a line.
import type { CauseRow } from "../../engine/views/causes.ts";
import { causes as texts } from "./texts.ts";
import { visible } from "./visible-text.ts";

const payloadBytesMax = 262_144;
const partMax = 100;
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

/** The payload's `action` and `repository.full_name`, when they are short strings. */
function facts(payload: string | null): { action: string | null; place: string | null } {
  if (payload === null) return { action: null, place: null };
  try {
    const body: unknown = JSON.parse(payload);
    return { action: short(field(body, "action")), place: short(field(field(body, "repository"), "full_name")) };
  } catch {
    // What is no JSON was refused at the door or is text from a tool: it has no such fields.
    return { action: null, place: null };
  }
}

/** @param row what the event was; its strings are text from outside. */
export function causeLine(row: CauseRow): string {
  if (row.source === "approval" && row.name !== null) {
    return visible([texts.approval[row.name] ?? row.name, row.title].filter((part) => part !== null).join(" · "));
  }
  if (row.source === "chat") return texts.chat;
  const { action, place } = row.kind === "timer" ? { action: null, place: null } : facts(row.payload);
  const what = [row.name, action].filter((part) => part !== null).join(" ");
  return visible([row.source, what, place].filter((part) => part !== null && part !== "").join(" · "));
}

export interface CauseLines {
  /** @param event inbox id; null for what Nightjar says by itself. */
  of(event: number | null): string;
}

/** @param cause reads one event, with its payload when it is at most that many bytes. */
export function createCauseLines(cause: (id: number, payloadBytesMax: number) => CauseRow | undefined): CauseLines {
  const remembered = new Map<number, string>();
  return {
    of(event) {
      if (event === null) return texts.own;
      const known = remembered.get(event);
      if (known !== undefined) return known;
      const row = cause(event, payloadBytesMax);
      if (row === undefined) return texts.own;
      const line = causeLine(row);
      if (remembered.size >= rememberedMax) remembered.delete(remembered.keys().next().value as number);
      remembered.set(event, line);
      return line;
    },
  };
}
