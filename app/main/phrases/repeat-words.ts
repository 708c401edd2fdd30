// Repeats as they are written. Promises: what a schedule can't say ("every other week") is told in a sentence and never rounded.
// Refuses: to fill in what is missing.
import { texts } from "./texts.ts";
import { type Matcher, type Meaning, matcher } from "./tokens.ts";
import {
  nthOf,
  nthPattern,
  numberOf,
  numberPattern,
  ordinalPattern,
  shortWeekdayPattern,
  unitOf,
  unitPattern,
  weekdayOf,
  weekdayPattern,
} from "./words.ts";

const every = "(?:every|each)(?:\\s{1,3}single)?\\s{1,3}";
const workdays = [1, 2, 3, 4, 5];
const weekend = [6, 7];
const someDay = `(?:${weekdayPattern}|${shortWeekdayPattern})`;
const ofMonth = "(?:\\s{1,3}(?:of|in)\\s{1,3}(?:the|each|every)\\s{1,3}month)";

const never = (what: string): Meaning => ({ kind: "never", sentence: texts.cannotRepeat(what) });

export const repeatWords: Matcher[] = [
  // "Every second Tuesday" is every other one for most people, and the second of the month for some.
  matcher(
    `${every}(?:other|alternate|2nd|second|third|3rd)\\s{1,3}(?:${someDay}|${unitPattern}|weekday|weekend|night|morning|evening)s?(?!${ofMonth})`,
    ([all]) => never(all),
  ),
  matcher("bi-?weekly|bi-?monthly|fortnightly|quarterly|semi-?annually", ([all]) => never(all)),
  matcher(`${every}(?:the\\s{1,3})?(${nthPattern})\\s{1,3}(${someDay})${ofMonth}?`, nth),
  matcher(
    `(?:on\\s{1,3})?(?:the\\s{1,3})?(${nthPattern})\\s{1,3}(${someDay})\\s{1,3}of\\s{1,3}(?:each|every)\\s{1,3}month`,
    nth,
  ),
  matcher(
    `(?:${every}|on\\s{1,3}|the\\s{1,3}){0,3}last\\s{1,3}(work(?:ing)?\\s?day|business\\s{1,3}day|weekday)${ofMonth}`,
    () => ({
      kind: "monthDay",
      day: "LW",
    }),
  ),
  matcher(
    `(?:${every}|on\\s{1,3}(?:the\\s{1,3})?)last\\s{1,3}day\\s{1,3}(?:of|in)\\s{1,3}(?:each|every)\\s{1,3}month`,
    last,
  ),
  matcher(`${every}last\\s{1,3}day${ofMonth}?`, last),
  matcher(`(?:the\\s{1,3})?last\\s{1,3}day\\s{1,3}of\\s{1,3}(?:each|every)\\s{1,3}month`, last),
  matcher(
    "(?:at\\s{1,3})?(?:the\\s{1,3})?end\\s{1,3}of\\s{1,3}(?:each|every)\\s{1,3}month|every\\s{1,3}month\\s{1,3}end",
    last,
  ),
  matcher(
    `(?:${every}|on\\s{1,3}|the\\s{1,3}){1,3}(${ordinalPattern})\\s{1,3}(?:day\\s{1,3})?of\\s{1,3}(?:each|every)\\s{1,3}month`,
    ordinal,
  ),
  matcher(`${every}first\\s{1,3}(?:day\\s{1,3})?of\\s{1,3}the\\s{1,3}month`, () => ({ kind: "monthDay", day: 1 })),
  matcher(`${every}(${ordinalPattern})(?:\\s{1,3}(?:day\\s{1,3})?of\\s{1,3}the\\s{1,3}month)?`, ordinal),
  matcher(`${every}(?:week\\s?day|work(?:ing)?\\s?day|business\\s{1,3}day)s?`, () => ({
    kind: "weekdays",
    days: workdays,
  })),
  matcher("(?:on\\s{1,3})?weekday(?=\\s{1,3}(?:morning|afternoon|evening|night)s?\\b)", () => ({
    kind: "weekdays",
    days: workdays,
  })),
  matcher(`(?:on\\s{1,3})?(?:weekdays|work(?:ing)?\\s?days|business\\s{1,3}days)`, () => ({
    kind: "weekdays",
    days: workdays,
  })),
  matcher(`${every}weekend(?:\\s{1,3}day)?s?|(?:on|at)?\\s{0,3}(?:the\\s{1,3})?weekends`, () => ({
    kind: "weekdays",
    days: weekend,
  })),
  matcher(`${every}(${someDay})`, ([, word = ""]) => ({ kind: "weekdays", days: [weekdayOf(word)] })),
  matcher(`(?:on\\s{1,3})?(${weekdayPattern})s`, ([, word = ""]) => ({ kind: "weekdays", days: [weekdayOf(word)] })),
  matcher(`${every}(?:half[\\s-]{1,3}hour|half\\s{1,3}an\\s{1,3}hour)`, () => ({
    kind: "every",
    n: 30,
    unit: "minute",
  })),
  matcher(`${every}quarter\\s{1,3}of\\s{1,3}an\\s{1,3}hour`, () => ({ kind: "every", n: 15, unit: "minute" })),
  matcher(`${every}(${numberPattern})\\s{0,3}(${unitPattern})`, ([all, n = "", unit = ""]) => {
    const count = numberOf(n);
    if (/^f/i.test(unit)) return never(all);
    if (count < 1) return { kind: "never", sentence: texts.everyNothing(all) };
    return { kind: "every", n: count, unit: unitOf(unit) };
  }),
  // The part of the day is read by itself.
  matcher("(?:every|each)(?:\\s{1,3}single)?(?=\\s{1,3}(?:morning|afternoon|evening|night)\\b)", () => ({
    kind: "every",
    n: 1,
    unit: "day",
  })),
  matcher(`${every}(second|minute|hour|day|week|month|year)|per\\s{1,3}(hour|day|week|month|year)`, ([, one, two]) => ({
    kind: "every",
    n: 1,
    unit: unitOf(one ?? two ?? ""),
  })),
  // Before a date: "every 24 December".
  matcher("every", () => ({ kind: "yearly" }), true),
  matcher("daily|nightly", () => ({ kind: "every", n: 1, unit: "day" })),
  matcher("hourly", () => ({ kind: "every", n: 1, unit: "hour" })),
  matcher("weekly", () => ({ kind: "every", n: 1, unit: "week" })),
  matcher("monthly", () => ({ kind: "every", n: 1, unit: "month" })),
  matcher("yearly|annually", () => ({ kind: "every", n: 1, unit: "year" })),
  matcher(
    `(once|twice|thrice|(${numberPattern})\\s{1,3}times)\\s{1,3}(?:a|an|per|each|every)\\s{1,3}(hour|day|week|month|year)`,
    ([all, word = "", n, unit = ""]) => {
      const count = n === undefined ? ["once", "twice", "thrice"].indexOf(word.toLowerCase()) + 1 : numberOf(n);
      if (count === 1) return { kind: "every", n: 1, unit: unitOf(unit) };
      return unitOf(unit) === "day" && count > 0 && count <= 24 ? { kind: "times", count } : never(all);
    },
  ),
  matcher(
    "(?:from|between)\\s{1,3}(\\d{1,2})(?::00)?\\s{0,3}(?:to|and|-|until|till)\\s{0,3}(\\d{1,2})(?::00)?(?:\\s{0,3}o'?clock)?(?![:.\\d]|\\s{0,3}[ap]\\.?m)",
    ([, from = "", to = ""]) =>
      Number(from) < Number(to) && Number(to) < 24 ? { kind: "window", from: Number(from), to: Number(to) } : null,
  ),
];

function nth([all, n = "", word = ""]: RegExpExecArray): Meaning {
  const count = nthOf(n);
  return count === 5 ? never(all) : { kind: "nth", n: count, weekday: weekdayOf(word) };
}

function ordinal([, n = ""]: RegExpExecArray): Meaning {
  return { kind: "monthDay", day: Number.parseInt(n, 10) };
}

function last(): Meaning {
  return { kind: "monthDay", day: "L" };
}
