// What of memory can be searched: notes and tasks as their files say, and everything that was ever said. Promises: in step with the files
// once told, and with the outbox by itself; bounded answers. Refuses: to be the truth, and the index's own query language.
import type { Store } from "../store/store.ts";
import { queryOf } from "./query.ts";
import * as sql from "./statements.ts";

export interface Indexed {
  path: string;
  hash: string;
  folder: string;
  title: string;
  body: string;
  trusted: boolean;
  writtenAt: number | null;
}

export interface EntryHit {
  path: string;
  folder: "notes" | "tasks";
  title: string;
  trusted: 0 | 1;
  at: number | null;
  rank: number;
  /** What was found stands between U+0002 and U+0003. */
  snippet: string;
}

export interface SaidHit {
  id: number;
  at: number;
  sent_at: number | null;
  kind: "message" | "dead" | "reply";
  event: number | null;
  session: string | null;
  source: string | null;
  trusted: 0 | 1;
  rank: number;
  snippet: string;
}

/** What the person wrote. */
export interface WroteHit {
  id: number;
  at: number;
  rank: number;
  snippet: string;
}

export interface Message {
  id: number;
  body: string;
  at: number;
  sent_at: number | null;
  event: number | null;
  trusted: 0 | 1;
}

export interface Asker {
  session: string;
  run: number | null;
  event: number | null;
  source: string | null;
  provenance: "clean" | "untrusted";
  approved: 0 | 1;
}

export interface MemoryIndex {
  /** Makes the index what these entries are; what did not change costs nothing. */
  sync(entries: readonly Indexed[]): void;
  /** @param trusted only what can be trusted */
  entries(text: string, trusted: boolean, limit: number): EntryHit[];
  said(text: string, trusted: boolean, limit: number): SaidHit[];
  /** What the person wrote in the conversation: always their own. */
  wrote(text: string, limit: number): WroteHit[];
  wroteText(id: number): { body: string; at: number } | null;
  message(id: number): Message | null;
  /** Of the call under this effect key; null when no such call was written down. */
  askerOf(effectKey: string): Asker | null;
}

/** Among so many best ones are those looked for that can be trusted. */
const saidMost = 2000;

export function createMemoryIndex(store: Store): MemoryIndex {
  const indexed = store.prepare<{ path: string; hash: string }>(sql.selectIndexed);
  const remove = store.prepare(sql.removeEntry);
  const insert = store.prepare(sql.insertEntry);
  const entries = store.prepare<EntryHit>(sql.searchEntries);
  const said = store.prepare<SaidHit>(sql.searchSaid);
  const wrote = store.prepare<WroteHit>(sql.searchWrote);
  const wroteText = store.prepare<{ body: string; at: number }>(sql.selectWrote);
  const message = store.prepare<Message>(sql.selectSaid);
  const asker = store.prepare<Asker>(sql.selectAsker);
  return {
    sync(wanted) {
      const there = new Map(indexed.all().map(({ path, hash }) => [path, hash]));
      const fresh = wanted.filter(({ path, hash }) => there.get(path) !== hash);
      const paths = new Set(wanted.map(({ path }) => path));
      const gone = [...there.keys()].filter((path) => !paths.has(path));
      if (fresh.length === 0 && gone.length === 0) return;
      store.tx(() => {
        for (const path of gone) remove.run({ path });
        for (const { path, hash, folder, title, body, trusted, writtenAt } of fresh) {
          remove.run({ path });
          insert.run({ path, hash, folder, title, body, trusted: trusted ? 1 : 0, writtenAt });
        }
      });
    },
    entries(text, trusted, limit) {
      const query = queryOf(text);
      return query === null ? [] : entries.all({ query, trusted: trusted ? 1 : 0, limit });
    },
    said(text, trusted, limit) {
      const query = queryOf(text);
      const most = trusted ? saidMost : limit;
      return query === null ? [] : said.all({ query, trusted: trusted ? 1 : 0, limit, most });
    },
    wrote(text, limit) {
      const query = queryOf(text);
      return query === null ? [] : wrote.all({ query, limit });
    },
    wroteText: (id) => wroteText.get({ id }) ?? null,
    message: (id) => message.get({ id }) ?? null,
    askerOf: (key) => asker.get({ key }) ?? null,
  };
}
