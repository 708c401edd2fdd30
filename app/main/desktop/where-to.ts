// Where a click on a notification leads. Promises: the thing as it stands at the click, not as it stood when it was said.
// Refuses: a view that has nothing to show.
import type { PushMessage } from "../../preload/contract/views.ts";
import type { Delivery } from "../engine/outbox/ports.ts";

type Navigate = Extract<PushMessage, { type: "navigate" }>;

/**
 * @param messages the kinds of what was merged into the delivery
 * @param dead how many events are dead now
 */
export function whereTo(delivery: Delivery, messages: readonly { kind: string }[], dead: number): Navigate {
  const onlyOfDead = messages.length > 0 && messages.every(({ kind }) => kind === "dead");
  if (onlyOfDead && dead > 0) return { type: "navigate", view: "dead", ref: null };
  const isQuestion = delivery.kind === "approval" || delivery.kind === "last_call";
  return { type: "navigate", view: "today", ref: isQuestion ? null : String(delivery.id) };
}
