// When the person is not to be disturbed. Promises: what the wall clock of their zone says decides, over midnight and through
// both clock changes. Refuses: to know what is held.
import { Temporal } from "temporal-polyfill";

/** Minutes after midnight; `fromMinute` > `untilMinute` goes over midnight, equal ones are no quiet hours at all. */
export interface QuietHours {
  fromMinute: number;
  untilMinute: number;
}

const daySeconds = 86_400;

/**
 * @param at seconds since the epoch.
 * @returns the first moment at or after `at` that is not quiet: `at` itself outside the quiet hours.
 */
export function afterQuiet(at: number, quiet: QuietHours | null, zone: string): number {
  if (quiet === null || quiet.fromMinute === quiet.untilMinute) return at;
  const until = quiet.untilMinute * 60;
  let moment = Temporal.Instant.fromEpochMilliseconds(at * 1000).toZonedDateTimeISO(zone);
  for (;;) {
    const now = moment.epochMilliseconds / 1000;
    const wall = moment.hour * 3600 + moment.minute * 60 + moment.second;
    if (!isQuiet(wall, quiet)) return now;
    const end = now + ((until - wall + daySeconds) % daySeconds);
    // A clock change on the way may end the quiet hours early, or bring them back: look again from there.
    const change = moment.getTimeZoneTransition("next");
    if (change === null || change.epochMilliseconds / 1000 > end) return end;
    moment = change;
  }
}

function isQuiet(wallSeconds: number, quiet: QuietHours): boolean {
  const from = quiet.fromMinute * 60;
  const until = quiet.untilMinute * 60;
  return from < until ? wallSeconds >= from && wallSeconds < until : wallSeconds >= from || wallSeconds < until;
}

/**
 * The moment at which `seconds` outside the quiet hours have gone by: a clock that stands still during them.
 * @param at seconds since the epoch. @param seconds at most a year.
 */
export function endOutsideQuiet(at: number, seconds: number, quiet: QuietHours | null, zone: string): number {
  if (quiet === null || quiet.fromMinute === quiet.untilMinute) return at + seconds;
  const awake = { fromMinute: quiet.untilMinute, untilMinute: quiet.fromMinute };
  let left = seconds;
  let from = afterQuiet(at, quiet, zone);
  for (;;) {
    const until = afterQuiet(from, awake, zone);
    if (until - from >= left) return from + left;
    left -= until - from;
    from = afterQuiet(until, quiet, zone);
  }
}
