// When a model's server wants to be asked again. Promises: bounded, and read by main itself from the answer as it came.
// Refuses: what is no moment; then the wait of rule 4 is all there is.
import { retryAfterMaxSeconds } from "../engine/defaults.ts";

const busy: readonly number[] = [429, 503, 529];

/** @returns seconds from now, at least one; null when the answer asks for no wait */
export function retryAfter(status: number, headers: Readonly<Record<string, string>>): number | null {
  if (!busy.includes(status)) return null;
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value.trim()]));
  const milliseconds = numberOf(lower["retry-after-ms"]);
  if (milliseconds !== null) return bounded(milliseconds / 1000);
  const seconds = numberOf(lower["retry-after"]);
  if (seconds !== null) return bounded(seconds);
  // A date counts from the server's own clock, which may be another than ours.
  const until = Date.parse(lower["retry-after"] ?? "");
  const from = Date.parse(lower["date"] ?? "");
  return Number.isNaN(until) || Number.isNaN(from) ? null : bounded((until - from) / 1000);
}

const numberOf = (text: string | undefined): number | null =>
  text !== undefined && /^\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : null;

const bounded = (seconds: number): number => Math.min(Math.max(Math.ceil(seconds), 1), retryAfterMaxSeconds);
