// What an event costs in commits, counted in the write-ahead log.
import { afterEach, expect, test } from "vitest";
import { commitsInLog } from "../../support/wal.ts";
import { createWorld, endWorlds } from "../../support/engine.ts";

afterEach(endWorlds);

test("after its ingest an event costs two commits alone", async () => {
  const world = await createWorld();
  world.give("warm");
  await world.clock.settle();
  world.give("a");
  const before = commitsInLog(world.store.path);
  await world.clock.settle();
  expect(world.event("a").status).toBe("done");
  expect(commitsInLog(world.store.path) - before).toBe(2);
});

test("in a stream an event costs one commit: its finish takes the next one", async () => {
  const world = await createWorld();
  // Each event continues a session of its own, so that each is a run of its own.
  const names = Array.from({ length: 20 }, (_, n) => `e${n}`);
  for (const name of names)
    world.engine.inbox.ingest(
      { source: "s", source_id: name, kind: "token", event: null, payload: "{}", trust: "untrusted", session: name },
      world.clock.now(),
    );
  const before = commitsInLog(world.store.path);
  world.engine.wake();
  await world.clock.settle();
  expect(world.runs).toHaveLength(20);
  expect(commitsInLog(world.store.path) - before).toBe(20 + 1);
});

test("when there is nothing to do, nothing is written", async () => {
  const world = await createWorld();
  const before = commitsInLog(world.store.path);
  await world.clock.advance(3600);
  expect(commitsInLog(world.store.path)).toBe(before);
});
