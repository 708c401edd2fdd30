// Durations as a person writes them: an amount and a unit. Pure; everything outside is whole seconds.

export type Unit = "s" | "min" | "h" | "d";

export const unitSeconds: Record<Unit, number> = { s: 1, min: 60, h: 3600, d: 86_400 };
const secondsMax = 31_536_000;

/** The largest unit that leaves a whole number: 5400 -> 90 min, 3600 -> 1 h. */
export function splitDuration(seconds: number): { amount: string; unit: Unit } {
  const unit = (["d", "h", "min", "s"] as const).find((candidate) => seconds % unitSeconds[candidate] === 0) ?? "s";
  return { amount: String(seconds / unitSeconds[unit]), unit };
}

/** Whole seconds, or null when the amount is no whole number from 1 or is longer than a year. */
export function joinDuration(amount: string, unit: Unit): number | null {
  if (!/^\d{1,8}$/.test(amount.trim())) return null;
  const seconds = Number(amount.trim()) * unitSeconds[unit];
  return seconds >= 1 && seconds <= secondsMax ? seconds : null;
}

const clockTime = /^([01]\d|2[0-3]):[0-5]\d$/;

/** "22:00-07:00" out of its two ends; null when one of them is no time of day. */
export function joinQuietHours(from: string, until: string): string | null {
  return clockTime.test(from) && clockTime.test(until) ? `${from}-${until}` : null;
}
