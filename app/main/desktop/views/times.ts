// Days and moments in the person's zone. Promises: a day from midnight to midnight, of 23 or 25 hours when the clocks change.
// Refuses: a zone this computer does not know; UTC stands in for it.
import { Temporal } from "temporal-polyfill";

/** `zone`, or UTC when this computer does not know it. */
export function knownZone(zone: string): string {
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
    return zone;
  } catch {
    return "UTC";
  }
}

function at(seconds: number, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(seconds * 1000).toZonedDateTimeISO(knownZone(zone));
}

function seconds(moment: Temporal.ZonedDateTime): number {
  return Math.floor(moment.epochMilliseconds / 1000);
}

/** The day that holds `now`: its first second, and the first second of the next. */
export function dayOf(now: number, zone: string): { from: number; until: number } {
  const start = at(now, zone).startOfDay();
  return { from: seconds(start), until: seconds(start.add({ days: 1 }).startOfDay()) };
}

const two = (value: number) => String(value).padStart(2, "0");

/** `17:07`. */
export function clockTime(moment: number, zone: string): string {
  const { hour, minute } = at(moment, zone);
  return `${two(hour)}:${two(minute)}`;
}

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const months = "January February March April May June July August September October November December".split(" ");

/** `17:07` today, `tomorrow 09:00`, `Friday 09:00` within a week, else `24 December 09:00`, with the year when it is another. */
export function momentText(moment: number, now: number, zone: string): string {
  const then = at(moment, zone);
  const today = at(now, zone);
  const days = today.toPlainDate().until(then.toPlainDate(), { largestUnit: "day" }).days;
  const time = clockTime(moment, zone);
  if (days === 0) return time;
  if (days === 1) return `tomorrow ${time}`;
  if (days === -1) return `yesterday ${time}`;
  if (days > 1 && days < 7) return `${weekdays[then.dayOfWeek - 1]} ${time}`;
  const year = then.year === today.year ? "" : ` ${then.year}`;
  return `${then.day} ${months[then.month - 1]}${year} ${time}`;
}

/** The same inside a sentence: `at 17:07` today, else as `momentText` says it. */
export function atMomentText(moment: number, now: number, zone: string): string {
  const text = momentText(moment, now, zone);
  return text.length === 5 ? `at ${text}` : text;
}

/** `2026-11-30`. */
export function dayText(moment: number, zone: string): string {
  return at(moment, zone).toPlainDate().toString();
}
