import { afterEach, beforeEach, expect, test } from "vitest";
import type { NewFollowUp, NewSchedule } from "../../../../app/main/engine/timers/rows.ts";
import type { Timers } from "../../../../app/main/engine/timers/timers.ts";
import { at, bench } from "./support.ts";

let b: ReturnType<typeof bench>;
let timers: Timers;
beforeEach(() => {
  b = bench();
  timers = b.timers();
});
afterEach(() => b.close());

const day = 86_400;
const start = at("2025-06-02T06:00Z");
const nine = at("2025-06-02T09:00Z");
const morning: NewSchedule = {
  id: "m",
  name: "morning",
  cron: "0 9 * * *",
  zone: "UTC",
  every: null,
  origin: "person",
};
const later: NewFollowUp = { id: "f", due: nine, name: "check", payload: { task: 7 }, origin: "person" };
const keys = () => b.events().map(({ source_id }) => source_id);

test("a due timer becomes one event and moves on (rule 7)", () => {
  timers.setSchedule({ ...morning, payload: { task: "news" } }, start);
  expect(timers.nextDue()).toBe(nine);
  expect(timers.runDue(nine - 1, "")).toBe(0);
  expect(timers.runDue(nine + 5, "")).toBe(1);
  expect(timers.runDue(nine + 5, "")).toBe(0);
  expect(timers.nextDue()).toBe(nine + day);
  expect(b.events()).toEqual([
    {
      source: "timer",
      source_id: `m@1@${nine}`,
      kind: "timer",
      event: "morning",
      trust: "trusted",
      payload: { task: "news", scheduled_for: nine, late_by: 5, skipped: 0 },
    },
  ]);
  expect(b.misses()).toEqual([]);
});

test("the event and the advance are one transaction: with one undone, so is the other", () => {
  timers.setSchedule(morning, start);
  expect(() =>
    b.store.tx(() => {
      timers.runDue(nine, "");
      throw new Error("power cut");
    }),
  ).toThrow("power cut");
  expect(b.events()).toEqual([]);
  expect(timers.nextDue()).toBe(nine);
  expect(timers.runDue(nine, "")).toBe(1);
});

test("a replayed registration does not fire, an edited timer does, and so does one made again (rule 7)", () => {
  timers.setSchedule(morning, start);
  timers.runDue(nine, "");
  expect(timers.setSchedule({ ...morning }, nine)).toBe(false);
  expect(timers.runDue(nine + 1, "")).toBe(0);
  // Edited back and forth within the same minute: each revision's occurrence is its own.
  const again = nine - 3600;
  expect(timers.setSchedule({ ...morning, cron: "0 10 * * *" }, again)).toBe(true);
  expect(timers.setSchedule(morning, again)).toBe(true);
  expect(timers.runDue(nine, "")).toBe(1);
  expect(timers.cancel("m")).toBe(true);
  expect(timers.cancel("m")).toBe(false);
  timers.setSchedule(morning, again);
  expect(timers.runDue(nine, "")).toBe(1);
  expect(keys()).toEqual([`m@1@${nine}`, `m@3@${nine}`, `m@4@${nine}`]);
});

test("editing only what a schedule carries keeps what it still owes", () => {
  timers.setSchedule(morning, start);
  timers.setSchedule({ ...morning, payload: { task: "weather" } }, nine + 3600);
  expect(timers.runDue(nine + 3600, "the computer slept")).toBe(1);
  expect(b.events()[0]?.payload).toMatchObject({ task: "weather", late_by: 3600 });
});

test("editing when a schedule is due drops what the old one owed, and says so", () => {
  timers.setSchedule(morning, start);
  timers.setSchedule({ ...morning, cron: "0 18 * * *" }, nine + 3600);
  expect(timers.runDue(nine + 3600, "")).toBe(0);
  expect(timers.nextDue()).toBe(at("2025-06-02T18:00Z"));
  expect(b.misses()).toMatchObject([
    { first_due: nine, missed: 1, made: 0, why: "the schedule was changed before it could fire" },
  ]);
});

test.each([
  [60, 0],
  [61, 1],
])("a one-off noticed %i s late has %i misses, and fires", (late, misses) => {
  timers.setFollowUp(later, start);
  expect(timers.runDue(nine + late, "busy")).toBe(1);
  expect(b.misses()).toHaveLength(misses);
});

test("misses are written down with their reason, and shown newest first", () => {
  timers.setSchedule({ ...morning, catch_up: "each", cap: 2 }, start);
  timers.runDue(nine + 3 * day + 600, "the computer slept");
  timers.runDue(nine + 5 * day, "Nightjar was not running");
  const [listed] = timers.list(nine + 5 * day);
  expect(listed?.misses).toMatchObject([
    {
      first_due: nine + 4 * day,
      last_due: nine + 4 * day,
      missed: 1,
      made: 1,
      cut: 0,
      why: "Nightjar was not running",
    },
    { first_due: nine, last_due: nine + 3 * day, missed: 4, made: 2, cut: 2, late_by: 600, why: "the computer slept" },
  ]);
  expect(b.events()[0]?.payload).toMatchObject({ scheduled_for: nine + 2 * day, cut: 2 });
  expect(b.events()[1]?.payload).not.toHaveProperty("cut");
});

test("a clock that went back leaves no schedule parked further than its own next occurrence (rule 6)", () => {
  timers.setSchedule(morning, start);
  timers.setSchedule({ ...morning, id: "h", cron: null, zone: null, every: 3600 }, start);
  const wrong = at("2031-01-01T00:00Z");
  timers.runDue(start, "");
  timers.runDue(wrong, "the clock jumped");
  expect(timers.nextDue()).toBeGreaterThan(wrong);
  expect(timers.hasWork(start + 60)).toBe(true);
  timers.runDue(start + 60, "");
  expect(timers.hasWork(start + 60)).toBe(false);
  expect(timers.list(start + 60).map(({ id, due }) => [id, due])).toEqual([
    ["h", start + 3600],
    ["m", nine],
  ]);
  expect(timers.runDue(nine, "")).toBe(2);
});

test("a clock that went back during a restart is noticed at the first pass", () => {
  timers.setSchedule(morning, at("2031-01-01T00:00Z"));
  const restarted = b.timers();
  expect(restarted.hasWork(start)).toBe(true);
  restarted.runDue(start, "");
  expect(restarted.nextDue()).toBe(nine);
});

test("what fired already does not fire again when the clock goes back over it", () => {
  timers.setSchedule(morning, start);
  expect(timers.runDue(nine, "")).toBe(1);
  timers.runDue(nine - 120, "");
  expect(timers.nextDue()).toBe(nine);
  expect(timers.runDue(nine, "")).toBe(0);
  expect(timers.nextDue()).toBe(nine + day);
  expect(keys()).toHaveLength(1);
});

test("a paused timer does not fire, and resuming makes up nothing", () => {
  timers.setSchedule(morning, start);
  expect(timers.pause("m", true, start)).toBe(true);
  expect(timers.nextDue()).toBeNull();
  expect(timers.runDue(nine + 2 * day, "")).toBe(0);
  expect(timers.list(nine + 2 * day)[0]?.next).toHaveLength(5);
  expect(timers.pause("m", false, nine + 2 * day + 5)).toBe(true);
  expect(timers.runDue(nine + 2 * day + 5, "")).toBe(0);
  expect(timers.nextDue()).toBe(nine + 3 * day);
  expect(b.misses()).toMatchObject([{ first_due: nine, last_due: nine + 2 * day, missed: 3, made: 0, why: "paused" }]);
  expect(timers.pause("nobody", true, start)).toBe(false);
});

test("an edit or a replay leaves a paused timer paused", () => {
  timers.setSchedule(morning, start);
  timers.pause("m", true, start);
  timers.setSchedule(morning, start);
  timers.setSchedule({ ...morning, cron: "0 10 * * *" }, start);
  expect(timers.list(start)[0]?.paused).toBe(1);
});

test("run now makes an event under its own key and does not move the schedule", () => {
  timers.setSchedule({ ...morning, payload: { task: "news" } }, start);
  expect(timers.runNow("m", start + 7)).toBe(true);
  expect(timers.runNow("m", start + 7)).toBe(true);
  expect(timers.nextDue()).toBe(nine);
  expect(timers.runDue(nine, "")).toBe(1);
  expect(keys()).toEqual([`m@1@now@${start + 7}`, `m@1@${nine}`]);
  expect(b.events()[0]?.payload).toEqual({
    task: "news",
    scheduled_for: start + 7,
    late_by: 0,
    skipped: 0,
    run_now: true,
  });
  expect(timers.runNow("nobody", start)).toBe(false);
});

test("the engine's own timers can be neither paused nor run by hand", () => {
  timers.setFollowUp({ ...later, origin: "engine" }, start);
  expect(timers.pause("f", true, start)).toBe(false);
  expect(timers.runNow("f", start)).toBe(false);
  expect(timers.runDue(nine, "")).toBe(1);
});

test("a follow-up fires once and its row stays as done", () => {
  timers.setFollowUp(later, start);
  expect(timers.runDue(nine + 90, "the computer slept")).toBe(1);
  expect(timers.setFollowUp(later, nine + 100)).toBe(false);
  expect(timers.runDue(nine + 100, "")).toBe(0);
  expect(b.store.prepare("select done, last_due, last_fired_at from timers").get()).toEqual({
    done: 1,
    last_due: nine,
    last_fired_at: nine + 90,
  });
  expect(b.events()[0]?.payload).toEqual({ task: 7, scheduled_for: nine, late_by: 90, skipped: 0 });
  expect(b.misses()).toMatchObject([{ timer: "f", missed: 1, made: 1, late_by: 90, why: "the computer slept" }]);
  expect(timers.list(nine)).toEqual([]);
  // Moved to another moment it is another follow-up.
  expect(timers.setFollowUp({ ...later, due: nine + day }, nine + 200)).toBe(true);
  expect(timers.runDue(nine + day, "")).toBe(1);
  expect(keys()).toEqual([`f@1@${nine}`, `f@2@${nine + day}`]);
});

test("half an event key is refused", () => {
  expect(() => timers.setFollowUp({ ...later, ev_source: "approval" }, start)).toThrow(/half an event key/);
});

test("what an agent set is not trusted", () => {
  timers.setFollowUp({ ...later, origin: "agent" }, start);
  timers.runDue(nine, "");
  expect(b.events()[0]?.trust).toBe("untrusted");
});

test("several timers fire in the order they were due", () => {
  timers.setFollowUp({ ...later, id: "b", due: nine + 10 }, start);
  timers.setFollowUp({ ...later, id: "a", due: nine + 20 }, start);
  timers.setSchedule(morning, start);
  expect(timers.runDue(nine + 30, "")).toBe(3);
  expect(keys()).toEqual([`m@1@${nine}`, `b@1@${nine + 10}`, `a@1@${nine + 20}`]);
});

test("the configured schedules are those of the file, by name; others are left alone", () => {
  const configured = (name: string, cron: string) => ({
    name,
    cron,
    zone: "UTC",
    everySeconds: null,
    catchUp: "latest" as const,
    cap: 24,
  });
  timers.setSchedule(morning, start);
  expect(timers.syncSchedules([configured("a", "0 9 * * *"), configured("b", "0 10 * * *")], start)).toEqual([]);
  const before = b.store.prepare("select * from timers where id = 'config:a'").get();
  expect(timers.syncSchedules([configured("a", "0 9 * * *"), configured("c", "5 9 * * *")], start + 50)).toEqual([]);
  expect(b.store.prepare("select * from timers where id = 'config:a'").get()).toEqual(before);
  expect(timers.list(start).map(({ id }) => id)).toEqual(["config:a", "config:c", "m"]);
  const problems = timers.syncSchedules([configured("a", "* * 31 2 *")], start + 60);
  expect(problems).toEqual([expect.stringMatching(/"a" stays as it was.*no such day/)]);
  expect(b.store.prepare("select * from timers where id = 'config:a'").get()).toEqual(before);
});

test("a schedule that can't be used is refused before anything is written", () => {
  expect(() => timers.setSchedule({ ...morning, cron: "* * 31 2 *" }, start)).toThrow(/no such day ever comes/);
  expect(timers.list(start)).toEqual([]);
});

test("a timer whose zone this runtime lacks is paused with its reason, and holds up nobody", () => {
  timers.setSchedule(morning, start);
  timers.setSchedule({ ...morning, id: "lost" }, start);
  b.store.prepare("update timers set zone = 'Europe/Atlantis' where id = 'lost'").run();
  expect(b.timers().runDue(start, "")).toBe(0);
  expect(b.timers().runDue(nine, "")).toBe(1);
  expect(keys()).toEqual([`m@1@${nine}`]);
  const lost = timers.list(nine).find(({ id }) => id === "lost");
  expect(lost).toMatchObject({
    paused: 1,
    misses: [{ why: expect.stringMatching(/Europe\/Atlantis.*no such time zone/) }],
  });
  expect(timers.pause("lost", false, nine)).toBe(false);
});

test("the next five occurrences are listed, on the wall clock of the zone", () => {
  timers.setSchedule({ ...morning, zone: "Europe/Berlin", cron: "0 9 * * 6,0" }, at("2025-10-24T00:00Z"));
  expect(
    timers.list(at("2025-10-24T00:00Z"))[0]?.next.map((t) => new Date(t * 1000).toISOString().slice(0, 16)),
  ).toEqual(["2025-10-25T07:00", "2025-10-26T08:00", "2025-11-01T08:00", "2025-11-02T08:00", "2025-11-08T08:00"]);
});
