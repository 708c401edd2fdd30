// What main and the agent process say to each other over one MessagePort. Main parses every message from the agent with
// these schemas; one that does not fit is nonsense and fails the run. Refuses: secrets, database handles, functions.
import { z } from "zod";

/** A rule of `rules.yaml`, checked in form by main, evaluated only in the agent process. `line` is where it stands (from 1). */
export interface Rule {
  name: string;
  line: number;
  on: string;
  event: string | null;
  if: string | null;
  ending:
    | { kind: "tell"; text: string; urgent: boolean }
    | { kind: "ask"; title: string; call: string; with: unknown; windowSeconds: number | null }
    | { kind: "nothing" };
}

export interface AgentEvent {
  /** Inbox id. */
  id: number;
  source: string;
  kind: string;
  /** `$event`; null where the source names none. */
  event: string | null;
  /** The payload as JSON text, parsed in the agent process. */
  payload: string;
}

export type ToAgent = { type: "run"; run: number; rules: Rule[]; events: AgentEvent[] };

const text = z.string().max(100_000);
const ruleName = z.string().max(500);

/** How one event of a run ends. `rule` is null when no rule matched. */
export const decisionSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("message"), rule: ruleName, text: text.min(1), urgent: z.boolean() }),
  z.strictObject({
    kind: z.literal("deferred"),
    rule: ruleName,
    title: text.min(1),
    tool: z.string().max(200),
    arguments: z.record(z.string(), z.json()),
    windowSeconds: z.number().int().min(1).nullable(),
  }),
  z.strictObject({ kind: z.literal("nothing"), rule: ruleName.nullable() }),
  z.strictObject({
    kind: z.literal("failed"),
    rule: ruleName.nullable(),
    line: z.number().int().nullable(),
    error: text,
  }),
]);
export type Decision = z.infer<typeof decisionSchema>;

export const fromAgentSchema = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("ready") }),
  z.strictObject({ type: z.literal("begun"), run: z.number().int(), event: z.number().int() }),
  z.strictObject({
    type: z.literal("decided"),
    run: z.number().int(),
    event: z.number().int(),
    decision: decisionSchema,
  }),
  z.strictObject({ type: z.literal("finished"), run: z.number().int() }),
]);
export type FromAgent = z.infer<typeof fromAgentSchema>;
