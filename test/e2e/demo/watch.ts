// Tells what the app's database says, as it comes to stand there. Promises: every line is a row that was read, told once.
// Refuses: to write, and to tell what the demo merely did.
import { join } from "node:path";
import Database from "better-sqlite3";
import { type Rows, tellAnswersAndCalls, tellEvents, tellLease, tellOutbox, tellRuns, tellTimers } from "./facts.ts";
import { tell, tellMore, type Voice } from "./terminal.ts";

const everyMilliseconds = 100;

export interface Watch {
  rows: Rows;
  /** Resolves as soon as `look` gives something, told after what is new; rejects with `what` after `seconds`. */
  until<T>(what: string, seconds: number, look: () => T | null | undefined | false): Promise<T>;
  close(): void;
}

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));

/** @param profile its database must be there */
export function watchDatabase(profile: string): Watch {
  const db = new Database(join(profile, "nightjar.db"), { readonly: true });
  const rows: Rows = (sql, ...bound) => db.prepare(sql).all(...bound) as never;
  // What was there before is no news.
  let speaking = false;
  const voice: Voice = {
    tell: (word, text) => speaking && tell(word, text),
    tellMore: (text) => speaking && tellMore(text),
  };
  const tellers = [tellLease, tellTimers, tellRuns, tellEvents, tellAnswersAndCalls, tellOutbox].map((teller) =>
    teller(rows, voice),
  );
  const waiting = new Set<() => void>();

  /** All of one pass is read in one moment of the database. */
  const pass = db.transaction(() => {
    for (const teller of tellers) teller();
    for (const check of waiting) check();
  });
  pass();
  speaking = true;
  let failure: Error | null = null;
  const timer = setInterval(() => {
    try {
      pass();
    } catch (error) {
      failure ??= asError(error);
      for (const check of waiting) check();
    }
  }, everyMilliseconds);

  return {
    rows,
    until: (what, seconds, look) =>
      new Promise((resolve, reject) => {
        const deadline = Date.now() + seconds * 1000;
        const check = () => {
          try {
            if (failure !== null) throw failure;
            const found = look();
            if (found !== null && found !== undefined && found !== false) resolve(found);
            else if (Date.now() > deadline) throw new Error(`${what} did not come within ${seconds} s.`);
            else return;
          } catch (error) {
            reject(asError(error));
          }
          waiting.delete(check);
        };
        waiting.add(check);
      }),
    close: () => {
      clearInterval(timer);
      db.close();
    },
  };
}
