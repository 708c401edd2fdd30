// "Always allow this": the rule that a card offers. Promises: it allows what was shown and nothing that differs in any field a
// rule can name; its line reads back as the same rule. Refuses: to be offered where it would change nothing.
import { decide } from "./decide.ts";
import type { CallFacts, Provenance } from "./facts.ts";
import { schemed } from "./hosts.ts";
import type { PermissionRule } from "./rule.ts";

/**
 * The rule for exactly this call. It counts for runs that read text from outside only when the call shown came from one.
 *
 * @param provenance of the run that wanted the call.
 */
export function alwaysRule(facts: CallFacts, provenance: Provenance): PermissionRule {
  return {
    tool: facts.tool,
    methods: facts.method === null ? null : [facts.method],
    host: facts.host === null ? null : schemed(facts.host, facts.scheme),
    path: facts.path === null ? null : `${facts.path}$`,
    folder: facts.folder,
    recipient: facts.recipient,
    amountMax: facts.amount,
    credential: facts.credential,
    exact: true,
    decide: "allow",
    trusted: provenance === "clean",
    windowSeconds: null,
    line: null,
  };
}

/**
 * Whether a card should offer it: with the rule added, this very call would be allowed. Of a tool that names neither host nor folder a
 * rule can hardly say more than its name; for runs that read strangers' texts that is too wide to be written with one tap.
 */
export function alwaysHelps(facts: CallFacts, provenance: Provenance, rules: readonly PermissionRule[]): boolean {
  if (provenance === "untrusted" && facts.outward && facts.host === null && facts.folder === null) return false;
  return decide(facts, provenance, [...rules, alwaysRule(facts, provenance)], true).decide === "allow";
}

const bare = /^[A-Za-z][A-Za-z0-9_./-]*$/;
const meansSomething = /^(true|false|yes|no|on|off|null|y|n)$/i;

/** A YAML scalar that reads back as the same text: JSON's quoting is YAML's, and what is unseen is written as an escape. */
function scalar(value: string | number | boolean): string {
  if (typeof value !== "string") return String(value);
  if (bare.test(value) && !meansSomething.test(value)) return value;
  return JSON.stringify(value).replaceAll(
    /[\u007f-\uffff]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** The rule as one line of `permissions` in config.yaml, as it will be written; shown before it is. */
export function ruleLine(rule: PermissionRule): string {
  const [only, ...more] = rule.methods ?? [];
  const methods = more.length === 0 ? (only ?? null) : `[${(rule.methods ?? []).map(scalar).join(", ")}]`;
  const entries: [string, string | null][] = [
    ["tool", scalar(rule.tool)],
    ["method", methods],
    ["host", rule.host === null ? null : scalar(rule.host)],
    ["path", rule.path === null ? null : scalar(rule.path)],
    ["folder", rule.folder === null ? null : scalar(rule.folder)],
    ["recipient", rule.recipient === null ? null : scalar(rule.recipient)],
    ["amount", rule.amountMax === null ? null : scalar(rule.amountMax)],
    ["credential", rule.credential === null ? null : scalar(rule.credential)],
    ["decide", rule.decide],
    ["trusted", rule.trusted ? null : "false"],
    ["window", rule.windowSeconds === null ? null : scalar(rule.windowSeconds)],
    ["exact", rule.exact === true ? "true" : null],
  ];
  const named = entries.filter(([, value]) => value !== null).map(([key, value]) => `${key}: ${value}`);
  return `- { ${named.join(", ")} }`;
}
