// The most a request may use is counted before it leaves: never fewer tokens than there are, and not so many that nothing fits.
import { expect, test } from "vitest";
import { mostTokens } from "../../../app/main/models/most-tokens.ts";
import { texts } from "./measured-texts.ts";

test.each(Object.entries(texts))(
  "%s: at least what tokenizers make of it, and not much more than twice",
  (_kind, one) => {
    const most = mostTokens(one.text);
    expect(most).toBeGreaterThanOrEqual(one.tokens);
    expect(most).toBeLessThan(one.tokens * 2.2);
  },
);

test("nothing is nothing, and a page of spaces is no page of words", () => {
  expect(mostTokens("")).toBe(0);
  expect(mostTokens(" ".repeat(1600))).toBe(110);
});
