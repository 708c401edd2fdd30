// `22:00-07:00` to minutes after midnight. Refuses: times that are none, and hours that begin when they end.
import type { QuietHours } from "./model.ts";

export function parseQuietHours(text: string): QuietHours | null {
  const match = /^([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)$/.exec(text.trim());
  if (match === null) return null;
  const [, fromHour, fromMin, untilHour, untilMin] = match.map(Number) as [number, number, number, number, number];
  const fromMinute = fromHour * 60 + fromMin;
  const untilMinute = untilHour * 60 + untilMin;
  return fromMinute === untilMinute ? null : { fromMinute, untilMinute };
}
