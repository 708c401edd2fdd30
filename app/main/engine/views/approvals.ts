// The cards that wait, with the call each is about and the event that caused it. Promises: the whole call, nothing cut.
// Refuses: answering; that is the approvals' own.
import type { Store } from "../store/store.ts";
import * as sql from "./statements.ts";

export type Answer = "yes" | "no" | "expired" | "did" | "again" | "leave";

export interface WaitingApprovalRow {
  id: string;
  kind: "call" | "unknown";
  title: string;
  call_hash: string;
  /** Seconds. */
  window: number;
  asked_at: number;
  due: number | null;
  asked_again_of: string | null;
  call: string;
  tool: string;
  /** JSON text. */
  arguments: string;
  effect_key: string;
  repeatable: 0 | 1;
  decision_reason: string;
  started_at: number | null;
  /** Inbox id of what caused the call. */
  event: number;
  session: string;
  source: string;
  name: string | null;
  /** 1 when text from outside led to it. */
  outside: 0 | 1;
  /** The rule that asked; null when no rule did. */
  rule: string | null;
}

export interface StandingApprovalRow {
  id: string;
  kind: "call" | "unknown";
  title: string;
  asked_at: number;
  due: number | null;
  answer: Answer | null;
  answered_at: number | null;
  answered_from: string | null;
  /** Of the tool call. */
  status: string;
  result: string | null;
  error: string | null;
}

/** @param limitRows the most cards one view shows. */
export function createApprovalQueries(store: Store) {
  const waiting = store.prepare<WaitingApprovalRow>(sql.waitingApprovals);
  const one = store.prepare<StandingApprovalRow>(sql.approvalById);
  return {
    /** Those without a deadline first, then the soonest deadline. */
    waiting: (limitRows: number): WaitingApprovalRow[] => waiting.all(limitRows),
    /** One approval as it stands, with its call's state. */
    byId: (id: string): StandingApprovalRow | undefined => one.get(id),
  };
}
