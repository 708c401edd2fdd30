// The day that words say, by the calendar of the clock they speak of. Promises: a day with two readings is asked, one that is over is
// told, and a jump to the next year or month is said. Refuses: to count "next Friday" its own way.
import { Temporal } from "temporal-polyfill";
import { type Impossible, impossible, replaced, type Unclear, unclear } from "./ask.ts";
import { dayText, fullDate, texts } from "./texts.ts";
import { clockOf } from "./time.ts";
import type { DayWord, Token } from "./tokens.ts";
import { type Here, momentOf } from "./wall.ts";
import type { When } from "./when.ts";
import { monthNames, weekdayNames } from "./words.ts";

export interface DayFound {
  date: Temporal.PlainDate;
  /** Where the words stand; null when they are not the day's alone. */
  words: { start: number; end: number } | null;
  notes: string[];
}

type DayResult = DayFound | Unclear | Impossible;
type DayToken = Extract<Token, { kind: "day" }>;
type Is<K extends DayWord["is"]> = Extract<DayWord, { is: K }>;

/** null when no day is said. */
export function dayOf(when: When, here: Here): DayResult | null {
  const days = when.tokens.filter((token): token is DayToken => token.kind === "day");
  const [one, two, third] = days;
  if (one === undefined) return null;
  if (third !== undefined) return impossible(texts.twoMoments);
  return two === undefined ? resolve(one, when, here) : together(one, two, when, here);
}

function pick<K extends DayWord["is"]>(tokens: readonly DayToken[], is: K): Is<K> | undefined {
  return tokens.map(({ day }) => day).find((day): day is Is<K> => day.is === is);
}

/** "Friday 4 December", "Tuesday next week", "the 5th of next month". */
function together(one: DayToken, two: DayToken, when: When, here: Here): DayResult {
  const words = { start: Math.min(one.start, two.start), end: Math.max(one.end, two.end) };
  const both = [one, two];
  const weekday = pick(both, "weekday");
  const week = pick(both, "week");
  const month = pick(both, "month");
  const dayOfMonth = pick(both, "dayOfMonth");
  if (weekday !== undefined && week !== undefined) {
    const date = mondayOf(here.today).add({ days: week.weeks * 7 + weekday.weekday - 1 });
    return coming(date, here, words);
  }
  if (dayOfMonth !== undefined && month !== undefined) {
    const first = here.today.with({ day: 1 }).add({ months: month.months });
    if (dayOfMonth.day > first.daysInMonth) return impossible(texts.neverComes);
    return coming(first.with({ day: dayOfMonth.day }), here, words);
  }
  const other = both.find(({ day }) => day.is !== "weekday");
  if (weekday === undefined || other === undefined) return impossible(texts.twoMoments);
  const found = resolve(other, { ...when, source: when.source }, here);
  if ("kind" in found) return found;
  if (found.date.dayOfWeek === weekday.weekday) return { ...found, words };
  const near = found.date.add({ days: (weekday.weekday - found.date.dayOfWeek + 7) % 7 });
  return unclear(
    texts.ask.weekdayDate(dayText(found.date, here.today), weekdayNames[weekday.weekday - 1] ?? ""),
    [found.date, near].map((date) => choice(date, when.source, words, here)),
  );
}

const mondayOf = (date: Temporal.PlainDate) => date.subtract({ days: date.dayOfWeek - 1 });
const isBefore = (a: Temporal.PlainDate, b: Temporal.PlainDate) => Temporal.PlainDate.compare(a, b) < 0;

function choice(date: Temporal.PlainDate, source: string, span: { start: number; end: number }, here: Here) {
  return { label: dayText(date, here.today), phrase: replaced(source, span, `on ${fullDate(date)}`) };
}

function coming(date: Temporal.PlainDate, here: Here, words: DayFound["words"], notes: string[] = []): DayResult {
  if (isBefore(date, here.today)) return impossible(texts.passed(dayText(date, here.today)));
  return { date, words, notes };
}

function resolve(token: DayToken, when: When, here: Here): DayResult {
  const { day } = token;
  const { today } = here;
  const ask = (question: string, dates: readonly Temporal.PlainDate[]) =>
    unclear(
      question,
      dates.filter((date) => !isBefore(date, today)).map((date) => choice(date, when.source, token, here)),
    );
  switch (day.is) {
    case "offset":
      return { date: today.add({ days: day.days }), words: token, notes: otherDay(here) };
    case "weekday":
      return weekday(day, token, when, here);
    case "date":
      return dated(day.year, day.month, day.day, here, token);
    case "slash":
      return slash(day, token, when, here);
    case "dayOfMonth":
      return dayOfMonth(day.day, here, token);
    case "nth":
      return nth(day, here, token);
    case "monthEnd": {
      const month = today.add({ months: day.months });
      return { date: month.with({ day: month.daysInMonth }), words: token, notes: [] };
    }
    case "week": {
      const monday = mondayOf(today).add({ days: day.weeks * 7 });
      return ask(
        texts.ask.day,
        day.weeks === 0
          ? [today.add({ days: 1 }), monday.add({ days: 4 }), monday.add({ days: 6 })].filter(unique)
          : [0, 2, 4].map((days) => monday.add({ days })),
      );
    }
    case "month": {
      const first = today.add({ months: day.months }).with(day.months === 12 ? { month: 1, day: 1 } : { day: 1 });
      return ask(texts.ask.day, [first, first.with({ day: 15 }), first.with({ day: first.daysInMonth })]);
    }
    case "weekend": {
      const saturday = mondayOf(today).add({ days: 5 + day.weeks * 7 });
      return ask(texts.ask.day, [saturday, saturday.add({ days: 1 })]);
    }
  }
}

const unique = (date: Temporal.PlainDate, index: number, all: readonly Temporal.PlainDate[]) =>
  all.findIndex((one) => one.equals(date)) === index;

/** "Tomorrow" in a zone where it is another day already. */
function otherDay(here: Here): string[] {
  const { home } = here;
  return home === undefined || home.equals(here.today)
    ? []
    : [texts.note.otherDay(here.name ?? here.zone, dayText(here.today, home))];
}

function weekday(day: Is<"weekday">, token: DayToken, when: When, here: Here): DayResult {
  const { today } = here;
  const days = (day.weekday - today.dayOfWeek + 7) % 7;
  const date = today.add({ days });
  const after = today.add({ days: days + 7 });
  const name = weekdayNames[day.weekday - 1] ?? "";
  if (day.which === "next") {
    const dates = days === 0 ? [after, after.add({ days: 7 })] : [date, after];
    return unclear(
      texts.ask.nextWeekday(`next ${name}`),
      dates.map((one) => choice(one, when.source, token, here)),
    );
  }
  if (days > 0 || day.which === "this") return { date, words: token, notes: [] };
  const time = clockOf(when.tokens);
  const over =
    time !== null &&
    !("kind" in time) &&
    time.is === "sure" &&
    momentOf(date.toPlainDateTime(time), here.zone).at <= here.now;
  return unclear(
    texts.ask.sameWeekday(name),
    (over ? [after] : [date, after]).map((one) => choice(one, when.source, token, here)),
  );
}

/** A date of the calendar; without its year the next that comes, and said so when this year's has passed. */
function dated(year: number | null, month: number, day: number, here: Here, words: DayFound["words"]): DayResult {
  const { today } = here;
  if (year !== null) {
    if (year > today.year + 100) return impossible(texts.tooFar);
    if (year < 1970) return impossible(texts.passed(`${day}.${month}.${year}`));
    return coming(Temporal.PlainDate.from({ year, month, day }), here, words);
  }
  for (let of = today.year; ; of++) {
    const date = Temporal.PlainDate.from({ year: of, month, day });
    // 29 February waits for a leap year.
    if (date.day !== day || isBefore(date, today)) continue;
    // Said in December, 2 January needs no word; 30 November does.
    const passed = of > today.year && today.until(date).days > 182 && !(month === 2 && day === 29);
    return { date, words, notes: passed ? [texts.note.nextYear(`${day} ${monthNames[month - 1]}`, of)] : [] };
  }
}

function slash({ first, second, year }: Is<"slash">, token: DayToken, when: When, here: Here): DayResult {
  const readings = [dated(year, second, first, here, null), dated(year, first, second, here, null)];
  const dates = readings.flatMap((one) => ("kind" in one ? [] : [one.date]));
  if (dates.length === 0) return impossible(texts.past(when.source.slice(token.start, token.end)));
  return unclear(
    texts.ask.order,
    dates.map((date) => choice(date, when.source, token, here)),
  );
}

function dayOfMonth(day: number, here: Here, words: DayFound["words"]): DayResult {
  const { today } = here;
  for (let months = 0; months < 12; months++) {
    const first = today.with({ day: 1 }).add({ months });
    if (day > first.daysInMonth) continue;
    const date = first.with({ day });
    if (isBefore(date, today)) continue;
    const passed = months > 0 && day <= today.daysInMonth;
    return {
      date,
      words,
      notes: passed
        ? [texts.note.nextMonth(dayText(today.with({ day }), today), monthNames[date.month - 1] ?? "")]
        : [],
    };
  }
  return impossible(texts.neverComes);
}

function nth({ n, weekday: of, months }: Is<"nth">, here: Here, words: DayFound["words"]): DayResult {
  for (let ahead = months ?? 0; ahead <= (months ?? 1); ahead++) {
    const first = here.today.with({ day: 1 }).add({ months: ahead });
    const days = (of - first.dayOfWeek + 7) % 7;
    const date =
      n === "L"
        ? first.add({ days: days + 7 * Math.floor((first.daysInMonth - 1 - days) / 7) })
        : first.add({ days: days + 7 * (n - 1) });
    if (!isBefore(date, here.today)) return { date, words, notes: [] };
  }
  return impossible(texts.neverComes);
}
