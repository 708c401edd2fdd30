// Counts deliveries with a bad signature. Promises: the 20th within a minute and those after it are told to wait.
// Refuses: to know of sources (a count per source would tell which exist) and to hold back anybody whose signature is right.

const perMinute = 20;
const minuteMs = 60_000;

export interface Flood {
  /** @param monotonicMs the moment of this bad signature. @returns whether it is to be answered with 429. */
  isFlood(monotonicMs: number): boolean;
}

export function createFlood(): Flood {
  // The moments of the last 19: when the oldest of them lies within the minute, this one is the 20th or later.
  const latest: number[] = [];
  return {
    isFlood(monotonicMs) {
      const oldest = latest.length === perMinute - 1 ? latest.shift() : undefined;
      latest.push(monotonicMs);
      return oldest !== undefined && monotonicMs - oldest < minuteMs;
    },
  };
}
