// A session's status is what is true of it, whatever became of the answer to its question (rules 3, 8 and 9).
import { afterEach, expect, test } from "vitest";
import type { ToolOutcome } from "../../../../app/main/engine/worker/ports.ts";
import { answerFirst, ask, hour, later } from "../../../support/cards.ts";
import { createWorld, endWorlds, type World } from "../../../support/engine.ts";

afterEach(endWorlds);

const status = (world: World) => world.rows<{ status: string }>("select status from sessions").map((row) => row.status);
const broken = (): ToolOutcome => ({ kind: "failed", error: "answered 503", result: null, retry: true });

async function asked(method = "PUT", windowSeconds: number | null = null): Promise<World> {
  const world = await createWorld();
  world.think = ask(method, windowSeconds);
  world.give("a");
  await world.clock.settle();
  expect(status(world)).toEqual(["waiting"]);
  return world;
}

test("an answer whose call fails waits for its next try, and closes the session when it dies", async () => {
  const world = await asked();
  world.act = broken;
  await answerFirst(world, "yes");
  expect(status(world)).toEqual(["waiting"]);
  await world.clock.advance(hour);
  expect(world.rows("select status, attempts from inbox where source = 'approval'")).toEqual([
    { status: "dead", attempts: 3 },
  ]);
  expect(status(world)).toEqual(["closed"]);
});

test("a dead answer that is brought back waits again; discarded it does not", async () => {
  const world = await asked();
  world.act = broken;
  await answerFirst(world, "yes");
  await world.clock.advance(hour);
  const id = world.rows<{ id: number }>("select id from inbox where source = 'approval'")[0]?.id as number;
  expect(world.engine.inbox.retry(id)).toBe(true);
  expect(status(world)).toEqual(["waiting"]);
  world.act = () => ({ kind: "done", result: {}, summary: "answered 200" });
  world.engine.wake();
  await world.clock.settle();
  // Brought back, a yes is asked again (rule 8).
  expect(status(world)).toEqual(["waiting"]);
  await answerFirst(world, "no");
  expect(status(world)).toEqual(["closed"]);
});

test("a call that surely took no effect keeps its session waiting, until it is dead after 24 hours", async () => {
  const world = await asked("PUT", 48 * hour);
  world.act = () => ({ kind: "transient", reason: "refused" });
  await answerFirst(world, "yes");
  await world.clock.advance(hour);
  expect(status(world)).toEqual(["waiting"]);
  await world.clock.advance(25 * hour);
  expect(world.rows("select status from inbox where source = 'approval'")).toEqual([{ status: "dead" }]);
  expect(status(world)).toEqual(["closed"]);
});

test("a crash during the last attempt of an answer closes the session, one that leaves a question keeps it waiting", async () => {
  const repeatable = await asked("PUT");
  repeatable.act = () => later<ToolOutcome>().promise;
  await answerFirst(repeatable, "yes");
  for (let crash = 0; crash < 3; crash++) await repeatable.crash();
  expect(repeatable.rows("select status from inbox where source = 'approval'")).toEqual([{ status: "dead" }]);
  expect(status(repeatable)).toEqual(["closed"]);

  const once = await asked("POST");
  once.act = () => later<ToolOutcome>().promise;
  await answerFirst(once, "yes");
  await once.crash();
  expect(status(once)).toEqual(["waiting"]);
  await answerFirst(once, "leave");
  expect(status(once)).toEqual(["closed"]);
});

test("events that fail keep their session open until the last of them has ended", async () => {
  const world = await createWorld();
  world.think = () => ({ kind: "failed", rule: "r", error: "broken" });
  world.give("a");
  await world.clock.settle();
  expect(status(world)).toEqual(["open"]);
  await world.clock.advance(hour);
  expect(world.event("a").status).toBe("dead");
  expect(status(world)).toEqual(["closed"]);
  expect(world.engine.inbox.retry(world.event("a").id)).toBe(true);
  expect(status(world)).toEqual(["open"]);
});
