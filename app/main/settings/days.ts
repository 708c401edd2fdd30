// Days of the calendar as texts, `YYYY-MM-DD`. Promises: plain arithmetic, no zone and no clock.
// Refuses: days that are none, such as 2027-02-30.

const dayMs = 86_400_000;

/** Midnight in UTC, which has no clock changes; null when the text is no day. */
function midnight(text: string): number | null {
  const [, year, month, date] = (/^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || date === undefined) return null;
  const at = Date.UTC(year, month - 1, date);
  return new Date(at).toISOString().slice(0, 10) === text ? at : null;
}

export const isDay = (text: string): boolean => midnight(text) !== null;

/** How many days after `from` the day `until` is; negative when it is before. Both are days. */
export function daysBetween(from: string, until: string): number {
  const [start, end] = [midnight(from), midnight(until)];
  if (start === null || end === null) throw new Error(`Not days of the calendar: ${from}, ${until}`);
  return Math.round((end - start) / dayMs);
}
