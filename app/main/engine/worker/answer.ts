// A run over an approval's answer: makes the approved call, or records why not, and tells the outcome (rules 8, 9, 12).
// Promises: the outcome is told in the transaction that finishes the event. Refuses: a call the person did not see.
import type { ClaimedEvent } from "../inbox/events.ts";
import type { CallRow } from "../journal/journal.ts";
import type { ApprovalRow } from "../permissions/approval-row.ts";
import type { PermissionRule } from "../permissions/rule.ts";
import { planAnswer } from "./answer-plan.ts";
import type { Finding } from "../permissions/facts.ts";
import { bringsStrangers, type Calls } from "./calls.ts";
import type { Taken } from "./claim.ts";
import { type Ended, type Ends, endsOf } from "./ended.ts";
import { judge, windowOf } from "./judge.ts";
import type { WorkerParts } from "./parts.ts";
import type { JsonObject } from "./ports.ts";
import { isThought } from "../sessions/transcript.ts";
import { notDoneText, reasons } from "./texts.ts";
import { think } from "./think.ts";
import { endThought } from "./thought-end.ts";

/** What the run has to write; applied in the finishing transaction. `null`: the run was stopped, nothing is to be written. */
export type AnswerEnd = ((now: number) => void) | null;

function subject(parts: WorkerParts, event: ClaimedEvent): { approval: ApprovalRow; call: CallRow } | string {
  const approval = parts.approvals.read(event.source_id);
  if (approval === undefined) return `Could not find approval ${event.source_id}, which this answer belongs to.`;
  const call = parts.journal.read(approval.tool_call);
  return call === undefined ? `Could not find the call of approval ${approval.id} in the journal.` : { approval, call };
}

/** Runs one answer up to its end. Never rejects for what a tool does. */
export async function runAnswer(
  parts: WorkerParts,
  calls: Calls,
  taken: Taken,
  signal: AbortSignal,
  stumble: (error: unknown) => void,
): Promise<AnswerEnd> {
  const { approvals, journal, sessions, deadNotice, clock, outgoing } = parts;
  const event = taken.events[0] as ClaimedEvent;
  const { gen, run, session } = taken;

  /** The run's only event has its end, and so has the run. */
  const ending =
    (how: (ends: Ends, now: number) => Ended): AnswerEnd =>
    (now) => {
      const ended = how(endsOf(parts, taken, event, now), now);
      sessions.step({ session, run, event: event.id, kind: "note", body: noteOf(ended) }, now);
      deadNotice.say(ended.dead, now);
      sessions.endRun(run, ended.ending, ended.error, now);
      sessions.settle(session, now);
    };

  const found = subject(parts, event);
  const noteOf = ({ ending }: Ended) =>
    typeof found === "string" ? { ending } : { ending, answer: found.approval.answer, words: found.approval.words };
  if (typeof found === "string") return ending((ends) => ends.failed(found));
  const { approval, call } = found;
  const plan = planAnswer(approval, call, event, clock.now());

  /** A model hears what came of the call it asked for, and goes on. Null: there is none, or the run was stopped. */
  const goOn = async (): Promise<AnswerEnd> => {
    const held = new Set<number>();
    const thinking = await think(parts, calls, taken, [], event, signal, held, stumble);
    if (signal.aborted) return null;
    return ending((ends, now) => {
      if (held.has(event.id)) return ends.held();
      if (thinking === null) return ends.nothing(reasons.thoughtNoModel);
      return endThought(parts, taken, event, event, thinking, ends, now);
    });
  };
  const thought = isThought(call.step);

  switch (plan.kind) {
    case "finish":
      if (thought) {
        if (!settled(parts, taken, call, plan)) return null;
        return goOn();
      }
      return ending((ends, now) => {
        if (plan.settle !== null) journal.settle(call.id, plan.settle, plan.reason, now, plan.result);
        // With several questions in one call the first run that finds its end tells it.
        if (plan.message === null || (approval.kind === "form" && approvals.told(call.id)))
          return ends.nothing(plan.reason);
        return ends.message(plan.message, plan.reason);
      });
    case "ask_again":
      return ending((ends, now) => {
        approvals.ask(call, windowAgain(parts, approval, call, now), now, {
          ownWindow: approval.own_window,
          askedAgainOf: approval.id,
        });
        return ends.deferred(plan.reason);
      });
    case "ask_unknown":
      return ending((ends, now) => {
        approvals.askUnknown(call, now);
        return ends.deferred(reasons.unknown);
      });
    case "call": {
      const obstacle = await whyNot(parts, approval, call);
      if (obstacle !== null && thought) {
        if (!settled(parts, taken, call, { settle: "refused", reason: obstacle, result: null })) return null;
        return goOn();
      }
      if (obstacle !== null) {
        return ending((ends, now) => {
          journal.settle(call.id, "refused", obstacle, now);
          return ends.message(notDoneText(call.title, obstacle), reasons.deniedByRule(obstacle));
        });
      }
      const made = await calls.make(call, run, gen, signal);
      if (made.kind === "stopped") return null;
      if (made.kind === "asks") {
        // An answer that the switch keeps from leaving is given when it is on again, and then this goes on.
        return ending((ends) => (outgoing.offSince() === null ? ends.deferred(reasons.serverAsks) : ends.held()));
      }
      if (thought && (made.kind === "done" || (made.kind === "failed" && !made.retry))) {
        // In a commit of its own: what the model reads next counts as read, whatever becomes of this run.
        if (bringsStrangers(call)) sessions.taint(session);
        return goOn();
      }
      return ending((ends) => {
        // What it answers may be a stranger's text, and the session goes on with it.
        if (made.kind !== "held" && bringsStrangers(call)) sessions.taint(session);
        return ends.effect(call, made, approval.kind === "form" ? reasons.answered : reasons.approved);
      });
    }
  }
}

/** Ends the call before the model hears of it, under the fence. False when this run may not write any more. */
function settled(
  { store, lease, journal, holder, clock }: WorkerParts,
  taken: Taken,
  call: CallRow,
  { settle, reason, result }: { settle: "refused" | "done" | null; reason: string; result: string | null },
): boolean {
  return store.tx(() => {
    if (!lease.holds(holder, taken.gen)) return false;
    if (settle !== null) {
      // What was answered is the result of a question; why there is none stands beside it.
      journal.settle(call.id, settle, result === null ? reason : null, clock.now(), result);
    }
    return true;
  });
}

/** The window anew: what is quiet on the way to its end is other by now. */
function windowAgain(parts: WorkerParts, approval: ApprovalRow, call: CallRow, now: number): number {
  const rule = call.permission === null ? null : (JSON.parse(call.permission) as PermissionRule);
  return windowOf(parts, call.tool, [approval.own_window, rule?.windowSeconds ?? null], now);
}

/**
 * What speaks against making an approved call now: it is no longer, to the letter, what was shown, or the person has denied its
 * like since. A call in flight, or one of unknown end, has begun under its answer and is not looked at again.
 */
async function whyNot(parts: WorkerParts, approval: ApprovalRow, call: CallRow): Promise<string | null> {
  const again = approval.kind === "call" && call.status === "unknown" && call.starts === approval.starts;
  if (call.status !== "waiting" && call.status !== "ready" && !again) return null;
  const { journal } = parts;
  const args = JSON.parse(call.arguments) as JsonObject;
  const shown = approval.kind === "form" || approval.call_hash === call.call_hash;
  if (!shown || journal.hash(call.tool, args) !== call.call_hash) return reasons.changed;
  const judged = await judge(parts, call.session, {
    tool: call.tool,
    arguments: args,
    asked: true,
    events: [],
    run: null,
  });
  // What the tool does not take any more it refuses itself, with the reason.
  if (!judged.ok) return null;
  if (journal.hash(call.tool, judged.arguments) !== call.call_hash) return reasons.changed;
  if (judged.verdict.decide === "deny") return judged.verdict.reason;
  return changedTool(judged.facts.findings) && !changedTool(JSON.parse(call.findings) as Finding[])
    ? reasons.changedTool
    : null;
}

/** Whether the tool itself is not what the person saw of it last. */
const changedTool = (findings: readonly Finding[]): boolean =>
  findings.some(({ kind, where }) => kind === "unchecked" && where === "tool");
