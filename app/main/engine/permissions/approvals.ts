// Deferred tool calls that wait for the person: asked, answered, expired (rule 8). Promises: one answer per approval, checked
// against its deadline in its own transaction; the answer that stands is returned. Refuses: an answer to a call other than the one shown.
import { approvalWindowMaxSeconds } from "../defaults.ts";
import type { Inbox } from "../inbox/inbox.ts";
import type { CallRow } from "../journal/journal.ts";
import type { Ids } from "../ports.ts";
import type { Store } from "../store/store.ts";
import type { Timers } from "../timers/timers.ts";
import * as sql from "./statements.ts";

export type Answer = "yes" | "no" | "did" | "again" | "leave";

export interface ApprovalRow {
  id: string;
  tool_call: string;
  session: string;
  event: number;
  /** `call`: may it be made? `unknown`: it was started, what happened? (rule 9) */
  kind: "call" | "unknown";
  title: string;
  call_hash: string;
  /** Seconds. */
  window: number;
  asked_at: number;
  /** null: no deadline; an unknown effect waits until it is answered. */
  due: number | null;
  answer: Answer | "expired" | null;
  answered_at: number | null;
  answered_from: string | null;
  asked_again_of: string | null;
  /** How often the call had been started when this was asked: a later start happened under its answer. */
  starts: number;
  notice: number | null;
  last_call: number | null;
}

export interface Standing {
  stands: Answer | "expired" | "not_found" | "changed";
  /** True when this very answer decided. */
  yours: boolean;
  approval: ApprovalRow | null;
}

export interface Approvals {
  /** Asks whether the call may be made; answered or expired within `window` seconds. */
  ask(call: CallRow, window: number, now: number, askedAgainOf?: string): ApprovalRow;
  /** Asks what became of a call whose end is not known; one card at a time. */
  askUnknown(call: CallRow, now: number): ApprovalRow;
  /** Stores the answer unless another stands or the deadline has come (now = deadline is expired). */
  answer(id: string, callHash: string, answer: Answer, from: string, now: number): Standing;
  /**
   * Rule 6: no question waits longer from now than its own window, a year at the most. Rows from before that bound, and those a
   * clock that ran ahead asked, are brought to it. How many.
   */
  mend(now: number): number;
  /** Turns every unanswered approval past its deadline into an `expired` event. How many. */
  expireDue(now: number): number;
  read(id: string): ApprovalRow | undefined;
  /** Every approval that was asked about this call. */
  of(toolCall: string): ApprovalRow[];
  waitingCount(): number;
}

const allowed: Record<ApprovalRow["kind"], readonly Answer[]> = {
  call: ["yes", "no"],
  unknown: ["did", "again", "leave"],
};

/** The person waits for what follows an answer: it is claimed before what merely arrived. */
const answerPriority = 10;

const bound = (window: number) => Math.min(Math.max(window, 1), approvalWindowMaxSeconds);

export function createApprovals(store: Store, ids: Ids, inbox: Inbox, timers: Timers): Approvals {
  const insert = store.prepare(sql.insertApproval);
  const select = store.prepare<ApprovalRow>(sql.selectApproval);
  const waitingFor = store.prepare<ApprovalRow>(sql.selectWaitingFor);
  const parked = store.prepare<ApprovalRow>(sql.selectParked);
  const moveDeadline = store.prepare(sql.moveDeadline);
  const write = store.prepare(sql.answerApproval);
  const expired = store.prepare<ApprovalRow>(sql.selectExpired);
  const selectOf = store.prepare<ApprovalRow>(sql.selectOf);
  const waiting = store.prepare<{ n: number }>(sql.countWaiting);

  const timerId = (id: string) => `expire:${id}`;

  function request(
    kind: ApprovalRow["kind"],
    call: CallRow,
    window: number,
    due: number | null,
    now: number,
    of: string | null,
  ) {
    const id = ids.next("ap");
    const { session, event, title, call_hash } = call;
    insert.run({
      id,
      tool_call: call.id,
      session,
      event,
      kind,
      title,
      call_hash,
      window,
      now,
      due,
      asked_again_of: of,
      starts: call.starts,
    });
    if (due !== null) expireAt(due, { id, title, session }, now);
    return select.get({ id }) as ApprovalRow;
  }

  function expireAt(
    due: number,
    { id, title, session }: Pick<ApprovalRow, "id" | "title" | "session">,
    now: number,
  ): void {
    timers.setFollowUp(
      {
        id: timerId(id),
        due,
        name: title,
        payload: { approval: id, answer: "expired" },
        ev_source: "approval",
        ev_id: id,
        origin: "engine",
        session,
      },
      now,
    );
  }

  function decide(row: ApprovalRow, answer: Answer | "expired", from: string, now: number): void {
    inbox.ingest(
      {
        source: "approval",
        source_id: row.id,
        payload: JSON.stringify({ approval: row.id, answer }),
        kind: "approval",
        event: answer,
        trust: "trusted",
        priority: answerPriority,
        session: row.session,
      },
      now,
    );
    write.run({ id: row.id, answer, now, from });
    if (row.due !== null) timers.cancel(timerId(row.id));
  }

  return {
    ask: (call, window, now, askedAgainOf) =>
      store.tx(() => {
        const standing = waitingFor.get({ tool_call: call.id, kind: "call" });
        const bounded = bound(window);
        return standing ?? request("call", call, bounded, now + bounded, now, askedAgainOf ?? null);
      }),
    askUnknown: (call, now) =>
      store.tx(
        () => waitingFor.get({ tool_call: call.id, kind: "unknown" }) ?? request("unknown", call, 0, null, now, null),
      ),
    answer: (id, callHash, answer, from, now) =>
      store.tx((): Standing => {
        const row = select.get({ id });
        if (row === undefined) return { stands: "not_found", yours: false, approval: null };
        if (row.answer !== null) return { stands: row.answer, yours: false, approval: row };
        if (row.due !== null && now >= row.due) {
          decide(row, "expired", "deadline", now);
          return { stands: "expired", yours: false, approval: select.get({ id }) ?? row };
        }
        if (row.call_hash !== callHash || !allowed[row.kind].includes(answer)) {
          return { stands: "changed", yours: false, approval: row };
        }
        decide(row, answer, from, now);
        return { stands: answer, yours: true, approval: select.get({ id }) ?? row };
      }),
    mend: (now) =>
      store.tx(() => {
        const rows = parked.all({ now, longest: approvalWindowMaxSeconds });
        for (const row of rows) {
          const window = bound(row.window);
          const due = Math.min(row.due ?? now, now + window);
          moveDeadline.run({ id: row.id, window, due, now });
          expireAt(due, row, now);
        }
        return rows.length;
      }),
    expireDue: (now) =>
      store.tx(() => {
        const rows = expired.all({ now });
        for (const row of rows) decide(row, "expired", "deadline", now);
        return rows.length;
      }),
    read: (id) => select.get({ id }),
    of: (tool_call) => selectOf.all({ tool_call }),
    waitingCount: () => waiting.get()?.n ?? 0,
  };
}
