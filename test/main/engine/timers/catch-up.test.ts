import fc from "fast-check";
import { expect, test } from "vitest";
import { type CatchUp, onTimeSeconds, planCatchUp } from "../../../../app/main/engine/timers/catch-up.ts";
import { calendarOf } from "../../../../app/main/engine/timers/schedule.ts";
import { occurrences, pattern, zones } from "./oracle.ts";
import { at } from "./support.ts";

const day = 86_400;
const daily = (due: number) => calendarOf({ kind: "every", every: day, anchor: due });
const due = 1_000_000;
/** Four occurrences went by; the last one ten minutes ago. */
const after = due + 3 * day + 600;

test("latest makes one event for the latest missed, with skipped and late_by", () => {
  expect(planCatchUp(daily(due), due, after, "latest", 24)).toEqual({
    firings: [{ due: due + 3 * day, late_by: 600, skipped: 3, cut: 0 }],
    miss: { first_due: due, last_due: due + 3 * day, missed: 4, made: 1, late_by: 600, cut: 0 },
    onTimeBeside: 0,
    next: due + 4 * day,
  });
});

test("each makes one event for every occurrence", () => {
  const plan = planCatchUp(daily(due), due, after, "each", 24);
  expect(plan.firings).toEqual(
    [0, 1, 2, 3].map((n) => ({ due: due + n * day, late_by: after - due - n * day, skipped: 0, cut: 0 })),
  );
  expect(plan.miss).toMatchObject({ missed: 4, made: 4, cut: 0 });
});

test("each keeps the latest up to its cap, and its first event says how many were cut", () => {
  const plan = planCatchUp(daily(due), due, after, "each", 2);
  expect(plan.firings).toEqual([
    { due: due + 2 * day, late_by: day + 600, skipped: 2, cut: 2 },
    { due: due + 3 * day, late_by: 600, skipped: 0, cut: 0 },
  ]);
  expect(plan.miss).toMatchObject({ missed: 4, made: 2, cut: 2 });
});

test("skip makes nothing of what was missed, and fires what is on time", () => {
  expect(planCatchUp(daily(due), due, after, "skip", 24)).toEqual({
    firings: [],
    miss: { first_due: due, last_due: due + 3 * day, missed: 4, made: 0, late_by: 600, cut: 0 },
    onTimeBeside: 0,
    next: due + 4 * day,
  });
  expect(planCatchUp(daily(due), due, due + 3 * day + 60, "skip", 24)).toMatchObject({
    firings: [{ due: due + 3 * day, late_by: 60, skipped: 3 }],
    miss: { missed: 3, made: 0, last_due: due + 2 * day },
  });
});

test.each([
  [0, true],
  [60, true],
  [61, false],
])("an occurrence noticed after %i s is on time: %s", (late, onTime) => {
  const plan = planCatchUp(daily(due), due, due + late, "skip", 24);
  expect(plan.firings.length === 1).toBe(onTime);
  expect(plan.miss === null).toBe(onTime);
});

test("a due moment that the calendar no longer has is still kept", () => {
  const calendar = calendarOf({ kind: "cron", cron: "0 9 * * *", zone: "UTC" });
  const promised = at("2025-06-01T08:00Z");
  const plan = planCatchUp(calendar, promised, promised, "latest", 24);
  expect(plan).toMatchObject({ firings: [{ due: promised, late_by: 0 }], next: at("2025-06-01T09:00Z") });
});

test("whatever the schedule, zone, gap and choice, the plan is what the oracle's list gives", () => {
  const scheduled = fc.constantFrom(
    pattern([0], [9], null),
    pattern([0, 30], [2], null),
    pattern([15], [23], [0, 3]),
    pattern({ step: 20 }, { step: 1 }, null),
    pattern({ step: 1 }, { step: 3 }, null),
  );
  fc.assert(
    fc.property(
      fc.record({
        p: scheduled,
        zone: fc.constantFrom(...zones),
        start: fc.integer({ min: at("2024-01-01T00:00Z"), max: at("2026-01-01T00:00Z") }),
        gap: fc.oneof(fc.nat(200), fc.nat(5 * day)),
        catchUp: fc.constantFrom<CatchUp>("latest", "each", "skip"),
        cap: fc.integer({ min: 1, max: 40 }),
      }),
      ({ p, zone, start, gap, catchUp, cap }) => {
        const calendar = calendarOf({ kind: "cron", cron: p.cron, zone });
        const first = calendar.next(start);
        const now = first + gap;
        const list = occurrences(p, zone, first, now + 9 * day);
        const come = list.filter((o) => o <= now);
        const plan = planCatchUp(calendar, first, now, catchUp, cap);
        const isLate = (o: number) => now - o > onTimeSeconds;
        const last = come.at(-1) as number;
        const wanted = catchUp === "each" ? come.slice(-cap) : catchUp === "skip" && isLate(last) ? [] : [last];
        expect(plan.firings.map((firing) => firing.due)).toEqual(wanted);
        expect(plan.firings.map((firing) => firing.late_by)).toEqual(wanted.map((o) => now - o));
        if (wanted.length > 0)
          expect(plan.firings.reduce((sum, firing) => sum + 1 + firing.skipped, 0)).toBe(come.length);
        expect(plan.next).toBe(list.find((o) => o > now));
        const late = come.filter(isLate);
        expect(plan.miss?.missed ?? 0).toBe(late.length);
        expect(plan.miss?.made ?? 0).toBe(wanted.filter(isLate).length);
        if (late.length > 0) expect(plan.miss).toMatchObject({ first_due: late[0], last_due: late.at(-1) });
      },
    ),
    { numRuns: 300 },
  );
}, 180_000);
