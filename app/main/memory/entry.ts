// One note or task as a file: front matter that says where it is from, then the text. Promises: what the person writes by hand
// survives, keys that are not ours and comments included. Refuses: to take a text whose front matter it can't read for trusted.
import { Document, isMap, parseDocument } from "yaml";
import { limits } from "./limits.ts";

/** Where something came from: a run, or the person's own hand. */
export interface Origin {
  by: "person" | "agent";
  session: string | null;
  run: number | null;
  event: number | null;
  source: string | null;
}

export interface Facts {
  title: string;
  /** Seconds since the epoch; null when the file does not say. */
  writtenAt: number | null;
  /** False when any part of it may be what somebody else said. */
  trusted: boolean;
  origins: Origin[];
  /** Where the data itself lives, when it lives elsewhere. */
  pointer: string | null;
  /** A task's. */
  done: boolean;
  /** Seconds since the epoch, after which it means nothing any more. */
  until: number | null;
  /** Of the tool call that wrote it, so that its repeat writes nothing twice. */
  call: string | null;
}

export interface Parsed {
  facts: Facts;
  body: string;
  flaw: { line: number; reason: string } | null;
}

export const byHand: Origin = { by: "person", session: null, run: null, event: null, source: null };

const fences = /^---[ \t]*\r?\n([\s\S]*?)(?:^|\r?\n)---[ \t]*(?:\r?\n|$)/m;

/** Our own words for one line; controls and line ends become spaces. */
export const oneLine = (text: string, max: number): string =>
  text
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim()
    .slice(0, max)
    .replace(/[\ud800-\udbff]$/, "");

function split(text: string): { front: string | null; body: string; open: boolean } {
  if (!/^---[ \t]*\r?\n/.test(text)) return { front: null, body: text, open: false };
  const found = fences.exec(text.slice(0, limits.frontCharacters));
  if (found === null || found.index !== 0) return { front: null, body: text, open: true };
  return { front: found[1] ?? "", body: text.slice(found[0].length), open: false };
}

const text = (value: unknown): string | null => (typeof value === "string" ? oneLine(value, 2000) : null);
const count = (value: unknown): number | null =>
  Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : null;

function moment(value: unknown): number | null {
  const at = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? null : Math.floor(at / 1000);
}

function originOf(value: unknown): Origin {
  const { by, session, run, event, source } = (typeof value === "object" && value !== null ? value : {}) as Record<
    string,
    unknown
  >;
  return {
    by: by === "person" ? "person" : "agent",
    ...{ session: text(session), run: count(run), event: count(event), source: text(source) },
  };
}

/** The first heading or line, for a file that names itself no other way. */
function titleIn(body: string, name: string): string {
  const first = body.split(/\r?\n/, 50).find((line) => line.trim() !== "");
  const line = oneLine((first ?? "").replace(/^#+\s*/, ""), limits.titleCharacters);
  return line === "" ? oneLine(name.replace(/\.md$/i, ""), limits.titleCharacters) : line;
}

const untold = (title: string, trusted: boolean): Facts => ({
  ...{ title, writtenAt: null, trusted, origins: trusted ? [byHand] : [] },
  ...{ pointer: null, done: false, until: null, call: null },
});

/** @param name the file's, for a title of last resort */
export function parseEntry(whole: string, name: string): Parsed {
  const { front, body, open } = split(whole);
  if (open)
    return {
      facts: untold(titleIn("", name), false),
      body,
      flaw: {
        line: 1,
        reason: `The front matter that begins here is not closed. End it with a line of three dashes, within ${limits.frontCharacters} characters.`,
      },
    };
  // Without any front matter nobody but the person can have written it.
  if (front === null) return { facts: untold(titleIn(body, name), true), body, flaw: null };
  const document = parseDocument(front, { prettyErrors: false, uniqueKeys: true, schema: "core", merge: false });
  const [error] = document.errors;
  if (error !== undefined || (document.contents !== null && !isMap(document.contents))) {
    const line = front.slice(0, error?.pos[0] ?? 0).split("\n").length + 1;
    const reason =
      'The front matter can\'t be read from this line on. Write each fact as "name: value", with quotes around a text that has a colon in it.';
    return { facts: untold(titleIn(body, name), false), body, flaw: { line, reason } };
  }
  const read = readMap(document);
  if (read === null)
    return {
      facts: untold(titleIn(body, name), false),
      body,
      flaw: {
        line: 2,
        reason: "The front matter refers to itself too often to be read. Write it out without aliases.",
      },
    };
  const origins = Array.isArray(read["from"]) ? read["from"].slice(0, 50).map(originOf) : [];
  const agents = read["by"] === "agent" || origins.some(({ by }) => by === "agent");
  const named = text(read["title"]);
  return {
    facts: {
      title: named === null || named === "" ? titleIn(body, name) : oneLine(named, limits.titleCharacters),
      writtenAt: moment(read["written"]),
      // What an agent wrote is trusted when that stands there; what the person wrote, unless it does not.
      trusted: agents ? read["trusted"] === true : read["trusted"] !== false,
      origins: origins.length > 0 ? origins : agents ? [] : [byHand],
      pointer: text(read["pointer"]),
      done: read["done"] === true,
      until: moment(read["until"]),
      call: text(read["call"]),
    },
    body,
    flaw: null,
  };
}

function readMap(document: Document): Record<string, unknown> | null {
  try {
    return (document.toJS({ maxAliasCount: 20 }) ?? {}) as Record<string, unknown>;
  } catch {
    return null;
  }
}

const stamp = (seconds: number): string => new Date(seconds * 1000).toISOString().replace(/\.000Z$/, "Z");

/** An origin without what is not known of it. */
const told = (origin: Origin) => Object.fromEntries(Object.entries(origin).filter(([, value]) => value !== null));

/**
 * The file's text for these facts.
 * @param over the text it replaces: comments and keys of the person's stay
 */
export function printEntry(facts: Facts, body: string, over: string | null = null): string {
  const front = over === null ? null : split(over).front;
  const document = front === null ? new Document({}) : parseDocument(front, { prettyErrors: false });
  const usable = document.errors.length === 0 && isMap(document.contents) ? document : new Document({});
  const { title, writtenAt, trusted, origins, pointer, done, until, call } = facts;
  const values: Record<string, unknown> = {
    title,
    written: writtenAt === null ? undefined : stamp(writtenAt),
    trusted,
    by: undefined,
    from: origins.map(told),
    pointer: pointer ?? undefined,
    done: done ? true : undefined,
    until: until === null ? undefined : stamp(until),
    call: call ?? undefined,
  };
  for (const [key, value] of Object.entries(values)) {
    if (value === undefined) usable.delete(key);
    else usable.set(key, usable.createNode(value, { flow: false }));
  }
  return `---\n${usable.toString({ lineWidth: 0 })}---\n${body.replace(/^\n+/, "").replace(/\n*$/, "\n")}`;
}
