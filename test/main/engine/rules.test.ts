// One test for each numbered rule of the design, named after its promise. Details have tests of their own beside the code.
import { afterEach, describe, expect, test } from "vitest";
import type { ClaimedEvent } from "../../../app/main/engine/inbox/events.ts";
import type { EventDecision, ToolOutcome } from "../../../app/main/engine/worker/ports.ts";
import { createWorld, endWorlds, type World } from "../../support/engine.ts";

afterEach(endWorlds);
const hour = 3600;

const ask =
  (method: string, windowSeconds: number | null = null) =>
  (event: ClaimedEvent): EventDecision => ({
    kind: "deferred",
    rule: "asks",
    title: `Do ${event.source_id}?`,
    tool: "http.request",
    arguments: { method, url: "https://api.test/thing" },
    windowSeconds,
  });

const generation = (world: World) => world.rows<{ gen: number }>("select gen from lease")[0]?.gen ?? 0;
const waiting = (world: World) =>
  world.rows<{ id: string; call_hash: string; kind: string; title: string; due: number | null }>(
    "select id, call_hash, kind, title, due from approvals where answer is null order by rowid",
  );
async function answerFirst(world: World, answer: "yes" | "no" | "did" | "again" | "leave") {
  const card = waiting(world)[0];
  if (card === undefined) throw new Error("No card is waiting.");
  const standing = world.engine.answer(card.id, card.call_hash, answer, "window");
  await world.clock.settle();
  return standing;
}
/** A promise the test resolves itself: a call whose answer has not come yet. */
function later<T>() {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
const done: ToolOutcome = { kind: "done", result: { status: 200 }, summary: "answered 200" };

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

  test("a suspend whose end nobody tells of ends by itself once the computer has been awake for a minute", async () => {
    const world = await createWorld();
    world.engine.suspend();
    world.give("a");
    await world.clock.sleep(hour);
    expect(world.event("a").status).toBe("pending");
    await world.clock.advance(61);
    expect(world.event("a")).toMatchObject({ status: "done", attempts: 1 });
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

describe("rule 4: retries", () => {
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
    await world.clock.advance(60);
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
    await world.clock.advance(card.due - world.clock.now());
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
});

describe("rule 9: effects", () => {
  test("a call without a recorded end that is safe to repeat is repeated under the same key", async () => {
    const world = await createWorld();
    world.think = ask("PUT");
    world.act = () => new Promise(() => undefined);
    world.give("a");
    await world.clock.settle();
    await answerFirst(world, "yes");
    world.act = () => done;
    await world.crash();
    expect(world.called).toHaveLength(2);
    expect(new Set(world.called.map((call) => call.effectKey)).size).toBe(1);
    expect(waiting(world)).toHaveLength(0);
  });

  for (const [answer, calls, status] of [
    ["did", 1, "done"],
    ["leave", 1, "refused"],
    ["again", 2, "done"],
  ] as const) {
    test(`any other becomes a card with the same title that stands at once; “${answer}” is done as it says`, async () => {
      const world = await createWorld();
      world.think = ask("POST");
      world.act = () => new Promise(() => undefined);
      world.give("a");
      await world.clock.settle();
      await answerFirst(world, "yes");
      world.act = () => done;
      await world.crash();
      expect(world.called).toHaveLength(1);
      expect(waiting(world)).toMatchObject([{ kind: "unknown", title: "Do a?", due: null }]);
      await world.crash();
      expect(waiting(world)).toHaveLength(1);
      await answerFirst(world, answer);
      expect(world.called).toHaveLength(calls);
      expect(new Set(world.called.map((call) => call.effectKey)).size).toBe(1);
      expect(world.rows("select status from tool_calls")).toEqual([{ status }]);
      expect(world.rows("select id from inbox where status in ('dead', 'running', 'pending')")).toEqual([]);
    });
  }

  test("a second unknown end after “do it again” is asked again, not repeated", async () => {
    const world = await createWorld();
    world.think = ask("POST");
    world.act = () => ({ kind: "unknown", reason: "The connection was cut after sending." });
    world.give("a");
    await world.clock.settle();
    await answerFirst(world, "yes");
    expect(waiting(world)).toHaveLength(1);
    await answerFirst(world, "again");
    expect(world.called).toHaveLength(2);
    expect(waiting(world)).toHaveLength(1);
    await world.clock.advance(2 * hour);
    expect(world.called).toHaveLength(2);
  });
});

test("rule 10: a redelivery of a done event is counted, of a dead one revives it, of a discarded one is counted; a twin waits", async () => {
  const world = await createWorld();
  const give = (source_id: string, body_hash: string | null = null) =>
    world.engine.ingestAll([
      { source: "github", source_id, kind: "github", event: "issues", payload: "{}", trust: "untrusted", body_hash },
    ])[0];
  give("done");
  await world.clock.settle();
  expect(give("done")).toEqual({ ok: true, result: "duplicate" });
  expect(world.rows("select redelivered from inbox where source_id = 'done'")).toEqual([{ redelivered: 1 }]);
  expect(world.runs).toHaveLength(1);

  world.think = () => ({ kind: "failed", rule: null, error: "no" });
  give("dies");
  await world.clock.advance(2 * hour);
  expect(world.event("dies").status).toBe("dead");
  world.think = () => ({ kind: "nothing", rule: null });
  expect(give("dies")).toEqual({ ok: true, result: "revived" });
  await world.clock.settle();
  expect(world.event("dies")).toMatchObject({ status: "done", attempts: 1 });

  world.think = () => ({ kind: "failed", rule: null, error: "no" });
  give("junk");
  await world.clock.advance(2 * hour);
  expect(world.engine.inbox.discard(world.event("junk").id, world.clock.now())).toBe(true);
  expect(give("junk")).toEqual({ ok: true, result: "duplicate" });
  expect(world.event("junk")).toMatchObject({ status: "done", outcome: "discarded" });

  world.think = () => ({ kind: "nothing", rule: null });
  give("first", "hash");
  await world.clock.settle();
  const runs = world.runs.length;
  expect(give("second", "hash")).toEqual({ ok: true, result: "twin" });
  await world.clock.settle();
  expect(world.runs).toHaveLength(runs);
  expect(world.event("second")).toMatchObject({ status: "done", outcome: "twin" });
  expect(world.engine.inbox.runAnyway(world.event("second").id)).toBe(true);
  world.engine.wake();
  await world.clock.settle();
  expect(world.runs.at(-1)).toEqual(["second"]);
});

test("rule 11: concurrent deliveries share one commit, and one that fails in it fails alone", async () => {
  const world = await createWorld();
  const event = { source: "s", kind: "token", event: null, payload: "{}", trust: "untrusted" } as const;
  const results = world.engine.ingestAll([
    { ...event, source_id: "1" },
    { ...event, source_id: null as unknown as string },
    { ...event, source_id: "3" },
  ]);
  expect(results.map((result) => result.ok)).toEqual([true, false, true]);
  await world.crash();
  expect(world.rows("select source_id from inbox order by id")).toEqual([{ source_id: "1" }, { source_id: "3" }]);
});

test("rule 12: silence is the default ending, and Activity has the reason", async () => {
  const world = await createWorld();
  world.give("a");
  await world.clock.settle();
  expect(world.sent).toHaveLength(0);
  expect(world.rows("select outcome, reason from inbox")).toEqual([{ outcome: "nothing", reason: "no rule matched" }]);
});

test("rule 13: idle means one wait of at most a minute", async () => {
  const world = await createWorld();
  world.give("a");
  await world.clock.settle();
  let waits = 0;
  const { wait } = world.clock;
  world.clock.wait = (ms, wake) => {
    waits++;
    expect(ms).toBeGreaterThan(0);
    expect(ms).toBeLessThanOrEqual(60_000);
    return wait(ms, wake);
  };
  await world.clock.advance(600);
  expect(waits).toBeLessThanOrEqual(11);
  expect(world.clock.pending()).toBe(1);
});
