// The wall clock runs far ahead, schedules fire, and the clock is put right (rules 6 and 7). Promises: the schedule is back at its
// own next occurrence; every occurrence of the true time has an event or a miss that says why it has none.
import { afterEach, describe, expect, test } from "vitest";
import type { CatchUp } from "../../../../app/main/engine/timers/catch-up.ts";
import { createWorld, endWorlds, type World } from "../../../support/engine.ts";
import { bench } from "./support.ts";

afterEach(endWorlds);

const hour = 3600;
const day = 24 * hour;
const year = 365 * day;
const why = "its event was made before, while the clock ran ahead";

const keys = (world: World) =>
  world.rows<{ due: number }>(
    "select json_extract(payload, '$.scheduled_for') as due from inbox where source = 'timer' order by id",
  );
const misses = (world: World, reason: string) =>
  world
    .rows<{ missed: number; made: number }>("select missed, made from timer_misses where why = ?", reason)
    .reduce((sum, row) => ({ missed: sum.missed + row.missed, made: sum.made + row.made }), { missed: 0, made: 0 });
const timer = (world: World) =>
  world.rows<{ due: number; last_fired_at: number | null }>("select due, last_fired_at from timers")[0] as {
    due: number;
    last_fired_at: number | null;
  };

async function scheduled(kind: "cron" | "every", catchUp: CatchUp): Promise<World> {
  const world = await createWorld();
  world.engine.timers.syncSchedules(
    [
      {
        name: "hourly",
        cron: kind === "cron" ? "0 * * * *" : null,
        zone: kind === "cron" ? "UTC" : null,
        everySeconds: kind === "cron" ? null : hour,
        catchUp,
        cap: 24,
      },
    ],
    world.clock.now(),
  );
  world.engine.wake();
  return world;
}

for (const kind of ["cron", "every"] as const)
  for (const catchUp of ["latest", "each", "skip"] as const)
    for (const [name, ahead] of [
      ["a day", day],
      ["a year", year],
    ] as const)
      describe(`${kind}, ${catchUp}, the clock ${name} ahead and back`, () => {
        test("the schedule comes back, and nothing of the true time is without a trace", async () => {
          const world = await scheduled(kind, catchUp);
          const start = world.clock.now();
          await world.clock.sleep(ahead);
          // Three occurrences fire on time by the wrong clock.
          await world.clock.advance(3 * hour + 1);
          const early = keys(world).map(({ due }) => due);
          expect(early.length).toBeGreaterThanOrEqual(3);
          await world.clock.sleep(-ahead);
          await world.clock.advance(60);
          const back = world.clock.now();
          expect(timer(world).due).toBe(start + 4 * hour);
          expect(timer(world).last_fired_at).toBeLessThanOrEqual(back);

          const hours = ahead === day ? 30 : 5;
          await world.clock.advance(hours * hour);
          const until = world.clock.now();
          const trueTime = Array.from({ length: hours }, (_, n) => start + (n + 4) * hour);
          const had = trueTime.filter((due) => early.includes(due));
          const all = keys(world).map(({ due }) => due);
          expect(new Set(all).size, "no occurrence has two events").toBe(all.length);
          expect(
            trueTime.filter((due) => !all.includes(due)),
            "every occurrence of the true time has its event",
          ).toEqual([]);
          expect(misses(world, why), "and those whose event was made early show as missed").toEqual({
            missed: had.length,
            made: 0,
          });
          expect(timer(world).due).toBeGreaterThan(until);
          expect(timer(world).due).toBeLessThanOrEqual(until + hour);
          if (ahead === day) expect(had.length).toBe(catchUp === "each" ? 24 : 4);
        });
      });

test("a schedule that was set while the clock ran ahead comes back too", async () => {
  const world = await createWorld();
  const start = world.clock.now();
  await world.clock.sleep(year);
  await world.clock.advance(60);
  world.engine.timers.syncSchedules(
    [{ name: "hourly", cron: "0 * * * *", zone: "UTC", everySeconds: null, catchUp: "latest", cap: 24 }],
    world.clock.now(),
  );
  world.engine.wake();
  await world.clock.settle();
  await world.clock.sleep(-year);
  await world.clock.advance(60);
  expect(timer(world).due).toBe(start + hour);
});

test("after a sleep, what had its event is told apart from what was slept through", async () => {
  const world = await scheduled("cron", "each");
  const start = world.clock.now();
  await world.clock.sleep(day);
  await world.clock.advance(60);
  await world.clock.sleep(-day);
  await world.clock.advance(120);
  const before = keys(world).length;
  expect(before).toBe(24);
  world.engine.suspend();
  await world.clock.sleep(30 * hour);
  world.engine.resume();
  await world.clock.settle();
  const all = keys(world).map(({ due }) => due);
  expect(new Set(all).size).toBe(all.length);
  // Thirty were due: 24 had their event, six get one now. The cap keeps the latest 24, of which 18 had theirs.
  expect(all.length).toBe(24 + 6);
  expect(misses(world, why)).toEqual({ missed: 18, made: 0 });
  expect(misses(world, "the computer slept")).toEqual({ missed: 12, made: 6 });
  expect(timer(world).due).toBe(start + 31 * hour);
});

test("an occurrence with an event leaves the last firing as it was", async () => {
  const world = await scheduled("every", "latest");
  await world.clock.advance(hour);
  await world.clock.sleep(-hour);
  await world.clock.advance(60);
  const fired = timer(world).last_fired_at as number;
  expect(fired).toBeLessThanOrEqual(world.clock.now());
  await world.clock.advance(hour);
  expect(keys(world)).toHaveLength(1);
  expect(misses(world, why)).toEqual({ missed: 1, made: 0 });
  expect(timer(world).last_fired_at).toBe(fired);
});

test("a clock set back by seconds makes no miss of what fired in its time", async () => {
  const world = await scheduled("cron", "latest");
  await world.clock.advance(hour);
  expect(keys(world)).toHaveLength(1);
  await world.clock.sleep(-20);
  // Something else wakes the engine before the clock is where it was: it computes its schedules again.
  world.engine.wake();
  expect(timer(world).due).toBe(world.clock.now() + 20);
  await world.clock.advance(60);
  expect(keys(world)).toHaveLength(1);
  expect(world.rows("select why from timer_misses")).toEqual([]);
});

test("of a schedule due every few seconds, those beside one that had its event are counted too", () => {
  const b = bench();
  const timers = b.timers();
  const start = 1_000_000;
  timers.setSchedule({ id: "o", name: "often", cron: null, zone: null, every: 10, origin: "person" }, start);
  timers.runDue(start + hour, "ahead");
  timers.runDue(start + 5, "");
  expect(timers.runDue(start + hour + 1, "busy")).toBe(0);
  expect(b.events()).toHaveLength(1);
  // Of 360, six are on time and stand behind the one whose event was made early; the rest came too late anyway.
  expect(b.misses().slice(1)).toMatchObject([
    { missed: 354, made: 0, why: "busy" },
    { missed: 6, made: 0, why },
  ]);
  b.close();
});

test("a dead event of an occurrence runs again when its true time comes", async () => {
  const world = await scheduled("every", "latest");
  world.think = () => ({ kind: "failed", rule: "r", error: "broken" });
  await world.clock.advance(3 * hour - 60);
  const [dead] = world.rows<{ source_id: string }>("select source_id from inbox where status = 'dead' order by id");
  expect(dead).toBeDefined();
  world.think = () => ({ kind: "nothing", rule: null });
  await world.clock.sleep(-3 * hour);
  await world.clock.advance(4 * hour);
  expect(world.event(dead?.source_id as string).status).toBe("done");
});

test("a replayed registration with an old first occurrence makes neither an event nor a miss", async () => {
  const world = await createWorld();
  const { timers } = world.engine;
  const now = world.clock.now();
  const schedule = {
    id: "s",
    name: "s",
    cron: null,
    zone: null,
    every: hour,
    origin: "person" as const,
    first_due: now + hour,
  };
  timers.setSchedule(schedule, now);
  world.engine.wake();
  await world.clock.advance(2 * hour + 1);
  expect(keys(world)).toHaveLength(2);
  expect(timers.setSchedule({ ...schedule, first_due: now + hour }, world.clock.now())).toBe(false);
  world.engine.wake();
  await world.clock.settle();
  expect(keys(world)).toHaveLength(2);
  expect(world.rows("select why from timer_misses")).toEqual([]);
  // Made again after it was deleted it is a new definition: its old first occurrence fires anew, and is no repeat.
  timers.cancel("s");
  timers.setSchedule(schedule, world.clock.now());
  world.engine.wake();
  await world.clock.settle();
  expect(keys(world)).toHaveLength(3);
  expect(misses(world, why)).toEqual({ missed: 0, made: 0 });
});
