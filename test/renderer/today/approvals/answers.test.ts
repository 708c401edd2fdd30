import { expect, test } from "vitest";
import { settledSentence } from "../../../../app/renderer/today/approvals/answers.ts";

const result = (stands: "yes" | "no" | "again", yours = true) => ({
  id: "a",
  stands,
  yours,
  sentence: "As main said.",
});

test("an answered card's line stops saying that the call is under way once something was said since", () => {
  expect(settledSentence(result("yes"), false)).toBe("As main said.");
  expect(settledSentence(result("yes"), true)).toBe("Approved.");
  expect(settledSentence(result("again"), true)).toBe("You asked for it again.");
});

test("what stays true is left as main said it", () => {
  expect(settledSentence(result("no"), true)).toBe("As main said.");
  expect(settledSentence(result("yes", false), true)).toBe("As main said.");
});
