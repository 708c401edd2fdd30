// What the agent process notes beside each entry of a transcript, so that any committed prefix says what is still to do.
// Refuses: a note that does not fit its entry; the session then can't go on.
import { z } from "zod";

const index = z.number().int().min(0);
const id = z.string();

/** A call whose result was not there when the model had to be asked again. */
const openCall = z.strictObject({ index, tool: z.string(), arguments: z.record(z.string(), z.json()) });
export type OpenCall = z.infer<typeof openCall>;

export const userMeta = z.strictObject({
  /** Events it tells of. */
  events: z.array(index),
  /** Calls that waited, and whose outcome it tells. */
  outcomes: z.array(index),
  /** It asks only that what must last is written down: a summary comes next. */
  saving: z.literal(true).optional(),
});

export const assistantMeta = z.strictObject({
  /** The calls that are made, in order: the first has the entry's `firstCall`. `id` is the model's, `tool` main's name. */
  calls: z.array(z.strictObject({ id, tool: z.string() })),
  /** The calls that are not made, with what the model is told. */
  refused: z.array(z.strictObject({ id, reason: z.string() })),
  /** It was cut at the limit of its length. */
  cut: z.boolean(),
  /** What the server counted, beside the characters that were sent: together they correct the estimates. */
  usage: z.strictObject({ input: z.number(), output: z.number() }).nullable(),
  sent: z.number(),
});
export type AssistantMeta = z.infer<typeof assistantMeta>;

export const toolMeta = z.strictObject({
  /** Calls with their final result. */
  given: z.array(index),
  /** Calls that still wait, answered with a placeholder. */
  open: z.array(index),
});

export const summaryMeta = z.strictObject({ events: z.array(index), open: z.array(openCall) });
