// What may have happened is asked about, whoever asked for it and whatever became of them (rule 9).
import { afterEach, expect, test } from "vitest";
import type { PermissionRule } from "../../../app/main/engine/permissions/rule.ts";
import { createWorld, endWorlds } from "../../support/engine.ts";

afterEach(endWorlds);

const allow: PermissionRule = {
  ...{ tool: "http.request", methods: null, host: null, path: null, folder: null, recipient: null, amountMax: null },
  ...{ credential: null, decide: "allow", trusted: false, windowSeconds: null, line: 1 },
};
const cards = "select tool_call from approvals where kind = 'unknown' and answer is null";

test("a call in flight when sleep stopped its run, and not wanted again, ends unknown with its question", async () => {
  const world = await createWorld({ permissions: [allow] });
  let answer = (): void => undefined;
  world.act = () =>
    new Promise((resolve) => {
      answer = () => resolve({ kind: "unknown", reason: "the connection was cut" });
    });
  let wanted = true;
  world.work = async (_event, call) => {
    if (!wanted) return;
    wanted = false;
    await call({
      index: 0,
      tool: "http.request",
      arguments: { method: "POST", url: "https://api.test/pay" },
      title: "Pay",
    });
  };
  world.give("e1");
  await world.clock.settle();
  expect(world.called).toHaveLength(1);
  world.engine.suspend();
  await world.clock.sleep(60);
  world.engine.resume();
  await world.clock.settle();
  answer();
  await world.clock.settle();
  expect(world.event("e1").status).toBe("done");
  expect(world.rows("select status from tool_calls")).toEqual([{ status: "unknown" }]);
  expect(world.rows(cards)).toHaveLength(1);
});

test("one that an earlier Nightjar left without its question gets it at the next start", async () => {
  const world = await createWorld({ permissions: [allow] });
  world.act = () => ({ kind: "unknown", reason: "the connection was cut" });
  world.work = async (_event, call) => {
    await call({
      index: 0,
      tool: "http.request",
      arguments: { method: "POST", url: "https://api.test/pay" },
      title: "Pay",
    });
  };
  world.give("e1");
  await world.clock.settle();
  expect(world.rows(cards)).toHaveLength(1);
  world.store.prepare("delete from approvals").run();
  await world.restart();
  expect(world.rows(cards)).toHaveLength(1);
  await world.restart();
  expect(world.rows(cards)).toHaveLength(1);
});
