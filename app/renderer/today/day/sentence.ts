// The day strip in words, for those who do not see it. Pure.
import type { DayStrip } from "../../../preload/contract/views.ts";
import type { Format } from "../../format.ts";
import { texts } from "../../texts/today.ts";

const words = texts.day;

export function daySentence(day: DayStrip, format: Format): string {
  const timesOf = (kind: DayStrip["marks"][number]["kind"]) =>
    day.marks.filter((mark) => mark.kind === kind).map((mark) => format.time(mark.at));
  const parts = day.sleeps.map((sleep) => words.slept(format.time(sleep.from), format.time(sleep.until)));
  parts.push(words.events(day.counts.events));
  const deliveries = timesOf("delivery");
  const urgent = timesOf("urgent");
  const questions = timesOf("question");
  const [next] = timesOf("next");
  if (deliveries.length > 0) parts.push(words.deliveries(deliveries));
  if (urgent.length > 0) parts.push(words.urgent(urgent));
  if (questions.length > 0) parts.push(words.questions(questions));
  if (next !== undefined) parts.push(words.next(next));
  return words.sentence(format.day(day.from), parts);
}
