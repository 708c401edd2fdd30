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
  /** What its rule asked for, in seconds; null when no rule did. `window` is what came of it. */
  own_window: number | null;
  /** What the person said with their no. */
  words: string | null;
  /** The approval of the call that the person made of this one. */
  replaced_by: string | null;
  /** The line of the rule that was written before this yes. */
  always: string | null;
}

export interface AskMore {
  /** What its rule asked for, in seconds. The window may be longer, where a deadline does not run at night. */
  ownWindow?: number | null;
  askedAgainOf?: string | null;
}

/** What an answer says beyond itself. */
export interface Said {
  /** With a no, in the person's own words; 1 to 2000 characters. */
  words?: string;
  /** With a yes: the line of the rule that was written before it. */
  always?: string;
}

export interface Standing {
  stands: Answer | "expired" | "not_found" | "changed";
  /** True when this very answer decided. */
  yours: boolean;
  approval: ApprovalRow | null;
}

export interface Approvals {
  /** Asks whether the call may be made; answered or expired within `window` seconds. */
  ask(call: CallRow, window: number, now: number, more?: AskMore): ApprovalRow;
  /** Asks what became of a call whose end is not known; one card at a time. */
  askUnknown(call: CallRow, now: number): ApprovalRow;
  /**
   * Stores the answer unless another stands or the deadline has come (now = deadline is expired).
   * @throws when something is said that does not belong to the answer: a fault of the caller.
   */
  answer(id: string, callHash: string, answer: Answer, from: string, now: number, said?: Said): Standing;
  /**
   * Asks about another call instead: the question leaves with a no, in the caller's transaction. A new one is announced
   * only where the old one was not. The caller has checked that `old` may still be answered.
   */
  replace(old: ApprovalRow, call: CallRow, window: number, from: string, now: number): ApprovalRow;
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
  waitingOf(session: string): number;
}

const allowed: Record<ApprovalRow["kind"], readonly Answer[]> = {
  call: ["yes", "no"],
  unknown: ["did", "again", "leave"],
};

/** The person waits for what follows an answer: it is claimed before what merely arrived. */
const answerPriority = 10;

const wordsMax = 2000;

function checkSaid(answer: Answer, { words, always }: Said): void {
  if (words !== undefined && (answer !== "no" || words.length > wordsMax || words.trim() === "")) {
    throw new Error(`Words go with a no, and are 1 to ${wordsMax} characters.`);
  }
  if (always !== undefined && answer !== "yes") throw new Error("A rule goes with a yes.");
}

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
  const waitingIn = store.prepare<{ n: number }>(sql.countWaitingIn);

  const timerId = (id: string) => `expire:${id}`;

  function request(
    kind: ApprovalRow["kind"],
    call: CallRow,
    window: number,
    due: number | null,
    now: number,
    { ownWindow = null, askedAgainOf = null, notice = null }: AskMore & { notice?: number | null } = {},
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
      own_window: ownWindow,
      now,
      due,
      asked_again_of: askedAgainOf,
      starts: call.starts,
      notice,
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

  function decide(
    row: ApprovalRow,
    answer: Answer | "expired",
    from: string,
    now: number,
    { words, always, replaced_by }: Said & { replaced_by?: string } = {},
  ): void {
    inbox.ingest(
      {
        source: "approval",
        source_id: row.id,
        payload: JSON.stringify({ approval: row.id, answer, words, replaced_by }),
        kind: "approval",
        event: answer,
        trust: "trusted",
        priority: answerPriority,
        session: row.session,
      },
      now,
    );
    const more = { words: words ?? null, always: always ?? null, replaced_by: replaced_by ?? null };
    write.run({ id: row.id, answer, now, from, ...more });
    if (row.due !== null) timers.cancel(timerId(row.id));
  }

  function askWithin(call: CallRow, window: number, now: number, more: AskMore & { notice?: number | null }) {
    return request("call", call, bound(window), now + bound(window), now, more);
  }

  return {
    ask: (call, window, now, more = {}) =>
      store.tx(() => {
        const standing = waitingFor.get({ tool_call: call.id, kind: "call" });
        return standing ?? askWithin(call, window, now, more);
      }),
    askUnknown: (call, now) =>
      store.tx(() => waitingFor.get({ tool_call: call.id, kind: "unknown" }) ?? request("unknown", call, 0, null, now)),
    answer: (id, callHash, answer, from, now, said = {}) =>
      store.tx((): Standing => {
        checkSaid(answer, said);
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
        decide(row, answer, from, now, said);
        return { stands: answer, yours: true, approval: select.get({ id }) ?? row };
      }),
    replace: (old, call, window, from, now) =>
      store.tx(() => {
        // The new one first: the session waits throughout.
        const fresh = askWithin(call, window, now, { notice: old.notice, ownWindow: old.own_window });
        decide(old, "no", from, now, { replaced_by: fresh.id });
        return fresh;
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
    waitingOf: (session) => waitingIn.get({ session })?.n ?? 0,
  };
}
