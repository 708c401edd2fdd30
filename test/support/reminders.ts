// What was understood of a phrase, for tests that need it to be a time.
import type { Reading } from "../../app/preload/contract/reminders.ts";

export function sound(reading: Reading): Extract<Reading, { kind: "set" }> {
  if (reading.kind !== "set") throw new Error(JSON.stringify(reading));
  return reading;
}
