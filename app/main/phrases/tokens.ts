// The words of a phrase that say when, as values with their places. Promises: a token says what was written, not what it may mean.
// Refuses: to guess; what can be read in several ways stays so until someone asks.
import type { Unit } from "./words.ts";

export type Part = "morning" | "afternoon" | "evening" | "night";

export type DayWord =
  | { is: "offset"; days: number }
  | { is: "weekday"; weekday: number; which: "plain" | "this" | "next" }
  /** `year` null: not said. */
  | { is: "date"; year: number | null; month: number; day: number }
  /** 03/04 and the like, in the order they were written. */
  | { is: "slash"; first: number; second: number; year: number | null }
  | { is: "dayOfMonth"; day: number }
  /** The first Monday of a month: this one or the next that has it still before it, or so many months on. */
  | { is: "nth"; n: number | "L"; weekday: number; months: number | null }
  | { is: "monthEnd"; months: number }
  | { is: "week"; weeks: number }
  | { is: "month"; months: number }
  | { is: "weekend"; weeks: number };

export type Meaning =
  /** `seconds` elapse; `days` and `months` are the calendar's. */
  | { kind: "delay"; seconds: number; days: number; months: number }
  /** A time that nobody could set a clock by: "soon". */
  | { kind: "vague" }
  /** Behind us however it is read: "yesterday", "ago". */
  | { kind: "past" }
  /** What can't be said with schedules, with the sentence for it. */
  | { kind: "never"; sentence: string }
  /** `sure`: said so that morning or evening is no question. */
  | { kind: "clock"; hour: number; minute: number; sure: boolean }
  | { kind: "clocks"; choices: { hour: number; minute: number }[] }
  | { kind: "midnight" }
  | { kind: "part"; part: Part }
  | { kind: "day"; day: DayWord }
  /** `zones`: one, several to choose from, or none where the place is not known. Null is the person's own. */
  | { kind: "zone"; zones: { zone: string | null; name: string }[]; name: string }
  /** A repeat: every so many of a unit. */
  | { kind: "every"; n: number; unit: Unit }
  /** A repeat on days of the week, 1 (Monday) to 7. */
  | { kind: "weekdays"; days: number[] }
  | { kind: "nth"; n: number | "L"; weekday: number }
  /** A repeat on a day of each month: a number, L the last, LW the last working day. */
  | { kind: "monthDay"; day: number | "L" | "LW" }
  | { kind: "yearly" }
  | { kind: "times"; count: number }
  | { kind: "window"; from: number; to: number };

export type Token = Meaning & {
  start: number;
  end: number;
  /** Means a time only beside one: "sat", "morning". */
  weak: boolean;
};

export interface Matcher {
  /** Sticky and without case. */
  pattern: RegExp;
  read: (match: RegExpExecArray) => Meaning | null;
  weak?: boolean;
}

export const matcher = (source: string, read: Matcher["read"], weak = false): Matcher => ({
  pattern: new RegExp(`(?:${source})(?![\\w])`, "iy"),
  read,
  weak,
});
