// Questions whose window or deadline no sane asker would give: brought to their own window, a year at the most (rule 6).
import { afterEach, expect, test } from "vitest";
import { createApprovalQueries } from "../../../../app/main/engine/views/approvals.ts";
import { createActivityQueries } from "../../../../app/main/engine/views/activity.ts";
import { answerFirst, ask, generation, hour, waiting } from "../../../support/cards.ts";
import { createWorld, endWorlds, type World } from "../../../support/engine.ts";

afterEach(endWorlds);

const year = 31_536_000;
const card = (world: World) =>
  world.rows<{ window: number; asked_at: number; due: number; answer: string | null }>(
    'select "window", asked_at, due, answer from approvals',
  )[0] as { window: number; asked_at: number; due: number; answer: string | null };

async function asked(windowSeconds: number): Promise<World> {
  const world = await createWorld();
  world.think = ask("POST", windowSeconds);
  world.give("a");
  await world.clock.settle();
  return world;
}

test.each([
  ["a century", "3153600000"],
  ["past what a date can hold", "9000000000000"],
  ["past what a number holds exactly", "9007199254740993"],
  ["the largest integer", "9223372036854775807"],
])("a row from before the bound, %s: mended at the next start, shown sanely even before", async (_, window) => {
  const world = await asked(hour);
  const start = world.clock.now();
  const due = BigInt(window) > 9_000_000_000_000_000n ? window : String(BigInt(window) + BigInt(start));
  world.store.prepare(`update approvals set "window" = ${window}, due = ${due}`).run();
  world.store.prepare(`update timers set due = ${due}`).run();
  const shown = createApprovalQueries(world.store).waiting(10)[0];
  expect(shown).toMatchObject({ window: year, due: start + year });
  await world.crash();
  const { window: mended, due: deadline } = card(world);
  expect(mended).toBe(year);
  expect(deadline).toBeLessThanOrEqual(world.clock.now() + year);
  expect(world.rows("select due from timers")).toEqual([{ due: deadline }]);
  // It is a question like any other: it is answered, or it runs out.
  await world.clock.sleep(year - 1);
  await world.clock.advance(120);
  expect(card(world).answer).toBe("expired");
  expect(world.event(world.rows<{ id: string }>("select id from approvals")[0]?.id as string).status).toBe("done");
  expect(world.called).toEqual([]);
});

test("one that asks again keeps within the bound, and so does one asked with an absurd window", async () => {
  const world = await asked(9e15);
  expect(card(world)).toMatchObject({ window: year, due: world.clock.now() + year });
  expect((await answerFirst(world, "yes")).stands).toBe("yes");
  expect(world.called).toHaveLength(1);
});

test("an answered row with an absurd deadline is shown with a sane one", async () => {
  const world = await asked(hour);
  await answerFirst(world, "no");
  world.store.prepare("update approvals set due = 9223372036854775807").run();
  const { id, asked_at } = world.rows<{ id: string; asked_at: number }>("select id, asked_at from approvals")[0] as {
    id: string;
    asked_at: number;
  };
  expect(createApprovalQueries(world.store).byId(id)?.due).toBe(asked_at + year);
  expect(createActivityQueries(world.store).event(world.event("a").id, 5)?.approvals[0]?.due).toBe(asked_at + year);
});

test("a question asked while the clock ran ahead waits no longer than its window once the clock is right", async () => {
  const world = await createWorld();
  world.think = ask("POST", hour);
  await world.clock.sleep(30 * 86_400);
  await world.clock.advance(60);
  world.give("a");
  await world.clock.settle();
  await world.clock.sleep(-30 * 86_400);
  await world.clock.advance(60);
  const now = world.clock.now();
  expect(waiting(world)).toHaveLength(1);
  expect(card(world).due).toBeGreaterThan(now);
  expect(card(world).due).toBeLessThanOrEqual(now + hour);
  expect(card(world).asked_at).toBeLessThanOrEqual(now);
  await world.clock.advance(hour);
  expect(card(world).answer).toBe("expired");
  expect(generation(world)).toBeGreaterThan(0);
});

test("a deadline that stands is left alone, whatever passes", async () => {
  const world = await asked(hour);
  const before = card(world);
  await world.crash();
  world.engine.suspend();
  await world.clock.sleep(600);
  world.engine.resume();
  await world.clock.settle();
  expect(card(world)).toEqual(before);
});
