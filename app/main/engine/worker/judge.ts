// What is decided about one call before anything is written down: the tool's check, the person's rules, auto mode. Promises:
// provenance is the session's, never an agent's word; auto mode only tightens. Refuses: to write or to do anything.
import type { ClaimedEvent } from "../inbox/events.ts";
import type { Judgement } from "../journal/journal.ts";
import { tighten } from "../permissions/auto-mode.ts";
import { decide, type Verdict } from "../permissions/decide.ts";
import type { CallFacts, Finding, Provenance } from "../permissions/facts.ts";
import { endOutsideQuiet } from "../outbox/quiet-hours.ts";
import { noticedInSession } from "./noticing.ts";
import { heardInTools, overheard } from "./overheard.ts";
import type { WorkerParts } from "./parts.ts";
import type { JsonObject } from "./ports.ts";

export interface Call {
  tool: string;
  arguments: JsonObject;
  /** Whether a rule of rules.yaml says `ask`: then nothing but a rule of the person's own lets it pass. */
  asked: boolean;
  /** The events of the run that can have caused it. */
  events: readonly ClaimedEvent[];
  /** The run that wants it; null when it is looked at again for a person, or was begun before. */
  run: { id: number; signal: AbortSignal } | null;
}

export type Judged =
  /** The tool does not take it so: no card, no call. */
  | { ok: false; error: string }
  | {
      ok: true;
      arguments: JsonObject;
      repeatable: boolean;
      facts: CallFacts;
      verdict: Verdict;
      provenance: Provenance;
      /** For its card: what was noticed in what the session has read. */
      noticed: Finding[];
    };

type JudgeParts = Pick<WorkerParts, "tools" | "settings" | "sessions" | "secondOpinion">;

export async function judge(parts: JudgeParts, session: string, call: Call): Promise<Judged> {
  const checked = parts.tools.check(call.tool, call.arguments);
  if (!checked.ok) return checked;
  const { permissions, autoMode, hosts = [] } = parts.settings();
  const provenance = parts.sessions.provenance(session);
  const unheard = decide(checked.facts, provenance, permissions, call.asked);
  // Reading obeys nobody, and what is denied is denied.
  const obeys = !checked.facts.reads && unheard.decide !== "deny";
  const orders = [
    ...(obeys && provenance === "untrusted" ? overheard(parts, call.events, call.asked ? null : session) : []),
    // A rule has read no tool's description.
    ...(obeys && !call.asked ? heardInTools(parts.tools.specs()) : []),
  ];
  const facts = { ...checked.facts, findings: [...checked.facts.findings, ...orders] };
  const first = orders.length === 0 ? unheard : decide(facts, provenance, permissions, call.asked);
  const verdict = autoMode && first.decide === "allow" ? await secondly(checked.arguments) : first;
  // What made a rule of the person's ask is its own event, which the card shows.
  const reads = verdict.decide === "ask" && provenance === "untrusted" && !call.asked;
  const noticed = reads ? noticedInSession(parts.sessions, session, hosts) : [];
  return { ...checked, facts, verdict, provenance, noticed };

  /** An opinion may take its time: what it is about is decided once more by the rules as they are by then. */
  async function secondly(args: JsonObject): Promise<Verdict> {
    const run = call.run === null ? null : { session, ...call.run };
    const opinion = await parts.secondOpinion.look({ facts, arguments: args, provenance, run });
    return tighten(decide(facts, provenance, parts.settings().permissions, call.asked), opinion);
  }
}

/** A card's title is ours: what the agent calls its call may be what somebody told it to call it. */
export function titleOf({ tool, method, host, path, folder }: CallFacts): string {
  if (method !== null && host !== null) return `${method} ${host}${path ?? ""}`;
  return folder === null ? tool : `${tool} ${folder}`;
}

const isThe = (one: Finding) => (other: Finding) => one.where === other.where && one.what === other.what;

/** As the journal keeps it. */
export function judgementOf({ verdict, facts, provenance, noticed }: Extract<Judged, { ok: true }>): Judgement {
  return {
    decision: verdict.decide,
    decision_reason: verdict.reason,
    decided_by: verdict.by,
    permission: verdict.rule === null ? null : JSON.stringify(verdict.rule),
    provenance,
    facts: JSON.stringify({ ...facts, findings: undefined }),
    findings: JSON.stringify([...facts.findings, ...noticed.filter((one) => !facts.findings.some(isThe(one)))]),
    credential: facts.credential,
  };
}

/**
 * How long a card waits: its rule's window, else the permission rule's, else the tool's, else the general one; longer by the
 * quiet hours in between where a deadline does not run during them.
 * @returns seconds from `now`
 */
export function windowOf(
  parts: Pick<WorkerParts, "settings">,
  tool: string,
  windows: (number | null)[],
  now: number,
): number {
  const { windowSeconds, windowsSeconds, pauseInQuietHours, quiet, zone } = parts.settings();
  const byTool = Object.hasOwn(windowsSeconds, tool) ? windowsSeconds[tool] : undefined;
  const seconds = windows.find((window) => window !== null) ?? byTool ?? windowSeconds;
  return pauseInQuietHours ? endOutsideQuiet(now, seconds, quiet, zone) - now : seconds;
}
