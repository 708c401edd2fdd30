// Memory as the conversation asks it: over the index, the files and the person's own way of changing them. Promises: what is noted is
// the person's own. Refuses: to find what may hold others' words.
import type { NoteHit, Recall } from "./recall.ts";
import { texts } from "./texts.ts";

interface Hit {
  at: number;
  snippet: string;
}

export interface RecallDeps {
  look(): {
    entries: ReadonlyMap<string, { folder: string; body: string; hash: string; trusted: boolean; title: string }>;
  };
  index: {
    entries(text: string, trusted: boolean, limit: number): { path: string; title: string; snippet: string }[];
    said(text: string, trusted: boolean, limit: number): (Hit & { id: number; trusted: 0 | 1; kind: string })[];
    wrote(text: string, limit: number): (Hit & { id: number })[];
  };
  byHand: {
    save(entry: { path: null; base: null; folder: "notes"; title: string; text: string; done: boolean }): {
      ok: boolean;
      sentence: string;
    };
    remove(path: string, base: string): { ok: boolean; sentence: string };
  };
  zone(): string;
}

const hitsMax = 20;
const plain = (snippet: string): string =>
  snippet
    .replaceAll(/[\u0002\u0003]/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();

export function createRecall({ look, index, byHand, zone }: RecallDeps): Recall {
  const day = (at: number) =>
    new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: zone() }).format(
      new Date(at * 1000),
    );
  return {
    notes(about) {
      const { entries } = look();
      return index.entries(about, true, hitsMax).flatMap(({ path, title, snippet }): NoteHit[] => {
        const entry = entries.get(path);
        return entry === undefined ? [] : [{ path, title, hash: entry.hash, snippet: plain(snippet) }];
      });
    },
    // What Nightjar answered here quotes notes and messages that are found by themselves.
    said: (about) =>
      index
        .said(about, true, hitsMax)
        .filter(({ kind }) => kind !== "reply")
        .map(({ id, at, snippet }) => ({ id, day: day(at), snippet: plain(snippet) })),
    wrote: (about) =>
      index.wrote(about, hitsMax).map(({ id, at, snippet }) => ({ id, day: day(at), snippet: plain(snippet) })),
    others(about) {
      look();
      const more = index.entries(about, false, hitsMax).length - index.entries(about, true, hitsMax).length;
      return Math.max(more, 0) + index.said(about, false, hitsMax).filter(({ trusted }) => trusted === 0).length;
    },
    note(title, text) {
      const same = [...look().entries.values()].some((entry) => entry.trusted && entry.body.trim() === text.trim());
      if (same) return texts.noted(title);
      const saved = byHand.save({ path: null, base: null, folder: "notes", title, text, done: false });
      return saved.ok ? texts.noted(title) : saved.sentence;
    },
    remove: (path, hash) => byHand.remove(path, hash).sentence,
  };
}
