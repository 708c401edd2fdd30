// What is noticed in texts from outside that a session reads: told to its model beside each text, and kept for the card of what it
// then asks for. Promises: bounded; each text is looked through once. Refuses: to change a decision; orders alone do (overheard.ts).
import type { ClaimedEvent } from "../inbox/events.ts";
import type { CallRow } from "../journal/journal.ts";
import { findDisguise } from "../permissions/disguise.ts";
import type { Finding } from "../permissions/facts.ts";
import { excerptBegins } from "../permissions/findings.ts";
import { findOrders } from "../permissions/orders.ts";
import type { ReadText, Sessions } from "../sessions/sessions.ts";
import { heardIn, parsed } from "./overheard.ts";
import type { CallAnswer, ToolSpec } from "./ports.ts";

/** Longer texts are looked through for orders alone: nothing else may wait for it. */
const disguiseMax = 262_144;
const toldMax = 8;
const keptMax = 8;
const rememberedMax = 200;

const tooLong: Finding = {
  kind: "unchecked",
  where: "text",
  what: "It is too long to be looked through for disguise.",
};

function disguiseIn(text: string, hosts: readonly string[]): Finding[] {
  return text.length > disguiseMax ? [tooLong] : findDisguise(parsed(text), hosts);
}

/** Its words alone: the excerpt that a card shows would stand outside of the text's fence, and the model reads the text itself. */
function sentence({ where, what }: Finding): string {
  const [said = ""] = what.split(excerptBegins);
  return where === "text" ? said : `In “${where}”: ${said}`;
}
const sentences = (found: readonly Finding[]): string[] => found.slice(0, toldMax).map(sentence);

/** What a model is told beside an event; nothing about what the person or Nightjar itself wrote. */
export function noticedInEvent(event: ClaimedEvent, hosts: readonly string[]): string[] {
  if (event.trust === "trusted") return [];
  return sentences([...heardIn(event), ...disguiseIn(event.payload, hosts)]);
}

/** The answer with what is noticed in it, where its words are a stranger's. @param call as it was written down, if it was */
export function withNoticed(answer: CallAnswer, call: CallRow | undefined, hosts: readonly string[]): CallAnswer {
  if (call === undefined || answer.outcome === "denied" || answer.outcome === "deferred") return answer;
  if ((JSON.parse(call.facts) as { brings?: unknown }).brings === "clean") return answer;
  const text = answer.outcome === "done" ? JSON.stringify(answer.result) : answer.reason;
  const findings = sentences([...findOrders(parsed(text)), ...disguiseIn(text, hosts)]);
  return findings.length === 0 ? answer : { ...answer, findings };
}

/** The tools, each with what is noticed in a description that a server wrote. */
export function withNoticedTools(tools: readonly ToolSpec[], hosts: readonly string[]): ToolSpec[] {
  return tools.map((tool) => {
    if (!tool.name.includes("/")) return tool;
    const text = JSON.stringify({ description: tool.description, arguments: parsed(tool.inputSchema) });
    const findings = sentences([...findOrders(parsed(text)), ...disguiseIn(text, hosts)]);
    return findings.length === 0 ? tool : { ...tool, findings };
  });
}

const known = new WeakMap<Sessions, Map<string, Finding[]>>();

/** What was read stands: each text by where it is kept. */
function inText(sessions: Sessions, { at, tool, text }: ReadText, hosts: readonly string[]): Finding[] {
  const remembered = known.get(sessions) ?? new Map<string, Finding[]>();
  known.set(sessions, remembered);
  const key = JSON.stringify([tool, at, hosts]);
  const before = remembered.get(key);
  if (before !== undefined) return before;
  const fresh = [...findOrders(parsed(text)), ...disguiseIn(text, hosts)].map((one) => ({
    ...one,
    where: tool === null ? one.where : `${tool}: ${one.where}`,
  }));
  if (remembered.size >= rememberedMax) remembered.delete(remembered.keys().next().value as string);
  remembered.set(key, fresh);
  return fresh;
}

/** All that is noticed in what a session has read, for the card of a call it asks for. */
export function noticedInSession(sessions: Sessions, session: string, hosts: readonly string[]): Finding[] {
  const found: Finding[] = [];
  for (const text of sessions.readTexts(session)) {
    found.push(...inText(sessions, text, hosts));
    if (found.length >= keptMax) break;
  }
  return found.slice(0, keptMax).map((one) => ({ ...one, read: true as const }));
}
