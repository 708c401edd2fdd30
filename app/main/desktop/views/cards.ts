// Approval rows as cards. Promises: the whole call, what caused it, the reasons as chips; nothing on a card can be disguised.
// Refuses: to judge; the reasons were written down when the call was decided.
import type { ApprovalCard, Chip } from "../../../preload/contract/views.ts";
import type { WaitingApprovalRow } from "../../engine/views/approvals.ts";
import { callOrigin, callText } from "./call-text.ts";
import type { CauseLines } from "./cause-lines.ts";
import { chips as texts } from "./texts.ts";
import { atMomentText } from "./times.ts";
import { visible, visibleExact } from "./visible-text.ts";

function chipsOf(row: WaitingApprovalRow, now: number, zone: string): Chip[] {
  const origin = callOrigin(row.tool, row.arguments);
  const chips: Chip[] = [];
  if (row.kind === "unknown") {
    const started = row.started_at === null ? null : atMomentText(row.started_at, now, zone);
    chips.push({ kind: "unknown", text: texts.unknown(started) });
  } else chips.push({ kind: "default", text: visible(row.decision_reason) });
  chips.push(
    row.repeatable === 1 ? { kind: "repeatable", text: texts.repeatable } : { kind: "once", text: texts.once },
  );
  if (origin !== null) chips.push({ kind: "destination", text: texts.destination(visibleExact(origin)) });
  if (row.outside === 1) chips.push({ kind: "outside", text: texts.outside });
  return chips;
}

export function approvalCard(row: WaitingApprovalRow, causes: CauseLines, now: number, zone: string): ApprovalCard {
  return {
    id: row.id,
    kind: row.kind,
    title: visible(row.title),
    callHash: row.call_hash,
    tool: row.tool,
    ...callText(row.tool, row.arguments),
    effectKey: row.effect_key,
    cause: causes.of(row.event),
    eventId: row.event,
    rule: row.rule === null ? null : visible(row.rule),
    chips: chipsOf(row, now, zone),
    askedAt: row.asked_at,
    due: row.due,
    windowSeconds: row.window,
    askedAgain: row.asked_again_of !== null,
  };
}
