import { expect, test } from "vitest";
import { nextCard } from "../../../../app/renderer/today/approvals/next-card.ts";

const order = ["a", "b", "c", "d"];

test.each([
  ["the next one below", "b", ["b"], ["a", "c", "d"], "c"],
  ["also while the answered one still stands", "b", ["b"], order, "c"],
  ["past those that were answered with it", "a", ["a", "b", "c"], order, "d"],
  ["past one that left by itself", "b", ["b"], ["a", "d"], "d"],
  ["the nearest above when none is below", "d", ["d", "b"], order, "c"],
  ["one that came meanwhile when no other is left", "b", order, ["e"], "e"],
  ["none", "b", order, [], null],
  ["the first, for a card that is not known", "x", [], order, "a"],
])("%s", (_name, at, answered, standing, next) => {
  expect(nextCard(order, at, answered, standing)).toBe(next);
});
