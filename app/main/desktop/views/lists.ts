// Dead events, activity and one event in whole, as the window shows them. Promises: payloads as they came, readable, with
// everything hidden made visible. Refuses: to cut anything without saying so.
import type { ActivityDetail, ActivityRow, DeadEvent } from "../../../preload/contract/views.ts";
import type { ActivityDetailRow, ActivityEventRow } from "../../engine/views/activity.ts";
import type { DeadRow } from "../../engine/views/dead.ts";
import type { PermissionRule } from "../../engine/permissions/rule.ts";
import type { CauseLines } from "./cause-lines.ts";
import { indentJson } from "./indent-json.ts";
import { decidedOf } from "./permission-lines.ts";
import { payloads } from "./texts.ts";
import { visible, visibleJson, visibleLines } from "./visible-text.ts";

/** How much of a payload the list of dead events carries; one event alone carries all. */
export const deadPayloadCharacters = 65_536;

const orNull = (text: string | null, show: (text: string) => string) => (text === null ? null : show(text));

function payloadText(payload: string | null): string {
  return payload === null ? payloads.gone : visibleJson(indentJson(payload));
}

function deadPayload(row: DeadRow): string {
  const { payload, payload_length: length } = row;
  if (payload === null || length === null || length <= deadPayloadCharacters) return payloadText(payload);
  return visibleJson(payload) + payloads.cut(length);
}

export function deadEvent(row: DeadRow, causes: CauseLines): DeadEvent {
  return {
    id: row.id,
    source: row.source,
    event: orNull(row.name, visible),
    cause: causes.hinted(row.id),
    error: visibleLines(row.error ?? row.reason ?? ""),
    attempts: row.attempts,
    receivedAt: row.received_at,
    diedAt: row.finished_at,
    redelivered: row.redelivered,
    redeliveredAt: row.redelivered_at,
    payload: deadPayload(row),
  };
}

export function activityRow(row: ActivityEventRow, causes: CauseLines): ActivityRow {
  return {
    id: row.id,
    source: row.source,
    event: orNull(row.name, visible),
    cause: causes.hinted(row.id),
    status: row.status,
    outcome: row.outcome,
    reason: orNull(row.reason, visible),
    error: orNull(row.error, visibleLines),
    attempts: row.attempts,
    receivedAt: row.received_at,
    finishedAt: row.finished_at,
    notBefore: row.not_before,
    redelivered: row.redelivered,
    twinOf: row.twin_of,
  };
}

export function activityDetail(
  row: ActivityDetailRow,
  causes: CauseLines,
  rules: readonly PermissionRule[],
  usesOf: (call: string) => readonly number[],
): ActivityDetail {
  return {
    ...activityRow(row, causes),
    sourceId: visible(row.source_id),
    session: row.session,
    trust: row.trust,
    payload: payloadText(row.payload),
    runs: row.runs.map((run) => ({
      id: run.id,
      attempt: run.attempt,
      startedAt: run.started_at,
      endedAt: run.ended_at,
      ending: run.ending,
      error: orNull(run.error, visibleLines),
      thought: run.thought === 1,
    })),
    calls: row.calls.map((call) => ({
      id: call.id,
      title: visible(call.title),
      tool: visible(call.tool),
      arguments: visibleJson(indentJson(call.arguments)),
      effectKey: call.effect_key,
      decided: decidedOf(call, rules),
      uses: [...usesOf(call.id)],
      status: call.status,
      starts: call.starts,
      startedAt: call.started_at,
      endedAt: call.ended_at,
      result: orNull(call.result, (text) => visibleJson(indentJson(text))),
      error: orNull(call.error, visibleLines),
    })),
    approvals: row.approvals.map((approval) => ({
      id: approval.id,
      title: visible(approval.title),
      answer: approval.answer,
      askedAt: approval.asked_at,
      due: approval.due,
      answeredAt: approval.answered_at,
      from: approval.answered_from,
      words: orNull(approval.words, visibleLines),
      always: approval.always,
      replacedBy: approval.replaced_by,
    })),
    messages: row.messages.map((message) => ({
      id: message.id,
      body: visibleLines(message.body),
      created: message.created,
      sentAt: message.sent_at,
    })),
  };
}
