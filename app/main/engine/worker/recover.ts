// What a start does before its first claim (rules 1, 3, 9): takes the lease over, finds effects of unknown end, gives back
// what the dead process held. Promises: a card about an unknown effect stands at once. Refuses: repeating what is not safe.
import type { WorkerParts } from "./parts.ts";
import { reasons, withdrawn } from "./texts.ts";

/**
 * One transaction. The caller holds the profile's lock.
 * @param inFlight whether this very process still waits for a call's end
 * @returns the new generation
 */
export function recover(parts: WorkerParts, now: number, inFlight: (call: string) => boolean): number {
  const { store, lease, journal, approvals, claims, sessions, deadNotice, outgoing, holder } = parts;
  return store.tx(() => {
    const gen = lease.takeOver(holder, now);
    for (const call of journal.started()) {
      if (inFlight(call.id)) continue;
      journal.end(call.id, { status: "unknown", result: null, error: reasons.ended }, now);
      if (call.repeatable === 1) continue;
      approvals.askUnknown(call, now);
      for (const { id } of approvals.of(call.id)) claims.settleAnswer(id, reasons.unknown, now);
      sessions.settle(call.session, now);
    }
    // Whoever asked in the middle of a call has gone with its process.
    for (const { id, tool_call } of approvals.openForms()) {
      if (!inFlight(tool_call)) approvals.withdraw(id, withdrawn.restart, now);
    }
    // From before their end and their question were one commit; and what the person's stop left without a run to repeat it.
    for (const call of journal.unasked()) {
      approvals.askUnknown(call, now);
      sessions.settle(call.session, now);
    }
    // What was held while the disk did not take the switch itself is held by nothing any more.
    if (outgoing.offSince() === null) claims.release(now);
    const died = claims.takeOrphans(gen, now);
    deadNotice.say(died, now);
    sessions.settleOf(died, now);
    sessions.endOldRuns(gen, now);
    sessions.wake(now);
    return gen;
  });
}
