import { expect, test } from "vitest";
import type { Use } from "../../../app/preload/contract/runs.ts";
import { cachedPercent, money, spentText, usedText } from "../../../app/renderer/activity/run/use-text.ts";

const use = (over: Partial<Use> = {}): Use => ({
  ...{ requests: 2, unanswered: 0, input: 100, output: 50, cacheRead: 800, cacheWrite: 100 },
  ...{ costMicros: 12_300, partly: false, seconds: 3, ...over },
});

test("money is said to the cent, small sums by what counts of them, and never as nothing", () => {
  expect([0, 12, 100, 4220, 45_000, 99_999, 100_000, 1_234_567, 250_000_000].map(money)).toEqual([
    ...["$0", "under $0.0001", "$0.0001", "$0.0042", "$0.045", "$0.1", "$0.10", "$1.23", "$250.00"],
  ]);
});

test("what was used is all that went in, how much of it the cache gave, what came out, what it cost", () => {
  expect(usedText(use(), false)).toBe("1,000 in · 80 % from the cache · 50 out · $0.012");
  expect(usedText(use({ unanswered: 2 }), true)).toBe(
    "1,000 in · 80 % from the cache · 100 into the cache · 50 out · $0.012 · 2 requests without an answer",
  );
  // Nearly all is not all.
  expect(cachedPercent(use({ input: 1, cacheWrite: 0, cacheRead: 999 }))).toBe(99);
  expect(usedText(use({ cacheRead: 0, cacheWrite: 0 }), true)).toBe("100 in · 50 out · $0.012");
});

test("a price that is not known is not taken for none, and one's own model's is not told", () => {
  expect(usedText(use({ costMicros: null, partly: true }), false)).toMatch(/price not known$/);
  expect(usedText(use({ partly: true }), false)).toMatch(/\$0\.012 and more$/);
  expect(usedText(use({ costMicros: 0 }), false)).toMatch(/50 out$/);
  const nothing = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, costMicros: 0 };
  expect(usedText(use(nothing), true)).toBe("nothing yet");
  expect(usedText(use({ ...nothing, unanswered: 1 }), true)).toBe("1 request without an answer");
});

test("the day's line says nothing while nothing was used", () => {
  expect(spentText(use())).toBe("Today the model used 1,050 tokens · $0.012 · 80 % from the cache");
  expect(spentText(use({ input: 0, output: 0, cacheRead: 0, cacheWrite: 0, costMicros: 0 }))).toBeNull();
});
