import fc from "fast-check";
import { expect, test } from "vitest";
import { calendarOf, checkSchedule } from "../../../../app/main/engine/timers/schedule.ts";
import { clockChanges, occurrences, pattern, zones } from "./oracle.ts";
import { at } from "./support.ts";

const cron = (text: string, zone: string) => calendarOf({ kind: "cron", cron: text, zone });
const isos = (text: string, zone: string, from: string, n: number) => {
  const calendar = cron(text, zone);
  const found: string[] = [];
  for (let now = at(from); found.length < n; ) {
    now = calendar.next(now);
    found.push(new Date(now * 1000).toISOString().slice(0, 16));
  }
  return found;
};

test.each([
  [
    "daily across the spring change",
    "0 9 * * *",
    "Europe/Berlin",
    "2025-03-29T00:00Z",
    ["2025-03-29T08:00", "2025-03-30T07:00"],
  ],
  [
    "daily across the autumn change",
    "0 9 * * *",
    "Europe/Berlin",
    "2025-10-25T00:00Z",
    ["2025-10-25T07:00", "2025-10-26T08:00"],
  ],
  [
    "in the gap: at its end",
    "30 2 * * *",
    "Europe/Berlin",
    "2025-03-30T00:00Z",
    ["2025-03-30T01:00", "2025-03-31T00:30"],
  ],
  [
    "in the repeated hour: once",
    "30 2 * * *",
    "Europe/Berlin",
    "2025-10-25T23:00Z",
    ["2025-10-26T00:30", "2025-10-27T01:30"],
  ],
  [
    "two times a day in the repeated hour: each once",
    "0,30 2 * * *",
    "Europe/Berlin",
    "2025-10-25T23:00Z",
    ["2025-10-26T00:00", "2025-10-26T00:30", "2025-10-27T01:00"],
  ],
  [
    "every half hour in the repeated hour: all of them",
    "*/30 2 * * *",
    "Europe/Berlin",
    "2025-10-25T23:00Z",
    ["2025-10-26T00:00", "2025-10-26T00:30", "2025-10-26T01:00", "2025-10-26T01:30"],
  ],
  [
    "a half-hour gap",
    "15 2 * * *",
    "Australia/Lord_Howe",
    "2025-10-04T12:00Z",
    ["2025-10-04T15:30", "2025-10-05T15:15"],
  ],
  ["a lost day", "0 9 * * *", "Pacific/Apia", "2011-12-29T12:00Z", ["2011-12-29T19:00", "2011-12-30T19:00"]],
  [
    "a gap one minute after midnight",
    "*/20 0,1 * * *",
    "America/St_Johns",
    "2011-03-13T03:00Z",
    ["2011-03-13T03:30", "2011-03-13T03:50", "2011-03-13T04:10"],
  ],
  ["a gap at midnight", "0 0 * * *", "Africa/Cairo", "2023-04-27T00:00Z", ["2023-04-27T22:00", "2023-04-28T21:00"]],
  ["Ramadan", "0 9 * * *", "Africa/Casablanca", "2025-02-22T09:00Z", ["2025-02-23T09:00", "2025-02-24T09:00"]],
  ["a quarter-hour offset", "0 9 * * *", "Asia/Kathmandu", "2025-01-01T00:00Z", ["2025-01-01T03:15"]],
  ["a half-hour offset", "0 9 * * *", "America/St_Johns", "2025-01-01T00:00Z", ["2025-01-01T12:30"]],
  ["29 February", "0 9 29 2 *", "UTC", "2025-01-01T00:00Z", ["2028-02-29T09:00"]],
  ["the last day of the month", "0 9 L * *", "UTC", "2025-02-01T00:00Z", ["2025-02-28T09:00", "2025-03-31T09:00"]],
])("%s", (_, text, zone, from, expected) => expect(isos(text, zone, from, expected.length)).toEqual(expected));

test.each([
  ["* * 31 2 *", "UTC", /no such day ever comes/],
  ["0 9 31 4,6,9,11 *", "UTC", /no such day ever comes/],
  ["0 0 9 * * *", "UTC", /has 6 fields where five/],
  ["0 9 * *", "UTC", /has 4 fields where five/],
  ["", "UTC", /has 0 fields/],
  ["61 9 * * *", "UTC", /minute: 61/],
  ["0 9 * * mun", "UTC", /can't be used/],
  ["? 9 * * *", "UTC", /only digits/],
  ["2030-01-01T00:00:00", "UTC", /has 1 fields/],
  ["@reboot", "UTC", /@reboot/],
  ["@every_so_often", "UTC", /can't be used/],
  ["0 9 * * *", "Europe/Nowhere", /no such time zone/],
  ["0 9 * * *", "+02:00", /name of a place/],
  ["0 9 * * *", "", /name of a place/],
  ["0 9 * * *", null, /name of a place/],
])("the schedule %j in %j is refused with a sentence", (text, zone, sentence) => {
  expect(checkSchedule({ cron: text, zone, everySeconds: null })).toMatch(sentence);
});

test("an interval is whole seconds from 1, a cap a whole number from 1, and a schedule one of the two kinds", () => {
  const every = (everySeconds: number) => checkSchedule({ cron: null, zone: null, everySeconds });
  for (const wrong of [0, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 1e12])
    expect(every(wrong)).toMatch(/whole seconds/);
  expect(every(1)).toBeNull();
  expect(checkSchedule({ cron: "0 9 * * *", zone: "UTC", everySeconds: 60 })).toMatch(/exactly one/);
  expect(checkSchedule({ cron: null, zone: "UTC", everySeconds: null })).toMatch(/exactly one/);
  for (const cap of [0, -1, 1.5, 1001])
    expect(checkSchedule({ cron: null, zone: null, everySeconds: 1, cap })).toMatch(/cap/);
  expect(checkSchedule({ cron: "@daily", zone: "Europe/Lisbon", everySeconds: null, cap: 1000 })).toBeNull();
});

const values = (size: number, most: number) => fc.uniqueArray(fc.nat(size - 1), { minLength: 1, maxLength: most });
const step = fc.constantFrom(1, 5, 15, 20, 30).map((n) => ({ step: n }));
const weekdays = fc.option(values(7, 4));
const fixed = fc.tuple(values(60, 3), values(24, 3), weekdays).map(([m, h, w]) => pattern(m, h, w));
const frequent = fc
  .tuple(
    fc.oneof(values(60, 3), step),
    fc.oneof(
      values(24, 4),
      fc.constantFrom(1, 2, 3).map((n) => ({ step: n })),
    ),
    weekdays,
  )
  .filter(([m, h]) => !Array.isArray(m) || !Array.isArray(h))
  .map(([m, h, w]) => pattern(m, h, w));
const day = 86_400;
/** Moments near the clock changes of 2011 and of 2022 to 2027, or anywhere in those years. */
const changes = new Map(
  zones.map((zone) => [
    zone,
    [
      ...clockChanges(zone, at("2011-01-01T00:00Z"), at("2012-01-15T00:00Z")),
      ...clockChanges(zone, at("2022-01-01T00:00Z"), at("2027-01-01T00:00Z")),
    ],
  ]),
);
const where = fc.constantFrom(...zones).chain((zone) => {
  const near = changes.get(zone) as number[];
  const any = fc.integer({ min: at("2022-01-01T00:00Z"), max: at("2027-01-01T00:00Z") });
  const moment =
    near.length === 0
      ? any
      : fc.oneof(
          { weight: 1, arbitrary: any },
          {
            weight: 4,
            arbitrary: fc
              .tuple(fc.constantFrom(...near), fc.integer({ min: -2 * day, max: day }))
              .map(([c, d]) => c + d),
          },
          {
            weight: 1,
            arbitrary: fc.tuple(fc.constantFrom(...near), fc.integer({ min: -1, max: 1 })).map(([c, d]) => c + d),
          },
        );
  return fc.record({ zone: fc.constant(zone), from: moment });
});

test("the next occurrence is the oracle's, strictly later, in every zone and through every clock change", () => {
  fc.assert(
    fc.property(where, fc.oneof(fixed, frequent), ({ zone, from }, p) => {
      const soon = occurrences(p, zone, from + 1, from + day)[0];
      const expected = soon ?? occurrences(p, zone, from + 1, from + 9 * day)[0];
      expect(cron(p.cron, zone).next(from)).toBe(expected);
    }),
    { numRuns: 1200 },
  );
}, 180_000);

test("what a gap of any length missed is counted as the oracle counts it, and its latest are the oracle's", () => {
  fc.assert(
    fc.property(
      where,
      fc.oneof(
        fc.record({ p: fixed, length: fc.integer({ min: 0, max: 250 * day }) }),
        fc.record({ p: frequent, length: fc.integer({ min: 0, max: 6 * day }) }),
      ),
      fc.integer({ min: 1, max: 30 }),
      ({ zone, from }, { p, length }, keep) => {
        const expected = occurrences(p, zone, from, from + length);
        const calendar = cron(p.cron, zone);
        expect(calendar.count(from, from + length)).toBe(expected.length);
        expect(calendar.latest(from, from + length, keep)).toEqual(expected.slice(-keep));
      },
    ),
    { numRuns: 200 },
  );
}, 180_000);

test("two years of a schedule that is due each minute are counted exactly, and quickly", () => {
  const from = at("2024-01-01T00:00Z");
  const until = at("2026-01-01T00:00Z");
  expect(cron("* * * * *", "Europe/Berlin").count(from, until)).toBe((until - from) / 60 + 1);
});

test("an interval is arithmetic from its anchor, on either side of it", () => {
  fc.assert(
    fc.property(
      fc.record({
        every: fc.integer({ min: 1, max: 50 }),
        anchor: fc.integer({ min: 0, max: 200 }),
        from: fc.nat(400),
        length: fc.nat(300),
        keep: fc.integer({ min: 1, max: 9 }),
      }),
      ({ every, anchor, from, length, keep }) => {
        const calendar = calendarOf({ kind: "every", every, anchor });
        const until = from + length;
        const expected: number[] = [];
        for (let t = from; t <= until; t++) if ((((t - anchor) % every) + every) % every === 0) expected.push(t);
        expect(calendar.count(from, until)).toBe(expected.length);
        expect(calendar.latest(from, until, keep)).toEqual(expected.slice(-keep));
        let next = from + 1;
        while ((((next - anchor) % every) + every) % every !== 0) next++;
        expect(calendar.next(from)).toBe(next);
      },
    ),
  );
}, 180_000);
