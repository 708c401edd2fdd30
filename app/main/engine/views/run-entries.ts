// A session's transcript in pages, with the calls each entry asked for. Promises: a page costs its entries, however many there are, and
// is bounded in bytes: what one page can't hold begins the next. Refuses: to leave an entry out.
import { type EntryRole, firstCallOf, placeOf } from "../sessions/transcript.ts";
import type { Store } from "../store/store.ts";
import * as sql from "./run-statements.ts";

export interface EntryRow {
  id: number;
  run: number;
  role: EntryRole;
  body: string;
  meta: string;
  calls: number;
  at: number;
  /** Of the request whose answer it was; null for what no model wrote, and for entries of before this was kept. */
  started_at: number | null;
  ended_at: number | null;
  input: number | null;
  output: number | null;
  cacheRead: number | null;
  cacheWrite: number | null;
  costMicros: number | null;
}

export interface EntryCallRow {
  id: string;
  call_index: number;
  tool: string;
  title: string;
  arguments: string;
  decision: "allow" | "ask" | "deny";
  decision_reason: string;
  decided_by: string;
  permission: string | null;
  findings: string;
  status: string;
  starts: number;
  started_at: number | null;
  ended_at: number | null;
  result: string | null;
  error: string | null;
}

export interface EntryPage {
  entries: EntryRow[];
  /** Whether there is something before the first and after the last of them. */
  earlier: boolean;
  later: boolean;
}

/** Entries after, or before, this one. */
export type PageMark = { after: number } | { before: number };

/** The most that the entries of one page may take together; one alone may take more. */
const pageBytesMax = 4_000_000;

export function createRunEntries(store: Store) {
  const lastOfRun = store.prepare<{ id: number | null }>(sql.lastEntryOfRun);
  const back = store.prepare<{ id: number }>(sql.entryBack);
  const sizesAfter = store.prepare<{ id: number; size: number }>(sql.sizesAfter);
  const sizesBefore = store.prepare<{ id: number; size: number }>(sql.sizesBefore);
  const between = store.prepare<EntryRow>(sql.entriesBetween);
  const one = store.prepare<EntryRow>(sql.entryById);
  const after = store.prepare<{ id: number }>(sql.entryExists);
  const before = store.prepare<{ id: number }>(sql.entryExistsBefore);
  const calls = store.prepare<EntryCallRow>(sql.callsOfEntry);
  const callTexts = store.prepare<{ arguments: string; result: string | null; error: string | null }>(sql.callTexts);
  const title = store.prepare<{ title: string }>(sql.callTitle);

  return {
    /** After which entry a page begins that ends with the last entry of a run, or of one before it; 0 for the very first. */
    markOf(session: string, run: number, limitRows: number): number {
      const last = lastOfRun.get(session, run)?.id ?? null;
      return last === null ? 0 : (back.get(session, last, limitRows)?.id ?? 0);
    },
    page(session: string, mark: PageMark, limitRows: number): EntryPage {
      const sizes =
        "after" in mark
          ? sizesAfter.all(session, mark.after, limitRows)
          : sizesBefore.all(session, mark.before, limitRows);
      let left = pageBytesMax;
      const fit = sizes.filter(({ size }, at) => {
        left -= size;
        return at === 0 || left >= 0;
      });
      const ids = fit.map(({ id }) => id);
      if (ids.length === 0) {
        const at = "after" in mark ? mark.after : mark.before;
        return {
          entries: [],
          earlier: before.get(session, at) !== undefined,
          later: after.get(session, at) !== undefined,
        };
      }
      const [first, last] = [Math.min(...ids), Math.max(...ids)];
      return {
        entries: between.all(session, first, last),
        earlier: before.get(session, first) !== undefined,
        later: after.get(session, last) !== undefined,
      };
    },
    entry: (session: string, id: number): EntryRow | undefined => one.get(session, id),
    /** The calls an entry asked for, by their place in it; what the person changed a call to comes after it. */
    callsOf: (session: string, { id, calls: count }: Pick<EntryRow, "id" | "calls">): EntryCallRow[] =>
      count === 0 ? [] : calls.all(session, placeOf(firstCallOf(id)).step),
    callTexts: (session: string, call: string) => callTexts.get(call, session),
    /** Of the call with this number; null when none was written down. */
    titleOf(session: string, number: number): string | null {
      const { step, call_index } = placeOf(number);
      return title.get(session, step, call_index)?.title ?? null;
    },
  };
}
