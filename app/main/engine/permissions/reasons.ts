// Why a call was decided as it was, in sentences that a card, Activity and the agent show alike. Promises: short, plain, with a
// safer way where there is one. Refuses: text of a call that could pose as ours: it is cut and made visible.
import type { CallFacts } from "./facts.ts";
import type { PermissionRule } from "./rule.ts";

/** What is unseen or would break the line becomes a space; a name from outside stays short. */
export const plain = (text: string): string => {
  const flat = text
    .slice(0, 200)
    .replaceAll(/[\p{C}\p{Z}\s]+/gu, " ")
    .trim();
  return flat.length > 80 ? `${flat.slice(0, 79)}…` : flat;
};

const reading = "Reading at";
const verbs: Record<string, string> = {
  GET: reading,
  HEAD: reading,
  OPTIONS: reading,
  POST: "Sending to",
  PUT: "Writing to",
  PATCH: "Changing at",
  DELETE: "Deleting at",
};

/** "Deleting at api.github.com", "Using mail.send for a@b.example". */
export function doing(facts: CallFacts): string {
  if (facts.host !== null) {
    // A GET that says DELETE further on does not read.
    const isNamed = facts.method !== null && (facts.reads || verbs[facts.method] !== reading);
    const verb = facts.method === null || !isNamed ? null : (verbs[facts.method] ?? `${plain(facts.method)} at`);
    const { otherMethods = [] } = facts;
    const others = otherMethods.length === 0 ? "" : ` (it also says ${otherMethods.join(", ")})`;
    return `${verb ?? (facts.reads ? reading : "Acting at")} ${plain(facts.host)}${others}`;
  }
  const tool = plain(facts.tool);
  if (facts.recipient !== null) return `Using ${tool} for ${plain(facts.recipient)}`;
  if (facts.folder !== null) return `Using ${tool} in ${plain(facts.folder)}`;
  return `Using ${tool}`;
}

/** "your rule in line 14 of config.yaml". */
export const named = (rule: PermissionRule): string =>
  rule.line === null ? "a rule of yours" : `your rule in line ${rule.line} of config.yaml`;

export const reasons = {
  denied: (facts: CallFacts, rule: PermissionRule) => `${doing(facts)} is denied by ${named(rule)}.`,
  allowed: (facts: CallFacts, rule: PermissionRule) => `${doing(facts)} is allowed by ${named(rule)}.`,
  asks: (facts: CallFacts, rule: PermissionRule) => `${doing(facts)} asks first because of ${named(rule)}.`,
  tie: (facts: CallFacts, a: PermissionRule, b: PermissionRule) =>
    a.line === null || b.line === null
      ? `${doing(facts)} asks first: two of your rules fit, neither is narrower, and they do not say the same.`
      : `${doing(facts)} asks first: your rules in lines ${a.line} and ${b.line} of config.yaml both fit, neither is narrower, and they do not say the same.`,
  asked: "The rule that wants this asks first, and no permission of yours says otherwise.",
  unknown: (facts: CallFacts) =>
    `${plain(facts.tool)} is not known to Nightjar and no rule of yours fits it, so it asks first.`,
  reads: (facts: CallFacts) => `${doing(facts)} only reads what was granted, so it is allowed.`,
  within: (facts: CallFacts) => `${doing(facts)} stays within Nightjar, so it is allowed.`,
  effect: (facts: CallFacts) => `${doing(facts)} asks first: no rule of yours allows it.`,
  provenance: (by: PermissionRule | null) =>
    `The run has read text from outside${by === null ? "" : `, and ${named(by)} does not say trusted: false`}, so it asks first.`,
  smuggled: (what: string) =>
    `The run has read text from outside, and data may leave in the address or the headers, so it asks first. ${what}`,
  disguised: (what: string) => `Something in it may be in disguise, so it asks first. ${what}`,
  ordered: (what: string) => `What it read seems to give it orders, so it asks first. ${what}`,
  hard: {
    secret:
      "It holds the value of a secret, and no rule lifts that. Name the credential instead; its value is put in on the way.",
    own_service:
      "It goes to a service of Nightjar itself, and no rule lifts that. Ask the person to do it in the window.",
    profile:
      "It reaches into the folder where Nightjar keeps its settings and secrets, and no rule lifts that. Use another folder.",
    trust:
      "It would change permissions, credentials or what counts as trusted, which only the person does. Say what is needed and let them do it.",
  },
  autoAsks: "Auto mode looked twice and asks first.",
  autoDenies: "Auto mode looked twice and denies it.",
  saferReading: "Reading there is allowed.",
} as const;
