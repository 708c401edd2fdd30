// What makes a call one to look at twice: fixed checks of its facts and arguments. Promises: pure, bounded, in plain words.
// Refuses: to find a call safe; no risk found means only that none of these was.
import type { CallFacts, Provenance } from "./facts.ts";
import { decodedPath, folded } from "./paths.ts";
import { doing, plain } from "./reasons.ts";

export interface Risk {
  decide: "ask" | "deny";
  what: string;
}

interface Looked {
  facts: CallFacts;
  arguments: unknown;
  provenance: Provenance;
}

const amountUnasked = 50;
const recipientsUnasked = 3;
const leavesMax = 5000;

const ending =
  /^(delete|destroy|remove|purge|wipe|erase|drop|truncate|revoke|reset|transfer|terminate|cancel|uninstall|archive|deactivate|suspend)(d|s)?$/;
const guarded =
  /^(keys?|deploy[-_]?keys?|ssh[-_]?keys?|gpg[-_]?keys?|hooks?|webhooks?|collaborators?|members?|memberships?|invitations?|invites?|admins?|administration|permissions?|roles?|access|tokens?|secrets?|credentials?|passwords?|oauth|authorizations|installations?|runners?|protection|rulesets|transfer|transfers|payouts?|refunds?|billing|environments|visibility|forwarding|filters|delegates|sudo|impersonate)$/;

function pathWords(facts: CallFacts): string[] {
  if (facts.path === null) return [];
  return folded(decodedPath(facts.path.slice(0, 8000))).split("/");
}

const toolWords = (facts: CallFacts) =>
  facts.tool
    .slice(0, 200)
    .toLowerCase()
    .split(/[^a-z0-9]+/);

function ofFacts({ facts, provenance }: Looked): Risk[] {
  const found: Risk[] = [];
  const ask = (what: string) => found.push({ decide: "ask", what });
  const words = pathWords(facts);
  const depth = words.filter((word) => word !== "").length;
  if (facts.method === "DELETE" || facts.otherMethods?.includes("DELETE") === true) {
    ask(`${doing(facts)} can't be undone.`);
    // Whole accounts and collections lie near the root; text from outside has no business there.
    if (provenance === "untrusted" && depth <= 1)
      found.push({ decide: "deny", what: "It would delete everything there at once." });
  }
  const ends = [...words, ...toolWords(facts)].find((word) => ending.test(word));
  if (ends !== undefined) ask(`Its name says that it may end something for good ("${plain(ends)}").`);
  const opens = facts.reads ? undefined : words.find((word) => guarded.test(word));
  if (opens !== undefined) ask(`It changes who or what has access ("${plain(opens)}").`);
  if (facts.amount !== null && !(facts.amount >= 0 && facts.amount <= amountUnasked)) {
    ask(`Its amount is ${facts.amount}, more than the ${amountUnasked} that pass unasked.`);
  }
  const recipients =
    facts.recipient
      ?.slice(0, 20_000)
      .split(/[,;\s]+/)
      .filter((one) => one !== "").length ?? 0;
  if (recipients > recipientsUnasked) ask(`It goes to ${recipients} recipients at once.`);
  return found;
}

const forcing =
  /^(force|force[-_]?push|no[-_]?verify|skip[-_]?(checks?|hooks?|ci|validation)|bypass.*|override.*|ignore[-_]?(errors|checks|protection)|recursive|overwrite|purge|cascade|hard|permanent(ly)?|delete[-_]?(branch|all|after).*|dismiss.*|admin|sudo|allow[-_]?force.*)$/i;
const addressing = /^(to|cc|bcc|recipients?|emails?|users?|assignees|reviewers|attendees|channels)$/i;
const commanding =
  /\brm\s{1,8}-[a-z]{0,8}[rf]|--force\b|--no-verify\b|\|\s{0,8}(sudo\s{1,8})?(ba|z|da)?sh\b|\b(drop|truncate)\s{1,8}(table|database|schema)\b|\bchmod\s{1,8}777\b|\bgit\s{1,8}push\s{1,8}(-f\b|\+)/i;

const isOn = (value: unknown) =>
  value === true || value === 1 || (typeof value === "string" && /^(true|yes|1|on)$/i.test(value));

function ofLeaf(key: string, value: unknown): string | null {
  const name = plain(key);
  if (forcing.test(key) && isOn(value)) return `It says "${name}", which overrides a safeguard.`;
  const text = typeof value === "string" ? value.slice(0, 100) : "";
  if ((/^visibility$/i.test(key) && /^public$/i.test(text)) || (/^(private|internal)$/i.test(key) && value === false)) {
    return "It makes something public.";
  }
  if (
    /^(permission|role|access([-_]?level)?)s?$/i.test(key) &&
    /^(admin|owner|maintain|write|root|superuser)/i.test(text)
  ) {
    return `It grants the role "${plain(text)}".`;
  }
  if (addressing.test(key) && Array.isArray(value) && value.length > recipientsUnasked) {
    return `It names ${value.length} at once under "${name}".`;
  }
  return null;
}

/** Looks through the arguments without recursion, so that depth costs nothing. */
function ofArguments({ arguments: args, facts }: Looked): Risk[] {
  const found = new Set<string>();
  const open: [key: string, value: unknown][] = [["", args]];
  for (let seen = 0; open.length > 0; seen++) {
    if (seen >= leavesMax) {
      found.add("Its arguments hold more than can be looked through.");
      break;
    }
    const [key, value] = open.pop() as [string, unknown];
    const what = ofLeaf(key.slice(0, 100), value);
    if (what !== null) found.add(what);
    if (typeof value === "string") {
      if (!facts.reads && commanding.test(value))
        found.add("It holds a command that deletes, forces or runs something.");
    } else if (Array.isArray(value)) {
      for (const one of value.slice(0, leavesMax)) open.push([key, one]);
    } else if (value !== null && typeof value === "object") {
      for (const [name, one] of Object.entries(value).slice(0, leavesMax)) open.push([name, one]);
    }
    if (open.length > leavesMax * 4) open.length = leavesMax * 4;
  }
  return [...found].map((what) => ({ decide: "ask", what }));
}

/** Every risk that the fixed checks find, those of the facts first. */
export const findRisks = (call: Looked): Risk[] => [...ofFacts(call), ...ofArguments(call)];
