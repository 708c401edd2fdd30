// Days as they are written: relative, by the week, by the calendar. Promises: a date's two readings stay two, and a day that no
// month has is told as such. Refuses: to know what day it is.
import { Chrono, configuration } from "chrono-node/en";
import { texts } from "./texts.ts";
import { type DayWord, type Matcher, type Meaning, matcher, type Token } from "./tokens.ts";
import {
  monthNames,
  monthPattern,
  nthOf,
  nthPattern,
  ordinalPattern,
  shortWeekdayPattern,
  unitOf,
  weekdayOf,
  weekdayPattern,
} from "./words.ts";

const day = (word: DayWord): Meaning => ({ kind: "day", day: word });
const on = "(?:on\\s{1,3})?(?:the\\s{1,3})?";

/** Only what a month can have: 31 April is told, 29 February waits for its year. */
function date(year: number | null, month: number, dayOfMonth: number): Meaning {
  const longest = month === 2 ? (year === null || isLeap(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
  if (month < 1 || month > 12 || dayOfMonth < 1 || dayOfMonth > longest)
    return { kind: "never", sentence: texts.noSuchDay(dayOfMonth, monthNames[month - 1] ?? String(month), year) };
  return day({ is: "date", year, month, day: dayOfMonth });
}

const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
/** "27" is 2027. */
const fullYear = (year: string | undefined) =>
  year === undefined ? null : year.length === 2 ? 2000 + Number(year) : Number(year);

function weekday(word: string, which: string | undefined): Meaning {
  const said = which?.trim().toLowerCase() ?? "";
  if (/^(?:last|past)/.test(said)) return { kind: "past" };
  const kind = said.startsWith("next") ? "next" : said === "" ? "plain" : "this";
  return day({ is: "weekday", weekday: weekdayOf(word), which: kind });
}

const which = "(?:(this\\s{1,3}coming|this|coming|next|last|past)\\s{1,3})?";

export const dayWords: Matcher[] = [
  matcher("(?:the\\s{1,3})?day\\s{1,3}after\\s{1,3}(?:tomorrow|tmrw)", () => day({ is: "offset", days: 2 })),
  matcher("(?:the\\s{1,3}day\\s{1,3}before\\s{1,3})?yesterday|last\\s{1,3}(?:night|week|month|year|weekend)", () => ({
    kind: "past",
  })),
  matcher("later\\s{1,3}today|today", () => day({ is: "offset", days: 0 })),
  matcher("tomorrow|tomorow|tommorow|tommorrow|tmrw|tmr", () => day({ is: "offset", days: 1 })),
  matcher(`${on}${which}(${weekdayPattern})`, ([, said, word = ""]) => weekday(word, said)),
  matcher(
    `${on}(this\\s{1,3}coming|this|coming|next|last|past)\\s{1,3}(${shortWeekdayPattern})`,
    ([, said, word = ""]) => weekday(word, said),
  ),
  matcher(`on\\s{1,3}(${shortWeekdayPattern})`, ([, word = ""]) => weekday(word, undefined)),
  matcher(`(${shortWeekdayPattern})`, ([, word = ""]) => weekday(word, undefined), true),
  matcher(
    `(?:on\\s{1,3})?the\\s{1,3}(${nthPattern})\\s{1,3}(${weekdayPattern})(?:\\s{1,3}(?:of|in)\\s{1,3}(the|this|next)\\s{1,3}month)?`,
    ([, n = "", word = "", of]) => {
      const count = nthOf(n);
      const months = of?.toLowerCase() === "next" ? 1 : of?.toLowerCase() === "this" ? 0 : null;
      return count === 5 ? null : day({ is: "nth", n: count, weekday: weekdayOf(word), months });
    },
  ),
  matcher(`${on}(?:last\\s{1,3}day|end)\\s{1,3}of\\s{1,3}(?:the|this|next)?\\s{0,3}month`, ([all]) =>
    day({ is: "monthEnd", months: /next/i.test(all) ? 1 : 0 }),
  ),
  matcher("the\\s{1,3}last\\s{1,3}day", () => day({ is: "monthEnd", months: 0 }), true),
  matcher(`(?:on|at|over|this|next|the|\\s){1,6}weekend`, ([all]) =>
    day({ is: "weekend", weeks: /next/i.test(all) ? 1 : 0 }),
  ),
  matcher("(?:sometime\\s{1,3})?(next|this)\\s{1,3}(week|month|year)", ([, said = "", word = ""]) => {
    const n = said.toLowerCase() === "next" ? 1 : 0;
    const unit = unitOf(word);
    return day(unit === "week" ? { is: "week", weeks: n } : { is: "month", months: unit === "year" ? n * 12 : n });
  }),
  matcher("(?:on\\s{1,3})?(\\d{4})-(\\d{1,2})-(\\d{1,2})", ([, y = "", m = "", d = ""]) =>
    date(Number(y), Number(m), Number(d)),
  ),
  matcher("(?:on\\s{1,3})?(\\d{1,2})\\.\\s?(\\d{1,2})\\.(?:\\s?(\\d{4}|\\d{2}))?", ([, d = "", m = "", y]) =>
    date(fullYear(y), Number(m), Number(d)),
  ),
  matcher("(?:on\\s{1,3})?(\\d{1,2})[/-](\\d{1,2})(?:[/-](\\d{4}|\\d{2}))?", ([all, one = "", two = "", y]) => {
    // A bare "3-4" is a number of people as likely as a day.
    if (!/^on|\//i.test(all)) return null;
    const [first, second, year] = [Number(one), Number(two), fullYear(y)];
    if (first > 12 || second > 12 || first === second)
      return first > 12 ? date(year, second, first) : date(year, first, second);
    return first < 1 || second < 1 ? date(year, first, second) : day({ is: "slash", first, second, year });
  }),
  matcher(`(?:on\\s{1,3})?the\\s{1,3}(${ordinalPattern})(?:\\s{1,3}of\\s{1,3}the\\s{1,3}month)?`, ([, n = ""]) =>
    day({ is: "dayOfMonth", day: Number.parseInt(n, 10) }),
  ),
  matcher(`on\\s{1,3}(${ordinalPattern})`, ([, n = ""]) => day({ is: "dayOfMonth", day: Number.parseInt(n, 10) })),
];

/** The further days of a list: "on the 1st and 15th". Read only right after one. */
export const nextOrdinal = matcher(`(${ordinalPattern})`, ([, n = ""]) =>
  day({ is: "dayOfMonth", day: Number.parseInt(n, 10) }),
);

const named = new RegExp(`\\b${monthPattern}\\b|\\b(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\\b`, "i");
const chrono = new Chrono({ parsers: configuration.createConfiguration(true).parsers, refiners: [] });

/** Dates with the month's name, as the date library finds them: "24 December", "Dec 24th, 2027". */
export function namedDates(text: string): Token[] {
  const found: Token[] = [];
  // Only what was written is taken from it; what it supposes beside that depends on the moment given, and is not looked at.
  for (const { index, text: words, start, end } of chrono.parse(text, { instant: new Date(0), timezone: 0 })) {
    if (!start.isCertain("month") || !start.isCertain("day") || !named.test(words)) continue;
    const year = start.isCertain("year") ? start.get("year") : null;
    const meaning: Meaning = end ? { kind: "vague" } : date(year, start.get("month") ?? 0, start.get("day") ?? 0);
    const before = /(?:\bon\s{1,3})?(?:\bthe\s{1,3})?$/i.exec(text.slice(Math.max(0, index - 12), index))?.[0] ?? "";
    found.push({ ...meaning, start: index - before.length, end: index + words.trimEnd().length, weak: false });
  }
  return found;
}
