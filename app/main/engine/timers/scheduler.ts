// One pass of the scheduler: due timers become events. Promises: a timer moves on in the transaction that stores its events; no
// schedule is parked further than its own next occurrence (rule 6). Refuses: to start runs, to stop for one timer that can't be read.
import type { Inbox } from "../inbox/inbox.ts";
import type { Store } from "../store/store.ts";
import type { Calendar } from "./calendar.ts";
import { type Firing, type Miss, onTimeSeconds, planCatchUp, splitHad } from "./catch-up.ts";
import type { TimerRow } from "./rows.ts";
import { calendarOf } from "./schedule.ts";
import * as sql from "./statements.ts";
import { eventOf } from "./timer-event.ts";

/** @throws when the row's zone or expression is not understood by this runtime. */
export function calendarOfRow(row: TimerRow): Calendar {
  return row.every === null
    ? calendarOf({ kind: "cron", cron: row.cron ?? "", zone: row.zone ?? "" })
    : calendarOf({ kind: "every", every: row.every, anchor: row.due });
}

const hadBefore = "its event was made before, while the clock ran ahead";

export function createScheduler(store: Store, inbox: Pick<Inbox, "ingest">) {
  const selectDue = store.prepare<TimerRow>(sql.selectDue);
  const selectParked = store.prepare<TimerRow>(sql.selectParked);
  const nextDue = store.prepare<{ at: number | null }>(sql.nextDue);
  const advance = store.prepare(sql.advance);
  const complete = store.prepare(sql.complete);
  const moveDue = store.prepare(sql.moveDue);
  const pullFired = store.prepare(sql.pullFired);
  const setPaused = store.prepare(sql.setPaused);
  const insertMiss = store.prepare(sql.insertMiss);
  /** The latest moment any occurrence was computed from; infinite until the first pass has looked at all of them. */
  let computedFrom = Number.POSITIVE_INFINITY;

  function recordMiss(timer: string, miss: Miss, why: string, now: number): void {
    insertMiss.run({ timer, ...miss, why, now });
  }

  /** Stops a timer that can't be computed any more (a zone this runtime lacks) and says so where misses are shown. */
  function park(row: TimerRow, error: unknown, now: number): void {
    const reason = error instanceof Error ? error.message : String(error);
    const miss = {
      first_due: row.due,
      last_due: row.due,
      missed: 1,
      made: 0,
      late_by: Math.max(0, now - row.due),
      cut: 0,
    };
    recordMiss(row.id, miss, `Paused, because it could not be scheduled. ${reason}`, now);
    setPaused.run({ id: row.id, paused: 1 });
  }

  function computed<T>(row: TimerRow, now: number, compute: () => T): T | null {
    try {
      return compute();
    } catch (error) {
      park(row, error, now);
      return null;
    }
  }

  function makesEvent(row: TimerRow, firing: Firing, now: number): boolean {
    return inbox.ingest(eventOf(row, firing), now) !== "duplicate";
  }

  function fireFollowUp(row: TimerRow, why: string, now: number): number {
    const late_by = now - row.due;
    const made = makesEvent(row, { due: row.due, late_by, skipped: 0, cut: 0 }, now);
    if (late_by > onTimeSeconds)
      recordMiss(row.id, { first_due: row.due, last_due: row.due, missed: 1, made: 1, late_by, cut: 0 }, why, now);
    complete.run({ id: row.id, now });
    return made ? 1 : 0;
  }

  function fireSchedule(row: TimerRow, why: string, now: number): number {
    const plan = computed(row, now, () => planCatchUp(calendarOfRow(row), row.due, now, row.catch_up, row.cap));
    if (plan === null) return 0;
    const made = plan.firings.filter((firing) => makesEvent(row, firing, now));
    // Fired before it was due: only a clock that ran ahead does that. A replay of what fired in its time is no miss.
    const early = (firing: Firing) => row.last_fired_at !== null && row.last_fired_at < firing.due;
    const { miss, had } = splitHad(
      plan,
      plan.firings.filter((firing) => !made.includes(firing) && early(firing)),
      now,
    );
    if (miss !== null) recordMiss(row.id, miss, why, now);
    if (had !== null) recordMiss(row.id, had, hadBefore, now);
    const last = made.at(-1);
    advance.run({
      id: row.id,
      due: plan.next,
      last_due: last?.due ?? row.last_due,
      last_fired_at: last === undefined ? row.last_fired_at : now,
    });
    return made.length;
  }

  /**
   * Computes again what waits, at the first pass (the zones' data may be newer than the row) and whenever the clock went back.
   * Only then can a schedule lie further ahead than its next occurrence.
   */
  function repair(now: number): void {
    if (now >= computedFrom) return;
    for (const row of selectParked.all({ now })) {
      const next = computed(row, now, () => calendarOfRow(row).next(now));
      if (next !== null && next !== row.due) moveDue.run({ id: row.id, due: next });
    }
    pullFired.run({ now, grace: onTimeSeconds });
    computedFrom = now;
  }

  return {
    recordMiss,
    /** Notes that an occurrence was computed from `now`, so that a clock going back behind it is noticed. */
    computedAt(now: number): void {
      if (computedFrom !== Number.POSITIVE_INFINITY) computedFrom = Math.max(computedFrom, now);
    },
    /** Whether a pass would find something to do, for nothing more than a look at an index. */
    hasWork(now: number): boolean {
      const due = nextDue.get()?.at ?? null;
      return now < computedFrom || (due !== null && due <= now);
    },
    /**
     * Rules 6 and 7: makes the events of everything due at `now` (seconds since the epoch), in the order they were due.
     * @param why the reason for anything noticed late: "the computer slept", "Nightjar was not running", …
     * @returns how many events are new in the inbox.
     */
    runDue(now: number, why: string): number {
      return store.tx(() => {
        repair(now);
        let made = 0;
        for (const row of selectDue.all({ now })) {
          made += row.kind === "schedule" ? fireSchedule(row, why, now) : fireFollowUp(row, why, now);
        }
        computedFrom = Math.max(computedFrom, now);
        return made;
      });
    },
  };
}
