// Memory as the tools of a run use it. Promises: what a search gives says for each whether it can be trusted. Refuses: to write an
// instruction twice.
import type { Memory } from "./memory.ts";
import { remember, type Wanted, type Writer } from "./remembering.ts";

interface Hit {
  trusted: 0 | 1;
  at: number | null;
  rank: number;
  snippet: string;
}

/** The engine's index, as far as tools ask it. */
export interface SearchPort {
  entries(text: string, trusted: boolean, limit: number): (Hit & { path: string; title: string })[];
  said(text: string, trusted: boolean, limit: number): (Hit & { id: number; event: number | null })[];
  wrote(text: string, limit: number): { id: number; at: number; rank: number; snippet: string }[];
  wroteText(id: number): { body: string; at: number } | null;
  message(id: number): { body: string; at: number; trusted: 0 | 1 } | null;
}

const hitsMax = 12;
const othersMax = 100;
const plain = (snippet: string): string => snippet.replaceAll(/[\u0002\u0003]/g, "");

export function toolPort(memory: Memory, search: SearchPort, clock: { now(): number }) {
  function found(query: string, trusted: boolean, limit: number) {
    memory.look();
    const entries = search.entries(query, trusted, limit).map(({ path, title, trusted: safe, at, rank, snippet }) => ({
      rank,
      hit: { path, title, trusted: safe === 1, at, text: plain(snippet) },
    }));
    const said = search.said(query, trusted, limit).map(({ id, trusted: safe, at, rank, snippet }) => ({
      rank,
      hit: { path: `said/${id}`, title: "A message to the person", trusted: safe === 1, at, text: plain(snippet) },
    }));
    const wrote = search.wrote(query, limit).map(({ id, at, rank, snippet }) => ({
      rank,
      hit: { path: `wrote/${id}`, title: "A message of the person", trusted: true, at, text: plain(snippet) },
    }));
    return [...entries, ...said, ...wrote].sort((a, b) => a.rank - b.rank).map(({ hit }) => hit);
  }
  return {
    remember: (wanted: Wanted, writer: Writer) => remember(memory, wanted, writer, clock.now()),
    read(path: string) {
      const theirs = /^wrote\/(\d{1,15})$/.exec(path);
      if (theirs !== null) {
        const one = search.wroteText(Number(theirs[1]));
        if (one === null) return null;
        const title = "A message of the person";
        return { title, text: one.body, hash: null, trusted: true, at: one.at, pointer: null };
      }
      const message = /^said\/(\d{1,15})$/.exec(path);
      if (message !== null) {
        const id = Number(message[1]);
        const one = search.message(id);
        if (one === null) return null;
        return {
          title: "A message to the person",
          text: one.body,
          hash: null,
          trusted: one.trusted === 1,
          at: one.at,
          pointer: null,
        };
      }
      const entry = memory.look().entries.get(path);
      if (entry === undefined) return null;
      const { title, body, hash, trusted, writtenAt, pointer } = entry;
      return { title, text: body, hash, trusted, at: writtenAt, pointer };
    },
    search(query: string, trusted: boolean) {
      const all = found(query, trusted, hitsMax).slice(0, hitsMax);
      const others = trusted ? found(query, false, othersMax).filter((hit) => !hit.trusted).length : 0;
      return { found: all, others };
    },
    instruct(text: string): string | null {
      const { instructions } = memory.look();
      const lines = instructions.text.split("\n");
      if (lines.includes(text)) return null;
      const base = instructions.hash === null ? null : instructions.text;
      const start = base === null || base === "" ? "" : base.endsWith("\n") ? `${base}\n` : `${base}\n\n`;
      const done = memory.change("person", `Added the instruction "${text.slice(0, 80)}", which you approved.`, [
        { path: "instructions.md", base, text: `${start}${text}\n` },
      ]);
      return done.ok ? null : done.reason;
    },
  };
}
