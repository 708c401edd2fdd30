// Counts and collects the occurrences of a cron schedule over long gaps. Promises: exact numbers, in time that grows with the
// days on which it is due, not with its occurrences. Refuses: to know cron expressions; it is given "the next one after".
import { Temporal } from "temporal-polyfill";
import type { Calendar } from "./calendar.ts";

const daySeconds = 86_400;
const firstWindowSeconds = 7200;

/** @param next the first occurrence strictly after a moment; it must depend on the moment alone. */
export function cronCalendar(zone: string, next: (after: number) => number): Calendar {
  /** How many occurrences a plain day has; the same for all days that have any. */
  let perDay: number | null = null;

  function each(from: number, until: number, visit: (at: number) => void): void {
    for (let at = next(from - 1); at <= until; at = next(at)) visit(at);
  }

  function countSingly(from: number, until: number): number {
    let n = 0;
    each(from, until, () => n++);
    return n;
  }

  /** Counts whole local days of 24 hours from midnight `start`: all on which it is due have the same number of occurrences. */
  function countDays(start: number, days: number): number {
    let n = 0;
    for (let at = next(start - 1); at < start + days * daySeconds; ) {
      const midnight = start + Math.floor((at - start) / daySeconds) * daySeconds;
      perDay ??= countSingly(midnight, midnight + daySeconds - 1);
      n += perDay;
      at = next(midnight + daySeconds - 1);
    }
    return n;
  }

  return {
    next,
    count(from, until) {
      let n = 0;
      let at = from;
      while (at <= until) {
        // Up to the next clock change the wall clock is plain arithmetic. The first day of each stretch is counted one by
        // one: what a leap of the clock displaced lands there.
        const stretch = stretchAt(zone, at);
        const end = Math.min(stretch.end, until + 1);
        const midnight = (Math.floor((at + stretch.offset) / daySeconds) + 1) * daySeconds - stretch.offset;
        const days = Math.floor((end - midnight) / daySeconds);
        if (days < 1) {
          n += countSingly(at, end - 1);
          at = end;
        } else {
          n += countSingly(at, midnight - 1) + countDays(midnight, days);
          at = midnight + days * daySeconds;
        }
      }
      return n;
    },
    latest(from, until, keep) {
      // Looks back through ever longer windows until one holds enough.
      for (let windowSeconds = firstWindowSeconds; ; windowSeconds *= 4) {
        const start = Math.max(from, until - windowSeconds);
        const found: number[] = [];
        each(start, until, (at) => {
          found.push(at);
          if (found.length > keep) found.shift();
        });
        if (found.length === keep || start === from) return found;
      }
    },
  };
}

/** The offset at `at` and the moment it next changes (Infinity when it never does), in seconds. */
function stretchAt(zone: string, at: number): { offset: number; end: number } {
  const here = Temporal.Instant.fromEpochMilliseconds(at * 1000).toZonedDateTimeISO(zone);
  const change = here.getTimeZoneTransition("next");
  return {
    offset: here.offsetNanoseconds / 1e9,
    end: change === null ? Number.POSITIVE_INFINITY : change.epochMilliseconds / 1000,
  };
}
