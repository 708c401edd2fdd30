// One moment from the words that say it. Promises: a moment that is over is told and never moved; what has two readings is asked.
// Refuses: days and times that it would have to make up.
import type { Temporal } from "temporal-polyfill";
import { added, type Choice, impossible, type Impossible, replaced, type Unclear, unclear } from "./ask.ts";
import { type DayFound, dayOf } from "./day.ts";
import { clockText, dayText, fullDate, texts } from "./texts.ts";
import { type Clock, clockOf, partTimes } from "./time.ts";
import type { Token } from "./tokens.ts";
import { type Here, momentOf, wallAt } from "./wall.ts";
import type { When } from "./when.ts";

export interface Once {
  kind: "once";
  /** Seconds since the epoch, later than now. */
  at: number;
  zone: string;
  notes: string[];
}

export type OnceResult = Once | Unclear | Impossible;

const farSeconds = 10 * 366 * 86_400;
const of = <K extends Token["kind"]>(tokens: readonly Token[], kind: K) =>
  tokens.filter((token): token is Extract<Token, { kind: K }> => token.kind === kind);

/** @param here the clock that the words speak of, the person's own unless they name another */
export function onceOf(when: When, here: Here): OnceResult {
  const { source, tokens } = when;
  const [delay, further] = of(tokens, "delay");
  const clocks = tokens.filter(({ kind }) => kind === "clock" || kind === "midnight");
  if (further !== undefined) return impossible(texts.twoMoments);
  if (clocks.length > 1)
    return unclear(
      texts.ask.oneTime,
      clocks.map((keep) => only(source, clocks, keep)),
    );
  if (delay !== undefined && delay.seconds > 0) {
    if (tokens.some(({ kind }) => kind !== "delay" && kind !== "zone")) return impossible(texts.twoMoments);
    return elapsed(delay, here);
  }
  const day = delay === undefined ? dayOf(when, here) : dayAfter(delay, here);
  if (day !== null && "kind" in day) return day;
  const time = clockOf(tokens);
  if (time !== null && "kind" in time) return time;
  if (delay !== undefined && time === null)
    return settled(here.wall.with(dateOnly(day)).with({ second: 0 }), here, day);
  if (time === null) return askTime(when, day, here);
  if (day === null) return today(when, time, here);
  if (time.is === "midnight") return askMidnight(when, day, here);
  const sure = resolved(when, time, day, here);
  return "kind" in sure ? sure : settled(day.date.toPlainDateTime(sure), here, day);
}

function only(source: string, clocks: readonly Token[], keep: Token): Choice {
  const first = clocks[0] ?? keep;
  const last = clocks.at(-1) ?? keep;
  const words = source.slice(keep.start, keep.end);
  const said = /^\d/.test(words) || /^[a-z]+$/i.test(words) ? `at ${words.replace(/^at\s+/i, "")}` : words;
  return { label: words.replace(/^at\s+/i, ""), phrase: replaced(source, { start: first.start, end: last.end }, said) };
}

const dateOnly = (day: DayFound | null) =>
  day === null ? {} : { year: day.date.year, month: day.date.month, day: day.date.day };

/** Hours and less are elapsed time, whatever the clocks do; days before them are the calendar's. */
function elapsed(delay: { seconds: number; days: number; months: number }, here: Here): OnceResult {
  const from =
    delay.days + delay.months === 0
      ? here.now
      : momentOf(here.wall.add({ months: delay.months, days: delay.days }), here.zone).at;
  return within(from + delay.seconds, here, []);
}

function dayAfter({ days, months }: { days: number; months: number }, here: Here): DayFound | Impossible {
  if (days + months === 0) return impossible(texts.now);
  // Beyond what any calendar holds, so that no text makes it stumble.
  if (days > 4000 || months > 200) return impossible(texts.tooFar);
  const date = here.today.add({ months, days });
  const shorter = months > 0 && days === 0 && date.day !== here.today.day;
  return { date, words: null, notes: shorter ? [texts.note.monthEnd(dayText(date, here.today))] : [] };
}

function within(at: number, here: Here, notes: string[]): OnceResult {
  if (at - here.now > farSeconds) return impossible(texts.tooFar);
  return { kind: "once", at, zone: here.zone, notes };
}

/** The moment of a wall time that is decided. */
function settled(wall: Temporal.PlainDateTime, here: Here, day: DayFound | null): OnceResult {
  const { at, odd } = momentOf(wall, here.zone);
  const date = wall.toPlainDate();
  const name = dayText(date, here.today);
  if (at <= here.now) return impossible(texts.passed(`${clockText(wall)} on ${name}`));
  const notes = [...(day?.notes ?? [])];
  if (odd === "gap") notes.push(texts.note.gap(clockText(wall), name, clockText(wallAt(at, here.zone))));
  if (odd === "fold") notes.push(texts.note.fold(clockText(wall), name));
  return within(at, here, notes);
}

function askTime(when: When, day: DayFound | null, here: Here): OnceResult {
  const { source, tokens } = when;
  const [part] = of(tokens, "part");
  const named = part ?? null;
  const dates = day === null ? [here.today, here.today.add({ days: 1 })] : [day.date];
  const possible = dates.map((date) => ({
    date,
    times: partTimes(named?.part ?? null).filter(
      (time) => momentOf(date.toPlainDateTime(time), here.zone).at > here.now,
    ),
  }));
  const { date, times } = possible.find((one) => one.times.length > 0) ??
    possible[0] ?? { date: here.today, times: [] };
  if (times.length === 0) return impossible(texts.passed(dayText(date, here.today)));
  const bare = day === null ? `on ${fullDate(date)} ` : "";
  return unclear(
    named !== null ? texts.ask.part(named.part) : texts.ask.timeOn(dayText(date, here.today)),
    times.map((time) => {
      const said = `${bare}at ${clockText(time)}`;
      // A part of the day that is said beside the time would be judged with it; the time alone says all.
      const phrase = named === null ? added(source, tokens, said) : replaced(source, named, said);
      return { label: day === null ? `${dayText(date, here.today)}, ${clockText(time)}` : clockText(time), phrase };
    }),
  );
}

/** A time without a day: today's when that is still to come, and a question when it is not. */
function today(when: When, time: Clock, here: Here): OnceResult {
  const { source, tokens } = when;
  const at = tokens.find(({ kind }) => kind === "clock" || kind === "midnight");
  if (at === undefined) return impossible(texts.ask.when);
  const tomorrow = here.today.add({ days: 1 });
  if (time.is === "midnight") return settled(tomorrow.toPlainDateTime({ hour: 0 }), here, null);
  const later = (date: Temporal.PlainDate, hour: number) =>
    momentOf(date.toPlainDateTime({ hour, minute: time.minute }), here.zone).at > here.now;
  const choice = (date: Temporal.PlainDate, hour: number): Choice => {
    const clock = clockText({ hour, minute: time.minute });
    return {
      label: date.equals(here.today) ? `Today, ${clock}` : `${dayText(date, here.today)}, ${clock}`,
      phrase: replaced(withoutPart(source, tokens), at, `on ${fullDate(date)} at ${clock}`),
    };
  };
  if (time.is === "sure" || (time.hour > 6 && time.hour < 12 && later(here.today, time.hour))) {
    if (later(here.today, time.hour)) return settled(here.today.toPlainDateTime(time), here, null);
    return unclear(texts.ask.passedToday(clockText(time)), [choice(tomorrow, time.hour)]);
  }
  if (time.hour === 12 && later(here.today, 12)) return settled(here.today.toPlainDateTime(time), here, null);
  const hours = [time.hour % 12, (time.hour % 12) + 12];
  const left = hours.filter((hour) => later(here.today, hour)).map((hour) => choice(here.today, hour));
  const choices = [...left, ...hours.map((hour) => choice(tomorrow, hour))].slice(0, Math.max(2, left.length + 1));
  const asked = left.length === 2 || time.hour < 7 || time.hour === 12;
  return unclear(
    asked ? texts.ask.morningOrEvening(time.hour, time.minute) : texts.ask.passedToday(clockText(time)),
    choices,
  );
}

/** A part of the day beside a time that a choice replaces would contradict it. */
function withoutPart(source: string, tokens: readonly Token[]): string {
  const parts = of(tokens, "part");
  return parts.reduce(
    (text, { start, end }) => text.slice(0, start) + " ".repeat(end - start) + text.slice(end),
    source,
  );
}

function resolved(
  when: When,
  time: Clock,
  day: DayFound,
  here: Here,
): { hour: number; minute: number } | Unclear | Impossible {
  const { source, tokens } = when;
  const at = tokens.find(({ kind }) => kind === "clock");
  if (time.is === "midnight" || at === undefined) return { hour: 0, minute: 0 };
  const later = (hour: number) =>
    momentOf(day.date.toPlainDateTime({ hour, minute: time.minute }), here.zone).at > here.now;
  const choice = (hour: number): Choice => {
    const clock = clockText({ hour, minute: time.minute });
    return { label: clock, phrase: replaced(source, at, `at ${clock}`) };
  };
  const hours = time.is === "bare" && time.hour < 12 ? [time.hour, time.hour + 12].filter(later) : [];
  // Only an hour at which hardly anybody is awake needs a question; an hour that is over always does.
  if (hours.length > 0 && time.hour < 7 && later(time.hour))
    return unclear(texts.ask.morningOrEvening(time.hour, time.minute), hours.map(choice));
  if (later(time.hour) || !day.date.equals(here.today)) return time;
  const clock = clockText(time);
  const tomorrow = here.today.add({ days: 1 });
  const spot = {
    start: Math.min(at.start, day.words?.start ?? at.start),
    end: Math.max(at.end, day.words?.end ?? at.end),
  };
  return unclear(texts.ask.passedToday(clock), [
    ...hours.map((hour) => ({ ...choice(hour), label: `${dayText(here.today, here.today)}, ${choice(hour).label}` })),
    {
      label: `${dayText(tomorrow, here.today)}, ${clock}`,
      phrase: replaced(source, spot, `on ${fullDate(tomorrow)} at ${clock}`),
    },
  ]);
}

function askMidnight({ source, tokens }: When, day: DayFound, here: Here): OnceResult {
  const at = tokens.find(({ kind }) => kind === "midnight");
  if (at === undefined) return impossible(texts.ask.when);
  const span = {
    start: Math.min(at.start, day.words?.start ?? at.start),
    end: Math.max(at.end, day.words?.end ?? at.end),
  };
  const name = dayText(day.date, here.today);
  const choice = (label: string, date: Temporal.PlainDate): Choice => ({
    label,
    phrase: replaced(source, span, `on ${fullDate(date)} at 00:00`),
  });
  const begins = momentOf(day.date.toPlainDateTime({ hour: 0 }), here.zone).at > here.now;
  const end = day.date.add({ days: 1 });
  if (!begins) return settled(end.toPlainDateTime({ hour: 0 }), here, day);
  return unclear(texts.ask.midnight(name), [
    choice(texts.choice.startOf(name), day.date),
    choice(texts.choice.endOf(name), end),
  ]);
}
