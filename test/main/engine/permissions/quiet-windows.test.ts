// Deadlines that do not run during quiet hours: nothing brings them back to their bare window, and what is asked again or changed
// gets its window anew.
import { afterEach, expect, test } from "vitest";
import { answerFirst, ask, hour, waiting } from "../../../support/cards.ts";
import { createWorld, endWorlds, type World } from "../../../support/engine.ts";

afterEach(endWorlds);

const nights = { fromMinute: 22 * 60, untilMinute: 7 * 60 };
const due = (world: World) => waiting(world)[0]?.due as number;

/** Asked at 21:00 with four hours: one until 22:00, three more from 07:00. */
async function askedInTheEvening(window: number | null = null) {
  const world = await createWorld({ windowSeconds: 4 * hour, pauseInQuietHours: true });
  const midnight = Math.ceil(world.clock.now() / 86_400) * 86_400;
  await world.clock.advance(midnight - 3 * hour - world.clock.now());
  world.settings = { ...world.settings, quiet: nights };
  world.think = ask("POST", window);
  world.give("a");
  await world.clock.settle();
  return { world, midnight };
}

test("passes of the timers, crashes, sleep and a clock that goes back leave the longer deadline alone", async () => {
  const { world, midnight } = await askedInTheEvening();
  expect(due(world)).toBe(midnight + 10 * hour);
  await world.crash();
  await world.clock.advance(2 * hour);
  await world.clock.sleep(-hour);
  await world.clock.advance(120);
  world.engine.suspend();
  await world.clock.sleep(hour);
  world.engine.resume();
  await world.clock.settle();
  expect(due(world)).toBe(midnight + 10 * hour);
  await world.clock.sleep(midnight + 10 * hour - 1 - world.clock.now());
  expect(waiting(world)).toHaveLength(1);
  await world.clock.advance(60);
  expect(waiting(world)).toEqual([]);
  expect(world.rows("select answer from approvals")).toEqual([{ answer: "expired" }]);
});

test.each([null, 4 * hour])(
  "asked again in the morning, it has its own window (%s), not the night's",
  async (window) => {
    const { world, midnight } = await askedInTheEvening(window);
    world.engine.outgoing.set(true, "window");
    await answerFirst(world, "yes");
    await world.clock.advance(midnight + 11 * hour - world.clock.now());
    world.engine.outgoing.set(false, "window");
    await world.clock.settle();
    expect(due(world)).toBe(midnight + 15 * hour);
  },
);

test("changed in the evening, its full window begins there and stands still at night as well", async () => {
  const { world, midnight } = await askedInTheEvening();
  await world.clock.advance(hour / 2);
  const [card] = waiting(world);
  const changed = { method: "POST", url: "https://api.test/other" };
  await world.engine.edit(card?.id as string, card?.call_hash as string, changed, "window");
  expect(due(world)).toBe(midnight + 10.5 * hour);
});

test("a window of a year is a year, nights or not", async () => {
  const { world } = await askedInTheEvening(31_536_000);
  expect(due(world)).toBe(world.clock.now() + 31_536_000);
  await world.clock.advance(120);
  expect(due(world)).toBe(world.clock.now() - 120 + 31_536_000);
});
