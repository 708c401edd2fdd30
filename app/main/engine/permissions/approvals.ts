// Deferred tool calls that wait for the person: asked, answered, expired (rule 8). Promises: one answer per approval, checked
// against its deadline in its own transaction; the answer that stands is returned. Refuses: an answer to a call other than the one shown.
import { approvalWindowMaxSeconds } from "../defaults.ts";
import type { Inbox } from "../inbox/inbox.ts";
import type { CallRow } from "../journal/journal.ts";
import type { Ids } from "../ports.ts";
import type { Store } from "../store/store.ts";
import type { Timers } from "../timers/timers.ts";
import type { Answer, ApprovalRow, AskMore, Said, Standing } from "./approval-row.ts";
import { type Asks, misfit } from "./asks.ts";
import * as sql from "./statements.ts";

export interface Approvals {
  /** Asks whether the call may be made; answered or expired within `window` seconds. */
  ask(call: CallRow, window: number, now: number, more?: AskMore): ApprovalRow;
  /** Asks what became of a call whose end is not known; one card at a time. */
  askUnknown(call: CallRow, now: number): ApprovalRow;
  /** The agent's question, which is the call itself. */
  askQuestion(call: CallRow, asks: Asks, window: number, now: number): ApprovalRow;
  /** What a server asks in the middle of `call`. @param hash of all that is shown; an answer is bound to it */
  askForm(call: CallRow, shown: { asks: Asks; title: string; hash: string }, window: number, now: number): ApprovalRow;
  /** Nobody waits for the answer any more. @param why a few words. False when an answer stands. */
  withdraw(id: string, why: string, now: number): boolean;
  /** Forms that nobody has answered. */
  openForms(): ApprovalRow[];
  /** Whether an answer about this call ended with a message. */
  told(toolCall: string): boolean;
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
  question: ["yes", "no"],
  form: ["yes", "no", "leave"],
};

type RequestMore = AskMore & {
  notice?: number | null;
  shown?: { asks: Asks; title: string; hash: string } | null;
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

/** Whether a yes says what was asked for; what is about a call alone says nothing. */
function isFit({ asks }: ApprovalRow, answer: Answer, { reply }: Said): boolean {
  if (asks === null || answer !== "yes") return reply === undefined;
  return misfit(JSON.parse(asks) as Asks, reply) === null;
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
  const openForms = store.prepare<ApprovalRow>(sql.selectOpenForms);
  const told = store.prepare<{ n: number }>(sql.countTold);
  const waitingIn = store.prepare<{ n: number }>(sql.countWaitingIn);

  const timerId = (id: string) => `expire:${id}`;

  function request(
    kind: ApprovalRow["kind"],
    call: CallRow,
    window: number,
    due: number | null,
    now: number,
    { ownWindow = null, askedAgainOf = null, notice = null, shown = null }: RequestMore = {},
  ) {
    const id = ids.next("ap");
    const { session, event } = call;
    const title = shown?.title ?? call.title;
    const call_hash = shown?.hash ?? call.call_hash;
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
      asks: shown === null ? null : JSON.stringify(shown.asks),
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
    answer: NonNullable<ApprovalRow["answer"]>,
    from: string,
    now: number,
    { words, always, reply, replaced_by }: Said & { replaced_by?: string } = {},
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
    const replied = reply === undefined ? null : JSON.stringify(reply);
    write.run({ id: row.id, answer, now, from, ...more, reply: replied });
    if (row.due !== null) timers.cancel(timerId(row.id));
  }

  function askWithin(call: CallRow, window: number, now: number, more: RequestMore) {
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
    askQuestion: (call, asks, window, now) =>
      store.tx(() => {
        const { title, call_hash: hash } = call;
        const standing = waitingFor.get({ tool_call: call.id, kind: "question" });
        return (
          standing ??
          request("question", call, bound(window), now + bound(window), now, { shown: { asks, title, hash } })
        );
      }),
    askForm: (call, shown, window, now) =>
      store.tx(() => request("form", call, bound(window), now + bound(window), now, { shown })),
    withdraw: (id, why, now) =>
      store.tx(() => {
        const row = select.get({ id });
        if (row === undefined || row.answer !== null) return false;
        decide(row, "withdrawn", why, now);
        return true;
      }),
    openForms: () => openForms.all(),
    told: (tool_call) => (told.get({ tool_call })?.n ?? 0) > 0,
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
        if (row.call_hash !== callHash || !allowed[row.kind].includes(answer) || !isFit(row, answer, said)) {
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
