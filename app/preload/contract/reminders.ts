// Reminders between window and main: what was understood of a phrase, and what is to stand. Promises: what stands is what was read back,
// not the words again. Refuses: schedules that main would have to guess.
import { z } from "zod";
import type { Done } from "./done.ts";

const id = z.string().min(1).max(300);
const text = z.string().trim().min(1).max(500);

export const timing = z.discriminatedUnion("kind", [
  /** Seconds since the epoch. */
  z.strictObject({ kind: z.literal("once"), at: z.number().int().positive() }),
  z.strictObject({ kind: z.literal("cron"), cron: z.string().min(1).max(200), zone: z.string().min(1).max(100) }),
  z.strictObject({ kind: z.literal("every"), everySeconds: z.number().int().min(60).max(315_360_000) }),
]);

export type Timing = z.infer<typeof timing>;

export const reminderInputs = {
  /** Long ones are answered with a sentence. */
  "timers.read": z.strictObject({ phrase: z.string().max(20_000) }),
  "timers.add": z.strictObject({ text, timing }),
  /** `timing` null: as it is. */
  "timers.change": z.strictObject({ id, text, timing: timing.nullable() }),
  "timers.remove": z.strictObject({ id }),
  /** What was removed since Nightjar started. */
  "timers.putBack": z.strictObject({ id }),
};

export interface ReminderOutputs {
  "timers.read": Reading;
  "timers.add": Done;
  "timers.change": Done;
  "timers.remove": Done;
  "timers.putBack": Done;
}

export type Reading =
  | {
      kind: "set";
      /** What is to be said; empty when the phrase says only when. */
      text: string;
      timing: Timing;
      /** "Every weekday at 09:00, Lisbon time", "Friday 4 December at 17:00". */
      rule: string;
      zone: string | null;
      /** The next occurrences, the first for a moment. */
      next: number[];
      notes: string[];
    }
  /** Each choice is the whole phrase with that doubt gone. */
  | { kind: "unclear"; question: string; choices: { label: string; phrase: string }[] }
  | { kind: "impossible"; sentence: string };
