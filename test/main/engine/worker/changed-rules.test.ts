// The person's rules change between two attempts of a call: what was begun is told, what may have happened is asked about, and
// nothing is left that neither runs nor asks.
import { afterEach, expect, test } from "vitest";
import type { PermissionRule } from "../../../../app/main/engine/permissions/rule.ts";
import type { CallAnswer, ToolOutcome } from "../../../../app/main/engine/worker/ports.ts";
import { answerFirst, ask, done, hour, later, waiting } from "../../../support/cards.ts";
import { createWorld, endWorlds, type World } from "../../../support/engine.ts";

afterEach(endWorlds);

const rule = (decide: "allow" | "ask" | "deny"): PermissionRule => ({
  ...{ tool: "*", methods: null, host: null, path: null, folder: null, recipient: null, amountMax: null },
  ...{ credential: null, decide, trusted: false, windowSeconds: null, line: 3 },
});
const say = (world: World, decide: "allow" | "ask" | "deny") => {
  world.settings = { ...world.settings, permissions: [rule(decide)] };
};
const calls = (world: World) => world.rows("select status, decision, starts from tool_calls");
const keys = (world: World) => new Set(world.called.map(({ effectKey }) => effectKey)).size;

/** An allowed call whose first attempt ends so. */
async function begun(method: string, first: ToolOutcome): Promise<World> {
  const world = await createWorld({ permissions: [rule("allow")] });
  world.think = ask(method);
  world.act = () => first;
  world.give("a");
  await world.clock.settle();
  world.act = () => done;
  return world;
}

test("not sent, then the rule asks: a card, and after a yes the call is made under its first key", async () => {
  const world = await begun("POST", { kind: "transient", reason: "offline" });
  say(world, "ask");
  await world.clock.advance(60);
  expect(waiting(world)).toMatchObject([{ kind: "call" }]);
  expect([world.called.length, calls(world)]).toEqual([1, [{ status: "waiting", decision: "ask", starts: 1 }]]);
  await answerFirst(world, "yes");
  expect([world.called.length, keys(world)]).toEqual([2, 1]);
});

test("not sent, then the rule denies: refused, with the reason", async () => {
  const world = await begun("POST", { kind: "transient", reason: "offline" });
  say(world, "deny");
  await world.clock.advance(60);
  expect([world.called.length, waiting(world), calls(world)]).toMatchObject([1, [], [{ status: "refused" }]]);
  expect(world.event("a")).toMatchObject({ status: "done", outcome: "nothing" });
});

test("of unknown end and safe to repeat, then the rule asks: it asks whether to repeat it; a no leaves it", async () => {
  const world = await begun("PUT", { kind: "unknown", reason: "cut" });
  say(world, "ask");
  await world.clock.advance(hour);
  expect(waiting(world)).toMatchObject([{ kind: "call" }]);
  expect(calls(world)).toMatchObject([{ status: "unknown", starts: 1 }]);
  say(world, "deny");
  await answerFirst(world, "yes");
  expect(world.called).toHaveLength(1);
  expect(world.sent.at(-1)?.body).toContain("Not done");
});

test("of unknown end and safe to repeat, asked about and approved: repeated under its key", async () => {
  const world = await begun("PUT", { kind: "unknown", reason: "cut" });
  say(world, "ask");
  await world.clock.advance(hour);
  await answerFirst(world, "yes");
  expect([world.called.length, keys(world)]).toEqual([2, 1]);
  expect(calls(world)).toMatchObject([{ status: "done", starts: 2 }]);
});

test.each(["ask", "deny"] as const)(
  "done, and then a death and a rule that says %s: its outcome is told all the same",
  async (decide) => {
    const world = await createWorld({ permissions: [rule("allow")] });
    world.think = ask("POST");
    let died = false;
    world.killAt = (name) => name === "decided" && !died && (died = true);
    world.give("a");
    await world.clock.settle().catch(() => undefined);
    expect([died, world.called.length]).toEqual([true, 1]);
    say(world, decide);
    await world.crash();
    await world.clock.advance(hour);
    expect([world.called.length, waiting(world)]).toEqual([1, []]);
    expect(world.sent.map(({ body }) => body)).toEqual(["Done: Do a?\nanswered 200"]);
  },
);

test.each(["ask", "deny"] as const)(
  "a death after an unsafe call was sent, then a rule that says %s: a card asks what happened",
  async (decide) => {
    const world = await createWorld({ permissions: [rule("allow")] });
    world.think = ask("POST");
    world.act = () => later<ToolOutcome>().promise;
    world.give("a");
    await world.clock.settle();
    say(world, decide);
    await world.crash();
    await world.clock.advance(hour);
    expect(waiting(world)).toMatchObject([{ kind: "unknown" }]);
    expect(calls(world)).toMatchObject([{ status: "unknown" }]);
  },
);

test("in a run: a call that was approved and waits to be sent is not asked about twice; one that was made is told", async () => {
  const world = await createWorld();
  const answers: CallAnswer[] = [];
  world.work = async (_event, call) => {
    const url = "https://api.test/thing";
    answers.push(await call({ index: 0, tool: "http.request", title: "Do", arguments: { method: "PUT", url } }));
  };
  let fails = true;
  world.think = () => (fails ? { kind: "failed", rule: null, error: "broke" } : { kind: "nothing", rule: null });
  world.act = () => ({ kind: "transient", reason: "offline" });
  world.give("a");
  await world.clock.settle();
  await answerFirst(world, "yes");
  await world.clock.advance(40);
  world.act = () => done;
  await world.clock.advance(60);
  fails = false;
  await world.clock.advance(hour);
  expect(answers.map(({ outcome }) => outcome)).toEqual(["deferred", "deferred", "done"]);
  expect(world.rows("select id from approvals")).toHaveLength(1);
  expect(keys(world)).toBe(1);
});
