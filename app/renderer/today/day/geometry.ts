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
