// What main and the agent process say to each other. Main hands over one event at a time, so it always knows which one it
// is waiting for, and parses every answer with these schemas; one that does not fit is nonsense and ends the process.
// Refuses: secrets, database handles, functions.
import { z } from "zod";
import { reasonLengthMax, textLengthMax } from "./agent-bounds.ts";
import type { AgentEvent } from "./agent-event.ts";
import { fromThinkingSchemas, type ToThinking } from "./thinking.ts";

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

/**
 * `run` opens a run and carries its rules; each `event` after it is one event of that run, sent once the one before it is
 * decided. The next `run` ends the one before.
 */
export type ToAgent =
  | ToThinking
  | { type: "run"; run: number; rules: Rule[] }
  | { type: "event"; run: number; event: AgentEvent }
  /** What came of a call, under the number it was asked with. */
  | { type: "call_result"; run: number; event: number; index: number; answer: AgentCallAnswer }
  /** Read what is written in one rule, without an event; answered by `checked` under the same number. */
  | { type: "check"; check: number; rule: Rule };

/** Everything but `done` says why, so that a safer way can be found. */
export type AgentCallAnswer =
  | {
      outcome: "done";
      result: { [key: string]: z.infer<ReturnType<typeof z.json>> };
      summary: string;
      /** What was noticed in what a stranger may have written of it, in sentences. */
      findings?: string[];
    }
  | { outcome: "failed" | "unknown"; reason: string; findings?: string[] }
  | { outcome: "denied" | "deferred"; reason: string };

const text = z.string().min(1).max(textLengthMax);
const ruleName = z.string().max(500);

/** How one event of a run ends. `rule` is null when no rule matched. */
export const decisionSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("message"), rule: ruleName, text, urgent: z.boolean() }),
  z.strictObject({
    kind: z.literal("deferred"),
    rule: ruleName,
    title: text,
    tool: z.string().max(200),
    arguments: z.record(z.string(), z.json()),
    windowSeconds: z.number().int().min(1).max(31_536_000).nullable(),
  }),
  z.strictObject({ kind: z.literal("nothing"), rule: ruleName.nullable() }),
  z.strictObject({
    kind: z.literal("failed"),
    rule: ruleName.nullable(),
    line: z.number().int().nullable(),
    error: z.string().min(1).max(reasonLengthMax),
  }),
]);
export type Decision = z.infer<typeof decisionSchema>;

/** What is wrong with a text of a rule: which text (as a path in the rule), on which of its lines (from 1) when that is known. */
const ruleFlawSchema = z.strictObject({
  path: z.array(z.union([z.string().max(500), z.number().int()])).max(40),
  line: z.number().int().min(1).nullable(),
  reason: z.string().min(1).max(reasonLengthMax),
});
export type RuleTextFlaw = z.infer<typeof ruleFlawSchema>;

export const fromAgentSchema = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("ready") }),
  z.strictObject({
    type: z.literal("decided"),
    run: z.number().int(),
    event: z.number().int(),
    decision: decisionSchema,
    /** Its heap is so full that the next event should have a fresh process, lest it pays for this one's waste. */
    worn: z.boolean(),
  }),
  /** A call it wants made while it works on an event: one at a time, `index` counts those of the session from 0. Main decides. */
  z.strictObject({
    type: z.literal("call"),
    run: z.number().int(),
    event: z.number().int(),
    index: z.number().int().min(0).max(1_000_000),
    title: text,
    tool: z.string().min(1).max(200),
    arguments: z.record(z.string(), z.json()),
  }),
  z.strictObject({ type: z.literal("checked"), check: z.number().int(), flaws: z.array(ruleFlawSchema).max(20) }),
  ...fromThinkingSchemas,
]);
export type FromAgent = z.infer<typeof fromAgentSchema>;
