// A timer whose rule speaks of another zone than the person's: the same moment by both clocks. Pure.
import type { TimerRow } from "../../preload/contract/views.ts";
import { createFormat, type Format } from "../format.ts";

interface Elsewhere {
  zone: string;
  /** The first occurrence by the person's clock, and by the clock of `zone`; with the day where that differs. */
  here: string;
  there: string;
}

/** null when every occurrence has the same day and time in both zones, so that there is nothing to explain. */
export function elsewhere({ zone, next }: Pick<TimerRow, "zone" | "next">, format: Format): Elsewhere | null {
  if (zone === null || zone === format.zone) return null;
  const theirs = createFormat(zone);
  const wall = (of: Format, at: number) => `${of.dayKey(at)} ${of.time(at)}`;
  const at = next.find((one) => wall(theirs, one) !== wall(format, one));
  if (at === undefined) return null;
  const sameDay = theirs.dayKey(at) === format.dayKey(at);
  const say = (of: Format) => (sameDay ? of.time(at) : `${of.shortDay(at)}, ${of.time(at)}`);
  return { zone, here: say(format), there: say(theirs) };
}
