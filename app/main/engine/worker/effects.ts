// Calls that a run makes by itself because they are allowed: written down and started in one fenced transaction each, made once.
// Promises: a retry finds what an earlier attempt began, under the same effect key (rule 9). Refuses: a call under an old generation.
import type { ClaimedEvent } from "../inbox/events.ts";
import type { CallRow } from "../journal/journal.ts";
import type { Calls, Made } from "./calls.ts";
import type { Taken } from "./claim.ts";
import { type Judged, judgementOf, windowOf } from "./judge.ts";
import { asksOf, questionTool } from "./own-tools.ts";
import type { WorkerParts } from "./parts.ts";
import type { JsonObject } from "./ports.ts";

export interface Wanted {
  event: ClaimedEvent;
  /** Which of the event's calls, from 0. */
  index: number;
  tool: string;
  title: string;
  judged: Extract<Judged, { ok: true }>;
  /** Where the journal keeps a model's call; by default the event's own step. */
  place?: { step: number; call_index: number };
}

/** What there was in the journal, or what came of making it. */
export type Effect =
  | Made
  /** A card about it waits. */
  | { kind: "waits" }
  /** It ended in an earlier attempt. */
  | { kind: "ended" }
  /** The person or a rule refused it earlier. */
  | { kind: "refused" };

const rowOf = ({ session, run }: Taken, { event, index, tool, title, judged, place }: Wanted) => ({
  ...{ session, run, event: event.id, step: event.id, call_index: index, tool, title },
  ...place,
  arguments: judged.arguments,
  repeatable: judged.repeatable,
  judgement: judgementOf(judged),
});

/** The row of a call, in the caller's transaction. */
export function writeDown(parts: WorkerParts, taken: Taken, wanted: Wanted, now: number): CallRow {
  return parts.journal.write(rowOf(taken, wanted), now);
}

/** Whether to make it, or to find what it came to: it is allowed, or was when an earlier attempt began it. */
export function isMade(parts: WorkerParts, taken: Taken, wanted: Wanted): boolean {
  if (wanted.judged.verdict.decide === "allow") return true;
  const status = parts.journal.find(rowOf(taken, wanted))?.status;
  return status === "started" || status === "done" || status === "failed";
}

/** The card of a call that waits, or of one of unknown end, in the caller's transaction. */
export function askFor(
  parts: WorkerParts,
  call: CallRow,
  wanted: Wanted,
  windowSeconds: number | null,
  now: number,
): void {
  const { verdict } = wanted.judged;
  if (call.status === "unknown" && call.repeatable === 0) parts.approvals.askUnknown(call, now);
  else if (call.status === "waiting" || call.status === "unknown") {
    const args = JSON.parse(call.arguments) as JsonObject;
    const asks = call.tool === questionTool ? asksOf(args) : null;
    const window = windowOf(parts, call.tool, [asks?.deadlineSeconds ?? windowSeconds, verdict.windowSeconds], now);
    if (asks !== null) parts.approvals.askQuestion(call, asks.question, window, now);
    else parts.approvals.ask(call, window, now, { ownWindow: windowSeconds });
  }
}

/**
 * Makes an allowed call, or finds what became of it before.
 * @returns null when the generation is no longer current, or the run was stopped: then nothing is to be written
 */
export async function takeEffect(
  parts: WorkerParts,
  calls: Calls,
  taken: Taken,
  wanted: Wanted,
  signal: AbortSignal,
): Promise<{ call: CallRow; effect: Effect } | null> {
  const { store, lease, journal, sessions, holder, clock } = parts;
  const call = store.tx(() => {
    if (signal.aborted || !lease.holds(holder, taken.gen)) return null;
    return writeDown(parts, taken, wanted, clock.now());
  });
  if (call === null) return null;
  const effect = await effectOf(call);
  // Fenced under a lease that is held is the call's own trouble: its event fails, and is not left running.
  if (effect.kind === "stopped" || (effect.kind === "fenced" && !lease.holds(holder, taken.gen))) return null;
  // What a stranger wrote is untrusted wherever it was read, and the agent may have read it.
  if (wanted.judged.facts.brings === "untrusted" && effect.kind !== "held") sessions.taint(taken.session);
  return { call: journal.read(call.id) ?? call, effect };

  async function effectOf(row: CallRow): Promise<Effect> {
    switch (row.status) {
      case "waiting":
        return { kind: "waits" };
      case "refused":
        return { kind: "refused" };
      case "done":
      case "failed":
        return { kind: "ended" };
      case "unknown":
        if (row.repeatable === 0) return { kind: "unknown", reason: row.error ?? "" };
        return calls.make(row, taken.run, taken.gen, signal);
      case "ready":
      case "started":
        return calls.make(row, taken.run, taken.gen, signal);
    }
  }
}
