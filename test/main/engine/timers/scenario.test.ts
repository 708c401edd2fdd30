import { afterEach, beforeEach, expect, test } from "vitest";
import { bench } from "./support.ts";

let b: ReturnType<typeof bench>;
beforeEach(() => {
  b = bench();
});
afterEach(() => b.close());

const day = 86_400;

test("scenario 6: a second pass, a replay, a three-day outage", () => {
  const now = 1_000_000;
  const timers = b.timers();
  const digest = {
    id: "digest",
    name: "digest",
    cron: null,
    zone: null,
    every: day,
    origin: "person",
    first_due: now,
    payload: { task: "daily digest" },
  } as const;
  timers.setSchedule(digest, now);
  expect(timers.runDue(now, "")).toBe(1);
  expect(timers.runDue(now, "")).toBe(0);
  // The replay the registration sees, and the one it can't see: the row itself put back to its old due moment.
  expect(timers.setSchedule(digest, now)).toBe(false);
  expect(timers.runDue(now, "")).toBe(0);
  b.store.prepare("update timers set due = ?").run(now);
  expect(timers.runDue(now, "")).toBe(0);
  expect(b.events()).toHaveLength(1);

  const later = now + day + 3 * day + 600;
  expect(timers.runDue(later, "Nightjar was not running")).toBe(1);
  expect(b.events()).toHaveLength(2);
  expect(b.events()[1]?.payload).toEqual({
    task: "daily digest",
    scheduled_for: later - 600,
    late_by: 600,
    skipped: 3,
  });
  expect(Math.round(((timers.nextDue() as number) - later) / 360) / 10).toBe(23.8);
  expect(b.misses()).toEqual([
    {
      timer: "digest",
      first_due: now + day,
      last_due: now + 4 * day,
      missed: 4,
      made: 1,
      late_by: 600,
      cut: 0,
      why: "Nightjar was not running",
    },
  ]);
});

test("scenario 7: an expiry timer writes under the approval's own key, and changes nothing when an answer stands", () => {
  const timers = b.timers();
  const due = 2_000_000;
  const expiry = (id: string) =>
    timers.setFollowUp(
      {
        id: `expire:${id}`,
        due,
        name: "expiry",
        payload: { approval: id, answer: "expired" },
        ev_source: "approval",
        ev_id: id,
        origin: "engine",
      },
      due - 14_400,
    );
  expiry("refund-881");
  expiry("refund-883");
  const yes = {
    source: "approval",
    source_id: "refund-883",
    kind: "approval",
    event: "yes",
    trust: "trusted",
  } as const;
  b.inbox.ingest({ ...yes, payload: JSON.stringify({ approval: "refund-883", answer: "yes" }) }, due - 3600);
  expect(timers.runDue(due - 1, "")).toBe(0);
  expect(timers.runDue(due + 3600, "the computer slept")).toBe(1);
  expect(timers.runDue(due + 7200, "")).toBe(0);
  const answers = b.events().map(({ source, source_id, kind, payload }) => [source, source_id, kind, payload.answer]);
  expect(answers).toEqual([
    ["approval", "refund-883", "approval", "yes"],
    ["approval", "refund-881", "approval", "expired"],
  ]);
  expect(b.store.prepare("select id, done from timers order by id").all()).toEqual([
    { id: "expire:refund-881", done: 1 },
    { id: "expire:refund-883", done: 1 },
  ]);
});
