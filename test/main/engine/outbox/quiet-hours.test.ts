import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";
import { afterQuiet } from "../../../../app/main/engine/outbox/quiet-hours.ts";
import { clockChanges, zones } from "../timers/oracle.ts";

const at = (iso: string) => Date.parse(iso) / 1000;
const night = { fromMinute: 22 * 60, untilMinute: 7 * 60 };

test.each([
  ["over midnight", "2025-06-02T23:00Z", "2025-06-03T07:00Z", "UTC"],
  ["after midnight", "2025-06-03T06:59:59Z", "2025-06-03T07:00Z", "UTC"],
  ["at the end", "2025-06-03T07:00Z", "2025-06-03T07:00Z", "UTC"],
  ["at the beginning", "2025-06-02T22:00Z", "2025-06-03T07:00Z", "UTC"],
  ["by day", "2025-06-02T12:00Z", "2025-06-02T12:00Z", "UTC"],
  ["over the spring change", "2025-03-29T22:00Z", "2025-03-30T05:00Z", "Europe/Berlin"],
  ["over the autumn change", "2025-10-25T22:00Z", "2025-10-26T06:00Z", "Europe/Berlin"],
])("quiet hours from 22:00 to 07:00, %s", (_, from, until, zone) => {
  expect(afterQuiet(at(from), night, zone)).toBe(at(until));
});

test("an end that the clock leaps over is the end of the leap; one that comes twice is over, and back", () => {
  const quiet = { fromMinute: 60, untilMinute: 150 };
  expect(afterQuiet(at("2025-03-30T00:30Z"), quiet, "Europe/Berlin")).toBe(at("2025-03-30T01:00Z"));
  expect(afterQuiet(at("2025-10-26T00:00Z"), quiet, "Europe/Berlin")).toBe(at("2025-10-26T00:30Z"));
  expect(afterQuiet(at("2025-10-26T01:10Z"), quiet, "Europe/Berlin")).toBe(at("2025-10-26T01:30Z"));
});

test("no quiet hours, and empty ones, are never quiet", () => {
  expect(afterQuiet(77, null, "UTC")).toBe(77);
  expect(afterQuiet(77, { fromMinute: 60, untilMinute: 60 }, "UTC")).toBe(77);
});

/** Goes on minute by minute and reads the wall clock each quarter of an hour: between two, no zone here changes its clock. */
function walk(from: number, quiet: { fromMinute: number; untilMinute: number }, zone: string): number {
  const quietMinutes = new Set<number>();
  for (let m = quiet.fromMinute; m !== quiet.untilMinute; m = (m + 1) % 1440) quietMinutes.add(m);
  for (let quarter = Math.floor(from / 900) * 900; ; quarter += 900) {
    const { hour, minute } = Temporal.Instant.fromEpochMilliseconds(quarter * 1000).toZonedDateTimeISO(zone);
    for (let m = 0; m < 15; m++) {
      if (quarter + m * 60 + 59 < from || quietMinutes.has(hour * 60 + minute + m)) continue;
      return Math.max(from, quarter + m * 60);
    }
  }
}

test("quiet hours end where a walk along the wall clock ends them, in every zone and through every clock change", () => {
  const changes = zones.map(
    (zone) => [zone, clockChanges(zone, at("2023-01-01T00:00Z"), at("2026-01-01T00:00Z"))] as const,
  );
  const where = fc.constantFrom(...changes).chain(([zone, near]) =>
    fc.record({
      zone: fc.constant(zone),
      from: fc
        .tuple(
          fc.constantFrom(...(near.length === 0 ? [at("2024-05-05T00:00Z")] : near)),
          fc.integer({ min: -72_000, max: 40_000 }),
        )
        .map(([change, offset]) => change + offset),
    }),
  );
  // Near the hours at which clocks change, on quarters of an hour and off them.
  const minute = fc.oneof(
    fc.nat(1439),
    fc.integer({ min: 0, max: 16 }).map((n) => n * 15),
  );
  fc.assert(
    fc.property(where, minute, minute, ({ zone, from }, fromMinute, untilMinute) => {
      const quiet = { fromMinute, untilMinute };
      expect(afterQuiet(from, quiet, zone)).toBe(walk(from, quiet, zone));
    }),
    { numRuns: 600 },
  );
}, 180_000);
