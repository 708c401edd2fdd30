// Tells what the app's database says, as it comes to stand there. Promises: every line is a row that was read, told once.
// Refuses: to write, and to tell what the demo merely did.
import { join } from "node:path";
import Database from "better-sqlite3";
import { type Rows, tellAnswersAndCalls, tellEvents, tellLease, tellOutbox, tellRuns, tellTimers } from "./facts.ts";

const everyMilliseconds = 100;

export interface Watch {
  rows: Rows;
  /** Resolves as soon as `look` gives something, told after what is new; rejects with `what` after `seconds`. */
  until<T>(what: string, seconds: number, look: () => T | null | undefined | false): Promise<T>;
  close(): void;
}

/** @param profile its database must be there */
export function watchDatabase(profile: string): Watch {
  const db = new Database(join(profile, "nightjar.db"), { readonly: true });
  const rows: Rows = (sql, ...bound) => db.prepare(sql).all(...bound) as never;
  const tellers = [tellLease, tellTimers, tellRuns, tellEvents, tellAnswersAndCalls, tellOutbox].map((teller) =>
    teller(rows),
  );
  const waiting = new Set<() => void>();

  /** All of one pass is read in one moment of the database. */
  const pass = db.transaction(() => {
    for (const teller of tellers) teller();
    for (const check of waiting) check();
  });
  let failure: unknown;
  const timer = setInterval(() => {
    try {
      pass();
    } catch (error) {
      failure ??= error;
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
            if (failure !== undefined) throw failure;
            const found = look();
            if (found !== null && found !== undefined && found !== false) resolve(found);
            else if (Date.now() > deadline) throw new Error(`${what} did not come within ${seconds} s.`);
            else return;
          } catch (error) {
            reject(error);
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
