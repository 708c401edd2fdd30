// Shares of the room: short texts whole, long ones equal, the sum within the room unless the least asks for more.
import { expect, test } from "vitest";
import fc from "fast-check";
import { shares } from "../../../app/agent/think/estimate.ts";

test("short ones get what they need, and the long ones what is left", () => {
  expect(shares([10, 1000, 20, 1000], 230, 5)).toEqual([10, 100, 20, 100]);
  expect(shares([], 100, 5)).toEqual([]);
  expect(shares([500, 500, 500], 30, 50)).toEqual([50, 50, 50]);
});

test("any lengths: never more than needed, never over the room but for the least, and nothing is wasted", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(5000), { maxLength: 60 }), fc.nat(20_000), fc.nat(300), (lengths, total, least) => {
      const given = shares(lengths, total, least);
      const sum = given.reduce((a, b) => a + b, 0);
      for (const [at, length] of lengths.entries()) {
        expect(given[at]).toBeLessThanOrEqual(length);
        expect(given[at]).toBeGreaterThanOrEqual(Math.min(length, least));
      }
      expect(sum).toBeLessThanOrEqual(total + least * lengths.length);
      const wanted = lengths.reduce((a, b) => a + b, 0);
      if (wanted <= total) expect(sum).toBe(wanted);
      else expect(sum).toBeGreaterThan(total - lengths.length - 1);
    }),
  );
});
