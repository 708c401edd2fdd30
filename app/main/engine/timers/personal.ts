// The person's own reminders: a text that is said at a moment, or again and again. Promises: what was taken away can be put back as it
// was, without the occurrences that passed meanwhile. Refuses: timers of anybody else's.
import type { EnginePorts } from "../ports.ts";
import type { Store } from "../store/store.ts";
import type { TimerRow } from "./rows.ts";
import { checkSchedule } from "./schedule.ts";
import { calendarOfRow } from "./scheduler.ts";
import * as sql from "./statements.ts";
import type { Timers } from "./timers.ts";

/** Moments are seconds since the epoch. */
export type PersonalTiming =
  | { kind: "once"; at: number }
  | { kind: "cron"; cron: string; zone: string }
  | { kind: "every"; everySeconds: number };

/** `passed`: its moment is not ahead of now. `unusable`: no schedule, with the sentence why. `unknown`: no such reminder. */
export type PersonalSet =
  | { ok: true }
  | { ok: false; why: "passed" | "unknown" }
  | { ok: false; why: "unusable"; sentence: string };

export interface Personal {
  /**
   * Sets a new one. Its event is trusted and says `text` without an agent: urgent, since a reminder that waits for the next digest
   * comes too late.
   */
  add(text: string, timing: PersonalTiming): PersonalSet;
  /** Another text or another time for one that waits; null keeps its time. Its occurrences get keys of their own (rule 7). */
  change(id: string, text: string, timing: PersonalTiming | null): PersonalSet;
  /** Takes away a reminder of the person's. What was taken; null for any other. */
  take(id: string): TimerRow | null;
  /** False when something stands in its place by now, or its schedule can't be read any more. */
  putBack(row: TimerRow): boolean;
}

interface Deps extends Pick<EnginePorts, "clock" | "ids"> {
  store: Store;
  timers: Pick<Timers, "setSchedule" | "setFollowUp" | "cancel" | "pause">;
}

/** Nothing here wakes the worker: the caller does, after the commit. */
export function createPersonal({ store, timers, clock, ids }: Deps): Personal {
  const select = store.prepare<TimerRow>(sql.selectTimer);
  const noteFired = store.prepare(sql.noteFired);

  function write(id: string, text: string, timing: PersonalTiming, now: number): PersonalSet {
    const shared = { id, name: "reminder", payload: { say: text, urgent: true }, origin: "person" as const };
    if (timing.kind === "once") {
      if (timing.at <= now) return { ok: false, why: "passed" };
      timers.setFollowUp({ ...shared, due: timing.at }, now);
      return { ok: true };
    }
    const when =
      timing.kind === "cron"
        ? { cron: timing.cron, zone: timing.zone, every: null }
        : { cron: null, zone: null, every: timing.everySeconds };
    const sentence = checkSchedule({ ...when, everySeconds: when.every });
    if (sentence !== null) return { ok: false, why: "unusable", sentence };
    timers.setSchedule({ ...shared, ...when }, now);
    return { ok: true };
  }

  /** The time of a row, as `write` takes it. */
  function timingOf(row: TimerRow): PersonalTiming {
    if (row.kind === "follow_up") return { kind: "once", at: row.due };
    if (row.cron !== null) return { kind: "cron", cron: row.cron, zone: row.zone ?? "" };
    return { kind: "every", everySeconds: row.every ?? 0 };
  }

  function restore(row: TimerRow, now: number): void {
    const { id, name, origin, session, cron, zone, every, ev_source, ev_id } = row;
    const payload = JSON.parse(row.payload ?? "{}") as Record<string, unknown>;
    const shared = { id, name, origin, session, payload };
    if (row.kind === "follow_up") timers.setFollowUp({ ...shared, due: row.due, ev_source, ev_id }, now);
    else {
      const first_due = row.due > now ? row.due : calendarOfRow(row).next(now);
      const { catch_up, cap } = row;
      timers.setSchedule({ ...shared, cron, zone, every, catch_up, cap, first_due }, now);
    }
    if (row.last_fired_at !== null) noteFired.run({ id, now: row.last_fired_at });
    if (row.paused === 1) timers.pause(id, true, now);
  }

  return {
    add: (text, timing) => store.tx(() => write(`person:${ids.next("timer")}`, text, timing, clock.now())),
    change: (id, text, timing) =>
      store.tx(() => {
        const row = select.get({ id });
        if (row === undefined || row.done === 1 || row.origin !== "person") return { ok: false, why: "unknown" };
        return write(id, text, timing ?? timingOf(row), clock.now());
      }),
    take: (id) =>
      store.tx(() => {
        const row = select.get({ id });
        if (row === undefined || row.done === 1 || row.origin !== "person") return null;
        timers.cancel(id);
        return row;
      }),
    putBack: (row) =>
      store.tx(() => {
        if (select.get({ id: row.id }) !== undefined) return false;
        try {
          restore(row, clock.now());
          return true;
        } catch {
          timers.cancel(row.id);
          return false;
        }
      }),
  };
}
