// Memory as the window shows it. Promises: what others may have written is made visible, and says that it is theirs. Refuses: to change
// anything; a text for editing is as its file has it.
import type {
  Marked,
  MemoryEntry,
  MemoryHit,
  MemoryRow,
  MemorySearch,
  MemoryView,
} from "../../../preload/contract/memory.ts";
import { instructionsRoom } from "../../../preload/contract/room.ts";
import { memory as words } from "./memory-texts.ts";
import { visible, visibleLines } from "./visible-text.ts";

interface Origin {
  by: "person" | "agent";
  event: number | null;
  source: string | null;
}

interface Entry {
  path: string;
  folder: "notes" | "tasks";
  title: string;
  body: string;
  hash: string;
  trusted: boolean;
  writtenAt: number | null;
  origins: Origin[];
  pointer: string | null;
  done: boolean;
  until: number | null;
  flaw: { line: number; reason: string } | null;
}

/** What the view reads of memory and its index. */
export interface MemoryFacts {
  look(): {
    instructions: { text: string; hash: string | null };
    entries: ReadonlyMap<string, Entry>;
    clashes: readonly { path: string; of: string; text: string }[];
    problems: readonly { path: string; line: number | null; reason: string }[];
  };
  history(): { id: string; at: number; by: "person" | "agent" | "dream"; what: string }[];
  search: {
    entries(
      text: string,
      trusted: boolean,
      limit: number,
    ): {
      path: string;
      folder: "notes" | "tasks";
      title: string;
      trusted: 0 | 1;
      at: number | null;
      rank: number;
      snippet: string;
    }[];
    said(
      text: string,
      trusted: boolean,
      limit: number,
    ): {
      id: number;
      at: number;
      sent_at: number | null;
      kind: "message" | "dead" | "reply";
      event: number | null;
      source: string | null;
      trusted: 0 | 1;
      rank: number;
      snippet: string;
    }[];
    wrote(text: string, limit: number): { id: number; at: number; rank: number; snippet: string }[];
  };
}

const previewCharacters = 160;
const changesShown = 50;
const hitsMax = 50;

function fromOf({ by, source }: Origin): string {
  if (by === "person") return words.you;
  return source === null ? words.aRun : words.aRunFor(visible(source));
}

function rowOf(entry: Entry): MemoryRow {
  const { path, title, body, trusted, writtenAt, origins, done, until, flaw } = entry;
  const last = origins.at(-1);
  return {
    ...{ path, trusted, done, until, at: writtenAt },
    title: visible(title),
    preview: visible(
      body
        .slice(0, previewCharacters * 2)
        .replaceAll(/\s+/g, " ")
        .trim(),
    ).slice(0, previewCharacters),
    from: last === undefined ? words.unknown : fromOf(last),
    eventId: origins.findLast(({ event }) => event !== null)?.event ?? null,
    flaw: flaw === null ? null : words.problem(path, flaw.line, flaw.reason),
  };
}

const newestFirst = (a: MemoryRow, b: MemoryRow): number =>
  Number(a.done) - Number(b.done) || (b.at ?? 0) - (a.at ?? 0) || (a.title < b.title ? -1 : 1);

export function memoryView(
  facts: MemoryFacts,
  model: { contextTokens: number; maxOutputTokens: number } | null,
  now: number,
): MemoryView {
  const { instructions, entries, clashes, problems } = facts.look();
  const all = [...entries.values()];
  const rows = (folder: string) =>
    all
      .filter((entry) => entry.folder === folder)
      .map(rowOf)
      .sort(newestFirst);
  const textOf = (path: string): string | null =>
    path.includes("/") ? (entries.get(path)?.body ?? null) : instructions.text;
  return {
    now,
    instructions: { ...instructions, room: model === null ? null : instructionsRoom(model) },
    ...{ notes: rows("notes"), tasks: rows("tasks") },
    clashes: clashes.map(({ path, of, text }) => {
      const stands = textOf(of);
      const title = entries.get(of)?.title ?? of;
      return {
        path,
        of,
        title: visible(title),
        stands: stands === null ? null : visibleLines(stands),
        kept: visibleLines(text),
      };
    }),
    problems: problems.map(({ path, line, reason }) => words.problem(visible(path), line, reason)),
    changes: facts
      .history()
      .slice(0, changesShown)
      .map(({ what, ...change }) => ({ ...change, what: visible(what) })),
  };
}

export function memoryEntry(facts: MemoryFacts, path: string): MemoryEntry | null {
  const entry = facts.look().entries.get(path);
  if (entry === undefined) return null;
  const { body, pointer, hash, origins } = entry;
  return {
    ...rowOf(entry),
    ...{ body, hash, shown: visibleLines(body), pointer: pointer === null ? null : visible(pointer) },
    origins: origins.map((origin) => ({ from: fromOf(origin), eventId: origin.event })),
  };
}

/** A snippet's parts: what was found stands between U+0002 and U+0003. A text that holds these itself only marks itself wrongly. */
function markedOf(snippet: string): Marked[] {
  return snippet.split(/([\u0002\u0003])/).reduce<{ parts: Marked[]; found: boolean }>(
    ({ parts, found }, text) => {
      if (text === "\u0002" || text === "\u0003") return { parts, found: text === "\u0002" };
      return { parts: text === "" ? parts : [...parts, { text: visible(text.replaceAll(/\s+/g, " ")), found }], found };
    },
    { parts: [], found: false },
  ).parts;
}

export function memorySearch({ look, search }: MemoryFacts, query: string): MemorySearch {
  look();
  const entries = search
    .entries(query, false, hitsMax + 1)
    .map(({ path, folder, title, trusted, at, rank, snippet }) => ({
      rank,
      hit: {
        kind: "entry" as const,
        path,
        title: visible(title),
        task: folder === "tasks",
        trusted: trusted === 1,
        at,
        marked: markedOf(snippet),
      },
    }));
  const said = search
    .said(query, false, hitsMax + 1)
    .map(({ id, at, sent_at, kind, event, source, trusted, rank, snippet }) => ({
      rank,
      hit: {
        ...{
          kind: "said" as const,
          id,
          at: sent_at ?? at,
          trusted: trusted === 1,
          eventId: event,
          marked: markedOf(snippet),
        },
        where: sent_at === null ? words.held : kind === "reply" ? words.inWindow : words.notified,
        source: source === null ? null : visible(source),
      },
    }));
  const wrote = search.wrote(query, hitsMax + 1).map(({ id, at, rank, snippet }) => ({
    rank,
    hit: {
      ...{ kind: "said" as const, id: -id, at, trusted: true, eventId: id, marked: markedOf(snippet) },
      ...{ where: words.wrote, source: null },
    },
  }));
  const all: { rank: number; hit: MemoryHit }[] = [...entries, ...said, ...wrote].sort((a, b) => a.rank - b.rank);
  return { hits: all.slice(0, hitsMax).map(({ hit }) => hit), more: all.length > hitsMax };
}
