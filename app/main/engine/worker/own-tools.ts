// The tools that are the engine's own: what a model says, and what it comes back to. Promises: each takes effect once, in the engine's
// own tables. Refuses: to reach anything outside; that is the other tools'.
import { z } from "zod";
import type { Asks } from "../permissions/asks.ts";
import { findDisguise } from "../permissions/disguise.ts";
import type { CallFacts } from "../permissions/facts.ts";
import type { Journal } from "../journal/journal.ts";
import type { Clock } from "../ports.ts";
import type { Sessions } from "../sessions/sessions.ts";
import type { Timers } from "../timers/timers.ts";
import type { JsonObject, ToolCheck, ToolOutcome, ToolPort, ToolSpec } from "./ports.ts";
import {
  schedule,
  scheduleProblem,
  scheduleSchema,
  scheduleTitle,
  scheduleTool,
  type Setter,
} from "./schedule-tool.ts";
import { asked, oneLine } from "./texts.ts";

/** What is said when the run ends, in the transaction that ends it (rule 12); it is never made like another call. */
export const messageTool = "message";

/** What the person is asked: the call is the card, and its result is what they answered. */
export const questionTool = "question";

const choicesMax = 6;
const monthSeconds = 2_592_000;
const yearSeconds = 31_536_000;

const schemas = {
  [messageTool]: z.strictObject({
    text: z
      .string()
      .trim()
      .min(1)
      .max(4000)
      .describe("What to say, in plain words. The person reads it in a notification."),
    urgent: z.boolean().optional().describe("True only when it can't wait for the next digest."),
  }),
  [questionTool]: z.strictObject({
    question: z
      .string()
      .trim()
      .min(1)
      .max(2000)
      .describe("The question, complete in itself: the person sees nothing else."),
    choices: z
      .array(z.string().trim().min(1).max(120))
      .min(1)
      .max(choicesMax)
      .refine((all) => new Set(all).size === all.length, "the same choice twice")
      .optional()
      .describe("Answers to choose from. The person can always answer in words instead."),
    deadline_seconds: z
      .int()
      .min(60)
      .max(monthSeconds)
      .optional()
      .describe("How long the answer is waited for; then you are told that there is none."),
  }),
  follow_up: z.strictObject({
    in_seconds: z.int().min(1).max(yearSeconds).describe("How long from now."),
    text: z.string().trim().min(1).max(4000).describe("What to look at again then, complete in itself."),
  }),
  [scheduleTool]: scheduleSchema,
};
type Own = keyof typeof schemas;

const descriptions: Record<Own, string> = {
  [messageTool]:
    "Say something to the person. This is the only way to be heard: everything else stays in the transcript. Use it seldom.",
  [questionTool]:
    "Ask the person something that only they know. It waits, for days if need be, and costs them attention: look first whether you can find out yourself. Never ask for passwords or keys.",
  follow_up: "Come back to something once, later: it arrives as an event of its own.",
  [scheduleTool]:
    "Your own timers: list them, set one that comes once or repeats, cancel one. Each time it comes it is an event of its own, with its text.",
};

const isOwn = (tool: string): tool is Own => Object.hasOwn(schemas, tool);

const factsOf = (tool: Own, args: JsonObject): CallFacts => ({
  ...{ tool, known: true, outward: false, brings: "clean" as const },
  // The person reads a question and a timer's text as they stand.
  findings: tool === questionTool || tool === scheduleTool ? findDisguise(args, []) : [],
  // What they do stays between Nightjar and its person; but a timer is an instruction to later runs.
  ...(tool === scheduleTool && args["do"] !== "list" ? { reads: false, within: true } : { reads: true }),
  ...{ method: null, host: null, path: null, folder: null, recipient: null, amount: null, credential: null },
});

function check(tool: Own, args: JsonObject): ToolCheck {
  const read = schemas[tool].safeParse(args);
  if (!read.success) {
    const [first] = read.error.issues;
    return {
      ok: false,
      error: `${tool} was refused: ${first?.path.join(".") ?? ""}: ${first?.message ?? "not as it should be"}.`,
    };
  }
  return {
    ok: true,
    arguments: read.data as JsonObject,
    repeatable: true,
    facts: factsOf(tool, read.data as JsonObject),
  };
}

/** What a question's card asks, and how long its answer is waited for. @param args checked ones */
export function asksOf(args: JsonObject): { question: Asks; deadlineSeconds: number | null } {
  const { question: text, choices = [], deadline_seconds = null } = schemas[questionTool].parse(args);
  return { question: { kind: "question", text, choices }, deadlineSeconds: deadline_seconds };
}

/**
 * A card's title for one of these tools; null for any other. Ours begins it, so that no question can pose as a card of Nightjar's own.
 */
export function ownTitle(tool: string, args: JsonObject): string | null {
  if (tool === scheduleTool) return scheduleTitle(args);
  if (tool !== questionTool) return null;
  const { question } = args;
  return asked.agent(oneLine(typeof question === "string" ? question : ""));
}

const specOf = (tool: Own): ToolSpec => ({
  name: tool,
  description: descriptions[tool],
  inputSchema: JSON.stringify(z.toJSONSchema(schemas[tool])),
});

interface OwnParts {
  timers: Timers;
  clock: Clock;
  journal: Pick<Journal, "byEffectKey">;
  sessions: Pick<Sessions, "provenance">;
}

/** The given tools and the engine's own, whose names nobody else can take. */
export function withOwnTools(tools: ToolPort, parts: OwnParts): ToolPort {
  const { timers, clock, journal, sessions } = parts;

  /** Whoever makes a call is known by its effect key, never by what an agent says. */
  function setterOf(effectKey: string): Setter {
    const call = journal.byEffectKey(effectKey);
    const clean = call !== undefined && sessions.provenance(call.session) === "clean";
    return { event: call?.event ?? null, trust: clean ? "trusted" : "untrusted" };
  }

  function checkOwn(tool: Own, args: JsonObject): ToolCheck {
    const checked = check(tool, args);
    if (!checked.ok || tool !== scheduleTool) return checked;
    const problem = scheduleProblem(scheduleSchema.parse(checked.arguments), clock.now());
    if (problem !== null) return { ok: false, error: `schedule was refused: ${problem}` };
    // What a run wrote that had read strangers' texts stays theirs.
    const strangers = timers.ofAgents(clock.now()).some(({ trust }) => trust === "untrusted");
    const brings = args["do"] === "list" && strangers ? "untrusted" : "clean";
    return { ...checked, facts: { ...checked.facts, brings } };
  }

  return {
    prepare: async (signal) => await tools.prepare?.(signal),
    specs: () => [...(Object.keys(schemas) as Own[]).map(specOf), ...tools.specs().filter(({ name }) => !isOwn(name))],
    check: (tool, args) => (isOwn(tool) ? checkOwn(tool, args) : tools.check(tool, args)),
    call: async (call, signal): Promise<ToolOutcome> => {
      if (!isOwn(call.tool)) return tools.call(call, signal);
      if (call.tool === messageTool || call.tool === questionTool) {
        const error = `The tool ${call.tool} is for a model's run alone.`;
        return { kind: "failed", error, result: null, retry: false };
      }
      const setter = setterOf(call.effectKey);
      if (call.tool === scheduleTool) {
        return schedule(timers, scheduleSchema.parse(call.arguments), setter, clock.now());
      }
      const { in_seconds, text } = schemas.follow_up.parse(call.arguments);
      const due = clock.now() + in_seconds;
      // Under the effect key, so that a repeat sets nothing twice.
      const id = `agent:${call.effectKey}`;
      timers.setFollowUp(
        {
          ...{ id, due, name: "follow_up", payload: { text }, ev_source: "timer", ev_id: id, origin: "agent" },
          ...{ trust: setter.trust, set_for: setter.event },
        },
        clock.now(),
      );
      return { kind: "done", result: { due }, summary: "It will come back to this." };
    },
  };
}
