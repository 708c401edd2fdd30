// The wall clock of a zone: what it shows at a moment, and which moment a time of it is. Promises: where the clocks leap over a time it
// is the end of the leap, where a time comes twice its first, as schedules have it (rule 7). Refuses: to do either without saying so.
import { Temporal } from "temporal-polyfill";

/** What the clock and the calendar of `zone` show now. `now` is seconds since the epoch. */
export interface Here {
  zone: string;
  now: number;
  wall: Temporal.PlainDateTime;
  today: Temporal.PlainDate;
  /** What the person calls this clock, and the date of their own, where the words name another. */
  name?: string;
  home?: Temporal.PlainDate;
}

const zoned = (at: number, zone: string) => Temporal.Instant.fromEpochMilliseconds(at * 1000).toZonedDateTimeISO(zone);

export function hereAt(now: number, zone: string): Here {
  const wall = zoned(now, zone).toPlainDateTime();
  return { zone, now, wall, today: wall.toPlainDate() };
}

export function wallAt(at: number, zone: string): Temporal.PlainDateTime {
  return zoned(at, zone).toPlainDateTime();
}

export interface Moment {
  /** Seconds since the epoch. */
  at: number;
  /** `gap`: the clocks leap over this time. `fold`: it comes twice. */
  odd: "gap" | "fold" | null;
}

export function momentOf(wall: Temporal.PlainDateTime, zone: string): Moment {
  const earlier = wall.toZonedDateTime(zone, { disambiguation: "earlier" });
  const later = wall.toZonedDateTime(zone, { disambiguation: "later" });
  const seconds = (of: { epochMilliseconds: number }) => Math.floor(of.epochMilliseconds / 1000);
  if (earlier.epochMilliseconds === later.epochMilliseconds) return { at: seconds(earlier), odd: null };
  if (earlier.toPlainDateTime().equals(wall)) return { at: seconds(earlier), odd: "fold" };
  const leap = earlier.getTimeZoneTransition("next");
  return { at: seconds(leap ?? later), odd: "gap" };
}

/** The days on which the clocks of `zone` change within a year from `now`, at most three. */
export function changeDays(now: number, zone: string): Temporal.PlainDate[] {
  const days: Temporal.PlainDate[] = [];
  let from = zoned(now, zone);
  while (days.length < 3) {
    const change = from.getTimeZoneTransition("next");
    if (change === null || change.epochMilliseconds / 1000 - now > 370 * 86_400) break;
    // The day before belongs to it where the leap is at midnight.
    days.push(change.subtract({ seconds: 1 }).toPlainDate(), change.toPlainDate());
    from = change;
  }
  return days;
}
