// What is held and what was delivered, message by message. Promises: newest first, bounded in deliveries and in messages.
// Refuses: sending and pacing; that is the dispatcher's.
import type { Store } from "../store/store.ts";
import * as sql from "./statements.ts";

export interface MessageRow {
  id: number;
  body: string;
  created: number;
  urgent: 0 | 1;
  kind: "message" | "dead" | "reply";
  event: number | null;
  source: string | null;
  name: string | null;
}

export interface DeliveryRow {
  id: number;
  kind: "digest" | "urgent" | "reply";
  status: "sending" | "sent" | "failed";
  started_at: number;
  sent_at: number | null;
  repeated: number;
  error: string | null;
}

export interface LastDeliveryRow {
  id: number;
  kind: string;
  status: "sending" | "sent" | "failed";
  started_at: number;
  error: string | null;
}

export function createOutboxQueries(store: Store) {
  const held = store.prepare<MessageRow>(sql.heldMessages);
  const since = store.prepare<DeliveryRow>(sql.deliveriesSince);
  const messages = store.prepare<MessageRow>(sql.messagesOfDelivery);
  const last = store.prepare<LastDeliveryRow>(sql.lastDelivery);
  return {
    held: (limitRows: number): MessageRow[] => held.all(limitRows),
    /**
     * Deliveries that carry messages, newest first.
     * @param from started at or after, seconds since the epoch.
     * @param limitMessages over all deliveries together; a delivery that would be cut is left out whole.
     */
    delivered(from: number, limitDeliveries: number, limitMessages: number) {
      const groups: (DeliveryRow & { messages: MessageRow[] })[] = [];
      let left = limitMessages;
      for (const delivery of since.all(from, limitDeliveries)) {
        const rows = messages.all(delivery.id, left + 1);
        if (rows.length > left && groups.length > 0) break;
        left -= rows.length;
        if (rows.length > 0) groups.push({ ...delivery, messages: rows });
        if (left <= 0) break;
      }
      return groups;
    },
    /** The messages of one delivery, whenever it was. */
    messagesOf: (delivery: number, limit: number): MessageRow[] => messages.all(delivery, limit),
    last: (): LastDeliveryRow | undefined => last.get(),
  };
}
