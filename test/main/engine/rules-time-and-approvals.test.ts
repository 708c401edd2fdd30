// The design's rules 6 to 8, each named after its promise. Details have tests of their own beside the code.
import { afterEach, describe, expect, test } from "vitest";
import { createWorld, endWorlds } from "../../support/engine.ts";
import { answerFirst, ask, done, hour, waiting } from "../../support/cards.ts";

afterEach(endWorlds);

test("rule 6: a lease from a clock far ahead does not lock anybody out", async () => {
  const world = await createWorld();
  world.store.prepare("update lease set holder = 'stranger', until = ?").run(world.clock.now() + 10 * 365 * 86_400);
  world.give("a");
  await world.clock.settle();
  expect(world.event("a").status).toBe("done");
});

test("rule 7: an edited schedule fires, a replayed registration does not, a deleted and remade one fires anew", async () => {
  const world = await createWorld();
  const schedule = {
    name: "m",
    cron: "0 * * * *",
    zone: "UTC",
    everySeconds: null,
    catchUp: "latest" as const,
    cap: 24,
  };
  const count = () => world.rows("select id from inbox where source = 'timer'").length;
  const sync = (...list: (typeof schedule)[]) => {
    world.engine.timers.syncSchedules(list, world.clock.now());
    world.engine.wake();
  };
  sync(schedule);
  await world.clock.advance(hour);
  expect(count()).toBe(1);
  sync(schedule);
  await world.clock.settle();
  expect(count()).toBe(1);
  sync({ ...schedule, cron: "30 * * * *" });
  await world.clock.advance(hour);
  expect(count()).toBe(2);
  sync();
  await world.clock.advance(2 * hour);
  expect(count()).toBe(2);
  sync(schedule);
  await world.clock.advance(hour);
  expect(count()).toBe(3);
});

describe("rule 8: approvals", () => {
  test("an answer is bound to the exact call that was shown", async () => {
    const world = await createWorld();
    world.think = ask("PUT");
    world.give("a");
    await world.clock.settle();
    const card = waiting(world)[0] as { id: string };
    expect(world.engine.answer(card.id, "another hash", "yes", "window")).toMatchObject({
      stands: "changed",
      yours: false,
    });
    await world.clock.settle();
    expect(world.called).toHaveLength(0);
    expect(waiting(world)).toHaveLength(1);
  });

  test("now = deadline is expired; denied and expired calls are never made", async () => {
    const world = await createWorld();
    world.think = ask("PUT", 600);
    world.give("a");
    await world.clock.settle();
    const card = waiting(world)[0] as { id: string; call_hash: string; due: number };
    world.engine.suspend();
    await world.clock.sleep(card.due - world.clock.now());
    expect(world.engine.answer(card.id, card.call_hash, "yes", "window").stands).toBe("expired");
    world.engine.resume();
    world.give("b");
    await world.clock.settle();
    await answerFirst(world, "no");
    await world.clock.advance(hour);
    expect(world.called).toHaveLength(0);
    expect(world.rows("select status from tool_calls")).toEqual([{ status: "refused" }, { status: "refused" }]);
  });

  test("a waiting approval survives a restart and its call is made once", async () => {
    const world = await createWorld();
    world.think = ask("PUT");
    world.give("a");
    await world.clock.settle();
    await world.restart();
    await world.crash();
    await answerFirst(world, "yes");
    expect(world.called).toHaveLength(1);
    await world.restart();
    expect(world.called).toHaveLength(1);
  });

  test("a yes whose call could not start by the deadline is asked again", async () => {
    const world = await createWorld();
    world.think = ask("PUT", 600);
    world.act = () => ({ kind: "transient", reason: "offline" });
    world.give("a");
    await world.clock.settle();
    await answerFirst(world, "yes");
    const key = world.called[0]?.effectKey;
    await world.clock.advance(700);
    const again = waiting(world);
    expect(again).toHaveLength(1);
    world.act = () => done;
    await answerFirst(world, "yes");
    expect(world.called.at(-1)?.effectKey).toBe(key);
    expect(world.rows("select status from tool_calls")).toEqual([{ status: "done" }]);
  });

  test("a yes whose event was revived from dead is asked again", async () => {
    const world = await createWorld();
    world.think = ask("PUT", 30 * 86_400);
    world.act = () => ({ kind: "transient", reason: "offline" });
    world.give("a");
    await world.clock.settle();
    await answerFirst(world, "yes");
    await world.clock.advance(86_400 + hour);
    const dead = world.rows<{ id: number }>("select id from inbox where status = 'dead'")[0];
    const calls = world.called.length;
    expect(world.engine.inbox.retry(dead?.id as number)).toBe(true);
    world.engine.wake();
    await world.clock.settle();
    expect(world.called).toHaveLength(calls);
    expect(waiting(world)).toHaveLength(1);
  });

  test("a session with several questions waits until the last is answered", async () => {
    const world = await createWorld();
    world.think = ask("PUT");
    world.give("a");
    world.give("b");
    await world.clock.settle();
    const status = () => world.rows("select status from sessions");
    await answerFirst(world, "no");
    expect(status()).toEqual([{ status: "waiting" }]);
    await answerFirst(world, "no");
    expect(status()).toEqual([{ status: "closed" }]);
  });

  test("a question that lapsed before anything could announce it is told once quiet hours are over", async () => {
    const world = await createWorld({ quiet: { fromMinute: 0, untilMinute: 1439 } });
    world.think = ask("PUT", 600);
    world.give("a");
    await world.clock.advance(700);
    expect(world.rows("select body from outbox")).toMatchObject([{ body: expect.stringMatching(/^Not done: Do a\?/) }]);
    expect(world.called).toHaveLength(0);
  });
});
