// When a cron schedule is due, worked out a second way: day by day with Temporal, without any cron library.
// Fixed times happen once a day: the first time where the clock repeats, the end of the gap where it leaps. Times with a wildcard
// or step in minute or hour follow the instants: twice where the clock repeats, not at all in a gap. A day that a zone left out
// altogether has neither.
import { Temporal } from "temporal-polyfill";

export interface Pattern {
  cron: string;
  minutes: number[];
  hours: number[];
  /** 0 is Sunday; null is any. */
  weekdays: number[] | null;
  fixed: boolean;
}

const all = (n: number) => Array.from({ length: n }, (_, i) => i);

/** @param minutes, hours a list, or the step of a wildcard. */
export function pattern(
  minutes: number[] | { step: number },
  hours: number[] | { step: number },
  weekdays: number[] | null,
): Pattern {
  const field = (value: number[] | { step: number }) =>
    Array.isArray(value) ? value.join(",") : value.step === 1 ? "*" : `*/${value.step}`;
  const list = (value: number[] | { step: number }, size: number) =>
    Array.isArray(value) ? value : all(size).filter((n) => n % value.step === 0);
  return {
    cron: `${field(minutes)} ${field(hours)} * * ${weekdays === null ? "*" : weekdays.join(",")}`,
    minutes: list(minutes, 60),
    hours: list(hours, 24),
    weekdays,
    fixed: Array.isArray(minutes) && Array.isArray(hours),
  };
}

const dayOf = (at: number, zone: string) => Temporal.Instant.fromEpochMilliseconds(at * 1000).toZonedDateTimeISO(zone);

function fixedMoment(wall: Temporal.PlainDateTime, zone: string): number | null {
  const earlier = wall.toZonedDateTime(zone, { disambiguation: "earlier" });
  if (earlier.toPlainDateTime().equals(wall)) return earlier.epochMilliseconds / 1000;
  const end = earlier.getTimeZoneTransition("next") as Temporal.ZonedDateTime;
  return end.toPlainDate().equals(wall.toPlainDate()) ? end.epochMilliseconds / 1000 : null;
}

/** Every occurrence in [from, until], ascending. */
export function occurrences(p: Pattern, zone: string, from: number, until: number): number[] {
  const found = new Set<number>();
  const onDay = (weekday: number) => p.weekdays === null || p.weekdays.includes(weekday % 7);
  if (p.fixed) {
    const last = dayOf(until, zone).toPlainDate().add({ days: 1 });
    for (
      let d = dayOf(from, zone).toPlainDate().subtract({ days: 2 });
      Temporal.PlainDate.compare(d, last) <= 0;
      d = d.add({ days: 1 })
    ) {
      if (!onDay(d.dayOfWeek)) continue;
      for (const hour of p.hours)
        for (const minute of p.minutes) found.add(fixedMoment(d.toPlainDateTime({ hour, minute }), zone) ?? Number.NaN);
    }
  } else {
    // The wall clock is read each quarter of an hour, and each minute where it changes within one (00:01 in Newfoundland).
    const changes = clockChanges(zone, from - 900, until);
    for (let quarter = Math.floor(from / 900) * 900; quarter <= until; quarter += 900) {
      const odd = changes.some((change) => change > quarter && change < quarter + 900);
      for (let at = quarter; at < quarter + 900; at += odd ? 60 : 900) {
        const wall = dayOf(at, zone);
        if (!p.hours.includes(wall.hour) || !onDay(wall.dayOfWeek)) continue;
        for (let m = 0; m < (odd ? 1 : 15); m++) if (p.minutes.includes(wall.minute + m)) found.add(at + m * 60);
      }
    }
  }
  found.delete(Number.NaN);
  return [...found].filter((at) => at >= from && at <= until).sort((a, b) => a - b);
}

/** The moments at which the zone's offset changes in [from, until]. */
export function clockChanges(zone: string, from: number, until: number): number[] {
  const found: number[] = [];
  for (let at = dayOf(from, zone).getTimeZoneTransition("next"); at !== null; at = at.getTimeZoneTransition("next")) {
    if (at.epochMilliseconds / 1000 > until) break;
    found.push(at.epochMilliseconds / 1000);
  }
  return found;
}

/** Half-hour changes, changes at midnight, a lost day, quarter-hour offsets, no changes, Ramadan's four changes a year. */
export const zones = [
  "Europe/Berlin",
  "Europe/Lisbon",
  "Europe/London",
  "Europe/Dublin",
  "Europe/Istanbul",
  "Europe/Chisinau",
  "Atlantic/Azores",
  "America/New_York",
  "America/Los_Angeles",
  "America/St_Johns",
  "America/Havana",
  "America/Santiago",
  "America/Asuncion",
  "America/Sao_Paulo",
  "America/Scoresbysund",
  "America/Nuuk",
  "America/Phoenix",
  "America/Mexico_City",
  "America/Anchorage",
  "Africa/Cairo",
  "Africa/Casablanca",
  "Africa/El_Aaiun",
  "Africa/Nairobi",
  "Asia/Kathmandu",
  "Asia/Kolkata",
  "Asia/Tehran",
  "Asia/Beirut",
  "Asia/Gaza",
  "Asia/Jerusalem",
  "Asia/Tokyo",
  "Asia/Amman",
  "Australia/Lord_Howe",
  "Australia/Sydney",
  "Australia/Adelaide",
  "Australia/Eucla",
  "Pacific/Apia",
  "Pacific/Auckland",
  "Pacific/Chatham",
  "Pacific/Norfolk",
  "Pacific/Kiritimati",
  "Antarctica/Troll",
  "UTC",
];
