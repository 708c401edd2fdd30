// The lease as a table of who may take it when. Rules 1, 2 and 6.
import { afterEach, expect, test } from "vitest";
import { createLease } from "../../../../app/main/engine/inbox/lease.ts";
import { createWorld, endWorlds } from "../../../support/engine.ts";

afterEach(endWorlds);
const now = 1_800_000_000;

async function lease() {
  const world = await createWorld();
  world.engine.stop();
  world.store.prepare("delete from lease").run();
  return { lease: createLease(world.store), store: world.store };
}

test("the first holder is generation 1, a renewal keeps it, the end of the lease is still the lease", async () => {
  const { lease: l } = await lease();
  expect(l.acquire("A", now)).toBe(1);
  expect(l.acquire("A", now + 100)).toBe(1);
  expect(l.acquire("B", now + 220)).toBeNull();
  expect(l.acquire("B", now + 221)).toBe(2);
});

test("the same holder after its lease lapsed has a new generation", async () => {
  const { lease: l } = await lease();
  expect(l.acquire("A", now)).toBe(1);
  expect(l.renew("A", 1, now + 121)).toBe(false);
  expect(l.acquire("A", now + 121)).toBe(2);
  expect(l.holds("A", 1)).toBe(false);
  expect(l.holds("A", 2)).toBe(true);
  expect(l.holds("B", 2)).toBe(false);
});

test("a takeover waits for nobody; a release keeps the row and the generation", async () => {
  const { lease: l } = await lease();
  expect(l.acquire("A", now)).toBe(1);
  expect(l.takeOver("B", now)).toBe(2);
  l.release("A", 1);
  expect(l.read()).toEqual({ holder: "B", gen: 2, until: now + 120 });
  l.release("B", 1);
  expect(l.read()).toEqual({ holder: "B", gen: 2, until: now + 120 });
  l.release("B", 2);
  expect(l.read()).toEqual({ holder: "B", gen: 2, until: 0 });
  expect(l.acquire("C", now)).toBe(3);
});

test("a lease further ahead than twice its length counts as expired", async () => {
  const { lease: l, store } = await lease();
  l.acquire("A", now);
  store.prepare("update lease set until = ?").run(now + 240);
  expect(l.acquire("B", now)).toBeNull();
  store.prepare("update lease set until = ?").run(now + 241);
  expect(l.acquire("B", now)).toBe(2);
});
