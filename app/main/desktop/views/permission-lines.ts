// Permission rules as rows and lines. Promises: the line is the one config.yaml has or gets; a rule is found again wherever it
// moved. Refuses: to decide.
import type { PermissionInput } from "../../../preload/contract/permissions.ts";
import type { Decided } from "../../../preload/contract/views.ts";
import { alwaysHelps, alwaysRule, ruleLine } from "../../engine/permissions/always.ts";
import type { CallFacts, Finding, Provenance } from "../../engine/permissions/facts.ts";
import type { PermissionRule } from "../../engine/permissions/rule.ts";
import { visibleLines } from "./visible-text.ts";

export const ruleOf = (input: PermissionInput): PermissionRule => ({ ...input, line: null });

export function inputOf(rule: PermissionRule): PermissionInput {
  const { tool, host, path, folder, recipient, amountMax, credential, decide, trusted, windowSeconds } = rule;
  return {
    ...{ tool, host, path, folder, recipient, amountMax, credential, decide, trusted, windowSeconds },
    methods: rule.methods === null ? null : [...rule.methods],
    exact: rule.exact ?? false,
  };
}

/** Where it is shown in Permissions; null when no such rule stands any more. @param kept JSON text of the journal */
export function permissionRef(kept: string | null, rules: readonly PermissionRule[]): string | null {
  if (kept === null) return null;
  const line = ruleLine(JSON.parse(kept) as PermissionRule);
  const index = rules.findIndex((rule) => ruleLine(rule) === line);
  return index === -1 ? null : `rule:${index}`;
}

/** What was decided of a call, as the journal keeps it. */
export function decidedOf(
  row: { decision: Decided["decision"]; decision_reason: string; decided_by: string; permission: string | null },
  rules: readonly PermissionRule[],
): Decided {
  return {
    ...{ decision: row.decision, by: row.decided_by, reason: visibleLines(row.decision_reason) },
    permission: permissionRef(row.permission, rules),
  };
}

/** What the journal kept of a call's facts. */
export interface KeptFacts {
  facts: string;
  findings: string;
  provenance: Provenance;
}

const readFindings = (text: string): Finding[] => JSON.parse(text) as Finding[];

/** What was noticed in the texts that the session had read when it asked. */
export const readBefore = ({ findings }: Pick<KeptFacts, "findings">): Finding[] =>
  readFindings(findings).filter(({ read }) => read === true);

/** Null for calls that were written down before there were facts. */
export function factsOf({ facts, findings }: Pick<KeptFacts, "facts" | "findings">): CallFacts | null {
  const kept = JSON.parse(facts) as Partial<CallFacts>;
  return typeof kept.tool === "string"
    ? { ...(kept as CallFacts), findings: readFindings(findings).filter(({ read }) => read !== true) }
    : null;
}

/** The rule that "Always allow" would write for this call; null where it would not help. */
export function alwaysOf(kept: KeptFacts, rules: readonly PermissionRule[]): PermissionRule | null {
  const facts = factsOf(kept);
  if (facts === null || !alwaysHelps(facts, kept.provenance, rules)) return null;
  return alwaysRule(facts, kept.provenance);
}
