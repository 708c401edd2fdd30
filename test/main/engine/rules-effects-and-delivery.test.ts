// The design's rules 9 to 13, each named after its promise. Details have tests of their own beside the code.
import { afterEach, describe, expect, test } from "vitest";
import { createWorld, endWorlds } from "../../support/engine.ts";
import { answerFirst, ask, done, hour, waiting } from "../../support/cards.ts";

afterEach(endWorlds);

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
    ["leave", 1, "unknown"],
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

  test("an unknown effect is found before the first claim: on its last attempt too its event is a question, not dead", async () => {
    const world = await createWorld();
    world.think = ask("POST");
    world.act = () => new Promise(() => undefined);
    world.give("a");
    await world.clock.settle();
    await answerFirst(world, "yes");
    world.store.prepare("update inbox set attempts = 3 where source = 'approval'").run();
    await world.crash();
    expect(world.rows("select status, outcome from inbox where source = 'approval'")).toEqual([
      { status: "done", outcome: "deferred" },
    ]);
    expect(waiting(world)).toMatchObject([{ kind: "unknown" }]);
    expect(world.rows("select id from outbox where kind = 'dead'")).toEqual([]);
  });

  test("a call that a second run had joined after a sleep is one question when the process dies", async () => {
    const world = await createWorld();
    world.think = ask("POST");
    world.act = () => new Promise(() => undefined);
    world.give("a");
    await world.clock.settle();
    await answerFirst(world, "yes");
    world.engine.suspend();
    await world.clock.sleep(hour);
    world.engine.resume();
    await world.clock.settle();
    await world.crash();
    expect(waiting(world)).toMatchObject([{ kind: "unknown" }]);
    world.act = () => done;
    await answerFirst(world, "again");
    await world.clock.advance(hour);
    expect(world.called).toHaveLength(2);
    expect(waiting(world)).toEqual([]);
    expect(world.rows("select status, attempts from inbox where source = 'approval' order by id")).toEqual([
      { status: "done", attempts: 1 },
      { status: "done", attempts: 1 },
    ]);
  });

  test("“do it again” that could not be made before its event died asks again what happened, and never says that nothing did", async () => {
    const world = await createWorld();
    world.think = ask("POST");
    world.act = () => ({ kind: "unknown", reason: "The connection was cut after sending." });
    world.give("a");
    await world.clock.settle();
    await answerFirst(world, "yes");
    world.act = () => ({ kind: "transient", reason: "offline" });
    await answerFirst(world, "again");
    await world.clock.advance(25 * hour);
    const dead = world.rows<{ id: number }>("select id from inbox where status = 'dead'")[0]?.id as number;
    const calls = world.called.length;
    world.engine.inbox.retry(dead);
    world.engine.wake();
    await world.clock.advance(hour);
    expect(waiting(world)).toMatchObject([{ kind: "unknown", due: null }]);
    expect(world.called).toHaveLength(calls);
    expect(world.rows("select id from outbox where body like 'Not done%'")).toEqual([]);
  });

  test("a repeatable call of unknown end whose event was revived is asked again before it is repeated", async () => {
    const world = await createWorld();
    world.think = ask("PUT", 30 * 86_400);
    world.act = () => ({ kind: "unknown", reason: "cut" });
    world.give("a");
    await world.clock.settle();
    await answerFirst(world, "yes");
    await world.clock.advance(2 * hour);
    const dead = world.rows<{ id: number }>("select id from inbox where status = 'dead'")[0]?.id as number;
    expect(world.called).toHaveLength(3);
    world.engine.inbox.retry(dead);
    world.engine.wake();
    await world.clock.advance(hour);
    expect(world.called).toHaveLength(3);
    expect(waiting(world)).toMatchObject([{ kind: "call" }]);
    world.act = () => done;
    await answerFirst(world, "yes");
    expect(new Set(world.called.map((call) => call.effectKey)).size).toBe(1);
  });

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
