// Times, days and durations in words, in the person's zone. Twenty-four hours and day before month, like the sentences
// that main writes, so that one moment never reads in two ways.
import { createContext, useContext } from "react";

const locale = "en-GB";

export interface Format {
  zone: string;
  /** 1764513660 -> "14:41". */
  time: (seconds: number) => string;
  /** "14:41:07". */
  timeWithSeconds: (seconds: number) => string;
  /** "Monday 30 November". */
  day: (seconds: number) => string;
  /** "Mon 30 Nov". */
  shortDay: (seconds: number) => string;
  /** The time alone when it is the same day as `now`, else with the day, else with the year. */
  moment: (seconds: number, now: number) => string;
  /** Calendar day as a key, "2026-11-30". */
  dayKey: (seconds: number) => string;
}

export function machineZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

export function createFormat(zone: string): Format {
  const form = (options: Intl.DateTimeFormatOptions) => {
    const made = new Intl.DateTimeFormat(locale, { timeZone: zone, hourCycle: "h23", ...options });
    // Some locales' data put a comma after the weekday; the look does not.
    return (seconds: number) => made.format(seconds * 1000).replace(",", "");
  };
  const time = form({ hour: "2-digit", minute: "2-digit" });
  const shortDay = form({ weekday: "short", day: "numeric", month: "short" });
  const longDay = form({ weekday: "short", day: "numeric", month: "short", year: "numeric" });
  const keyed = new Intl.DateTimeFormat("en-CA", { timeZone: zone, year: "numeric", month: "2-digit", day: "2-digit" });
  const dayKey = (seconds: number) => keyed.format(seconds * 1000);
  return {
    zone,
    time,
    timeWithSeconds: form({ hour: "2-digit", minute: "2-digit", second: "2-digit" }),
    day: form({ weekday: "long", day: "numeric", month: "long" }),
    shortDay,
    dayKey,
    moment(seconds, now) {
      if (dayKey(seconds) === dayKey(now)) return time(seconds);
      const day = Math.abs(seconds - now) < 300 * 86_400 ? shortDay(seconds) : longDay(seconds);
      return `${day}, ${time(seconds)}`;
    },
  };
}

const units = [
  { seconds: 86_400, long: "d", short: "d" },
  { seconds: 3600, long: "h", short: "h" },
  { seconds: 60, long: "min", short: "m" },
  { seconds: 1, long: "s", short: "s" },
] as const;

/** The two largest units that count: 5025 -> "1 h 23 min", 3600 -> "1 h", 0 -> "0 s". Fractions are dropped. */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const largest = units.findIndex((unit) => whole >= unit.seconds);
  if (largest === -1) return "0 s";
  const parts: string[] = [];
  let rest = whole;
  for (const unit of units.slice(largest, largest + 2)) {
    const amount = Math.floor(rest / unit.seconds);
    rest -= amount * unit.seconds;
    if (amount > 0) parts.push(`${amount} ${unit.long}`);
  }
  return parts.join(" ");
}

/** The largest unit alone, short enough for the middle of a ring: "3 h", "28 m", "45 s". */
export function shortDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const unit = units.find((candidate) => whole >= candidate.seconds) ?? units[3];
  return `${Math.floor(whole / unit.seconds)} ${unit.short}`;
}

export const FormatContext = createContext<Format | null>(null);

export function useFormat(): Format {
  const format = useContext(FormatContext);
  if (format === null) throw new Error("No format was handed to the page.");
  return format;
}
