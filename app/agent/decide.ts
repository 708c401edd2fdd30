// Decides one event by the rules: the first whose `on`, `event` and `if` match (rule 12: none, and the ending is nothing).
// Promises: a rule that fails fails this event, with its name, line and reason. Refuses: to throw.
import type { Decision, Rule } from "../preload/contract/agent.ts";
import type { AgentEvent } from "../preload/contract/agent-event.ts";
import { reasonLengthMax, textLengthMax } from "../preload/contract/agent-bounds.ts";
import { ruleNames } from "../preload/contract/rule-match.ts";
import { fillIn } from "./arguments.ts";
import { type Conditions, createConditions } from "./conditions.ts";
import { RuleFailure } from "./failure.ts";
import { readPayload } from "./payload.ts";
import { createTemplates, type Scope, type Templates } from "./templates.ts";
import { showable } from "./text.ts";

export type Decide = (rules: readonly Rule[], event: AgentEvent) => Promise<Decision>;

/** Compiled conditions and templates are kept by their text, from run to run. */
export function createDecide(): Decide {
  const conditions = createConditions();
  const templates = createTemplates();
  return async (rules, event) => {
    const named = rules.filter((rule) => ruleNames(rule, event));
    if (named.length === 0) return { kind: "nothing", rule: null };
    let at: Rule | null = null;
    try {
      const scope: Scope = { payload: readPayload(event.payload), event: event.event, source: event.source };
      for (const rule of named) {
        at = rule;
        if (await matches(conditions, rule, scope)) return ending(templates, rule, scope);
      }
      return { kind: "nothing", rule: null };
    } catch (error) {
      const reason = error instanceof RuleFailure ? error.message : `something unforeseen happened: ${String(error)}`;
      return {
        kind: "failed",
        rule: at?.name ?? null,
        line: at?.line ?? null,
        error: showable(reason, reasonLengthMax),
      };
    }
  };
}

async function matches(conditions: Conditions, rule: Rule, scope: Scope): Promise<boolean> {
  return rule.if === null || (await conditions.holds(rule.if, scope.payload, scope.event, scope.source));
}

function ending(templates: Templates, rule: Rule, scope: Scope): Decision {
  const { ending } = rule;
  switch (ending.kind) {
    case "nothing":
      return { kind: "nothing", rule: rule.name };
    case "tell":
      return {
        kind: "message",
        rule: rule.name,
        text: shown(templates, "tell", ending.text, scope),
        urgent: ending.urgent,
      };
    case "ask":
      return {
        kind: "deferred",
        rule: rule.name,
        title: shown(templates, "ask.title", ending.title, scope),
        tool: ending.call,
        arguments: fillIn(templates, ending.with, scope),
        windowSeconds: ending.windowSeconds,
      };
  }
}

/** A text that comes out empty is a mistake in the rule: it meant to say something. Failing keeps the event for a Retry. */
function shown(templates: Templates, part: string, template: string, scope: Scope): string {
  const text = showable(templates.render(part, template, scope, false), textLengthMax);
  if (text === "") throw new RuleFailure(`its \`${part}\` comes out empty for this event, so there is nothing to say.`);
  return text;
}
