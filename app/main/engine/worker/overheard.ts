// Orders to the agent in what a session has read: the events of the run, earlier ones, and what calls brought. Promises: bounded; the
// same event is looked through once. Refuses: what is trusted; the person may give orders.
import type { ClaimedEvent } from "../inbox/events.ts";
import type { Finding } from "../permissions/facts.ts";
import { findOrders } from "../permissions/orders.ts";
import type { WorkerParts } from "./parts.ts";
import type { ToolSpec } from "./ports.ts";

const findingsMax = 4;
const ofEvent = new WeakMap<ClaimedEvent, Finding[]>();

export const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
};

/** Orders in one event; none in what the person or Nightjar itself wrote. */
export function heardIn(event: ClaimedEvent): Finding[] {
  if (event.trust === "trusted") return [];
  const before = ofEvent.get(event);
  if (before !== undefined) return before;
  const fresh = findOrders(parsed(event.payload));
  ofEvent.set(event, fresh);
  return fresh;
}

const describedMax = 500;
const described = new Map<string, Finding[]>();

/** Orders in what servers say of their tools: a model reads that in every run, whatever else it has read. */
export function heardInTools(tools: readonly ToolSpec[]): Finding[] {
  const found: Finding[] = [];
  for (const { name, description, inputSchema } of tools) {
    if (!name.includes("/")) continue;
    const text = JSON.stringify({ description, arguments: parsed(inputSchema) });
    const before = described.get(text) ?? findOrders(parsed(text));
    if (described.size >= describedMax) described.clear();
    described.set(text, before);
    found.push(...before.map((one) => ({ ...one, where: `${name}: ${one.where}` })));
    if (found.length >= findingsMax) break;
  }
  return found.slice(0, findingsMax);
}

/**
 * @param events those of the run that the call can have been caused by.
 * @param session whether whatever else its session has read may have caused it: an agent remembers, a rule does not.
 */
export function overheard(
  { sessions }: Pick<WorkerParts, "sessions">,
  events: readonly ClaimedEvent[],
  session: string | null,
): Finding[] {
  const found = events.flatMap(heardIn);
  if (session === null || found.length >= findingsMax) return found.slice(0, findingsMax);
  for (const { tool, text } of sessions.readTexts(session)) {
    const inText = findOrders(parsed(text));
    found.push(...(tool === null ? inText : inText.map((one) => ({ ...one, where: `${tool}: ${one.where}` }))));
    if (found.length >= findingsMax) break;
  }
  const seen = new Set<string>();
  return found.filter(({ where, what }) => !seen.has(where + what) && seen.add(where + what)).slice(0, findingsMax);
}
