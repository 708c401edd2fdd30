// The words that caused something, for a card: what people wrote in a payload, each with its place. Promises: inert, bounded,
// whatever hides is written out. Refuses: to pick what looks harmless; what it leaves out is said to be there.
import { indentJson } from "./indent-json.ts";
import { visible, visibleJson, visibleLines } from "./visible-text.ts";

const excerptMax = 2400;
const textMax = 1200;
const textsMax = 8;
const valuesMax = 5000;
const depthMax = 6;
/** Payloads up to here (bytes) are read for their words; what brought a longer one is shown in Activity alone. */
export const readMax = 1_048_576;

/** Fields in which people write, wherever they stand; the likeliest first. */
const telling = ["title", "subject", "body", "message", "text", "summary", "description", "comment", "content", "note"];
/** What a payload says of places and people by the way; nobody wrote it for this event. */
const beside = new Set(["repository", "sender", "organization", "installation", "user", "owner", "base", "enterprise"]);

interface Written {
  where: string;
  text: string;
  rank: number;
}

function parsed(payload: string): unknown {
  try {
    return JSON.parse(payload) as unknown;
  } catch {
    return undefined;
  }
}

/** What people wrote, by rank and then in the order of the payload. */
function writtenIn(body: unknown): Written[] {
  const found: Written[] = [];
  const open: { value: unknown; where: string; depth: number }[] = [{ value: body, where: "", depth: 0 }];
  for (let at = 0; at < open.length && at < valuesMax; at += 1) {
    const { value, where, depth } = open[at] as { value: unknown; where: string; depth: number };
    if (typeof value !== "object" || value === null) continue;
    for (const [key, inner] of Object.entries(value)) {
      const place = where === "" ? key : `${where}.${key}`;
      const rank = telling.indexOf(key);
      if (typeof inner === "string") {
        if (rank !== -1 && inner.trim() !== "") found.push({ where: place, text: inner, rank });
      } else if (depth < depthMax && !beside.has(key) && open.length < valuesMax) {
        open.push({ value: inner, where: place, depth: depth + 1 });
      }
    }
  }
  return found.sort((a, b) => a.rank - b.rank);
}

function cutAt(text: string, characters: number): { text: string; cut: boolean } {
  if (text.length <= characters) return { text, cut: false };
  return { text: `${text.slice(0, characters).replace(/[\uD800-\uDBFF]$/, "")} …`, cut: true };
}

export interface CauseText {
  excerpt: string;
  /** The whole says more than this. */
  cut: boolean;
}

/** @param payload as the event brought it; null when it is not kept any more, or is too long to be read. */
export function causeText(payload: string | null): CauseText | null {
  if (payload === null || payload.trim() === "") return null;
  const body = parsed(payload);
  if (typeof body === "object" && body !== null && Object.keys(body).length === 0) return null;
  const written = writtenIn(body).slice(0, textsMax);
  if (written.length === 0) {
    const { text, cut } = cutAt(payload, excerptMax);
    return { excerpt: body === undefined ? visibleLines(text) : visibleJson(cut ? text : indentJson(text)), cut };
  }
  const lines = written.map(({ where, text }) => `${visible(where)}: ${visibleLines(cutAt(text, textMax).text)}`);
  // Ids, addresses and the rest of the payload stand in the whole alone.
  return { excerpt: cutAt(lines.join("\n"), excerptMax).text, cut: true };
}

/** All of it, laid out to be read. */
export const wholePayload = (payload: string): string => visibleJson(indentJson(payload));
