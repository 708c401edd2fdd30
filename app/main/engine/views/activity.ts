// Every event with its way: pages by id, and one event with its runs, calls, approvals and messages.
// Promises: a page costs its rows, whatever lies behind it. Refuses: offsets and counts over the whole inbox.
import type { EventOutcome, EventStatus, Trust } from "../inbox/events.ts";
import type { Store } from "../store/store.ts";
import type { Answer } from "./approvals.ts";
import * as sql from "./statements.ts";

export interface ActivityEventRow {
  id: number;
  source: string;
  name: string | null;
  status: EventStatus;
  outcome: EventOutcome | null;
  reason: string | null;
  error: string | null;
  attempts: number;
  received_at: number;
  finished_at: number | null;
  not_before: number;
  /** 1 while the switch holds it. */
  held: 0 | 1;
  redelivered: number;
  twin_of: number | null;
}
export interface RunRow {
  id: number;
  attempt: number;
  started_at: number;
  ended_at: number | null;
  ending: string | null;
  error: string | null;
  thought: 0 | 1;
}
export interface CallRow {
  id: string;
  title: string;
  tool: string;
  arguments: string;
  effect_key: string;
  decision: "allow" | "ask" | "deny";
  decision_reason: string;
  /** Which step of the decision decided. */
  decided_by: string;
  /** JSON text of the permission rule that decided; null when none did. */
  permission: string | null;
  status: string;
  starts: number;
  started_at: number | null;
  ended_at: number | null;
  result: string | null;
  error: string | null;
}
export interface ApprovalRow {
  id: string;
  title: string;
  answer: Answer | null;
  asked_at: number;
  due: number | null;
  answered_at: number | null;
  answered_from: string | null;
  words: string | null;
  always: string | null;
  replaced_by: string | null;
}
export interface EventMessageRow {
  id: number;
  body: string;
  created: number;
  sent_at: number | null;
}
export interface ActivityDetailRow extends ActivityEventRow {
  source_id: string;
  session: string | null;
  trust: Trust;
  payload: string | null;
  runs: RunRow[];
  calls: CallRow[];
  approvals: ApprovalRow[];
  messages: EventMessageRow[];
}

type EventRow = Omit<ActivityDetailRow, "runs" | "calls" | "approvals" | "messages">;

export function createActivityQueries(store: Store) {
  const page = store.prepare<ActivityEventRow>(sql.activityPage);
  const pageOfSource = store.prepare<ActivityEventRow>(sql.activityPageOfSource);
  const lastReceived = store.prepare<{ received_at: number }>(sql.lastReceivedOfSource);
  const event = store.prepare<EventRow>(sql.activityEvent);
  const runs = store.prepare<RunRow>(sql.runsOfEvent);
  const calls = store.prepare<CallRow>(sql.callsOfEvent);
  const callOfApproval = store.prepare<CallRow>(sql.callOfApproval);
  const approvals = store.prepare<ApprovalRow>(sql.approvalsOfCall);
  const messages = store.prepare<EventMessageRow>(sql.messagesOfEvent);
  return {
    /** @param before only ids below it; null begins with the newest. @param source null for all. */
    page(before: number | null, limitRows: number, source: string | null): ActivityEventRow[] {
      const below = before ?? Number.MAX_SAFE_INTEGER;
      return source === null
        ? page.all(below, limitRows)
        : pageOfSource.all({ source, before: below, limit: limitRows });
    },
    /** When the newest event of a source came; null when there is none. */
    lastReceivedAt: (source: string): number | null => lastReceived.get({ source })?.received_at ?? null,
    approvalsOf: (call: string, limitRows: number): ApprovalRow[] => approvals.all(call, limitRows),
    /** @param limitRows of each of runs, calls, approvals and messages. */
    event(id: number, limitRows: number): ActivityDetailRow | null {
      const row = event.get(id);
      if (row === undefined) return null;
      // An approval's answer continues the call it is about: both events show it.
      const answered = row.source === "approval" ? callOfApproval.all(row.source_id) : [];
      const made = [...calls.all(id, limitRows), ...answered];
      return {
        ...row,
        runs: runs.all(id, limitRows),
        calls: made,
        approvals: made.flatMap((call) => approvals.all(call.id, limitRows)),
        messages: messages.all(id, limitRows),
      };
    },
  };
}
