import { expect, test } from "vitest";
import { whereTo } from "../../../app/main/desktop/where-to.ts";
import type { DeliveryKind } from "../../../app/main/engine/outbox/ports.ts";

const delivery = (kind: DeliveryKind) => ({ id: 7, kind, title: "", body: "" });
const dead = { kind: "dead" };
const message = { kind: "message" };

test.each([
  ["a question leads to the cards", "approval", [], 0, "today", null],
  ["a last call leads to the cards", "last_call", [], 3, "today", null],
  ["a digest leads to what it said", "digest", [message, message], 0, "today", "7"],
  ["news of dead events leads to them", "digest", [dead], 1, "dead", null],
  ["…but not when none is dead any more", "digest", [dead], 0, "today", "7"],
  ["a digest that says other things too leads to all of them", "digest", [message, dead], 1, "today", "7"],
  ["an urgent message leads to itself", "urgent", [message], 0, "today", "7"],
] as const)("%s", (_promise, kind, messages, deadNow, view, ref) => {
  expect(whereTo(delivery(kind), messages, deadNow)).toEqual({ type: "navigate", view, ref });
});
