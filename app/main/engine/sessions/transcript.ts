// What a session and its model have said, entry by entry. Promises: an entry is committed before anything follows from it, and
// none is ever changed; calls have numbers that are good for the whole session. Refuses: to read what the entries say.
import type { Store } from "../store/store.ts";
import type { HaltKind } from "./sessions.ts";
import * as sql from "./transcript-statements.ts";

export type EntryRole = "user" | "assistant" | "tool" | "summary";

export interface NewEntry {
  role: EntryRole;
  /** JSON texts; only the agent process reads them. */
  body: string;
  meta: string;
  /** How many calls it asks for. */
  calls: number;
}

export interface Entry {
  id: number;
  role: EntryRole;
  body: string;
  meta: string;
  /** The number of its first call; null when it asks for none. */
  firstCall: number | null;
}

/** More than one entry may ask for; so a call's number says which entry it belongs to, and which of its calls it is. */
const numbersPerEntry = 64;

/** The number of an entry's first call. */
export const firstCallOf = (entry: number): number => entry * numbersPerEntry;

/** Where the journal keeps the call of this number: a step of its own, apart from those of events, which count up from 1. */
export const placeOf = (number: number) => ({
  step: -Math.floor(number / numbersPerEntry),
  call_index: number % numbersPerEntry,
});

/** The entry that asked for the call at this step. */
export const entryOf = (step: number): number => -step;

/** Whether a model asked for the call at this step. */
export const isThought = (step: number): boolean => step < 0;

export interface Transcript {
  append(session: string, run: number, entry: NewEntry, now: number): Entry;
  /** From the last summary on. */
  read(session: string): Entry[];
  has(session: string): boolean;
  /** The newest entry, when the model ended with it. */
  lastWords(session: string): number | null;
  /** How the run that wrote an entry was ended, where that was before its own end. */
  haltOf(entry: number): HaltKind | null;
  /** The newest such end that no entry of the session has told of. */
  untoldHalt(session: string): HaltKind | null;
}

/** The transcript over its table. Every function joins an open transaction or makes its own. */
export function createTranscript(store: Store): Transcript {
  const insert = store.prepare(sql.insertEntry);
  const select = store.prepare<Omit<Entry, "firstCall"> & { calls: number }>(sql.selectEntries);
  const some = store.prepare<{ id: number }>(sql.selectOne);
  const haltOf = store.prepare<{ halted: HaltKind }>(sql.selectHaltOf);
  const untold = store.prepare<{ halted: HaltKind }>(sql.selectUntoldHalt);
  const last = store.prepare<{ id: number; role: EntryRole; calls: number }>(sql.selectLast);
  const firstCall = (id: number, calls: number) => (calls === 0 ? null : firstCallOf(id));
  return {
    append: (session, run, entry, now) =>
      store.tx(() => {
        const id = Number(insert.run({ session, run, ...entry, now }).lastInsertRowid);
        const { role, body, meta, calls } = entry;
        return { id, role, body, meta, firstCall: firstCall(id, calls) };
      }),
    read: (session) =>
      select.all({ session }).map(({ calls, ...entry }) => ({ ...entry, firstCall: firstCall(entry.id, calls) })),
    haltOf: (id) => haltOf.get({ id })?.halted ?? null,
    untoldHalt: (session) => untold.get({ session })?.halted ?? null,
    lastWords: (session) => {
      const row = last.get({ session });
      return row?.role === "assistant" && row.calls === 0 ? row.id : null;
    },
    has: (session) => some.get({ session }) !== undefined,
  };
}
