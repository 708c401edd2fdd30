import { afterEach, expect, test } from "vitest";
import { createWorld, endWorlds, type World } from "../../../support/engine.ts";

afterEach(endWorlds);

const hourly = (world: World) => {
  const { timers } = world.engine;
  timers.setSchedule({ id: "h", name: "h", cron: null, zone: null, every: 3600, origin: "person" }, world.clock.now());
  world.engine.wake();
};
const reasons = (world: World) =>
  world.rows<{ missed: number; why: string }>("select missed, why from timer_misses order by id");

test("what was missed while Nightjar was not running says so", async () => {
  const world = await createWorld();
  hourly(world);
  world.engine.stop();
  await world.clock.advance(4 * 3600 - 600);
  await world.restart();
  expect(reasons(world)).toEqual([{ missed: 3, why: "Nightjar was not running" }]);
});

test("what was missed in a sleep that was told of says so", async () => {
  const world = await createWorld();
  hourly(world);
  world.engine.suspend();
  await world.clock.sleep(2 * 3600 + 600);
  world.engine.resume();
  await world.clock.settle();
  expect(reasons(world)).toEqual([{ missed: 2, why: "the computer slept" }]);
});

test("what was missed in a sleep that nobody told of says so", async () => {
  const world = await createWorld();
  hourly(world);
  await world.clock.advance(600);
  await world.clock.sleep(2 * 3600);
  await world.clock.advance(70);
  expect(reasons(world)).toEqual([{ missed: 2, why: expect.stringMatching(/^the computer slept/) }]);
});
