// What a run does with an approval's answer: a pure table (rules 8 and 9). Promises: a denied or expired call is never made;
// a call of unknown end is repeated only where that is safe. Refuses: guessing.
import type { ClaimedEvent } from "../inbox/events.ts";
import type { CallRow } from "../journal/journal.ts";
import type { ApprovalRow } from "../permissions/approval-row.ts";
import { type Asks, type Reply, wordsOf } from "../permissions/asks.ts";
import { doneText, failedText, lapsedText, reasons } from "./texts.ts";

export type AnswerPlan =
  /** Make the call now, or join the one in flight. */
  | { kind: "call" }
  /** A new card for the same call. */
  | { kind: "ask_again"; reason: string }
  /** A card that asks what happened. */
  | { kind: "ask_unknown" }
  /** Nothing to do but to record it. `settle`: how the call itself ends, null when it has ended. `result`: its, as JSON text. */
  | {
      kind: "finish";
      settle: "refused" | "done" | null;
      reason: string;
      message: string | null;
      result: string | null;
    };

/** How a call that has ended is told. */
export function endedMessage(call: CallRow): string {
  if (call.status === "failed") return failedText(call.title, call.error ?? "");
  const result = call.result === null ? null : (JSON.parse(call.result) as { summary?: unknown });
  return doneText(call.title, typeof result?.summary === "string" ? result.summary : "");
}

const finish = (
  settle: "refused" | "done" | null,
  reason: string,
  message: string | null = null,
  result: string | null = null,
): AnswerPlan => ({ kind: "finish", settle, reason, message, result });

/** @param now seconds; now = deadline is too late */
export function planAnswer(approval: ApprovalRow, call: CallRow, event: ClaimedEvent, now: number): AnswerPlan {
  if (approval.kind === "question") return planQuestion(approval);
  if (approval.kind === "form") return planForm(approval, call);
  switch (approval.answer) {
    case null:
    case "withdrawn":
      return finish(null, reasons.refused);
    case "no":
      if (approval.replaced_by !== null) return finish("refused", reasons.edited);
      return finish("refused", approval.words === null ? reasons.denied : reasons.words(approval.words));
    case "expired":
      return finish("refused", reasons.expired, approval.notice === null ? lapsedText(call.title, call.starts) : null);
    case "did":
      return finish("done", reasons.didHappen);
    case "leave":
      // Nobody knows whether it happened: it stays unknown, and is not called refused.
      return finish(null, reasons.left);
    case "yes":
    case "again":
      return planCall(approval, call, event, now);
  }
}

/** The answer is all that comes of a question. */
function planQuestion({ answer, asks, reply }: ApprovalRow): AnswerPlan {
  if (answer === "expired") return finish("refused", reasons.expired);
  if (answer !== "yes" || asks === null || reply === null) return finish("refused", reasons.notAnswered);
  const words = wordsOf(JSON.parse(asks) as Asks, JSON.parse(reply) as Reply);
  return finish("done", reasons.answered, null, JSON.stringify({ answer: words, summary: reasons.answered }));
}

/** Whatever was answered, the call goes on: its end is what matters. */
function planForm({ answer }: ApprovalRow, call: CallRow): AnswerPlan {
  switch (call.status) {
    case "done":
    case "failed":
      return finish(null, answer === "yes" ? reasons.answered : reasons.notAnswered, endedMessage(call));
    case "refused":
      return finish(null, reasons.refused);
    case "unknown":
      return call.repeatable === 1 ? { kind: "call" } : { kind: "ask_unknown" };
    case "started":
    case "waiting":
    case "ready":
      return { kind: "call" };
  }
}

function planCall(approval: ApprovalRow, call: CallRow, event: ClaimedEvent, now: number): AnswerPlan {
  const startedUnderAnswer = call.starts > approval.starts;
  switch (call.status) {
    case "done":
    case "failed":
      return finish(null, reasons.approved, endedMessage(call));
    case "refused":
      return finish(null, reasons.refused);
    case "started":
      return { kind: "call" };
    case "unknown":
      if (call.repeatable === 1 && event.revived > 0) return { kind: "ask_again", reason: reasons.askedAgainRevived };
      if (call.repeatable === 1 || (approval.answer === "again" && !startedUnderAnswer)) return { kind: "call" };
      return { kind: "ask_unknown" };
    case "waiting":
    case "ready":
      // “Do it again” came about a call that may have happened: whether it did is what is asked anew, not whether it may.
      if (approval.kind === "unknown" && event.revived > 0) return { kind: "ask_unknown" };
      if (event.revived > 0) return { kind: "ask_again", reason: reasons.askedAgainRevived };
      if (approval.due !== null && now >= approval.due) return { kind: "ask_again", reason: reasons.askedAgain };
      return { kind: "call" };
  }
}
