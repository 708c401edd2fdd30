// Whether a rule's `on` and `event` fit an event: the one comparison of a rule that main may make as well.
// Refuses: conditions and templates, which only the agent process evaluates.
import type { Rule } from "./agent.ts";
import type { AgentEvent } from "./agent-event.ts";

/** `on` names a source or a kind; `*` is any but approvals. A rule without `event` takes every event of its source. */
export function ruleNames(
  rule: Pick<Rule, "on" | "event">,
  event: Pick<AgentEvent, "source" | "kind" | "event">,
): boolean {
  const on = rule.on === "*" ? event.kind !== "approval" : rule.on === event.source || rule.on === event.kind;
  return on && (rule.event === null || rule.event === event.event);
}
