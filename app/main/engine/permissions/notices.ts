// What the dispatcher has to announce about approvals: a new card, and one last call before a deadline.
// Promises: each once. Refuses: a last call for a window too short to need one.
import type { ApprovalNotices, ApprovalToAnnounce } from "../outbox/ports.ts";
import type { Store } from "../store/store.ts";
import * as sql from "./statements.ts";

/** The last call comes in the last fifth of the window, at the most this many seconds before the deadline. */
const leadSeconds = 900;
/** A shorter window has no last call: its first notice is fresh enough. */
const shortestWindowSeconds = 300;

/** The approvals as the dispatcher sees them. `mark` joins the dispatcher's transaction. */
export function createApprovalNotices(store: Store): ApprovalNotices {
  const unannounced = store.prepare<ApprovalToAnnounce>(sql.selectUnannounced);
  const lastCalls = store.prepare<ApprovalToAnnounce>(sql.selectLastCalls);
  const next = store.prepare<{ at: number | null }>(sql.nextLastCall);
  const standing = store.prepare<{ announced: number; waiting: number }>(sql.countStanding);
  const notice = store.prepare(sql.markNotice);
  const lastCall = store.prepare(sql.markLastCall);
  const unmarkNotice = store.prepare(sql.unmarkNotice);
  const unmarkLastCall = store.prepare(sql.unmarkLastCall);
  const limits = { lead: leadSeconds, shortest: shortestWindowSeconds };
  return {
    unannounced: () => unannounced.all(),
    lastCalls: (now) => lastCalls.all({ ...limits, now }),
    nextLastCallAt: () => next.get(limits)?.at ?? null,
    mark: (kind, ids, delivery) =>
      store.tx(() => {
        for (const id of ids) (kind === "approval" ? notice : lastCall).run({ id, delivery });
      }),
    standing: (delivery, now) => standing.get({ delivery, now }) ?? { announced: 0, waiting: 0 },
    unmark: (delivery) =>
      store.tx(() => {
        unmarkNotice.run({ delivery });
        unmarkLastCall.run({ delivery });
      }),
  };
}
