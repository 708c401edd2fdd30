// Where moments of a day stand on a band, in percent; days of 23 and 25 hours included. Pure.

export interface Day {
  from: number;
  until: number;
}

export function position(at: number, { from, until }: Day): number {
  return Math.min(100, Math.max(0, ((at - from) / (until - from)) * 100));
}

export interface HourMark {
  label: string;
  percent: number;
}

/** Midnight, six, noon, six and midnight by the wall clock of `zone`, where they really fall on that day. */
export function hourMarks(day: Day, zone: string): HourMark[] {
  const clock = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  const marks: HourMark[] = [{ label: "00", percent: 0 }];
  for (const hour of [6, 12, 18]) {
    const guess = day.from + hour * 3600;
    const [h = 0, m = 0] = clock
      .format(guess * 1000)
      .split(":")
      .map(Number);
    marks.push({ label: String(hour).padStart(2, "0"), percent: position(guess + (hour * 60 - h * 60 - m) * 60, day) });
  }
  return [...marks, { label: "24", percent: 100 }];
}

/** A dot or diamond and the air beside it. */
const apartPixels = 12;
/** Further than this from its moment a mark would tell another time: a crowd overlaps instead. */
const asideMax = 14;

/**
 * How far each mark steps aside, in pixels, so that marks of about the same moment stand side by side around it.
 * `places` ascend. The order stays, and as little is moved as possible.
 */
export function asides(places: readonly number[]): number[] {
  // Groups that touch stand around the middle of their moments; two that then touch each other become one.
  const groups: { sum: number; count: number }[] = [];
  const first = ({ sum, count }: { sum: number; count: number }) => sum / count;
  places.forEach((place, index) => {
    let group = { sum: place - index * apartPixels, count: 1 };
    for (let last = groups.at(-1); last !== undefined && first(last) > first(group); last = groups.at(-1)) {
      groups.pop();
      group = { sum: last.sum + group.sum, count: last.count + group.count };
    }
    groups.push(group);
  });
  const wanted = groups.flatMap((group) => Array.from({ length: group.count }, () => first(group)));
  return places.map((place, index) => {
    const aside = (wanted[index] ?? 0) + index * apartPixels - place;
    return Math.min(asideMax, Math.max(-asideMax, aside));
  });
}
