// What may go when. Promises: at most one digest per gap, quiet hours kept, urgent messages around both (rules 6 and 13).
// Refuses: to send, and to change anything but a moment that lies in the future.
import type { Store } from "../store/store.ts";
import type { Backoff } from "./backoff.ts";
import type { HeldText } from "./deliveries.ts";
import type { ApprovalNotices, ApprovalToAnnounce } from "./ports.ts";
import { afterQuiet, type QuietHours } from "./quiet-hours.ts";
import * as sql from "./statements.ts";

export interface OutboxSettings {
  /** The least time between two digests. */
  gapSeconds: number;
  quiet: QuietHours | null;
  /** The person's IANA zone: where the quiet hours are. */
  zone: string;
}

/** Notices of new cards within this of the last one are merged. */
export const noticeGapSeconds = 300;

/** One thing that waits to be sent, and from when on it may be. `key` names it for the backoff. */
export type Candidate = { at: number; key: string } & (
  | { kind: "urgent"; message: HeldText }
  | { kind: "approval" | "last_call"; cards: ApprovalToAnnounce[] }
  | { kind: "digest" }
);

export interface HeldPlan {
  /** When what is held goes by itself; null when nothing is held. */
  goesAt: number | null;
  why: "gap" | "quiet" | "due" | null;
}

export function createPacing(deps: {
  store: Store;
  notices: ApprovalNotices;
  settings: () => OutboxSettings;
  backoff: Backoff;
}) {
  const { store, notices, settings, backoff } = deps;
  const urgent = store.prepare<HeldText>(sql.selectHeldUrgent);
  const anyPlain = store.prepare(sql.anyHeldPlain);
  const last = store.prepare<{ at: number | null }>(sql.lastSent);
  const pullBack = store.prepare(sql.pullBack);

  function lastSent(kind: "digest" | "approval"): number | null {
    return last.get({ kind })?.at ?? null;
  }

  /** The earliest moment `seconds` after the last delivery of this kind; a last one in the future counts from now. */
  function afterLast(kind: "digest" | "approval", seconds: number, now: number): number {
    const sentAt = lastSent(kind);
    return sentAt === null ? now : Math.max(now, Math.min(sentAt, now) + seconds);
  }

  function pastQuiet(at: number): number {
    const { quiet, zone } = settings();
    return afterQuiet(at, quiet, zone);
  }

  function digestAt(now: number): HeldPlan & { goesAt: number } {
    const paced = afterLast("digest", settings().gapSeconds, now);
    const goesAt = pastQuiet(paced);
    return { goesAt, why: goesAt > paced ? "quiet" : paced > now ? "gap" : "due" };
  }

  /** Whatever waits, in the order it would go if all were due. Also pulls back moments in the future. */
  function candidates(now: number): Candidate[] {
    if (Math.max(lastSent("digest") ?? 0, lastSent("approval") ?? 0) > now) pullBack.run({ now });
    const found: Candidate[] = urgent
      .all()
      .map((message) => ({ kind: "urgent", message, key: `urgent:${message.id}`, at: now }));
    const cards = notices.unannounced();
    if (cards.length > 0) {
      const at = pastQuiet(afterLast("approval", noticeGapSeconds, now));
      found.push({ kind: "approval", cards, key: `approval:${cards.at(-1)?.id}`, at });
    }
    const calls = notices.lastCalls(now);
    if (calls.length > 0)
      found.push({ kind: "last_call", cards: calls, key: `last_call:${calls.at(-1)?.id}`, at: pastQuiet(now) });
    if (anyPlain.get() !== undefined) found.push({ kind: "digest", key: "digest", at: digestAt(now).goesAt });
    backoff.keepOnly(new Set(found.map(({ key }) => key)));
    return found.map((candidate) => ({
      ...candidate,
      at: Math.max(candidate.at, backoff.notBefore(candidate.key, now)),
    }));
  }

  return {
    candidates,
    pastQuiet,
    /** The next moment anything may be sent; null when nothing waits. */
    nextAt(now: number): number | null {
      const moments = candidates(now).map(({ at }) => at);
      const call = notices.nextLastCallAt();
      // One that is past already is offered by `lastCalls`, or waits for its card's first notice.
      if (call !== null && call > now) moments.push(pastQuiet(call));
      return moments.length === 0 ? null : Math.min(...moments);
    },
    /** When what is held goes by itself, and why not earlier; for the screen, so nothing is written. */
    plan(now: number): HeldPlan {
      if (anyPlain.get() !== undefined) {
        const planned = digestAt(now);
        return { ...planned, goesAt: Math.max(planned.goesAt, backoff.notBefore("digest", now)) };
      }
      const retries = urgent.all().map(({ id }) => backoff.notBefore(`urgent:${id}`, now));
      return retries.length === 0 ? { goesAt: null, why: null } : { goesAt: Math.min(...retries), why: "due" };
    },
  };
}
