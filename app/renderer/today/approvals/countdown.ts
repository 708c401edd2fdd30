// What is left of a deadline, and how often it must be drawn again. Pure; times are seconds of main's clock.
import { duration, shortDuration } from "../../format.ts";

export interface Countdown {
  /** Whole seconds left, 0 from the deadline on: at the deadline itself it is too late (rule 8). */
  remaining: number;
  /** Share of the window that is left, 0 to 1. */
  fraction: number;
  /** In the last fifth of the window. */
  late: boolean;
  expired: boolean;
  short: string;
  long: string;
}

export function countdown(due: number, windowSeconds: number, now: number): Countdown {
  const remaining = Math.max(0, Math.ceil(due - now));
  const fraction = Math.min(1, remaining / Math.max(1, windowSeconds));
  return {
    remaining,
    fraction,
    late: fraction <= 0.2,
    expired: remaining === 0,
    short: shortDuration(remaining),
    long: duration(remaining),
  };
}

/** Seconds between two drawings: none without a deadline or after it, each minute above an hour, else each second. */
export function drawEvery(due: number | null, now: number): 0 | 1 | 60 {
  if (due === null || now >= due) return 0;
  return due - now > 3600 ? 60 : 1;
}
