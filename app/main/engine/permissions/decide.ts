// What may be done with one tool call: allow, ask or deny, and why. Promises: pure; any deny wins, the narrowest rule counts, a
// tie asks, an outward effect of a run that read text from outside asks. Refuses: to let any rule lift the short list of denials.
import type { CallFacts, FindingKind, Provenance } from "./facts.ts";
import { isNarrower, matches } from "./matching.ts";
import { doing, reasons } from "./reasons.ts";
import type { PermissionRule } from "./rule.ts";

export interface Verdict {
  decide: "allow" | "ask" | "deny";
  by: "hard" | "rule" | "tie" | "default" | "provenance" | "finding" | "auto" | "model" | "asked";
  /** Whole sentences for card, Activity and agent: what decided, and, when it blocks, what would be a safer way. */
  reason: string;
  /** The rule that decided; null when none did. */
  rule: PermissionRule | null;
  /** How long its card waits, as the rule says; null for the tool's or the general window. */
  windowSeconds: number | null;
}

type HardKind = keyof typeof reasons.hard;
const hardKinds: readonly HardKind[] = ["secret", "own_service", "profile", "trust"];
const disguises = new Set<FindingKind>(["bidi", "invisible", "tags", "look_alike", "link", "hidden", "unchecked"]);

/** Tools of Nightjar's own, by the first word of their name, that an agent may look through at the most. */
const ownTools = /^(permissions|credentials|grants|secrets|settings|rules|approvals|trust|switches)(\.|$)/i;

function hardDenial(facts: CallFacts): HardKind | null {
  const found = hardKinds.find((kind) => facts.findings.some((finding) => finding.kind === kind));
  if (found !== undefined) return found;
  return !facts.reads && ownTools.test(facts.tool) ? "trust" : null;
}

/** The order in which rules of the same scope, or incomparable ones that agree, speak for all of them. */
const byWeight = (a: PermissionRule, b: PermissionRule): number =>
  Number(a.trusted) - Number(b.trusted) ||
  (a.windowSeconds ?? Number.MAX_SAFE_INTEGER) - (b.windowSeconds ?? Number.MAX_SAFE_INTEGER) ||
  (a.line ?? 0) - (b.line ?? 0);

/** Those among the rules than which no other one is narrower, weightiest first. */
function narrowest(rules: readonly PermissionRule[]): PermissionRule[] {
  return rules.filter((one) => !rules.some((other) => isNarrower(other, one))).sort(byWeight);
}

const verdict = (
  decide: Verdict["decide"],
  by: Verdict["by"],
  reason: string,
  rule: PermissionRule | null = null,
): Verdict => ({ decide, by, reason, rule, windowSeconds: rule?.windowSeconds ?? null });

/** Steps 2 to 4: the person's rules, then what stands without any. */
function byRules(facts: CallFacts, rules: readonly PermissionRule[], asked: boolean): Verdict {
  const fitting = rules.filter((rule) => matches(rule, facts));
  const [denying] = narrowest(fitting.filter((rule) => rule.decide === "deny"));
  if (denying !== undefined) return verdict("deny", "rule", reasons.denied(facts, denying), denying);
  const [first, ...others] = narrowest(fitting);
  if (first !== undefined) {
    const other = others.find((rule) => rule.decide !== first.decide);
    if (other !== undefined) return verdict("ask", "tie", reasons.tie(facts, first, other));
    const reason = first.decide === "allow" ? reasons.allowed(facts, first) : reasons.asks(facts, first);
    return verdict(first.decide, "rule", reason, first);
  }
  if (asked) return verdict("ask", "asked", reasons.asked);
  if (!facts.known) return verdict("ask", "default", reasons.unknown(facts));
  if (facts.reads) return verdict("allow", "default", reasons.reads(facts));
  if (facts.within === true) return verdict("allow", "default", reasons.within(facts));
  return verdict("ask", "default", reasons.effect(facts));
}

/** Steps 5 and 6: what an allow becomes when the run read text from outside, or something is in disguise. */
function narrowed(allowed: Verdict, facts: CallFacts, provenance: Provenance): Verdict {
  const ask = (by: Verdict["by"], why: string): Verdict => ({ ...allowed, decide: "ask", by, reason: why });
  const lifted = allowed.rule !== null && !allowed.rule.trusted;
  if (provenance === "untrusted" && !lifted) {
    if ((facts.outward || facts.within === true) && !facts.reads)
      return ask("provenance", `${doing(facts)}: ${lower(reasons.provenance(allowed.rule))}`);
    const smuggled = facts.findings.find((finding) => finding.kind === "smuggled");
    if (smuggled !== undefined) return ask("finding", reasons.smuggled(smuggled.what));
  }
  const ordered = facts.findings.find((finding) => finding.kind === "order");
  if (ordered !== undefined && !facts.reads) return ask("finding", reasons.ordered(ordered.what));
  const disguised = facts.findings.find((finding) => disguises.has(finding.kind));
  return disguised === undefined ? allowed : ask("finding", reasons.disguised(disguised.what));
}

const lower = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1);

/** Whether reading at the same place would be allowed, as a way out to name. */
function readingAllowed(facts: CallFacts, provenance: Provenance, rules: readonly PermissionRule[]): boolean {
  if (facts.host === null || facts.reads || facts.method === null || !facts.known) return false;
  const reading = { ...facts, method: "GET", otherMethods: [], reads: true, amount: null, findings: [] };
  const seen = byRules(reading, rules, false);
  return (seen.decide === "allow" ? narrowed(seen, reading, provenance) : seen).decide === "allow";
}

/**
 * Decides one call.
 *
 * @param facts what the tool's own check says of the call.
 * @param provenance whether the run has read text from outside.
 * @param rules the person's, in any order.
 * @param asked true when the call comes from a rule of rules.yaml whose ending is `ask`.
 */
export function decide(
  facts: CallFacts,
  provenance: Provenance,
  rules: readonly PermissionRule[],
  asked: boolean,
): Verdict {
  const hard = hardDenial(facts);
  if (hard !== null) return verdict("deny", "hard", `${doing(facts)} is denied. ${reasons.hard[hard]}`);
  const seen = byRules(facts, rules, asked);
  if (seen.decide === "allow") return narrowed(seen, facts, provenance);
  if (seen.decide === "ask" || !readingAllowed(facts, provenance, rules)) return seen;
  return { ...seen, reason: `${seen.reason} ${reasons.saferReading}` };
}
