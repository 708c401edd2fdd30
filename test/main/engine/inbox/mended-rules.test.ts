// Mended rules: what backs off after a failed run is due at once, attempts stay counted, and a call's answer keeps waiting.
import { afterEach, expect, test } from "vitest";
import { createWorld, endWorlds } from "../../../support/engine.ts";

afterEach(endWorlds);

test("an event that backs off runs at once when the rules were mended, with its attempts counted", async () => {
  const world = await createWorld();
  world.think = () => ({ kind: "failed", rule: "Broken", error: "The rule failed." });
  world.give("a");
  await world.clock.advance(1);
  expect(world.event("a")).toMatchObject({ status: "pending", attempts: 1 });
  await world.clock.advance(5);
  expect(world.runs).toHaveLength(1);
  world.think = () => ({ kind: "nothing", rule: "Mended" });
  expect(world.engine.inbox.hurryRetries(world.clock.now())).toBe(1);
  world.engine.wake();
  await world.clock.advance(1);
  expect(world.runs).toHaveLength(2);
  expect(world.event("a")).toMatchObject({ status: "done", attempts: 2 });
});

test("fresh, dead and done events are left alone, and so is an answer whose call waits for its time", async () => {
  const world = await createWorld();
  world.engine.stop();
  const now = world.clock.now();
  const put = world.store.prepare(
    "insert into inbox (source, source_id, kind, status, alone, not_before) values (?, ?, ?, ?, ?, ?)",
  );
  put.run("s", "fresh", "token", "pending", 0, now + 60);
  put.run("s", "dead", "token", "dead", 1, now + 60);
  put.run("approval", "answer", "approval", "pending", 1, now + 60);
  put.run("s", "due", "token", "pending", 1, now - 60);
  put.run("s", "waits", "token", "pending", 1, now + 60);
  expect(world.engine.inbox.hurryRetries(now)).toBe(1);
  const moments = world.rows<{ source_id: string; not_before: number }>("select source_id, not_before from inbox");
  expect(Object.fromEntries(moments.map((row) => [row.source_id, row.not_before - now]))).toEqual({
    ...{ fresh: 60, dead: 60, answer: 60, due: -60, waits: 0 },
  });
});
