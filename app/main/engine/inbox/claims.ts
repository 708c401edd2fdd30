// Taking events for a run and giving them an end. Promises: attempts are counted when taken (rule 3); a retried event runs
// alone; every end is fenced by the generation that claimed. Refuses: an end for an event this generation does not hold.
import { batchMax, personPriority, transientMaxSeconds, urgentPriority } from "../defaults.ts";
import type { Store } from "../store/store.ts";
import type { ClaimedEvent, EventOutcome, WaitingEvent } from "./events.ts";
import { afterFailure, afterWait, longestWaitSeconds } from "./retry.ts";
import * as sql from "./statements.ts";

export interface ClaimWish {
  gen: number;
  run: number;
  /** A fresh session id, used by events that open one. */
  session: string;
  now: number;
  /** Rule 4: a due retry alternates with a batch of fresh events. */
  first: "fresh" | "retry";
}

export interface Claim {
  kind: "fresh" | "retry";
  /** In the order they were received. */
  events: ClaimedEvent[];
  session: string;
  /** Whether `session` is the fresh id of the wish. */
  opensSession: boolean;
}

/** What became of an event that did not finish. */
export type Unfinished = { kind: "retries"; at: number } | { kind: "dead"; error: string } | { kind: "refused" };

export interface Claims {
  /** Whether anything could be claimed now; reads only. */
  pending(now: number): boolean;
  claim(wish: ClaimWish): Claim | null;
  /** Fresh events of these sources, and urgent ones of any, the first of them to be taken first; reads only. */
  waiting(sources: readonly string[]): WaitingEvent[];
  /** Takes them into a run that is on, an attempt counted; those that are there to be taken, in the order they were received. */
  into(ids: readonly number[], gen: number, run: number, session: string): ClaimedEvent[];
  /** They are taken next, where they have no session with those of `session`. */
  putFirst(ids: readonly number[], session: string | null): void;
  finish(id: number, gen: number, outcome: EventOutcome, reason: string | null, now: number): boolean;
  /** Rule 4: backs off by attempts, or is dead when they are spent. */
  fail(event: ClaimedEvent, gen: number, error: string, now: number): Unfinished;
  /** The run died of a neighbour: the attempt is spent (rule 3), and the event is due at once, alone. */
  failBeside(event: ClaimedEvent, gen: number, error: string, now: number): Unfinished;
  /** Rule 4: nothing took effect; waits without spending the attempt, dead after 24 h of waiting. */
  wait(event: ClaimedEvent, gen: number, error: string, now: number, until?: number | null): Unfinished;
  /** Dead without another attempt: it would cost the same again. */
  giveUp(id: number, gen: number, error: string, now: number): Unfinished;
  /** Rule 3: everything of this generation back to pending, attempts given back. How many. */
  handBack(gen: number): number;
  /** The same for one event. */
  giveBack(id: number, gen: number): boolean;
  /** What older generations left running: back to pending, the attempt spent and due at once (rule 4), or dead. The dead ones' ids. */
  takeOrphans(gen: number, now: number): number[];
  /** The switch stops its call: it waits, with its attempt, until `release`; while the switch is on it is due at once. */
  hold(id: number, gen: number, error: string, off: boolean): boolean;
  /**
   * A limit of the person's keeps it: it is looked at again after a quarter of an hour, with its attempt, however long that goes on.
   * @param until when the limit begins anew, where that is earlier
   */
  park(id: number, gen: number, error: string, now: number, until: number | null): boolean;
  /** The switch is on again: what was held is due. */
  release(now: number): void;
  /** Rule 9: the answer that a dead process was acting on becomes done and deferred, since a card asks about its effect now. */
  settleAnswer(approval: string, reason: string, now: number): void;
}

/** Claims over the inbox. Every function joins the worker's transaction. */
export function createClaims(store: Store): Claims {
  const firstFresh = store.prepare<{ id: number; kind: string; session: string | null }>(sql.firstFresh);
  const firstRetry = store.prepare<{ id: number }>(sql.firstRetry);
  const claimOne = store.prepare<ClaimedEvent>(sql.claimOne);
  const claimFresh = store.prepare<ClaimedEvent>(sql.claimFresh);
  const claimSession = store.prepare<ClaimedEvent>(sql.claimSession);
  const waiting = store.prepare<WaitingEvent>(sql.selectWaiting);
  const into = store.prepare<ClaimedEvent>(sql.claimInto);
  const putFirst = store.prepare(sql.putFirst);
  const finish = store.prepare(sql.finishEvent);
  const fail = store.prepare(sql.failEvent);
  const wait = store.prepare(sql.waitEvent);
  const hold = store.prepare(sql.holdEvent);
  const release = store.prepare(sql.releaseHeld);
  const giveBack = store.prepare(sql.giveBackEvent);
  const park = store.prepare(sql.parkEvent);
  const bury = store.prepare(sql.buryEvent);
  const handBack = store.prepare(sql.handBackEvents);
  const settleAnswer = store.prepare(sql.settleAnswer);
  const orphans = store.prepare<{ id: number; attempts: number; claim_gen: number }>(sql.selectOrphans);

  function taken(kind: Claim["kind"], rows: ClaimedEvent[], wish: ClaimWish): Claim {
    const events = rows.sort((a, b) => a.id - b.id);
    const session = events[0]?.session ?? wish.session;
    return { kind, events, session, opensSession: session === wish.session };
  }

  function retry(wish: ClaimWish): Claim | null {
    const due = firstRetry.get({ now: wish.now, longest: longestWaitSeconds });
    if (due === undefined) return null;
    const { gen, run, session } = wish;
    return taken("retry", claimOne.all({ id: due.id, gen, run, session }), wish);
  }

  function fresh(wish: ClaimWish): Claim | null {
    const head = firstFresh.get();
    if (head === undefined) return null;
    const { gen, run, session } = wish;
    if (head.kind === "approval") return taken("fresh", claimOne.all({ id: head.id, gen, run, session }), wish);
    if (head.session !== null) {
      return taken("fresh", claimSession.all({ session: head.session, gen, run, limit: batchMax }), wish);
    }
    return taken("fresh", claimFresh.all({ session, gen, run, limit: batchMax }), wish);
  }

  function settle(
    event: { id: number },
    gen: number,
    error: string,
    now: number,
    next: ReturnType<typeof afterFailure>,
  ) {
    if (next.kind === "dead") {
      const gone = bury.run({ id: event.id, gen, error: next.error, now }).changes === 1;
      return gone ? next : ({ kind: "refused" } as const);
    }
    const statement = next.kind === "waits" ? wait : fail;
    const bound = { id: event.id, gen, error, not_before: next.at };
    const changed = statement.run(next.kind === "waits" ? { ...bound, now } : bound).changes === 1;
    return changed ? ({ kind: "retries", at: next.at } as const) : ({ kind: "refused" } as const);
  }

  return {
    pending: (now) =>
      firstFresh.get() !== undefined || firstRetry.get({ now, longest: longestWaitSeconds }) !== undefined,
    claim: (wish) =>
      store.tx(() => (wish.first === "retry" ? (retry(wish) ?? fresh(wish)) : (fresh(wish) ?? retry(wish)))),
    waiting: (sources) => waiting.all({ sources: JSON.stringify(sources), urgent: urgentPriority, limit: batchMax }),
    into: (ids, gen, run, session) =>
      store.tx(() => into.all({ ids: JSON.stringify(ids), gen, run, session }).sort((a, b) => a.id - b.id)),
    putFirst: (ids, session) =>
      store.tx(() => void putFirst.run({ ids: JSON.stringify(ids), session, priority: personPriority })),
    finish: (id, gen, outcome, reason, now) =>
      store.tx(() => finish.run({ id, gen, outcome, reason, now }).changes === 1),
    fail: (event, gen, error, now) => store.tx(() => settle(event, gen, error, now, afterFailure(event, error, now))),
    failBeside: (event, gen, error, now) =>
      store.tx(() => {
        const next = afterFailure(event, error, now);
        return settle(event, gen, error, now, next.kind === "dead" ? next : { kind: "retries", at: now });
      }),
    wait: (event, gen, error, now, until = null) =>
      store.tx(() => settle(event, gen, error, now, afterWait(event, error, now, until))),
    giveUp: (id, gen, error, now) => store.tx(() => settle({ id }, gen, error, now, { kind: "dead", error })),
    hold: (id, gen, error, off) => store.tx(() => hold.run({ id, gen, error, held: off ? 1 : 0 }).changes === 1),
    park(id, gen, error, now, until) {
      const again = now + transientMaxSeconds;
      const soonest = until !== null && until > now ? Math.min(until, again) : again;
      return store.tx(() => park.run({ id, gen, error, not_before: soonest }).changes === 1);
    },
    release: (now) => store.tx(() => void release.run({ now })),
    settleAnswer: (approval, reason, now) => store.tx(() => void settleAnswer.run({ approval, reason, now })),
    handBack: (gen) => store.tx(() => handBack.run({ gen }).changes),
    giveBack: (id, gen) => store.tx(() => giveBack.run({ id, gen }).changes === 1),
    takeOrphans: (gen, now) =>
      store.tx(() => {
        const error = "Nightjar ended while it was working on this event.";
        const died: number[] = [];
        for (const row of orphans.all({ gen })) {
          const next = afterFailure(row, error, now);
          if (next.kind === "dead") {
            bury.run({ id: row.id, gen: row.claim_gen, error: next.error, now });
            died.push(row.id);
          } else fail.run({ id: row.id, gen: row.claim_gen, error, not_before: now });
        }
        return died;
      }),
  };
}
