// What is claimed, in which order, and what an older generation left behind.
import { afterEach, expect, test } from "vitest";
import { createClaims } from "../../../../app/main/engine/inbox/claims.ts";
import { createWorld, endWorlds, type World } from "../../../support/engine.ts";

afterEach(endWorlds);

/** A world whose worker is off, so that the test claims by itself. */
async function still(): Promise<World> {
  const world = await createWorld();
  world.engine.stop();
  return world;
}
function put(world: World, id: string, more: Record<string, string | number> = {}): void {
  const row = { status: "pending", attempts: 0, alone: 0, not_before: 0, priority: 0, claim_gen: null, ...more };
  const { status, attempts, alone, not_before, priority, claim_gen } = row;
  world.store
    .prepare(
      "insert into inbox (source, source_id, status, attempts, alone, not_before, priority, claim_gen) values ('s', ?, ?, ?, ?, ?, ?, ?)",
    )
    .run(id, status, attempts, alone, not_before, priority, claim_gen);
}
const claim = (world: World, first: "fresh" | "retry", gen = 9) =>
  createClaims(world.store)
    .claim({ gen, run: 1, session: "s1", now: world.clock.now(), first })
    ?.events.map((event) => event.source_id) ?? null;

test("of due retries the one with the fewest attempts comes first, alone; one that is not due waits", async () => {
  const world = await still();
  put(world, "twice", { attempts: 2, alone: 1 });
  put(world, "once", { attempts: 1, alone: 1 });
  put(world, "later", { attempts: 0, alone: 1, not_before: world.clock.now() + 60 });
  expect(claim(world, "retry")).toEqual(["once"]);
  expect(claim(world, "retry")).toEqual(["twice"]);
  expect(claim(world, "retry")).toBeNull();
});

test("a retry and a batch of fresh events never share a run, whichever is looked for first", async () => {
  const world = await still();
  put(world, "retry", { attempts: 1, alone: 1 });
  put(world, "a");
  put(world, "b");
  expect(claim(world, "fresh")).toEqual(["a", "b"]);
  expect(claim(world, "fresh")).toEqual(["retry"]);
});

test("a higher priority is claimed before what came earlier, and a batch has its limit", async () => {
  const world = await still();
  for (let n = 0; n < 60; n++) put(world, `e${n}`);
  put(world, "urgent", { priority: 10 });
  const first = claim(world, "fresh") ?? [];
  expect(first).toContain("urgent");
  expect(first).toHaveLength(50);
  expect(claim(world, "fresh")).toHaveLength(11);
});

test("an approval's answer joins no batch of its session, whatever comes before it", async () => {
  const world = await still();
  const insert = world.store.prepare(
    "insert into inbox (source, source_id, kind, session, priority) values (?, ?, ?, 's', ?)",
  );
  insert.run("chat", "word", "chat", 20);
  insert.run("approval", "ap_1", "approval", 10);
  insert.run("approval", "ap_2", "approval", 10);
  insert.run("chat", "handed back", "chat", 0);
  expect(claim(world, "fresh")).toEqual(["word", "handed back"]);
  expect(claim(world, "fresh")).toEqual(["ap_1"]);
  expect(claim(world, "fresh")).toEqual(["ap_2"]);
});

test("what an older generation left running is found at the next claim, its attempt spent, and dead when it was the last", async () => {
  const world = await createWorld();
  const gen = world.rows<{ gen: number }>("select gen from lease")[0]?.gen as number;
  put(world, "left", { status: "running", attempts: 1, claim_gen: gen });
  put(world, "last", { status: "running", attempts: 3, claim_gen: gen });
  // The lease lapsed while nobody looked; whoever claims next has a new generation.
  world.store.prepare("update lease set until = 0").run();
  world.give("fresh");
  await world.clock.settle();
  expect(world.event("left")).toMatchObject({ status: "done", attempts: 2 });
  expect(world.event("last")).toMatchObject({ status: "dead", attempts: 3 });
  expect(world.rows("select dead from outbox where kind = 'dead'")).toEqual([{ dead: 1 }]);
});

test("only the generation that claimed can end an event", async () => {
  const world = await still();
  put(world, "a");
  claim(world, "fresh", 9);
  const claims = createClaims(world.store);
  const id = world.event("a").id;
  const event = { id, attempts: 1, waits: 0, waiting_since: null } as Parameters<typeof claims.fail>[0];
  for (const gen of [8, 10]) {
    expect(claims.finish(id, gen, "nothing", null, 1)).toBe(false);
    expect(claims.fail(event, gen, "no", 1)).toEqual({ kind: "refused" });
    expect(claims.wait(event, gen, "no", 1)).toEqual({ kind: "refused" });
    expect(claims.handBack(gen)).toBe(0);
  }
  expect(world.event("a").status).toBe("running");
  expect(claims.finish(id, 9, "nothing", null, 1)).toBe(true);
});
