// A schedule from the words that say it. Promises: what five fields can't say is told in a sentence, what is missing is asked; times
// that the clocks leap over or show twice are pointed out. Refuses: to round a repeat to one that it knows.
import { Temporal } from "temporal-polyfill";
import { added, impossible, type Impossible, replaced, type Unclear, unclear } from "./ask.ts";
import { daysOf } from "./repeat-days.ts";
import { clockText, dayText, texts } from "./texts.ts";
import { type Clock, clocksOf, partTimes } from "./time.ts";
import type { Token } from "./tokens.ts";
import { changeDays, type Here, momentOf, wallAt } from "./wall.ts";
import type { When } from "./when.ts";

export interface Repeat {
  kind: "repeat";
  cron: string;
  zone: string;
  notes: string[];
}

/** A true interval: its steps don't go evenly into the hours of a day. */
export interface Interval {
  kind: "interval";
  everySeconds: number;
  notes: string[];
}

type Result = Repeat | Interval | Unclear | Impossible;
type Every = Extract<Token, { kind: "every" }>;

export function repeatOf(when: When, here: Here): Result {
  const { tokens } = when;
  if (tokens.some(({ kind }) => kind === "delay")) return impossible(texts.twoMoments);
  const everies = tokens.filter((token): token is Every => token.kind === "every");
  const short = everies.filter(({ unit }) => unit === "second" || unit === "minute" || unit === "hour");
  if (short.length > 1 || (short.length === 1 && everies.length > 1)) return impossible(texts.bothWays);
  const [step] = short;
  const days = daysOf(when, here, step !== undefined);
  if ("kind" in days) return days;
  if (step !== undefined) return stepped(step, when, days.fields, here);
  const clocks = timesOf(when, days.words);
  return "kind" in clocks ? clocks : fixed(clocks, days, here);
}

/** Every so many minutes or hours: on the clock where they go evenly into it, else a true interval. */
function stepped(step: Every, { tokens }: When, days: string, { zone }: Here): Result {
  if (tokens.some(({ kind }) => kind === "clock" || kind === "midnight" || kind === "times" || kind === "part"))
    return impossible(texts.bothWays);
  const window = tokens.find((token) => token.kind === "window");
  const minutes = step.unit === "second" ? step.n / 60 : step.unit === "minute" ? step.n : step.n * 60;
  if (minutes < 1) return impossible(texts.tooOften);
  const hours = minutes / 60;
  const plain = days === "* * *" && window === undefined;
  if (minutes < 60 && 60 % minutes === 0) {
    const field = minutes === 1 ? "*" : `*/${minutes}`;
    return repeat(`${field} ${window === undefined ? "*" : `${window.from}-${window.to - 1}`} ${days}`, zone, []);
  }
  if (Number.isInteger(hours) && 24 % hours === 0) {
    const range = window === undefined ? "*" : `${window.from}-${window.to}`;
    const field = hours === 24 ? "0" : hours === 1 ? range : `${range}/${hours}`;
    return repeat(`0 ${field} ${days}`, zone, []);
  }
  if (!plain || minutes * 60 > 315_360_000) return impossible(plain ? texts.tooFar : texts.bothWays);
  return { kind: "interval", everySeconds: minutes * 60, notes: [] };
}

const repeat = (cron: string, zone: string, notes: string[]): Repeat => ({ kind: "repeat", cron, zone, notes });

function timesOf({ source, tokens }: When, words: readonly Token[]): Clock[] | Unclear | Impossible {
  const clocks = clocksOf(tokens);
  if ("kind" in clocks) return clocks;
  const count = tokens.find((token) => token.kind === "times")?.count ?? null;
  if (clocks.length === 0) return askTimes(source, tokens, words, count);
  if (count !== null && clocks.length !== count) return impossible(texts.timesDiffer(count, clocks.length));
  const at = tokens.filter(({ kind }) => kind === "clock" || kind === "midnight");
  const doubtful = clocks.findIndex(({ is, hour }) => is === "bare" && hour < 7);
  const token = at[doubtful];
  const clock = clocks[doubtful];
  if (clock === undefined || token === undefined) return clocks;
  return unclear(
    texts.ask.morningOrEvening(clock.hour, clock.minute),
    [clock.hour, clock.hour + 12].map((hour) => {
      const label = clockText({ hour, minute: clock.minute });
      return {
        label,
        phrase: replaced(source, token, doubtful > 0 && /^\d/.test(source.slice(token.start)) ? label : `at ${label}`),
      };
    }),
  );
}

function askTimes(source: string, tokens: readonly Token[], words: readonly Token[], count: number | null): Unclear {
  const parts = tokens.filter((token) => token.kind === "part");
  const n = count ?? Math.max(1, parts.length);
  const sets =
    n === 1
      ? partTimes(parts[0]?.part ?? null).map((time) => [time])
      : n === 2
        ? [
            [8, 20],
            [9, 17],
            [9, 21],
          ].map((hours) => hours.map((hour) => ({ hour, minute: 0 })))
        : [spread(n)];
  // Parts of the day beside times that are given would be judged with them.
  const bare = parts.reduce(
    (text, { start, end }) => text.slice(0, start) + " ".repeat(end - start) + text.slice(end),
    source,
  );
  return unclear(
    n > 1 ? texts.ask.times : parts[0] === undefined ? texts.ask.time : texts.ask.part(parts[0].part),
    sets.map((times) => {
      const label = times.map(clockText).join(" and ");
      return { label, phrase: added(n > 1 ? bare : source, words.length > 0 ? tokens : [], `at ${label}`) };
    }),
  );
}

/** So many whole hours over the waking day. */
function spread(n: number): { hour: number; minute: number }[] {
  const step = Math.max(1, Math.floor(14 / Math.max(1, n - 1)));
  const first = n > 15 ? 0 : 8;
  return Array.from({ length: Math.min(n, 24) }, (_, index) => ({
    hour: Math.min(23, first + index * step),
    minute: 0,
  }));
}

function fixed(clocks: readonly Clock[], days: { fields: string; notes: string[] }, here: Here): Result {
  const [first] = clocks;
  if (first === undefined) return impossible(texts.ask.time);
  if (clocks.some(({ minute }) => minute !== first.minute)) return impossible(texts.mixedMinutes);
  const hours = [...new Set(clocks.map(({ hour }) => hour))].sort((a, b) => a - b);
  const cron = `${first.minute} ${hours.join(",")} ${days.fields}`;
  return repeat(cron, here.zone, [...days.notes, ...oddNotes(hours, first.minute, days.fields, here)]);
}

/** What the next clock changes do to these times, where the days are not few: said before it surprises. */
function oddNotes(hours: readonly number[], minute: number, fields: string, here: Here): string[] {
  if (!fields.startsWith("* * ")) return [];
  const weekdays = fields.slice(4);
  const notes: string[] = [];
  for (const date of changeDays(here.now, here.zone)) {
    if (!dueOn(weekdays, date.dayOfWeek)) continue;
    for (const hour of hours) {
      const wall = date.toPlainDateTime(new Temporal.PlainTime(hour, minute));
      const { at, odd } = momentOf(wall, here.zone);
      const day = dayText(date, here.today);
      if (odd === "gap") notes.push(texts.note.gap(clockText(wall), day, clockText(wallAt(at, here.zone))));
      if (odd === "fold") notes.push(texts.note.fold(clockText(wall), day));
    }
  }
  return [...new Set(notes)].slice(0, 2);
}

/** @param field of cron, as `daysOf` writes it. */
function dueOn(field: string, weekday: number): boolean {
  if (field === "*") return true;
  if (field === "1-5") return weekday <= 5;
  return /^[\d,]+$/.test(field) && field.split(",").includes(String(weekday % 7));
}
