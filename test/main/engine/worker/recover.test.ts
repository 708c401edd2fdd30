// What a start settles, and what it leaves as it was (rules 3 and 9).
import { afterEach, expect, test } from "vitest";
import type { ToolOutcome } from "../../../../app/main/engine/worker/ports.ts";
import { answerFirst, ask, later, waiting } from "../../../support/cards.ts";
import { createWorld, endWorlds } from "../../../support/engine.ts";

afterEach(endWorlds);

test("a start settles the answer that was being acted on, and leaves those that were settled before", async () => {
  const world = await createWorld();
  world.think = ask("POST");
  world.give("a");
  await world.clock.settle();
  world.act = () => later<ToolOutcome>().promise;
  await answerFirst(world, "yes");
  await world.crash();
  const answers = () =>
    world.rows<{ status: string; outcome: string; finished_at: number }>(
      "select status, outcome, finished_at from inbox where source = 'approval' order by id",
    );
  const first = answers();
  expect(first).toEqual([{ status: "done", outcome: "deferred", finished_at: world.clock.now() }]);
  await world.clock.advance(100);
  await answerFirst(world, "again");
  await world.clock.advance(100);
  await world.crash();
  expect(answers()).toEqual([...first, { status: "done", outcome: "deferred", finished_at: world.clock.now() }]);
  expect(waiting(world)).toMatchObject([{ kind: "unknown", title: "Do a?" }]);
  expect(world.called).toHaveLength(2);
});
