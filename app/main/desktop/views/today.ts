// Today: what waits, what is held, what was said, the day as one band. Promises: bounded whatever lies in the tables.
// Refuses: nothing is computed from secrets, nothing is written.
import type { OfferView } from "../../../preload/contract/conversation.ts";
import type { DigestGroup, DigestItem, TodayView } from "../../../preload/contract/views.ts";
import type { DayRows } from "../../engine/views/day.ts";
import type { DeliveryRow, MessageRow } from "../../engine/views/outbox.ts";
import type { WaitingApprovalRow } from "../../engine/views/approvals.ts";
import { approvalCard, type CardParts } from "./cards.ts";
import type { CauseLines } from "./cause-lines.ts";
import { dayStrip, marksMax } from "./day-strip.ts";
import { dayOf } from "./times.ts";
import { conversationView, type StreamParts } from "./stream.ts";
import { visible, visibleLines } from "./visible-text.ts";

const cardsMax = 200;
const heldMax = 500;
const deliveriesMax = 200;
const messagesMax = 500;
/** Just after midnight last evening's deliveries are still what the person wants to read. */
const lookBackSeconds = 43_200;

export interface TodayParts extends StreamParts {
  /** What was offered with a message; null for nothing. */
  offerOf(message: number): OfferView | null;
  approvals: { waiting(limitRows: number): WaitingApprovalRow[] };
  outbox: {
    held(limitRows: number): MessageRow[];
    delivered(
      from: number,
      limitDeliveries: number,
      limitMessages: number,
    ): (DeliveryRow & { messages: MessageRow[] })[];
  };
  day: { day(from: number, until: number, marksMax: number): DayRows };
  causes: CauseLines;
  /** What cards are made with, beside the time. */
  cards: Omit<CardParts, "causes" | "now" | "zone">;
  /** The dispatcher's: when what is held goes by itself, and why not earlier. */
  plan(now: number): { goesAt: number | null; why: "gap" | "quiet" | "due" | "off" | null };
}

type Said = Pick<TodayParts, "causes" | "offerOf">;

function digestItem(row: MessageRow, { causes, offerOf }: Said): DigestItem {
  const offer = row.kind === "reply" ? offerOf(row.id) : null;
  return {
    ...(offer === null ? {} : { offer }),
    id: row.id,
    body: visibleLines(row.body),
    created: row.created,
    urgent: row.urgent === 1,
    kind: row.kind,
    cause: causes.of(row.event),
    eventId: row.event,
  };
}

export function digestGroup(row: DeliveryRow & { messages: MessageRow[] }, said: Said): DigestGroup {
  return {
    deliveryId: row.id,
    startedAt: row.started_at,
    sentAt: row.sent_at ?? row.started_at,
    urgent: row.kind === "urgent",
    repeated: row.repeated > 0,
    failed: row.status === "failed" ? visible(row.error ?? "") : null,
    items: row.messages.map((message) => digestItem(message, said)),
  };
}

/** @param zone the person's IANA zone: where the day begins and ends. */
export function todayView(parts: TodayParts, now: number, zone: string): TodayView {
  const day = dayOf(now, zone);
  const held = parts.outbox.held(heldMax);
  const { goesAt, why } = held.length === 0 ? { goesAt: null, why: null } : parts.plan(now);
  const digestFrom = Math.min(day.from, now - lookBackSeconds);
  const digest = parts.outbox.delivered(digestFrom, deliveriesMax, messagesMax).map((row) => digestGroup(row, parts));
  return {
    now,
    approvals: parts.approvals
      .waiting(cardsMax)
      .map((row) => approvalCard(row, { ...parts.cards, causes: parts.causes, now, zone })),
    held: { items: held.map((row) => digestItem(row, parts)), goesAt, why },
    digest,
    conversation: conversationView(parts, digest, digestFrom),
    day: dayStrip(
      parts.day.day(day.from, day.until, marksMax - 1),
      day,
      goesAt === null ? null : { at: goesAt, messages: held.length },
      now,
      zone,
    ),
  };
}
