// What is to be said, kept until it is. Promises: a message is queued in the transaction that decided it (rule 12).
// Refuses: to send; that is the dispatcher's.
import type { Store } from "../store/store.ts";
import * as sql from "./statements.ts";

export type MessageKind = "message" | "dead" | "reply";

export interface NewMessage {
  body: string;
  /** Goes around the gap and the quiet hours, alone. */
  urgent: boolean;
  /** A `reply` answers what the person just wrote: it shows in the window at once, and is announced only where asked. */
  kind: MessageKind;
  event: number | null;
  session: string | null;
  run: number | null;
  rule: string | null;
  /** The entry of the session's transcript that it repeats: it is said once. */
  entry?: number | null;
  /** A reply that nobody would see in the window now: it goes out at once, by itself. */
  announce?: boolean;
}

export interface HeldMessage extends Omit<NewMessage, "urgent" | "announce"> {
  id: number;
  created: number;
  urgent: 0 | 1;
  /** 1: it was being sent when Nightjar stopped, so the person may have seen it. */
  maybe_sent: 0 | 1;
}

export interface Outbox {
  /** Queues a message (joins an open transaction) and returns its id. `now` in seconds since the epoch. */
  enqueue(message: NewMessage, now: number): number;
  /** What waits, in the order it was said. */
  held(): HeldMessage[];
  heldCount(): number;
  /** Whether this entry of a transcript was said. */
  saidEntry(entry: number): boolean;
}

export function createOutbox(store: Store): Outbox {
  const insert = store.prepare(sql.insertMessage);
  const insertDelivery = store.prepare(sql.insertDelivery);
  const held = store.prepare<HeldMessage>(sql.selectHeld);
  const ofEntry = store.prepare(sql.selectOfEntry);
  const count = store.prepare<{ n: number }>(sql.countHeld);
  return {
    enqueue: (message, now) =>
      store.tx(() => {
        const { announce = false, entry = null, ...rest } = message;
        // What goes around the gap, alone, has one way.
        const row = { ...rest, entry, urgent: message.urgent || announce ? 1 : 0, now };
        if (message.kind !== "reply" || announce)
          return Number(insert.run({ ...row, sent_at: null, delivery: null }).lastInsertRowid);
        const delivery = Number(
          insertDelivery.run({
            kind: "reply",
            title: "",
            body: message.body,
            status: "sent",
            now,
            sent_at: now,
            repeated: 0,
            channel: "window",
          }).lastInsertRowid,
        );
        return Number(insert.run({ ...row, sent_at: now, delivery }).lastInsertRowid);
      }),
    held: () => held.all(),
    saidEntry: (entry) => ofEntry.get({ entry }) !== undefined,
    heldCount: () => count.get()?.n ?? 0,
  };
}
