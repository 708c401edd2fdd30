// The loop between two runs, and with a disk that stays full: nothing is stranded, nothing spins.
import { afterEach, expect, test } from "vitest";
import type { ToolOutcome } from "../../../../app/main/engine/worker/ports.ts";
import { answerFirst, ask, later, waiting } from "../../../support/cards.ts";
import { createWorld, endWorlds } from "../../../support/engine.ts";

afterEach(endWorlds);

test("a clock jump that is noticed between two runs hands the next one back: nothing stays claimed by nobody", async () => {
  const world = await createWorld();
  world.engine.suspend();
  // Each event continues a session of its own, so that each is a run of its own.
  for (const name of ["a", "b", "c"]) world.give(name, { session: name });
  let jumped = false;
  world.killAt = (point) => {
    if (point !== "finished" || jumped) return false;
    jumped = true;
    void world.clock.sleep(3600);
    return false;
  };
  world.engine.resume();
  await world.clock.settle();
  for (const name of ["a", "b", "c"]) expect(world.event(name), name).toMatchObject({ status: "done", attempts: 1 });
});

test("a message due while the disk is full is tried at the next look, not in an endless turn", async () => {
  const world = await createWorld();
  world.think = (event) => ({ kind: "message", rule: null, text: event.source_id, urgent: false });
  world.give("first");
  await world.clock.settle();
  world.give("held");
  await world.clock.settle();
  let refusals = 0;
  const { tx } = world.store;
  const full = Object.assign(new Error("database or disk is full"), { code: "SQLITE_FULL" });
  let refusing = true;
  world.store.tx = (work) => {
    if (!refusing) return tx(work);
    refusals++;
    if (refusals > 1000) refusing = false;
    throw full;
  };
  await world.clock.advance(3700);
  expect(world.engine.status().trouble).toMatch(/disk is full/);
  expect(refusals).toBeLessThan(100);
  refusing = false;
  await world.clock.advance(120);
  expect(world.sent.map((delivery) => delivery.body)).toEqual(["first", "held"]);
});

test("an answer kept through a full disk stays kept when the disk refuses again at the commit", async () => {
  const world = await createWorld();
  world.think = ask("POST");
  world.give("a");
  await world.clock.settle();
  const answer = later<ToolOutcome>();
  world.act = () => answer.promise;
  await answerFirst(world, "yes");
  const { tx } = world.store;
  const full = Object.assign(new Error("database or disk is full"), { code: "SQLITE_FULL" });
  let left = 6;
  let depth = 0;
  // The work runs and its commit fails, as on a disk that fills up in between; what joins a transaction commits nothing.
  world.store.tx = (work) =>
    tx(() => {
      depth++;
      try {
        const result = work();
        if (depth === 1 && left-- > 0) throw full;
        return result;
      } finally {
        depth--;
      }
    });
  answer.resolve({ kind: "done", result: {}, summary: "answered 200" });
  await world.clock.advance(600);
  expect(waiting(world)).toEqual([]);
  expect(world.rows("select status, starts from tool_calls")).toEqual([{ status: "done", starts: 1 }]);
  expect(world.called).toHaveLength(1);
});

test("a failed event parked by a clock that ran ahead is due when the clock is right again", async () => {
  const world = await createWorld();
  world.think = () => ({ kind: "failed", rule: null, error: "no" });
  const ahead = 40 * 86_400;
  await world.clock.sleep(ahead);
  world.give("a");
  await world.clock.settle();
  world.think = () => ({ kind: "nothing", rule: null });
  await world.clock.sleep(-ahead);
  await world.clock.advance(120);
  expect(world.event("a")).toMatchObject({ status: "done", attempts: 2 });
});
