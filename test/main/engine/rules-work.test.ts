// The design's rules 1 to 5, each named after its promise. Details have tests of their own beside the code.
import { afterEach, describe, expect, test } from "vitest";
import type { ToolOutcome } from "../../../app/main/engine/worker/ports.ts";
import { createWorld, endWorlds } from "../../support/engine.ts";
import { answerFirst, ask, done, generation, hour, later } from "../../support/cards.ts";

afterEach(endWorlds);

test("rule 1: each engine start is a new holder and takes over at once with a new generation", async () => {
  const world = await createWorld();
  world.think = () => "hang";
  world.give("a");
  await world.clock.settle();
  const before = world.rows<{ holder: string; gen: number }>("select holder, gen from lease")[0];
  world.think = () => ({ kind: "nothing", rule: null });
  await world.crash();
  const after = world.rows<{ holder: string; gen: number }>("select holder, gen from lease")[0];
  expect(after?.holder).not.toBe(before?.holder);
  expect(after?.gen).toBeGreaterThan(before?.gen as number);
  expect(world.event("a").status).toBe("done");
  world.engine.stop();
  expect(world.rows("select until from lease")).toEqual([{ until: 0 }]);
});

describe("rule 2: sleep and quit hand work back, and only the current generation starts or finishes anything", () => {
  test("suspend gives the attempt back and releases; resume takes a new generation once, however often the signals come", async () => {
    const world = await createWorld();
    world.think = () => "hang";
    world.give("a");
    await world.clock.settle();
    const before = generation(world);
    expect(world.event("a")).toMatchObject({ status: "running", attempts: 1 });
    world.engine.suspend();
    world.engine.suspend();
    expect(world.event("a")).toMatchObject({ status: "pending", attempts: 0 });
    expect(world.rows("select until from lease")).toEqual([{ until: 0 }]);
    await world.clock.sleep(hour);
    world.think = () => ({ kind: "nothing", rule: null });
    world.engine.resume();
    world.engine.resume();
    await world.clock.settle();
    expect(generation(world)).toBe(before + 1);
    expect(world.event("a")).toMatchObject({ status: "done", attempts: 1 });
    expect(world.runs).toHaveLength(2);
  });

  test("a quit during a suspend is final: a late wake signal starts nothing", async () => {
    const world = await createWorld();
    world.engine.suspend();
    world.engine.stop();
    world.engine.resume();
    world.give("a");
    await world.clock.advance(300);
    expect(world.event("a").status).toBe("pending");
    expect(world.rows("select until from lease")).toEqual([{ until: 0 }]);
  });

  test("a suspend whose end nobody tells of ends by itself once the computer has been awake for a minute", async () => {
    const world = await createWorld();
    world.engine.suspend();
    world.give("a");
    await world.clock.sleep(hour);
    expect(world.event("a").status).toBe("pending");
    await world.clock.advance(61);
    expect(world.event("a")).toMatchObject({ status: "done", attempts: 1 });
  });

  test("signals of a sleep that is over, late and in a crowd, take no further generation", async () => {
    const world = await createWorld();
    world.think = () => "hang";
    world.give("a");
    await world.clock.settle();
    const before = generation(world);
    await world.clock.freeze(180);
    await world.clock.settle();
    for (const signal of ["suspend", "resume", "suspend", "resume"] as const) world.engine[signal]();
    await world.clock.settle();
    expect(generation(world)).toBe(before + 1);
    expect(world.event("a").status).toBe("running");
    // The same with the signals first and no tick in between.
    await world.clock.advance(30);
    for (const signal of ["suspend", "resume", "suspend", "resume"] as const) world.engine[signal]();
    await world.clock.settle();
    expect(generation(world)).toBe(before + 2);
  });

  for (const [name, gap] of [
    ["a closed lid", "sleep"],
    ["a stopped process", "freeze"],
  ] as const) {
    test(`${name} without a signal is found by the engine's own tick`, async () => {
      const world = await createWorld();
      world.think = () => "hang";
      world.give("a");
      await world.clock.settle();
      const before = generation(world);
      world.think = () => ({ kind: "nothing", rule: null });
      await world.clock[gap](180);
      await world.clock.advance(61);
      expect(generation(world)).toBe(before + 1);
      expect(world.event("a")).toMatchObject({ status: "done", attempts: 1 });
    });
  }

  test("the outcome of a call that was started is recorded under an old generation too, and the call is not made again", async () => {
    const world = await createWorld();
    world.think = ask("POST");
    const answer = later<ToolOutcome>();
    world.act = () => answer.promise;
    world.give("a");
    await world.clock.settle();
    await answerFirst(world, "yes");
    expect(world.called).toHaveLength(1);
    world.engine.suspend();
    expect(world.rows("select status from inbox where source = 'approval'")).toEqual([{ status: "pending" }]);
    answer.resolve(done);
    await world.clock.settle();
    expect(world.rows("select status from tool_calls")).toEqual([{ status: "done" }]);
    world.engine.resume();
    await world.clock.settle();
    expect(world.called).toHaveLength(1);
    expect(world.rows("select body from outbox")).toEqual([{ body: "Done: Do a?\nanswered 200" }]);
  });
});

test("rule 3: failures, deaths and unclean ends each spend an attempt; the dead are told in one message", async () => {
  const world = await createWorld();
  world.think = (event) => (event.source_id === "kills" ? "die" : { kind: "failed", rule: "r", error: "It broke." });
  world.give("kills");
  world.give("fails");
  await world.clock.advance(2 * hour);
  expect(world.event("kills")).toMatchObject({ status: "dead", attempts: 3 });
  expect(world.event("fails")).toMatchObject({ status: "dead", attempts: 3, error: "It broke." });
  const told = world.rows<{ body: string; dead: number }>("select body, dead from outbox where kind = 'dead'");
  expect(told.reduce((sum, row) => sum + row.dead, 0)).toBe(2);
  expect(world.sent.length).toBeLessThanOrEqual(2);

  world.think = () => "hang";
  world.give("crashes");
  await world.clock.settle();
  for (const attempts of [1, 2]) {
    expect(world.event("crashes")).toMatchObject({ status: "running", attempts });
    await world.crash();
  }
  await world.crash();
  expect(world.event("crashes")).toMatchObject({ status: "dead", attempts: 3 });
});

test("rule 3: several deaths within a gap are one message", async () => {
  const world = await createWorld();
  world.think = () => ({ kind: "failed", rule: "r", error: "It broke." });
  // The gap is open: whatever dies now is held, and merged.
  world.store
    .prepare(
      "insert into deliveries (kind, title, body, status, started_at, sent_at) values ('digest', '', '', 'sent', 0, ?)",
    )
    .run(world.clock.now() + hour);
  for (const name of ["a", "b", "c"]) world.give(name);
  await world.clock.advance(hour);
  expect(world.rows("select id from inbox where status = 'dead'")).toHaveLength(3);
  expect(world.rows("select dead from outbox where kind = 'dead'")).toEqual([{ dead: 3 }]);
  await world.clock.advance(2 * hour);
  expect(world.sent).toHaveLength(1);
});

describe("rule 4: retries", () => {
  test("a failure backs off 30 s, then 5 min, each with up to a fifth of jitter from the event's id", async () => {
    const world = await createWorld();
    world.think = () => ({ kind: "failed", rule: null, error: "no" });
    const at = () =>
      world.rows<{ at: number }>("select not_before - ? as at from inbox", world.clock.now())[0]?.at as number;
    world.give("a");
    await world.clock.settle();
    expect(at()).toBeGreaterThanOrEqual(30);
    expect(at()).toBeLessThanOrEqual(36);
    await world.clock.advance(at());
    expect(at()).toBeGreaterThanOrEqual(300);
    expect(at()).toBeLessThanOrEqual(360);
    await world.clock.advance(at());
    expect(world.event("a")).toMatchObject({ status: "dead", attempts: 3 });
  });

  test("what was beside an event that killed the run is due at once, alone", async () => {
    const world = await createWorld();
    world.think = (event) => (event.source_id === "kills" ? "die" : { kind: "nothing", rule: null });
    world.give("kills");
    world.give("beside");
    await world.clock.settle();
    expect(world.event("beside")).toMatchObject({ status: "done", attempts: 2 });
    expect(world.event("kills")).toMatchObject({ status: "pending", attempts: 1 });
  });

  test("a transient failure waits 5 s doubling to 15 min, spends no attempt, says why, and is dead after 24 h", async () => {
    const world = await createWorld();
    world.think = ask("PUT", 30 * 86_400);
    world.act = () => ({ kind: "transient", reason: "api.test refused the connection." });
    world.give("a");
    await world.clock.settle();
    await answerFirst(world, "yes");
    const answered = () =>
      world.rows<{ status: string; attempts: number; waits: number; not_before: number; error: string }>(
        "select status, attempts, waits, not_before, error from inbox where source = 'approval'",
      )[0];
    const waits: number[] = [];
    for (let n = 0; n < 10; n++) {
      const row = answered();
      waits.push((row?.not_before as number) - world.clock.now());
      expect(row).toMatchObject({ status: "pending", attempts: 0, error: "api.test refused the connection." });
      await world.clock.advance(waits[n] as number);
    }
    expect(waits).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 900, 900]);
    await world.clock.advance(86_400);
    expect(answered()?.status).toBe("dead");
    expect(answered()?.error).toMatch(/refused the connection.*24 hours/);
  });

  test("fresh batches alternate with one retry, and neither waits for the other to be empty", async () => {
    const world = await createWorld();
    world.think = (event) =>
      event.source_id.startsWith("bad") ? { kind: "failed", rule: null, error: "no" } : { kind: "nothing", rule: null };
    for (const name of ["bad1", "bad2", "bad3"]) world.give(name);
    await world.clock.settle();
    world.engine.suspend();
    await world.clock.sleep(60);
    for (const name of ["good1", "good2"]) world.give(name);
    world.runs.length = 0;
    world.engine.resume();
    await world.clock.settle();
    expect(world.runs[0]).toHaveLength(1);
    expect(world.runs.findIndex((run) => run.includes("good1"))).toBeLessThanOrEqual(1);
    expect(world.runs.filter((run) => run[0]?.startsWith("bad"))).toHaveLength(3);
  });

  test("an agent process that can't be started makes its events wait, spends nothing and blames nobody", async () => {
    const world = await createWorld();
    world.think = () => "unavailable";
    world.give("a");
    await world.clock.advance(3600);
    expect(world.event("a")).toMatchObject({
      status: "pending",
      attempts: 0,
      error: "The agent process did not start.",
    });
    world.think = () => ({ kind: "nothing", rule: null });
    await world.clock.advance(1000);
    expect(world.event("a")).toMatchObject({ status: "done", attempts: 1 });
  });

  test("after an unclean end the first retry is due at once", async () => {
    const world = await createWorld();
    world.think = () => "hang";
    world.give("a");
    await world.clock.settle();
    world.think = () => ({ kind: "nothing", rule: null });
    await world.crash();
    expect(world.event("a")).toMatchObject({ status: "done", attempts: 2 });
  });
});

test("rule 5: the lease is renewed while a run lives, and the run keeps its generation", async () => {
  const world = await createWorld();
  world.think = ask("POST");
  const answer = later<ToolOutcome>();
  world.act = () => answer.promise;
  world.give("a");
  await world.clock.settle();
  await answerFirst(world, "yes");
  const before = generation(world);
  await world.clock.advance(600);
  const lease = world.rows<{ gen: number; until: number }>("select gen, until from lease")[0];
  expect(lease?.gen).toBe(before);
  expect(lease?.until).toBeGreaterThan(world.clock.now());
  answer.resolve(done);
  await world.clock.settle();
  expect(world.rows("select status, attempts from inbox where source = 'approval'")).toEqual([
    { status: "done", attempts: 1 },
  ]);
});
