// The days of a repeat, as the last three fields of a cron expression. Promises: days of the week or days of the month, never a
// mixture that cron would read as either. Refuses: every second or third of anything.
import type { Temporal } from "temporal-polyfill";
import { added, impossible, type Impossible, replaced, type Unclear, unclear } from "./ask.ts";
import { dayText, fullDate, ordinalText, texts } from "./texts.ts";
import type { DayWord, Token } from "./tokens.ts";
import type { Here } from "./wall.ts";
import type { When } from "./when.ts";
import { monthNames, weekdayNames } from "./words.ts";

export interface Days {
  /** Day of month, month, day of week. */
  fields: string;
  notes: string[];
  /** The words that say it. */
  words: Token[];
}

interface Found {
  weekdays: Set<number>;
  nth: Set<string>;
  monthDays: Set<number | "L" | "LW">;
  dates: { month: number; day: number }[];
}

type Result = Days | Unclear | Impossible;

/** @param stepped whether it repeats within the day, so that days need not be said. */
export function daysOf(when: When, here: Here, stepped: boolean): Result {
  const { tokens, source } = when;
  const found: Found = { weekdays: new Set(), nth: new Set(), monthDays: new Set(), dates: [] };
  for (const token of tokens) {
    const problem = collect(token, found, source);
    if (problem !== null) return problem;
  }
  const long = tokens.find((token) => token.kind === "every" && !["second", "minute", "hour"].includes(token.unit));
  if (long?.kind === "every" && long.n > 1) return impossible(texts.cannotRepeat(source.slice(long.start, long.end)));
  const kinds = [found.weekdays.size > 0, found.nth.size > 0, found.monthDays.size > 0, found.dates.length > 0];
  if (kinds.filter(Boolean).length > 1) return impossible(texts.mixedDays);
  const words = tokens.filter(({ kind }) => kind !== "clock" && kind !== "midnight");
  const unit = long?.kind === "every" ? long.unit : null;
  return said(found, unit, words) ?? missing(unit, when, here, stepped) ?? { fields: "* * *", notes: [], words };
}

function collect(token: Token, found: Found, source: string): Impossible | null {
  if (token.kind === "weekdays") for (const day of token.days) found.weekdays.add(day);
  else if (token.kind === "nth") found.nth.add(nthField(token));
  else if (token.kind === "monthDay") found.monthDays.add(token.day);
  else if (token.kind === "day") return ofDay(token.day, found, source.slice(token.start, token.end));
  return null;
}

const nthField = ({ n, weekday }: { n: number | "L"; weekday: number }) => `${weekday % 7}#${n}`;

/** A day beside a word that repeats: "weekly on Friday", "every year on 24 December". */
function ofDay(day: DayWord, found: Found, words: string): Impossible | null {
  if (day.is === "weekday" && day.which === "plain") found.weekdays.add(day.weekday);
  else if (day.is === "dayOfMonth") found.monthDays.add(day.day);
  else if (day.is === "monthEnd") found.monthDays.add("L");
  else if (day.is === "nth" && day.months === null) found.nth.add(nthField(day));
  else if (day.is === "date" && day.year === null) found.dates.push(day);
  else return impossible(texts.unread(words));
  return null;
}

function said({ weekdays, nth, monthDays, dates }: Found, unit: string | null, words: Token[]): Result | null {
  if (weekdays.size > 0 || nth.size > 0) {
    if (unit === "year" || (unit === "month" && weekdays.size > 0)) return null;
    const field = weekdays.size > 0 ? weekdayField([...weekdays]) : [...nth].join(",");
    return { fields: `* * ${field}`, notes: [], words };
  }
  if (monthDays.size > 0) {
    const numbers = [...monthDays].filter((day) => typeof day === "number").sort((a, b) => a - b);
    const field = [...numbers, ...[...monthDays].filter((day) => typeof day === "string")].join(",");
    const late = numbers.filter((day) => day > 28);
    return { fields: `${field} * *`, notes: late.map(texts.note.shortMonths), words };
  }
  const [date, ...more] = dates;
  if (date === undefined) return null;
  if (more.some(({ month }) => month !== date.month)) return impossible(texts.mixedDays);
  const days = [date, ...more].map(({ day }) => day).sort((a, b) => a - b);
  const leap = date.month === 2 && days.includes(29);
  return { fields: `${days.join(",")} ${date.month} *`, notes: leap ? [texts.note.leapYears] : [], words };
}

function weekdayField(days: number[]): string {
  const sorted = days.sort((a, b) => a - b);
  if (sorted.length === 7) return "*";
  return sorted.join() === "1,2,3,4,5"
    ? "1-5"
    : sorted
        .map((day) => day % 7)
        .sort((a, b) => a - b)
        .join(",");
}

/** Asks for the day that a week, a month or a year needs. */
function missing(
  unit: string | null,
  { source, tokens }: When,
  { today }: Here,
  stepped: boolean,
): Unclear | Impossible | null {
  const yearly = tokens.find(({ kind }) => kind === "yearly");
  const every = tokens.find((token) => token.kind === "every" && token.unit === unit);
  if (yearly !== undefined && unit === null && !stepped && !tokens.some(({ kind }) => kind === "times"))
    return impossible(texts.unread(source.slice(yearly.start, yearly.end + 30)));
  if (unit === "week") {
    const days = [...new Set([today.dayOfWeek, 1, 5])].slice(0, 3);
    return unclear(
      texts.ask.weekday,
      days.map((day) => ({
        label: weekdayNames[day - 1] ?? "",
        phrase: put(source, tokens, every, `every ${weekdayNames[day - 1]}`),
      })),
    );
  }
  if (unit === "month") {
    const days = [...new Set([1, today.day, 15])].filter((day) => day < 29).slice(0, 3);
    return unclear(texts.ask.monthDay, [
      ...days.map((day) => ({
        label: `The ${ordinalText(day)}`,
        phrase: put(source, tokens, every, `on the ${ordinalText(day)} of every month`),
      })),
      { label: "The last day", phrase: put(source, tokens, every, "on the last day of every month") },
    ]);
  }
  if (unit !== "year") return null;
  const dates = [today, today.with({ day: 1, month: 1 })];
  return unclear(
    texts.ask.yearDay,
    dates
      .filter((date, index) => index === 0 || !date.equals(today))
      .map((date) => ({
        label: yearDay(date, today),
        phrase: put(source, tokens, every, `every year on ${date.day} ${monthNames[date.month - 1]}`),
      })),
  );
}

const yearDay = (date: Temporal.PlainDate, today: Temporal.PlainDate) =>
  date.equals(today) ? dayText(date, today).split(" ").slice(1).join(" ") : fullDate(date).replace(/ \d+$/, "");

function put(source: string, tokens: readonly Token[], every: Token | undefined, words: string): string {
  return every === undefined ? added(source, tokens, words) : replaced(source, every, words);
}
