// What one pass of the scheduler makes of a schedule that is due. Promises: every occurrence since the last pass is an event of its
// own, counted in another's `skipped`, or written down as missed. Refuses: to call late what was noticed within a minute.
import type { Calendar } from "./calendar.ts";

export type CatchUp = "latest" | "each" | "skip";

/** An occurrence noticed within this many seconds is on time; later ones were missed and are caught up by the timer's choice. */
export const onTimeSeconds = 60;

/** One event to make. `skipped`: occurrences right before it, found in the same pass, that get no event. `cut`: those the cap cut. */
export interface Firing {
  due: number;
  late_by: number;
  skipped: number;
  cut: number;
}

/** Occurrences that were noticed too late. `made` counts those that got an event of their own after all. */
export interface Miss {
  first_due: number;
  last_due: number;
  missed: number;
  made: number;
  late_by: number;
  cut: number;
}

export interface Plan {
  firings: Firing[];
  miss: Miss | null;
  /** Occurrences noticed in time that stand in the first firing's `skipped` or `cut`, and in no miss. */
  onTimeBeside: number;
  /** Strictly later than now. */
  next: number;
}

/**
 * Rule 7 for a schedule whose stored `due` has come (`due` <= `now`, seconds since the epoch).
 * @param due counts as an occurrence whatever the calendar says of it by now: it was promised.
 * @param cap the most events `each` makes; it keeps the latest.
 */
export function planCatchUp(calendar: Calendar, due: number, now: number, catchUp: CatchUp, cap: number): Plan {
  const { total, late, latestLate } = survey(calendar, due, now);
  const keep = catchUp === "each" ? cap : 1;
  const kept = latestWith(calendar, due, now, keep);
  const last = kept[kept.length - 1] as number;
  const passedOver = total - kept.length;
  const cut = catchUp === "each" ? passedOver : 0;
  const firings =
    catchUp === "skip" && now - last > onTimeSeconds
      ? []
      : kept.map((at, i) => ({
          due: at,
          late_by: now - at,
          skipped: i === 0 ? passedOver : 0,
          cut: i === 0 ? cut : 0,
        }));
  const made = firings.filter((firing) => firing.late_by > onTimeSeconds).length;
  const miss =
    late === 0
      ? null
      : {
          first_due: due,
          last_due: latestLate,
          missed: late,
          made,
          late_by: now - latestLate,
          cut: Math.min(cut, late),
        };
  const onTimeBeside = total - late - (firings.length - made);
  return { firings, miss, onTimeBeside, next: calendar.next(now) };
}

/**
 * Rules 6 and 7, after a clock that ran ahead was put right: an occurrence comes again whose event was made back then. Its key
 * stands, so it makes no second event, and what it is for shows as missed instead of vanishing.
 * @param had those of the plan's firings whose event was in the inbox before
 * @returns `miss` without what `had` tells
 */
export function splitHad(plan: Plan, had: readonly Firing[], now: number): { miss: Miss | null; had: Miss | null } {
  const first = had[0];
  const last = had.at(-1);
  if (first === undefined || last === undefined) return { miss: plan.miss, had: null };
  const late = had.filter((firing) => firing.late_by > onTimeSeconds).length;
  const { miss } = plan;
  const beside = first === plan.firings[0] ? plan.onTimeBeside : 0;
  return {
    miss:
      miss === null || miss.missed === late ? null : { ...miss, missed: miss.missed - late, made: miss.made - late },
    had: {
      first_due: first.due,
      last_due: last.due,
      missed: had.length + beside,
      made: 0,
      late_by: now - last.due,
      cut: 0,
    },
  };
}

/** Everything from `due` to `now` as missed without an event: paused, or replaced before it could fire. */
export function missAll(calendar: Calendar, due: number, now: number): Miss {
  const last = latestWith(calendar, due, now, 1)[0] as number;
  return {
    first_due: due,
    last_due: last,
    missed: 1 + calendar.count(due + 1, now),
    made: 0,
    late_by: now - last,
    cut: 0,
  };
}

/** How many occurrences there were, and how many (and up to which) are past the minute in which they would be on time. */
function survey(calendar: Calendar, due: number, now: number) {
  const total = 1 + calendar.count(due + 1, now);
  const lastLateMoment = now - onTimeSeconds - 1;
  if (due > lastLateMoment) return { total, late: 0, latestLate: due };
  const onTime = calendar.count(lastLateMoment + 1, now);
  return { total, late: total - onTime, latestLate: latestWith(calendar, due, lastLateMoment, 1)[0] as number };
}

function latestWith(calendar: Calendar, due: number, until: number, keep: number): number[] {
  const found = due + 1 > until ? [] : calendar.latest(due + 1, until, keep);
  return found.length < keep ? [due, ...found] : found;
}
