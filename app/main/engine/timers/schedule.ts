// When a schedule is due: a cron expression on a zone's wall clock, or a true interval. Promises: the next occurrence is always
// strictly later than the moment asked about (rule 7). Refuses: expressions that never come, zones that are none.
import { Cron } from "croner";
import { type Calendar, intervalCalendar } from "./calendar.ts";
import { cronCalendar } from "./cron-calendar.ts";

/** `anchor` is any occurrence of the interval, in seconds since the epoch; all others are whole multiples of `every` away. */
export type Timing = { kind: "cron"; cron: string; zone: string } | { kind: "every"; every: number; anchor: number };

/** The most events `each` may make after one gap. */
export const capMax = 1000;
/** The longest interval: ten years. Longer ones are mistakes of unit. */
const everyMaxSeconds = 315_360_000;

const plainCron = /^[0-9A-Za-z*,\-/#@ \t]+$/;

/**
 * Says what is wrong with a schedule, in a sentence for the person, or null when it can be used.
 * Exactly one of `cron` (with `zone`) and `everySeconds` must be set; `cap` is for `each`.
 */
export function checkSchedule(schedule: {
  cron: string | null;
  zone: string | null;
  everySeconds: number | null;
  cap?: number;
}): string | null {
  const { cron, zone, everySeconds, cap } = schedule;
  if (cap !== undefined && (!Number.isInteger(cap) || cap < 1 || cap > capMax))
    return `The cap ${cap} can't be used: it must be a whole number from 1 to ${capMax}.`;
  if ((cron === null) === (everySeconds === null))
    return 'A schedule needs exactly one of "cron" and "every": give one and remove the other.';
  if (everySeconds !== null) {
    if (!Number.isInteger(everySeconds) || everySeconds < 1 || everySeconds > everyMaxSeconds)
      return `The interval ${everySeconds} can't be used: "every" is whole seconds, from 1 to ${everyMaxSeconds}.`;
    return null;
  }
  return zoneProblem(zone) ?? cronProblem(cron as string);
}

function zoneProblem(zone: string | null): string | null {
  const what = `The zone ${JSON.stringify(zone ?? "")} can't be used`;
  // Offsets pass as zones in newer runtimes, but they know no clock change: daily would not mean the wall clock.
  if (zone === null || !/^[A-Za-z]/.test(zone))
    return `${what}: give the name of a place, such as "Europe/Lisbon", or "UTC".`;
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
    return null;
  } catch {
    return `${what}: no such time zone is known. Give an IANA name, such as "Europe/Lisbon", or "UTC".`;
  }
}

function cronProblem(cron: string): string | null {
  const what = `The cron expression ${JSON.stringify(cron)} can't be used`;
  const fields = cron.trim().split(/\s+/);
  const nickname = fields.length === 1 && cron.trim().startsWith("@");
  if (!nickname && fields.length !== 5)
    return `${what}: it has ${cron.trim() === "" ? 0 : fields.length} fields where five are needed: minute, hour, day of month, month, day of week.`;
  // "?" would mean the moment of reading, which would be another schedule at each start.
  if (!plainCron.test(cron)) return `${what}: only digits, names, and * , - / # L W are understood.`;
  try {
    const first = readCron(cron, "UTC").nextRun(new Date(0));
    return first === null ? `${what}: no such day ever comes. Correct its day of month or its month.` : null;
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^CronPattern: /, "") : String(error);
    return `${what}: ${reason.replace(/\.$/, "")}. Five fields are needed, such as "0 9 * * 1-5".`;
  }
}

/** Lists and ranges count as fixed times: they happen once where the wall clock repeats, and after the gap where it leaps. */
function readCron(cron: string, zone: string): Cron {
  return new Cron(cron.trim(), { timezone: zone, paused: true, mode: "5-part", fixedTimeRule: "no-wildcard" });
}

/** @throws with a sentence when the timing can't be read, by this runtime's zones. */
export function calendarOf(timing: Timing): Calendar {
  if (timing.kind === "every") return intervalCalendar(timing.every, timing.anchor);
  const problem = checkSchedule({ cron: timing.cron, zone: timing.zone, everySeconds: null });
  if (problem !== null) throw new Error(problem);
  const cron = readCron(timing.cron, timing.zone);
  return cronCalendar(timing.zone, (after) => {
    const next = cron.nextRun(new Date(after * 1000));
    if (next === null) throw new Error(`The cron expression ${JSON.stringify(timing.cron)} has no further occurrence.`);
    return Math.floor(next.getTime() / 1000);
  });
}
