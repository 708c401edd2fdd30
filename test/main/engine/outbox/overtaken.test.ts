// A notice of questions that was being sent when the process died: asked again only while the question waits (rules 8 and 13).
import { afterEach, expect, test } from "vitest";
import { answerFirst, ask, hour, waiting } from "../../../support/cards.ts";
import { createWorld, endWorlds, type World } from "../../../support/engine.ts";

afterEach(endWorlds);

const deliveries = (world: World) =>
  world.rows<{ kind: string; status: string; repeated: number; error: string | null }>(
    "select kind, status, repeated, error from deliveries order by id",
  );
const seen = (world: World) => world.sent.map(({ title, body }) => `${title}: ${body}`);

/** Asks about each name, in one notice, and dies when the notice was seen and not yet written down as sent. */
async function diesWhileAsking(names: string[], beforeDeath: (world: World) => void = () => undefined) {
  const world = await createWorld();
  world.think = ask("POST", hour);
  world.killAt = (name) => {
    if (name === "sending") beforeDeath(world);
    return name === "sent";
  };
  for (const name of names) world.give(name);
  await world.clock.settle();
  world.killAt = () => false;
  return world;
}

test("a question that ran out while Nightjar was down is not asked again, and its notice counts as failed", async () => {
  const world = await diesWhileAsking(["a"]);
  await world.clock.sleep(2 * hour);
  await world.crash();
  await world.clock.advance(hour);
  expect(seen(world)).toEqual(["Nightjar asks: Do a?"]);
  // That it was announced, as far as anybody knows, stays written: nothing may say that no notification had gone out.
  expect(world.rows("select notice from approvals")).toEqual([{ notice: 1 }]);
  expect(world.rows("select id from outbox")).toEqual([]);
  expect(deliveries(world)).toMatchObject([
    { kind: "approval", status: "failed", repeated: 0, error: expect.stringMatching(/answered or ran out/) as string },
  ]);
});

test("a question that was answered before the death is not asked again, and the next one is not marked", async () => {
  const world = await diesWhileAsking(["a"], (w) => {
    const card = waiting(w)[0];
    if (card !== undefined) w.engine.answer(card.id, card.call_hash, "no", "window");
  });
  await world.crash();
  await world.clock.advance(hour / 2);
  world.give("b");
  await world.clock.advance(60);
  expect(seen(world)).toEqual(["Nightjar asks: Do a?", "Nightjar asks: Do b?"]);
});

test("beside an answered question, the one that still waits is asked again alone, marked", async () => {
  const world = await diesWhileAsking(["a", "b"], (w) => {
    const card = waiting(w)[0];
    if (card !== undefined) w.engine.answer(card.id, card.call_hash, "no", "window");
  });
  await world.crash();
  await world.clock.advance(60);
  expect(seen(world)).toEqual(["Nightjar asks 2 things: Do a?\nDo b?", "Nightjar asks (perhaps again): Do b?"]);
  await answerFirst(world, "no");
  await world.clock.advance(hour);
  expect(world.sent).toHaveLength(2);
});

test("a question that still waits is repeated once and marked", async () => {
  const world = await diesWhileAsking(["a"]);
  await world.crash();
  expect(seen(world)).toEqual(["Nightjar asks: Do a?", "Nightjar asks (perhaps again): Do a?"]);
  expect(deliveries(world)).toMatchObject([{ status: "sent", repeated: 1 }]);
});

test("that a notice may have been seen is remembered through the quiet hours and another start", async () => {
  const world = await diesWhileAsking(["a"]);
  // 08:00 UTC at the start of every simulated life.
  world.settings.quiet = { fromMinute: 7 * 60, untilMinute: 8 * 60 + 30 };
  await world.crash();
  expect(deliveries(world)).toMatchObject([{ status: "failed" }]);
  await world.restart();
  world.settings.quiet = null;
  world.engine.wake();
  await world.clock.advance(600);
  expect(seen(world)).toEqual(["Nightjar asks: Do a?", "Nightjar asks (perhaps again): Do a?"]);
});
