// What a general reader of dates makes of words that ours does not know ("two weeks from Tuesday"). Promises: its reading is only ever
// asked about, with the whole moment written out. Refuses: to take one, or one that is over.
import { casual } from "chrono-node/en";
import { Temporal } from "temporal-polyfill";
import { replaced, type Unclear, unclear } from "./ask.ts";
import { clockText, dayText, fullDate, texts } from "./texts.ts";
import { type Here, momentOf } from "./wall.ts";

const yearSeconds = 366 * 86_400;

/** @param span what its reading must cover; any words when it is not given. null when there is nothing to ask about. */
export function guessed(source: string, here: Here, span?: { start: number; end: number }): Unclear | null {
  const from = span?.start ?? 0;
  // The reader ignores zones' names without a word. It is given the wall clock as if that were UTC's, and read back as wall clock.
  const instant = new Date(`${here.wall.toString({ smallestUnit: "second" })}Z`);
  const [found] = casual.parse(source.slice(from), { instant, timezone: 0 }, { forwardDate: true });
  if (found === undefined) return null;
  const place = { start: from + found.index, end: from + found.index + found.text.length };
  // A reading of half the words would be another moment than the one that was said.
  if (span !== undefined && (place.end < span.end || place.start > span.end)) return null;
  const { start } = found;
  const wall = wallOf((name) => start.get(name));
  if (wall === null) return null;
  const { at } = momentOf(wall, here.zone);
  if (at <= here.now || at - here.now > yearSeconds) return null;
  const timed = start.isCertain("hour");
  const where = { start: span === undefined ? place.start : Math.min(span.start, place.start), end: place.end };
  const label = dayText(wall.toPlainDate(), here.today) + (timed ? `, ${clockText(wall)}` : "");
  return unclear(texts.ask.guess(source.slice(where.start, where.end).trim()), [
    {
      label,
      phrase: replaced(source, where, `on ${fullDate(wall.toPlainDate())}${timed ? ` at ${clockText(wall)}` : ""}`),
    },
  ]);
}

function wallOf(
  get: (name: "year" | "month" | "day" | "hour" | "minute") => number | null,
): Temporal.PlainDateTime | null {
  const [year, month, day] = [get("year"), get("month"), get("day")];
  if (year === null || month === null || day === null) return null;
  try {
    return Temporal.PlainDateTime.from(
      { year, month, day, hour: get("hour") ?? 12, minute: get("minute") ?? 0 },
      { overflow: "reject" },
    );
  } catch {
    return null;
  }
}
