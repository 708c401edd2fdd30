import fc from "fast-check";
import { expect, test } from "vitest";
import { occurrences, pattern, zones } from "./oracle.ts";
import { at, bench } from "./support.ts";

const day = 86_400;
const start = at("2025-03-01T00:00Z");
const patterns = [
  pattern([0], [9], null),
  pattern([30], [2], null),
  pattern([0, 15, 30], [1, 2, 3], null),
  pattern({ step: 30 }, { step: 1 }, null),
];

const forward = fc
  .oneof(fc.nat(600), fc.nat(2 * day), fc.nat(40 * day))
  .map((seconds) => ({ seconds, restart: false }));
const steps = fc.array(fc.oneof(forward, fc.constant({ seconds: 0, restart: true })), { minLength: 1, maxLength: 12 });

test("however the passes fall, every occurrence is an event of its own or counted in a later one's skipped", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.constantFrom(...patterns),
      fc.constantFrom("latest", "each"),
      steps,
      (zone, p, catch_up, moves) => {
        const b = bench();
        try {
          let timers = b.timers();
          timers.setSchedule(
            { id: "t", name: "t", cron: p.cron, zone, every: null, catch_up, cap: 1000, origin: "person" },
            start,
          );
          let now = start;
          for (const { seconds, restart } of moves) {
            if (restart) timers = b.timers();
            now += seconds;
            timers.runDue(now, "the computer slept");
            expect(timers.nextDue()).toBeGreaterThan(now);
          }
          const come = occurrences(p, zone, start + 1, now);
          const made = b.events().map(({ payload }) => payload as { scheduled_for: number; skipped: number });
          if (catch_up === "each" && made.every(({ skipped }) => skipped === 0))
            expect(made.map(({ scheduled_for }) => scheduled_for)).toEqual(come);
          expect(made.reduce((sum, { skipped }) => sum + 1 + skipped, 0)).toBe(come.length);
          expect(made.at(-1)?.scheduled_for).toBe(come.at(-1));
        } finally {
          b.close();
        }
      },
    ),
    { numRuns: 60 },
  );
}, 180_000);

test("however the clock jumps, no occurrence has two events and no schedule is parked past its next", () => {
  const jumps = fc.array(fc.oneof(fc.integer({ min: -30 * day, max: 30 * day }), fc.nat(3600)), {
    minLength: 1,
    maxLength: 15,
  });
  fc.assert(
    fc.property(fc.constantFrom(...zones), jumps, (zone, moves) => {
      const b = bench();
      try {
        const timers = b.timers();
        const p = pattern([0], [9], null);
        timers.setSchedule(
          { id: "t", name: "t", cron: p.cron, zone, every: null, catch_up: "each", cap: 1000, origin: "person" },
          start,
        );
        timers.setSchedule({ id: "i", name: "i", cron: null, zone: null, every: 7200, origin: "person" }, start);
        let now = start;
        for (const move of moves) {
          now += move;
          if (timers.hasWork(now)) timers.runDue(now, "the clock jumped");
          const [interval, daily] = timers.list(now);
          expect(daily?.due).toBe(occurrences(p, zone, now + 1, now + 3 * day)[0]);
          expect(interval?.due).toBeGreaterThan(now);
          expect(interval?.due).toBeLessThanOrEqual(now + 7200);
        }
        const events = b.events().map(({ source_id }) => source_id);
        expect(new Set(events).size).toBe(events.length);
      } finally {
        b.close();
      }
    }),
    { numRuns: 60 },
  );
}, 180_000);
