// What the sidebar and the tray count, and what comes next. Promises: each count reads only rows that count (partial indexes).
import type { Store } from "../store/store.ts";
import * as sql from "./statements.ts";

export interface Counts {
  waitingApprovals: number;
  dead: number;
  held: number;
}

export interface WaitingEvents {
  n: number;
  reason: string;
}

/** What waits less than this is not worth a notice, in seconds. */
const longSeconds = 120;

export interface NextTimerRow {
  name: string;
  origin: "engine" | "config" | "person" | "agent";
  due: number;
}

export function createCountQueries(store: Store) {
  const waiting = store.prepare<{ n: number }>(sql.waitingCount);
  const dead = store.prepare<{ n: number }>(sql.deadCount);
  const held = store.prepare<{ n: number }>(sql.heldCount);
  const nextTimer = store.prepare<NextTimerRow>(sql.nextTimer);
  const waitingEvents = store.prepare<{ n: number; reason: string | null }>(sql.waitingEvents);
  return {
    /** Events that have waited long for something outside of them, or will; null when there are none. */
    waitingEvents: (now: number): WaitingEvents | null => {
      const row = waitingEvents.get({ now, longSeconds });
      return row === undefined || row.reason === null ? null : { n: row.n, reason: row.reason };
    },
    nextTimer: (): NextTimerRow | undefined => nextTimer.get(),
    counts: (): Counts => ({
      waitingApprovals: waiting.get()?.n ?? 0,
      dead: dead.get()?.n ?? 0,
      held: held.get()?.n ?? 0,
    }),
  };
}
