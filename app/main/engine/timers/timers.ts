// Sets, changes, cancels and lists timers. Promises: a replayed registration changes nothing; an edited timer, or one made again
// after it was deleted, gets keys of its own (rule 7). Refuses: schedules that never come, with a sentence that says why.
import type { Inbox } from "../inbox/inbox.ts";
import type { Store } from "../store/store.ts";
import type { Calendar } from "./calendar.ts";
import { missAll } from "./catch-up.ts";
import type { ConfiguredSchedule, ListedTimer, MissRow, NewFollowUp, NewSchedule, TimerRow } from "./rows.ts";
import { calendarOf, checkSchedule, type Timing } from "./schedule.ts";
import { calendarOfRow, createScheduler } from "./scheduler.ts";
import * as sql from "./statements.ts";
import { eventNow } from "./timer-event.ts";

export interface Timers {
  /** Sets or edits a schedule. False when it stood like this already. @throws with the sentence of `checkSchedule`. */
  setSchedule(schedule: NewSchedule, now: number): boolean;
  /** Sets or edits a one-off. False when it stood like this already, fired or not. */
  setFollowUp(followUp: NewFollowUp, now: number): boolean;
  /** Takes a timer away. False when there was none. */
  cancel(id: string): boolean;
  /** Those that agents have set. */
  ofAgents(now: number): ListedTimer[];
  /** Takes away one that an agent has set. False for any other. */
  cancelAgents(id: string): boolean;
  /**
   * Paused timers do not fire. On resuming, the occurrences of a schedule that passed meanwhile are written down as missed and
   * not made up; a one-off that came due fires then. False for an unknown timer, one that is done, the engine's own, and one
   * that can't be resumed because this runtime lacks its zone.
   */
  pause(id: string, paused: boolean, now: number): boolean;
  /** Makes an event now, under its own key; the schedule does not move. False for an unknown timer and the engine's own. */
  runNow(id: string, now: number): boolean;
  /**
   * Whether a pass at `now` has something to do: a timer is due, or the clock went back and what waits must be computed again
   * (rule 6). Asking only for `nextDue` would leave a schedule parked where the wrong clock put it.
   */
  hasWork(now: number): boolean;
  /** The scheduler's pass: how many events it made. `why` explains what is noticed late. */
  runDue(now: number, why: string): number;
  /** The earliest due moment; null when nothing waits. */
  nextDue(): number | null;
  /** Makes the configured schedules those of the file, by name. Returns a sentence for each that can't be used here. */
  syncSchedules(schedules: readonly ConfiguredSchedule[], now: number): string[];
  list(now: number): ListedTimer[];
}

type Definition = Omit<TimerRow, "due" | "done" | "revision" | "paused" | "created_at" | "last_due" | "last_fired_at">;
const defined: readonly (keyof Definition)[] = [
  "every",
  "payload",
  "ev_source",
  "ev_id",
  "kind",
  "name",
  "origin",
  "cron",
  "zone",
  "catch_up",
  "cap",
  "session",
  "trust",
];

/** Who set it may be another run now; it is the same timer. */
const setting = ({ origin, trust, set_for }: NewSchedule | NewFollowUp) => ({
  trust: trust ?? (origin === "agent" ? ("untrusted" as const) : ("trusted" as const)),
  set_for: set_for ?? null,
});

const replaced = "the schedule was changed before it could fire";
const missesListed = 10;
const occurrencesListed = 5;

/** The timers of one store. Moments are seconds since the epoch; every function joins an open transaction. */
export function createTimers(deps: { store: Store; inbox: Pick<Inbox, "ingest"> }): Timers {
  const { store, inbox } = deps;
  const select = store.prepare<TimerRow>(sql.selectTimer);
  const selectOpen = store.prepare<TimerRow>(sql.selectOpen);
  const selectConfigured = store.prepare<{ id: string }>(sql.selectConfigured);
  const selectMisses = store.prepare<MissRow>(sql.selectMisses);
  const next = store.prepare<{ at: number | null }>(sql.nextDue);
  const upsert = store.prepare(sql.upsertTimer);
  const raiseRevision = store.prepare<{ revision: number }>(sql.raiseRevision);
  const remove = store.prepare(sql.deleteTimer);
  const moveDue = store.prepare(sql.moveDue);
  const setPaused = store.prepare(sql.setPaused);
  const noteFired = store.prepare(sql.noteFired);
  const scheduler = createScheduler(store, inbox);

  function write(definition: Definition, due: number, now: number): void {
    const revision = raiseRevision.get({ id: definition.id })?.revision ?? 1;
    upsert.run({ ...definition, due, revision, now });
    scheduler.computedAt(now);
  }

  /** null when this runtime does not understand the row (a zone it lacks). */
  function readable(row: TimerRow): Calendar | null {
    try {
      return calendarOfRow(row);
    } catch {
      return null;
    }
  }

  /** Writes down what an edited schedule had not fired yet. */
  function recordReplaced(row: TimerRow, now: number): void {
    const calendar = row.done === 1 || row.due > now ? null : readable(row);
    if (calendar === null) return;
    scheduler.recordMiss(row.id, missAll(calendar, row.due, now), row.paused === 1 ? "paused" : replaced, now);
  }

  function setSchedule(schedule: NewSchedule, now: number): boolean {
    const problem = checkSchedule({ ...schedule, everySeconds: schedule.every });
    if (problem !== null) throw new Error(problem);
    const definition: Definition = {
      id: schedule.id,
      kind: "schedule",
      name: schedule.name,
      cron: schedule.cron,
      zone: schedule.cron === null ? null : schedule.zone,
      every: schedule.every,
      catch_up: schedule.catch_up ?? "latest",
      cap: schedule.cap ?? 24,
      payload: JSON.stringify(schedule.payload ?? {}),
      origin: schedule.origin,
      session: schedule.session ?? null,
      ev_source: null,
      ev_id: null,
      ...setting(schedule),
    };
    return store.tx(() => {
      const row = select.get({ id: schedule.id });
      if (row !== undefined && row.done === 0 && defined.every((column) => row[column] === definition[column]))
        return false;
      const sameTiming =
        row?.kind === "schedule" &&
        row.cron === definition.cron &&
        row.zone === definition.zone &&
        row.every === definition.every;
      if (row?.kind === "schedule" && !sameTiming) recordReplaced(row, now);
      write(definition, sameTiming ? row.due : (schedule.first_due ?? firstDue(definition, now)), now);
      return true;
    });
  }

  function setFollowUp(followUp: NewFollowUp, now: number): boolean {
    const ev_source = followUp.ev_source ?? null;
    const ev_id = followUp.ev_id ?? null;
    if ((ev_source === null) !== (ev_id === null))
      throw new Error(
        `The follow-up ${followUp.id} has half an event key: give both its source and its id, or neither.`,
      );
    const definition: Definition = {
      id: followUp.id,
      kind: "follow_up",
      name: followUp.name,
      cron: null,
      zone: null,
      every: null,
      catch_up: "latest",
      cap: 1,
      payload: JSON.stringify(followUp.payload ?? {}),
      origin: followUp.origin,
      session: followUp.session ?? null,
      ev_source,
      ev_id,
      ...setting(followUp),
    };
    return store.tx(() => {
      const row = select.get({ id: followUp.id });
      if (row?.due === followUp.due && defined.every((column) => row[column] === definition[column])) return false;
      write(definition, followUp.due, now);
      return true;
    });
  }

  /** The row, when it is one a person may pause or run: open, and not part of the engine's own bookkeeping. */
  function personal(id: string): TimerRow | undefined {
    const row = select.get({ id });
    return row === undefined || row.done === 1 || row.origin === "engine" ? undefined : row;
  }

  function resume(row: TimerRow, now: number): boolean {
    if (row.kind === "schedule") {
      const calendar = readable(row);
      if (calendar === null) return false;
      if (row.due <= now) scheduler.recordMiss(row.id, missAll(calendar, row.due, now), "paused", now);
      moveDue.run({ id: row.id, due: calendar.next(now) });
      scheduler.computedAt(now);
    }
    return setPaused.run({ id: row.id, paused: 0 }).changes === 1;
  }

  function listed(row: TimerRow, now: number): ListedTimer {
    const misses = selectMisses.all({ timer: row.id, limit: missesListed });
    if (row.kind === "follow_up") return { ...row, next: [row.due], misses };
    const moments: number[] = row.due > now ? [row.due] : [];
    const calendar = readable(row);
    while (calendar !== null && moments.length < occurrencesListed) moments.push(calendar.next(moments.at(-1) ?? now));
    return { ...row, next: moments, misses };
  }

  return {
    setSchedule,
    setFollowUp,
    cancel: (id) => store.tx(() => remove.run({ id }).changes === 1),
    ofAgents: (now) => selectOpen.all().flatMap((row) => (row.origin === "agent" ? [listed(row, now)] : [])),
    cancelAgents: (id) => store.tx(() => personal(id)?.origin === "agent" && remove.run({ id }).changes === 1),
    pause: (id, paused, now) =>
      store.tx(() => {
        const row = personal(id);
        if (row === undefined) return false;
        if (!paused && row.paused === 1) return resume(row, now);
        setPaused.run({ id, paused: paused ? 1 : 0 });
        return true;
      }),
    runNow: (id, now) =>
      store.tx(() => {
        const row = personal(id);
        if (row === undefined) return false;
        inbox.ingest(eventNow(row, now), now);
        noteFired.run({ id, now });
        return true;
      }),
    hasWork: scheduler.hasWork,
    runDue: scheduler.runDue,
    nextDue: () => next.get()?.at ?? null,
    syncSchedules: (schedules, now) =>
      store.tx(() => {
        const problems: string[] = [];
        const wanted = new Set<string>();
        for (const { name, everySeconds, catchUp, ...rest } of schedules) {
          const id = `config:${name}`;
          wanted.add(id);
          const problem = checkSchedule({ ...rest, everySeconds });
          if (problem === null)
            setSchedule({ ...rest, id, name, every: everySeconds, catch_up: catchUp, origin: "config" }, now);
          else problems.push(`The schedule ${JSON.stringify(name)} stays as it was. ${problem}`);
        }
        for (const { id } of selectConfigured.all()) if (!wanted.has(id)) remove.run({ id });
        return problems;
      }),
    list: (now) => selectOpen.all().map((row) => listed(row, now)),
  };
}

function firstDue(definition: Definition, now: number): number {
  const { cron, zone, every } = definition;
  const timing: Timing =
    every === null ? { kind: "cron", cron: cron ?? "", zone: zone ?? "" } : { kind: "every", every, anchor: now };
  return calendarOf(timing).next(now);
}
