// The tools that are the engine's own: what a model says, and what it comes back to. Promises: each takes effect once, in the engine's
// own tables. Refuses: to reach anything outside; that is the other tools'.
import { z } from "zod";
import type { CallFacts } from "../permissions/facts.ts";
import type { Clock } from "../ports.ts";
import type { Timers } from "../timers/timers.ts";
import type { JsonObject, ToolCheck, ToolOutcome, ToolPort, ToolSpec } from "./ports.ts";

/** What is said when the run ends, in the transaction that ends it (rule 12); it is never made like another call. */
export const messageTool = "message";

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
  follow_up: z.strictObject({
    in_seconds: z.int().min(1).max(yearSeconds).describe("How long from now."),
    text: z.string().trim().min(1).max(4000).describe("What to look at again then, complete in itself."),
  }),
};
type Own = keyof typeof schemas;

const descriptions: Record<Own, string> = {
  [messageTool]:
    "Say something to the person. This is the only way to be heard: everything else stays in the transcript. Use it seldom.",
  follow_up: "Come back to something once, later: it arrives as an event of its own.",
};

const isOwn = (tool: string): tool is Own => Object.hasOwn(schemas, tool);

const factsOf = (tool: string): CallFacts => ({
  ...{ tool, known: true, outward: false, brings: "clean" as const, findings: [] },
  // What they do stays between Nightjar and its person.
  reads: true,
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
  return { ok: true, arguments: read.data as JsonObject, repeatable: true, facts: factsOf(tool) };
}

const specOf = (tool: Own): ToolSpec => ({
  name: tool,
  description: descriptions[tool],
  inputSchema: JSON.stringify(z.toJSONSchema(schemas[tool])),
});

/** The given tools and the engine's own, whose names nobody else can take. */
export function withOwnTools(tools: ToolPort, { timers, clock }: { timers: Timers; clock: Clock }): ToolPort {
  return {
    prepare: async (signal) => await tools.prepare?.(signal),
    specs: () => [...(Object.keys(schemas) as Own[]).map(specOf), ...tools.specs().filter(({ name }) => !isOwn(name))],
    check: (tool, args) => (isOwn(tool) ? check(tool, args) : tools.check(tool, args)),
    call: async (call, signal): Promise<ToolOutcome> => {
      if (!isOwn(call.tool)) return tools.call(call, signal);
      if (call.tool === messageTool) {
        return { kind: "failed", error: "A message is said by a model's run alone.", result: null, retry: false };
      }
      const { in_seconds, text } = schemas.follow_up.parse(call.arguments);
      const due = clock.now() + in_seconds;
      // Under the effect key, so that a repeat sets nothing twice.
      const id = `agent:${call.effectKey}`;
      timers.setFollowUp(
        { id, due, name: "follow_up", payload: { text }, ev_source: "timer", ev_id: id, origin: "agent" },
        clock.now(),
      );
      return { kind: "done", result: { due }, summary: "It will come back to this." };
    },
  };
}
