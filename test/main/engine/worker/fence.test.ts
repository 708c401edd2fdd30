// Rule 2's fence: whoever lost the lease in the middle of a run starts nothing and finishes nothing.
import { afterEach, expect, test } from "vitest";
import { answerFirst, ask } from "../../../support/cards.ts";
import { createWorld, endWorlds, type World } from "../../../support/engine.ts";

afterEach(endWorlds);

/** At that point of a run somebody else takes the lease. */
function loseLeaseAt(world: World, point: string): void {
  world.killAt = (name) => {
    if (name === point) world.store.prepare("update lease set holder = 'somebody else', gen = gen + 1").run();
    return false;
  };
}

test("a call is not started under a lost lease", async () => {
  const world = await createWorld();
  world.think = ask("POST");
  world.give("a");
  await world.clock.settle();
  loseLeaseAt(world, "claimed");
  await answerFirst(world, "yes");
  expect(world.called).toHaveLength(0);
  expect(world.rows("select status, starts from tool_calls")).toEqual([{ status: "waiting", starts: 0 }]);
  expect(world.rows("select id from outbox")).toEqual([]);
});

test("a run that lost the lease finishes nothing: no message, no card, no end of its event", async () => {
  const world = await createWorld();
  loseLeaseAt(world, "decided");
  world.think = () => ({ kind: "message", rule: "tells", text: "said", urgent: false });
  world.give("a");
  await world.clock.settle();
  expect(world.event("a").status).toBe("running");
  expect(world.rows("select id from outbox")).toEqual([]);
});
