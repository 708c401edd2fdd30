// What stands after a run was ended by the person, or for something that does not wait. Promises: it is written down, in the
// transaction that ends the run; what it wanted said stays unsaid when the person stopped it. Refuses: hand-backs.
import type { ClaimedEvent } from "../inbox/events.ts";
import type { Taken } from "./claim.ts";
import { endsOf } from "./ended.ts";
import type { Halted } from "./halt.ts";
import type { WorkerParts } from "./parts.ts";
import { reasons } from "./texts.ts";

/** Notes how the run ended. Joins the caller's transaction. */
export function noteHalt(parts: WorkerParts, { run, session }: Taken, halted: Halted, now: number): void {
  const { sessions, journal, approvals } = parts;
  sessions.halt(run, halted);
  sessions.step({ session, run, event: null, kind: "note", body: { halted } }, now);
  if (halted === "restarted") return;
  for (const call of journal.unsaid(session)) journal.settle(call.id, "refused", reasons.stopped, now);
  // An earlier run began them, and this one would have repeated them.
  for (const call of journal.unasked(session)) approvals.askUnknown(call, now);
}

/** The end of a run over an approval's answer. Joins the caller's transaction. False when this run may not write any more. */
export function endHaltedAnswer(parts: WorkerParts, taken: Taken, halted: Halted, now: number): boolean {
  const { store, lease, sessions, approvals, journal, holder } = parts;
  return store.tx(() => {
    if (!lease.holds(holder, taken.gen)) return false;
    const event = taken.events[0] as ClaimedEvent;
    const ended = endsOf(parts, taken, event, now, halted).halted();
    const call = approvals.read(event.source_id)?.tool_call;
    const row = call === undefined ? undefined : journal.read(call);
    // Nobody makes it any more. One that was started ends by itself.
    const idle = row?.status === "waiting" || row?.status === "ready";
    if (halted === "stopped" && idle) journal.settle(row.id, "refused", reasons.stopped, now);
    noteHalt(parts, taken, halted, now);
    sessions.endRun(taken.run, ended.ending, ended.error, now);
    sessions.settle(taken.session, now);
    return true;
  });
}
