// Taking the next work in one transaction: due timers, lease, orphans, claim, run. Promises: nothing is written when there is
// nothing to do, and the lease is folded into the claim. Refuses: work while somebody else holds the lease.
import type { ClaimedEvent } from "../inbox/events.ts";
import type { WorkerParts } from "./parts.ts";

export interface Taken {
  run: number;
  gen: number;
  session: string;
  kind: "fresh" | "retry";
  events: ClaimedEvent[];
}

/**
 * The scheduler's pass: due timers and expired approvals become events (never runs). Joins an open transaction.
 * @param why why occurrences may have been missed, for the timers' record
 * @returns how many events it made
 */
export function passTimers(parts: WorkerParts, now: number, why: string): number {
  if (!parts.timers.hasWork(now)) return 0;
  // Approvals first: their expiry also writes the approval's own row; the timer of the same key is then no more due.
  // What waits past any sane deadline is brought to one before that: at the first pass, and when the clock went back.
  return parts.store.tx(() => {
    parts.approvals.mend(now);
    return parts.approvals.expireDue(now) + parts.timers.runDue(now, why);
  });
}

/**
 * Claims the next work, if any. Joins the caller's transaction, so that a finish and the next claim are one commit.
 * @param first what is looked for first; a due retry and a batch of fresh events alternate (rule 4)
 */
export function take(parts: WorkerParts, first: "fresh" | "retry", now: number): Taken | null {
  const { store, claims, lease, sessions, ids, holder, log, deadNotice } = parts;
  return store.tx(() => {
    passTimers(parts, now, "Nightjar was busy");
    if (!claims.pending(now)) return null;
    const gen = lease.acquire(holder, now);
    if (gen === null) {
      log.warn({ lease: lease.read() }, "The lease is held by somebody else; nothing was claimed.");
      return null;
    }
    const died = claims.takeOrphans(gen, now);
    deadNotice.say(died, now);
    sessions.settleOf(died, now);
    const claim = claims.claim({ gen, run: sessions.nextRun(), session: ids.next("s"), now, first });
    if (claim === null) return null;
    if (claim.opensSession) {
      const head = claim.events[0] as ClaimedEvent;
      sessions.open(claim.session, head.source, head.event ?? head.kind, "clean", now);
    }
    if (claim.events.some(({ trust }) => trust === "untrusted")) sessions.taint(claim.session);
    const run = sessions.startRun(claim.session, gen, claim.events, now);
    return { run, gen, session: claim.session, kind: claim.kind, events: claim.events };
  });
}
