// The limits as typed: thousands may stand apart, nonsense is said, untouched is the same again.
import { expect, test } from "vitest";
import { inputs } from "../../../../app/preload/contract/channels.ts";
import { limitsOf, limitsProblems, startLimits } from "../../../../app/renderer/settings/limits/limits-form.ts";

const limits = { runSteps: 30, runSeconds: 600, dayTokens: 500_000, dayUsd: 2.5 };

test("untouched, the same is asked for again; thousands may stand apart", () => {
  const form = startLimits(limits);
  expect(limitsOf(form)).toEqual(limits);
  expect(inputs["limits.save"].parse(limitsOf(form))).toEqual(limits);
  for (const dayTokens of ["1,200,000", "1 200 000", "1200000"])
    expect(limitsOf({ ...form, dayTokens })?.dayTokens).toBe(1_200_000);
  expect(limitsOf({ ...form, dayTokens: "0", dayUsd: "0" })).toMatchObject({ dayTokens: 0, dayUsd: 0 });
});

test("what can't be taken is said of each field, and nothing is asked", () => {
  const form = startLimits(limits);
  for (const [part, field] of [
    [{ dayTokens: "1,2" }, "dayTokens"],
    [{ dayTokens: "-1" }, "dayTokens"],
    [{ dayUsd: "2,50" }, "dayUsd"],
    [{ runSteps: "0" }, "runSteps"],
    [{ runSteps: "1001" }, "runSteps"],
    [{ runSeconds: { amount: "25", unit: "h" as const } }, "runSeconds"],
  ] as const) {
    expect(Object.keys(limitsProblems({ ...form, ...part }))).toEqual([field]);
    expect(limitsOf({ ...form, ...part })).toBeNull();
  }
  expect(limitsOf({ ...form, runSeconds: { amount: "", unit: "s" } })).toBeNull();
});
