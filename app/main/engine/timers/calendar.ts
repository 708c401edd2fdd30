// What a schedule's occurrences look like to the rest, and those of true intervals. Promises: plain arithmetic, however long the
// gap. Refuses: wall clocks and zones.

/** Occurrences of one schedule. Moments are seconds since the epoch. */
export interface Calendar {
  /** The first occurrence strictly after `after` (rule 7). @throws when there is none. */
  next(after: number): number;
  /** How many lie in [from, until]. */
  count(from: number, until: number): number;
  /** The last `keep` of those in [from, until], ascending. */
  latest(from: number, until: number, keep: number): number[];
}

/**
 * A true interval: an hour is an hour, whatever the wall clock does.
 * @param every seconds.
 * @param anchor any one occurrence, in seconds since the epoch.
 */
export function intervalCalendar(every: number, anchor: number): Calendar {
  /** The index of the last occurrence at or before `at`. */
  const index = (at: number) => Math.floor((at - anchor) / every);
  return {
    next: (after) => anchor + (index(after) + 1) * every,
    count: (from, until) => Math.max(0, index(until) - index(from - 1)),
    latest(from, until, keep) {
      const last = index(until);
      const first = Math.max(index(from - 1) + 1, last - keep + 1);
      return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => anchor + (first + i) * every);
    },
  };
}
