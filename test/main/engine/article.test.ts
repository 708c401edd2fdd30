// The article's eight failure scenarios, on a simulated clock and a real SQLite file, with the same final outcomes.
// Time steps and the order of retries are the design's (rule 4): a retry backs off, and healthy events do not wait behind it.
import { afterEach, expect, test } from "vitest";
import { createClaims } from "../../../app/main/engine/inbox/claims.ts";
import { createLease } from "../../../app/main/engine/inbox/lease.ts";
import { createWorld, endWorlds } from "../../support/engine.ts";

afterEach(endWorlds);
const hour = 3600;
const day = 86_400;

test("1. a webhook delivered twice is one row", async () => {
  const world = await createWorld();
  const event = {
    source: "github",
    source_id: "delivery-7f3a",
    kind: "github",
    event: null,
    payload: '{"pr":12}',
    trust: "untrusted",
  } as const;
  expect(world.engine.ingestAll([event])).toEqual([{ ok: true, result: "stored" }]);
  expect(world.engine.ingestAll([event])).toEqual([{ ok: true, result: "duplicate" }]);
  expect(world.rows("select count(*) as n from inbox")).toEqual([{ n: 1 }]);
});

test("2. of two workers that ask for the lease at the same time one gets it", async () => {
  const world = await createWorld();
  world.engine.stop();
  const lease = createLease(world.store);
  const now = world.clock.now();
  const before = lease.read()?.gen ?? 0;
  expect(lease.acquire("A", now)).toBe(before + 1);
  expect(lease.acquire("B", now)).toBeNull();
});

test("3. three quick messages are one run", async () => {
  const world = await createWorld();
  for (const n of [0, 1, 2]) world.give(`msg-${n}`, { source: "chat", kind: "chat" });
  await world.clock.settle();
  expect(world.runs).toEqual([["msg-0", "msg-1", "msg-2"]]);
});

test("4. a worker that stalls and wakes up after a takeover can't finish its old claim", async () => {
  const world = await createWorld();
  world.engine.stop();
  const { store, clock } = world;
  const [lease, claims] = [createLease(store), createClaims(store)];
  const now = clock.now();
  world.engine.inbox.ingest(
    { source: "chat", source_id: "msg-3", kind: "chat", event: null, payload: "{}", trust: "trusted" },
    now,
  );
  const a = lease.acquire("A", now) as number;
  const claimA = claims.claim({ gen: a, run: 1, session: "s1", now, first: "fresh" });
  expect(claimA?.events.map((event) => event.source_id)).toEqual(["msg-3"]);
  expect(lease.acquire("B", now + 60)).toBeNull();

  const later = now + 121;
  const b = lease.acquire("B", later) as number;
  expect(b).toBe(a + 1);
  claims.takeOrphans(b, later);
  const claimB = claims.claim({ gen: b, run: 2, session: "s2", now: later, first: "fresh" });
  const id = claimB?.events[0]?.id as number;
  expect(claims.finish(id, b, "message", null, later)).toBe(true);

  expect(lease.acquire("A", later + 121)).toBe(b + 1);
  expect(lease.holds("A", a)).toBe(false);
  expect(claims.finish(id, a, "message", null, later + 121)).toBe(false);
  expect(world.event("msg-3")).toMatchObject({ status: "done", attempts: 2 });
});

test("5. a poison event is dead after three attempts and its healthy neighbour is done", async () => {
  const world = await createWorld();
  world.think = (event) => (event.source_id === "poison" ? "die" : { kind: "nothing", rule: null });
  world.give("poison");
  world.give("healthy");
  await world.clock.settle();
  expect(world.runs[0]).toEqual(["poison", "healthy"]);
  await world.clock.advance(2 * hour);
  expect(world.event("poison")).toMatchObject({ status: "dead", attempts: 3, error: "The agent process died." });
  expect(world.event("healthy")).toMatchObject({ status: "done", attempts: 2 });
  // Retries ran alone.
  expect(world.runs.slice(1).every((run) => run.length === 1)).toBe(true);
});

test("6. a second pass, a replay and a three-day outage make one event each time they should", async () => {
  const world = await createWorld();
  const events = () => world.rows<{ payload: string }>("select payload from inbox where source = 'timer' order by id");
  const digest = { name: "digest", cron: null, zone: "UTC", everySeconds: day, catchUp: "latest", cap: 24 } as const;
  world.engine.timers.syncSchedules([digest], world.clock.now());
  world.engine.wake();
  await world.clock.advance(day);
  expect(events()).toHaveLength(1);
  expect(world.engine.timers.runDue(world.clock.now(), "test")).toBe(0);
  world.engine.timers.syncSchedules([digest], world.clock.now());
  world.engine.wake();
  await world.clock.settle();
  expect(events()).toHaveLength(1);

  world.engine.stop();
  await world.clock.advance(day + 3 * day + 600);
  await world.crash();
  const made = events().map((row) => JSON.parse(row.payload) as { skipped: number; late_by: number });
  expect(made).toHaveLength(2);
  expect(made[1]).toMatchObject({ skipped: 3, late_by: 600 });
  expect((world.engine.timers.nextDue() as number) - world.clock.now()).toBe(day - 600);
});

test("7. an approval has one answer, and the deadline is checked in the answer itself", async () => {
  const world = await createWorld();
  world.think = (event) => ({
    kind: "deferred",
    rule: "refunds",
    title: `Refund ${event.source_id}?`,
    tool: "http.request",
    arguments: { method: "POST", url: "https://shop.test/refunds" },
    windowSeconds: 4 * hour,
  });
  const ask = async (name: string) => {
    world.give(name);
    await world.clock.settle();
    return world.rows<{ id: string; call_hash: string }>(
      "select id, call_hash from approvals order by rowid desc limit 1",
    )[0] as {
      id: string;
      call_hash: string;
    };
  };
  const { engine, clock } = world;
  const first = await ask("order-881");
  await clock.advance(6 * hour);
  expect(engine.answer(first.id, first.call_hash, "yes", "window").stands).toBe("expired");

  // Nothing ran between the deadline and the answer: the scheduler has not passed yet.
  const second = await ask("order-882");
  engine.suspend();
  await clock.sleep(5 * hour);
  expect(engine.answer(second.id, second.call_hash, "yes", "window").stands).toBe("expired");
  engine.resume();

  const third = await ask("order-883");
  await clock.advance(hour);
  expect(engine.answer(third.id, third.call_hash, "yes", "window")).toMatchObject({ stands: "yes", yours: true });
  await clock.advance(hour);
  expect(engine.answer(third.id, third.call_hash, "no", "window")).toMatchObject({ stands: "yes", yours: false });
  await clock.advance(5 * hour);
  expect(world.rows("select answer from approvals where id = ?", third.id)).toEqual([{ answer: "yes" }]);
  expect(engine.answer("never-requested", "x", "yes", "window").stands).toBe("not_found");
  expect(world.called).toHaveLength(1);
});

test("8. three updates inside an hour are two deliveries", async () => {
  const world = await createWorld();
  world.think = (event) => ({ kind: "message", rule: "updates", text: event.source_id, urgent: false });
  for (const name of ["update 0", "update 1", "update 2"]) {
    world.give(name);
    await world.clock.advance(600);
  }
  await world.clock.advance(hour);
  expect(world.sent.map((delivery) => delivery.body)).toEqual(["update 0", "update 1\n\nupdate 2"]);
});
