import { expect, test } from "vitest";
import { countdown, drawEvery } from "../../../../app/renderer/today/approvals/countdown.ts";

test("the deadline itself is too late", () => {
  expect(countdown(1000, 100, 1000)).toMatchObject({ remaining: 0, expired: true, fraction: 0 });
  expect(countdown(1000, 100, 999.2)).toMatchObject({ remaining: 1, expired: false, short: "1 s" });
  expect(countdown(1000, 100, 5000)).toMatchObject({ remaining: 0, expired: true });
});

test("the last fifth is late, not a second earlier", () => {
  expect(countdown(1000, 100, 979).late).toBe(false);
  expect(countdown(1000, 100, 980).late).toBe(true);
});

test("a window shorter than what is left, or of no length, draws a whole ring and nothing beyond", () => {
  expect(countdown(1000, 10, 900).fraction).toBe(1);
  expect(countdown(1000, 0, 900).fraction).toBe(1);
});

test("draws each second within the hour, each minute above it, and never without or after a deadline", () => {
  expect(drawEvery(10_000, 10_000 - 3601)).toBe(60);
  expect(drawEvery(10_000, 10_000 - 3600)).toBe(1);
  expect(drawEvery(10_000, 9999.5)).toBe(1);
  expect(drawEvery(10_000, 10_000)).toBe(0);
  expect(drawEvery(null, 0)).toBe(0);
});
