// The person changes a call that waits for them. Promises: a new call under a new effect key, decided anew and shown again in full;
// the old question leaves in the same transaction (rule 8). Refuses: to change what may have happened, or to make anything.
import type { ApprovalRow } from "../permissions/approval-row.ts";
import type { CallFacts, Finding } from "../permissions/facts.ts";
import type { CallRow, Judgement } from "../journal/journal.ts";
import { ownTitle } from "./own-tools.ts";
import { type Judged, judge, judgementOf, titleOf, windowOf } from "./judge.ts";
import type { WorkerParts } from "./parts.ts";
import type { JsonObject } from "./ports.ts";
import { changedByYou, notChanged, reasons } from "./texts.ts";

/** `sentence`: what was tried, why not, what to do. */
export type Edited = { ok: true; approval: string } | { ok: false; sentence: string };

type EditParts = Pick<
  WorkerParts,
  "store" | "clock" | "approvals" | "journal" | "sessions" | "settings" | "tools" | "secondOpinion"
>;

const no = (sentence: string): Edited => ({ ok: false, sentence });

/**
 * @param id of the approval whose card was shown, with `callHash` as shown
 * @param args the arguments as the person wants them
 * @param from where they changed it
 */
export async function editCall(
  parts: EditParts,
  id: string,
  callHash: string,
  args: JsonObject,
  from: string,
): Promise<Edited> {
  const { store, clock, approvals, journal, sessions } = parts;

  function subject(): { approval: ApprovalRow; call: CallRow } | string {
    const approval = approvals.read(id);
    const call = approval === undefined ? undefined : journal.read(approval.tool_call);
    if (approval === undefined || call === undefined) return notChanged.unknown;
    const late = approval.due !== null && clock.now() >= approval.due;
    if (approval.answer === "expired" || (approval.answer === null && late)) return notChanged.expired;
    if (approval.answer !== null) return notChanged.answered;
    if (approval.call_hash !== callHash || call.call_hash !== callHash) return notChanged.notShown;
    if (approval.kind === "question" || approval.kind === "form") return notChanged.question;
    // A second effect under another key must not hide the first, of which nobody knows.
    if (approval.kind === "unknown" || (call.status !== "waiting" && call.status !== "ready")) return notChanged.begun;
    return { approval, call };
  }

  const shown = subject();
  if (typeof shown === "string") return no(shown);
  const { tool, session } = shown.call;
  const judged = await judge(parts, session, { tool, arguments: args, asked: true, events: [], run: null });
  if (!judged.ok) return no(notChanged.denied(judged.error));
  if (judged.verdict.decide === "deny") return no(notChanged.denied(judged.verdict.reason));
  if (journal.hash(tool, judged.arguments) === callHash) return no(notChanged.same);
  return store.tx((): Edited => {
    // Auto mode's opinion may have taken its time.
    const still = subject();
    if (typeof still === "string") return no(still);
    const { approval, call } = still;
    const now = clock.now();
    const { repeatable, verdict } = judged;
    const changed = journal.change(
      call,
      {
        title: titleAfter(call, judged),
        arguments: judged.arguments,
        repeatable,
        judgement: shownAgain(judged, call),
      },
      now,
    );
    sessions.stepChanged(session, call.id, changed.id, now);
    journal.settle(call.id, "refused", reasons.edited, now);
    const window = windowOf(parts, tool, [approval.own_window, verdict.windowSeconds], now);
    return { ok: true, approval: approvals.replace(approval, changed, window, from, now).id };
  });
}

/** A title that says what the call is says so of the changed one; one that a rule of the person's gave it stays. */
function titleAfter(
  { tool, title, facts, arguments: before }: CallRow,
  { facts: changed, arguments: after }: Extract<Judged, { ok: true }>,
): string {
  const own = ownTitle(tool, JSON.parse(before) as JsonObject);
  if (own !== null && own === title) return ownTitle(tool, after) ?? title;
  return title === titleOf(JSON.parse(facts) as CallFacts) ? titleOf(changed) : title;
}

/** Whatever a rule would let pass: what the person has changed they see once more before it is made. */
function shownAgain(judged: Extract<Judged, { ok: true }>, call: CallRow): Judgement {
  // What the session had read when it asked is no other for the change.
  const noticed = (JSON.parse(call.findings) as Finding[]).filter(
    ({ read, kind }) => read === true || kind === "order",
  );
  const judgement = judgementOf({ ...judged, noticed });
  if (judgement.decision === "ask") return judgement;
  return { ...judgement, decision: "ask", decided_by: "asked", decision_reason: changedByYou };
}
