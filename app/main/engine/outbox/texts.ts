// The words of deliveries: titles, and how merged texts are joined. Promises: every merged text is in the body.
// Refuses: to shorten; how much a notification shows is the channel's affair.
import type { ApprovalToAnnounce, DeliveryKind } from "./ports.ts";

/** What was merged stands apart by a blank line, in the order it was said. */
export function joined(bodies: readonly string[]): string {
  return bodies.join("\n\n");
}

export function digestTitle(messages: number): string {
  return messages === 1 ? "Nightjar" : `Nightjar: ${messages} updates`;
}

export const replyTitle = "Nightjar answers";
export const urgentTitle = "Nightjar: urgent";

export function approvalTitle(cards: number): string {
  return cards === 1 ? "Nightjar asks" : `Nightjar asks ${cards} things`;
}

export function approvalBody(cards: readonly ApprovalToAnnounce[]): string {
  return cards.map((card) => card.title).join("\n");
}

export const lastCallTitle = "Nightjar asks: last call";

/** @param now seconds since the epoch. */
export function lastCallBody(cards: readonly ApprovalToAnnounce[], now: number): string {
  return cards.map((card) => `${card.title}\n${timeLeft(card.due, now)}`).join("\n\n");
}

function timeLeft(due: number | null, now: number): string {
  if (due === null) return "It waits for you.";
  const minutes = Math.floor((due - now) / 60);
  if (minutes < 1) return "Less than a minute is left to answer.";
  return minutes === 1 ? "One minute is left to answer." : `${minutes} minutes are left to answer.`;
}

/** Of a delivery that may have arrived before: it was being sent when Nightjar stopped. */
export function repeatedTitle(title: string): string {
  return `${title} (perhaps again)`;
}

/** Of a notice whose questions do not all wait any more: those that do are announced anew, marked. */
export const overtaken =
  "Nightjar stopped while this was being sent, so it may not have arrived; not sent again, because what it asked was answered or ran out meanwhile.";

export const interrupted = "Nightjar stopped while this was being sent; it goes again after the quiet hours, marked.";

export function describe(kind: DeliveryKind): string {
  switch (kind) {
    case "digest":
      return "the digest";
    case "urgent":
      return "an urgent message";
    case "approval":
      return "a question";
    case "last_call":
      return "a last call";
    case "reply":
      return "a reply";
  }
}
