// The cards that wait, with the call each is about and the event that caused it; and those that were answered, with what came of
// them. Promises: the whole call, nothing cut. Refuses: answering; that is the approvals' own.
import type { Store } from "../store/store.ts";
import * as sql from "./statements.ts";

export type Answer = "yes" | "no" | "expired" | "did" | "again" | "leave" | "withdrawn";
export type ApprovalKind = "call" | "unknown" | "question" | "form";

export interface WaitingApprovalRow {
  id: string;
  kind: ApprovalKind;
  title: string;
  call_hash: string;
  /** JSON text of what it asks beyond yes and no; null when nothing. */
  asks: string | null;
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
  started_at: number | null;
  decision: "allow" | "ask" | "deny";
  /** Why it is asked, as a sentence. */
  decision_reason: string;
  /** Which step of the decision decided. */
  decided_by: string;
  /** JSON text of the permission rule that decided; null when none did. */
  permission: string | null;
  provenance: "clean" | "untrusted";
  /** JSON text: what the decision knew of the call, without the findings. */
  facts: string;
  /** JSON text: a list of findings. */
  findings: string;
  /** By name. */
  credential: string | null;
  /** The beginning of what caused it, and its whole length in characters; null when it is not kept any more. */
  payload: string | null;
  payload_length: number | null;
  /** The approval of the call that the person changed into this one. */
  replaces: string | null;
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
  /** JSON text, as above. */
  asks: string | null;
  kind: ApprovalKind;
  title: string;
  asked_at: number;
  due: number | null;
  answer: Answer | null;
  answered_at: number | null;
  answered_from: string | null;
  words: string | null;
  always: string | null;
  replaced_by: string | null;
  /** Of the tool call. */
  status: string;
  result: string | null;
  error: string | null;
}

/** Where a page of the history ended. */
export type HistoryMark = Pick<AnsweredApprovalRow, "answered_at" | "row">;

export interface AnsweredApprovalRow {
  /** Tells apart what was answered in the same second. */
  row: number;
  id: string;
  kind: ApprovalKind;
  title: string;
  asked_at: number;
  due: number | null;
  answer: Answer;
  answered_at: number;
  answered_from: string | null;
  words: string | null;
  always: string | null;
  replaced_by: string | null;
  /** JSON texts: what was asked beyond yes and no, and what was answered to it. */
  asks: string | null;
  reply: string | null;
  asked_again_of: string | null;
  call: string;
  tool: string;
  /** JSON text. */
  arguments: string;
  credential: string | null;
  decision: "allow" | "ask" | "deny";
  decision_reason: string;
  decided_by: string;
  permission: string | null;
  provenance: "clean" | "untrusted";
  /** Of the tool call, as it is now. */
  status: string;
  starts: number;
  started_at: number | null;
  ended_at: number | null;
  error: string | null;
  /** Of its result; null when it has none. */
  summary: string | null;
  /** Inbox id of what caused the call. */
  event: number;
  source: string;
  name: string | null;
}

const cardPayloadCharacters = 20_000;

/** @param limitRows the most cards one view shows. */
export function createApprovalQueries(store: Store) {
  const waiting = store.prepare<WaitingApprovalRow>(sql.waitingApprovals);
  const answered = store.prepare<AnsweredApprovalRow>(sql.answeredApprovals);
  const one = store.prepare<StandingApprovalRow>(sql.approvalById);
  return {
    /** Those without a deadline first, then the soonest deadline. */
    waiting: (limitRows: number, payloadCharacters = cardPayloadCharacters): WaitingApprovalRow[] =>
      waiting.all(payloadCharacters, limitRows),
    /** The last answer first. @param before the last row of the page before; null begins with the newest. */
    history(before: HistoryMark | null, limitRows: number): AnsweredApprovalRow[] {
      const at = before?.answered_at ?? Number.MAX_SAFE_INTEGER;
      return answered.all(at, at, before?.row ?? Number.MAX_SAFE_INTEGER, limitRows);
    },
    /** One approval as it stands, with its call's state. */
    byId: (id: string): StandingApprovalRow | undefined => one.get(id),
  };
}
