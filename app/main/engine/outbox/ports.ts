// What the dispatcher is handed: a channel to deliver on, and the approvals that want announcing.
// Promises: sending fails as a value. Refuses: to know notifications, windows or approvals' rows.

export type DeliveryKind = "digest" | "urgent" | "approval" | "last_call" | "reply";

export interface Delivery {
  id: number;
  kind: DeliveryKind;
  title: string;
  /** Every merged text, in order. */
  body: string;
}

export interface ChannelPort {
  /** Delivers once. Never rejects. */
  send(delivery: Delivery): Promise<{ ok: true } | { ok: false; error: string }>;
}

export interface ApprovalToAnnounce {
  id: string;
  title: string;
  due: number | null;
}

/** Approvals as far as the dispatcher needs them; the permissions primitive fills it. `mark` runs inside the dispatcher's transaction. */
export interface ApprovalNotices {
  /** Waiting cards that were never announced, oldest first. */
  unannounced(): ApprovalToAnnounce[];
  /** Announced, still waiting, and past their last-call moment, not yet called. */
  lastCalls(now: number): ApprovalToAnnounce[];
  /** The next moment `lastCalls` will have something new; null when none. */
  nextLastCallAt(): number | null;
  mark(kind: "approval" | "last_call", ids: string[], delivery: number): void;
  /** How many cards this delivery announced, and how many of them nobody has answered and no deadline has passed. */
  standing(delivery: number, now: number): { announced: number; waiting: number };
  /** Takes back every mark of a delivery that failed: its cards were not announced after all. */
  unmark(delivery: number): void;
}
