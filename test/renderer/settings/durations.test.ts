import { fc, test as property } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { joinDuration, joinQuietHours, splitDuration } from "../../../app/renderer/settings/durations.ts";

test.each([
  [3600, "1", "h"],
  [5400, "90", "min"],
  [61, "61", "s"],
  [172_800, "2", "d"],
] as const)("%i s is shown as %s %s", (seconds, amount, unit) => {
  expect(splitDuration(seconds)).toEqual({ amount, unit });
});

property.prop([fc.integer({ min: 1, max: 31_536_000 })])(
  "what is shown and not touched saves the same seconds",
  (seconds) => {
    const { amount, unit } = splitDuration(seconds);
    expect(joinDuration(amount, unit)).toBe(seconds);
  },
);

test.each(["", "0", "-1", "1.5", "1e3", "one", "366"])("%j days can't be taken", (amount) => {
  expect(joinDuration(amount, "d")).toBeNull();
});

test("quiet hours need two times of day", () => {
  expect(joinQuietHours("22:00", "07:00")).toBe("22:00-07:00");
  for (const wrong of ["24:00", "7:00", "22:60", ""]) expect(joinQuietHours(wrong, "07:00")).toBeNull();
});
