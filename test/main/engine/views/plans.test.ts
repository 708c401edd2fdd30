import { afterAll, beforeAll, expect, test } from "vitest";
import { createActivityQueries } from "../../../../app/main/engine/views/activity.ts";
import { createDayQueries } from "../../../../app/main/engine/views/day.ts";
import * as runStatements from "../../../../app/main/engine/views/run-statements.ts";
import * as streamStatements from "../../../../app/main/engine/views/stream-statements.ts";
import * as statements from "../../../../app/main/engine/views/statements.ts";
import { type Filled, openFilled } from "./support.ts";

let db: Filled;
const rows = 100_000;
const day = 86_400;

beforeAll(() => {
  db = openFilled();
  const insert = db.store.prepare(
    "insert into inbox (source, source_id, payload, status, received_at, event) values (?, ?, '{}', ?, ?, 'push')",
  );
  db.store.tx(() => {
    for (let n = 0; n < rows; n++) {
      insert.run(n % 20_000 === 7 ? "rare" : "github", String(n), n % 50_000 === 3 ? "dead" : "done", n * 8);
    }
  });
});
afterAll(() => db.close());

/** Indexes that hold only live rows, or the few conversations there are: reading one whole is reading what waits. */
const liveRows = [
  "sessions_conversation",
  "inbox_dead",
  "approvals_waiting",
  "outbox_held",
  "timers_due",
  "tool_calls_open",
];

test.each(Object.entries({ ...statements, ...runStatements, ...streamStatements }))(
  "%s reads no table whole (100,000 events)",
  (_name, sql) => {
    const named = sql.includes("@");
    const bound = named
      ? [
          {
            from: 1,
            until: 2,
            width: 1,
            id: 1,
            now: 1,
            longSeconds: 1,
            max: 1,
            limit: 1,
            source: "s",
            before: 1,
            at: 1,
            message: 1,
            delivery: 1,
          },
        ]
      : Array.from(sql.matchAll(/\?/g), () => 1);
    const plan = db.store.prepare<{ detail: string }>(`explain query plan ${sql}`).all(...bound);
    expect(plan.length).toBeGreaterThan(0);
    const scans = plan
      .map((step) => step.detail)
      .filter((detail) => /^SCAN (?!CONSTANT ROW|\(subquery|\d)/.test(detail));
    const whole = scans.filter((detail) => !liveRows.some((index) => detail.endsWith(`INDEX ${index}`)));
    expect(whole).toEqual([]);
  },
);

test("a page of a rare source reads as many rows as it shows", () => {
  const activity = createActivityQueries(db.store);
  const first = activity.page(null, 3, "rare");
  expect(first.map((row) => row.id)).toEqual([80_008, 60_008, 40_008]);
  expect(activity.page(40_008, 3, "rare").map((row) => row.id)).toEqual([20_008, 8]);
  expect(activity.page(8, 3, "rare")).toEqual([]);
});

test("a day with ten thousand events has no more marks than asked for, and counts each event once", () => {
  const { counts, events } = createDayQueries(db.store).day(day, 2 * day, 300);
  expect(counts.events).toBe(day / 8);
  if (!("buckets" in events)) throw new Error("expected stretches");
  expect(events.buckets.length).toBeLessThanOrEqual(300);
  expect(events.buckets.length).toBeGreaterThan(140);
  expect(events.buckets.reduce((sum, bucket) => sum + bucket.n, 0)).toBe(counts.events);
  expect(events.buckets.at(-1)?.until).toBe(2 * day);
});
