// Reads what the agent process says, and checks that a decision is one its rules could have made.
// Refuses: whatever does not fit the contract. Main believes nothing of that process that it can check itself.
import { type Decision, type FromAgent, fromAgentSchema, type Rule } from "../../preload/contract/agent.ts";
import type { AgentEvent } from "../../preload/contract/agent-event.ts";
import { ruleNames } from "../../preload/contract/rule-match.ts";
import { entryLengthMax, metaLengthMax, modelRequestLengthMax } from "../../preload/contract/thinking.ts";
import { isSmallPlainData } from "./weigh.ts";

/** A request to a model and an entry of a transcript are long by nature; a decision is not. */
function charactersMaxOf(message: unknown): number | undefined {
  const type = typeof message === "object" && message !== null ? (message as { type?: unknown }).type : undefined;
  if (type === "model_request") return modelRequestLengthMax + room;
  return type === "append" ? entryLengthMax + metaLengthMax + room : undefined;
}
const room = 1000;

/** The message, or null when it is nonsense. */
export function readMessage(message: unknown): FromAgent | null {
  if (!isSmallPlainData(message, charactersMaxOf(message))) return null;
  const read = fromAgentSchema.safeParse(message);
  return read.success ? read.data : null;
}

/**
 * Whether some rule of the run, by that name and for that event, ends this way. So a taken-over agent process can pick
 * the wrong rule, but invents no tool, no urgency and no deadline that is not in the file.
 */
export function couldDecide(rules: readonly Rule[], event: AgentEvent, decision: Decision): boolean {
  if (decision.rule === null) return decision.kind === "nothing" || decision.kind === "failed";
  return rules.some(
    (rule) =>
      rule.name === decision.rule && ruleNames(rule, event) && (decision.kind === "failed" || ends(rule, decision)),
  );
}

function ends({ ending }: Rule, decision: Exclude<Decision, { kind: "failed" }>): boolean {
  switch (decision.kind) {
    case "message":
      return ending.kind === "tell" && ending.urgent === decision.urgent;
    case "deferred":
      return ending.kind === "ask" && ending.call === decision.tool && ending.windowSeconds === decision.windowSeconds;
    case "nothing":
      return ending.kind === "nothing";
  }
}
