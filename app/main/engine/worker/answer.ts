// A run over an approval's answer: makes the approved call, or records why not, and tells the outcome (rules 8, 9, 12).
// Promises: the outcome is told in the transaction that finishes the event. Refuses: a call the person did not see.
import type { ClaimedEvent } from "../inbox/events.ts";
import type { CallRow } from "../journal/journal.ts";
import type { ApprovalRow } from "../permissions/approvals.ts";
import { planAnswer } from "./answer-plan.ts";
import type { Calls, Made } from "./calls.ts";
import type { Taken } from "./claim.ts";
import { failEvent } from "./finish.ts";
import type { WorkerParts } from "./parts.ts";
import { doneText, failedText, reasons } from "./texts.ts";

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
): Promise<AnswerEnd> {
  const { approvals, journal, claims, outbox, sessions, deadNotice, clock } = parts;
  const event = taken.events[0] as ClaimedEvent;
  const { gen, run, session } = taken;

  function end(outcome: "message" | "nothing" | "deferred", reason: string, body: string | null, now: number): void {
    if (body !== null) {
      outbox.enqueue({ body, urgent: false, kind: "message", event: event.id, session, run, rule: null }, now);
    }
    sessions.step({ session, run, event: event.id, kind: "note", body: { outcome, reason } }, now);
    claims.finish(event.id, gen, outcome, reason, now);
    sessions.endRun(run, outcome, null, now);
    sessions.settle(session, now);
  }

  function fail(error: string, now: number): void {
    deadNotice.say(failEvent(parts, taken, event, error, now), now);
    sessions.endRun(run, "failed", error, now);
    sessions.settle(session, now);
  }

  const found = subject(parts, event);
  if (typeof found === "string") return (now) => fail(found, now);
  const { approval, call } = found;
  const plan = planAnswer(approval, call, event, clock.now());

  switch (plan.kind) {
    case "finish":
      return (now) => {
        if (plan.settle !== null) journal.settle(call.id, plan.settle, plan.reason, now);
        end(plan.message === null ? "nothing" : "message", plan.reason, plan.message, now);
      };
    case "ask_again":
      return (now) => {
        approvals.ask(call, approval.window, now, approval.id);
        end("deferred", plan.reason, null, now);
      };
    case "ask_unknown":
      return (now) => {
        approvals.askUnknown(call, now);
        end("deferred", reasons.unknown, null, now);
      };
    case "call":
      return applyMade(await calls.make(call, run, gen, signal));
  }

  function applyMade(made: Made): AnswerEnd {
    switch (made.kind) {
      case "stopped":
        return null;
      case "fenced":
        return (now) => fail("The call could not be started: it was started or settled elsewhere.", now);
      case "done":
        return (now) => end("message", reasons.approved, doneText(call.title, made.summary), now);
      case "failed":
        return (now) =>
          made.retry
            ? fail(made.error, now)
            : end("message", reasons.approved, failedText(call.title, made.error), now);
      case "transient":
        return (now) => {
          const next = claims.wait(event, gen, made.reason, now);
          if (next.kind === "dead") deadNotice.say([event.id], now);
          sessions.endRun(run, "failed", made.reason, now);
          sessions.settle(session, now);
        };
      case "unknown":
        return (now) => {
          if (call.repeatable === 1) return fail(made.reason, now);
          approvals.askUnknown(journal.read(call.id) ?? call, now);
          end("deferred", reasons.unknown, null, now);
        };
    }
  }
}
