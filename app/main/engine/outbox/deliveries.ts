// The rows of deliveries: `sending` before anything leaves, `sent` or `failed` after (rule 13). Promises: a message is bound to one
// delivery at a time; what failed is held again. Refuses: to send.
import type { Store } from "../store/store.ts";
import type { ApprovalNotices, ApprovalToAnnounce, Delivery, DeliveryKind } from "./ports.ts";
import * as sql from "./statements.ts";
import {
  approvalBody,
  approvalTitle,
  digestTitle,
  joined,
  lastCallBody,
  lastCallTitle,
  replyTitle,
  urgentTitle,
} from "./texts.ts";

export interface HeldText {
  id: number;
  body: string;
  kind: "message" | "dead" | "reply";
  maybe_sent: 0 | 1;
}

export interface Interrupted extends Delivery {
  /** How many starts have repeated it already. */
  interruptions: number;
}

export type Begun = Delivery & { repeated: boolean };

/** Every function is one transaction. Moments are seconds since the epoch. */
export function createDeliveries(store: Store, notices: ApprovalNotices) {
  const insert = store.prepare(sql.insertDelivery);
  const bind = store.prepare(sql.bindMessage);
  const selectSending = store.prepare<Interrupted>(sql.selectSending);
  const beginRepeat = store.prepare(sql.beginRepeat);
  const markSent = store.prepare(sql.deliverySent);
  const messagesSent = store.prepare(sql.messagesSent);
  const lastNotice = store.prepare<{ maybe_sent: 0 | 1 }>(sql.lastNotice);
  const markFailed = store.prepare(sql.deliveryFailed);
  const holdAgain = store.prepare(sql.holdAgain);
  const plain = store.prepare<HeldText>(sql.selectHeldPlain);

  function open(kind: DeliveryKind, title: string, body: string, repeated: boolean, now: number): Begun {
    const row = {
      kind,
      title,
      body,
      status: "sending",
      now,
      sent_at: null,
      repeated: repeated ? 1 : 0,
      channel: "desktop",
    };
    return { id: Number(insert.run(row).lastInsertRowid), kind, title, body, repeated };
  }

  function carry(
    kind: "digest" | "urgent" | "reply",
    title: string,
    messages: readonly HeldText[],
    now: number,
  ): Begun {
    const repeated = messages.some((message) => message.maybe_sent === 1);
    const begun = open(kind, title, joined(messages.map((message) => message.body)), repeated, now);
    for (const { id } of messages)
      if (bind.run({ id, delivery: begun.id }).changes !== 1)
        throw new Error(`Message ${id} is already bound to a delivery: it must not be sent twice.`);
    return begun;
  }

  /** Cards that are marked must not be offered again, or they would be announced without end. */
  function mark(
    kind: "approval" | "last_call",
    cards: readonly ApprovalToAnnounce[],
    delivery: number,
    now: number,
  ): void {
    const ids = new Set(cards.map((card) => card.id));
    notices.mark(kind, [...ids], delivery);
    const left = kind === "approval" ? notices.unannounced() : notices.lastCalls(now);
    if (left.some((card) => ids.has(card.id))) throw new Error(`A ${kind} notice was marked and is still asked for.`);
  }

  return {
    beginUrgent: (message: HeldText, now: number): Begun =>
      store.tx(() =>
        message.kind === "reply"
          ? carry("reply", replyTitle, [message], now)
          : carry("urgent", urgentTitle, [message], now),
      ),
    /** Everything held that is not urgent, merged in the order it was said. */
    beginDigest: (now: number): Begun =>
      store.tx(() => {
        const messages = plain.all();
        return carry("digest", digestTitle(messages.length), messages, now);
      }),
    beginApproval: (cards: readonly ApprovalToAnnounce[], maybeSent: boolean, now: number): Begun =>
      store.tx(() => {
        const begun = open("approval", approvalTitle(cards.length), approvalBody(cards), maybeSent, now);
        mark("approval", cards, begun.id, now);
        // A card first announced in its last minutes needs no second notification right behind.
        const called = notices.lastCalls(now).filter((call) => cards.some((card) => card.id === call.id));
        if (called.length > 0) mark("last_call", called, begun.id, now);
        return begun;
      }),
    beginLastCall: (cards: readonly ApprovalToAnnounce[], maybeSent: boolean, now: number): Begun =>
      store.tx(() => {
        const begun = open("last_call", lastCallTitle, lastCallBody(cards, now), maybeSent, now);
        mark("last_call", cards, begun.id, now);
        return begun;
      }),
    /** Deliveries whose end nobody recorded, oldest first. */
    interrupted: (): Interrupted[] => selectSending.all(),
    noticeMaybeSent: (): boolean => lastNotice.get()?.maybe_sent === 1,
    beginRepeat: (id: number, now: number): void => store.tx(() => void beginRepeat.run({ id, now })),
    sent: (id: number, now: number): void =>
      store.tx(() => {
        if (markSent.run({ id, now }).changes !== 1)
          throw new Error(`Delivery ${id} was sent, but was not being sent.`);
        messagesSent.run({ id, now });
      }),
    /** @param maybeSent it may have arrived all the same: what it carried is marked when it goes again. */
    failed: (id: number, error: string, maybeSent: boolean): void =>
      store.tx(() => {
        if (markFailed.run({ id, error, maybe_sent: maybeSent ? 1 : 0 }).changes !== 1)
          throw new Error(`Delivery ${id} failed, but was not being sent.`);
        holdAgain.run({ id, maybe_sent: maybeSent ? 1 : 0 });
        notices.unmark(id);
      }),
  };
}
