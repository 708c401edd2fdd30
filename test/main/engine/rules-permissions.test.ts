// What may be done alone, what asks, what is refused; and that whatever is made by itself is made once, under the fence.
import { afterEach, expect, test } from "vitest";
import type { PermissionRule } from "../../../app/main/engine/permissions/rule.ts";
import type { CallAnswer, ToolOutcome } from "../../../app/main/engine/worker/ports.ts";
import { answerFirst, ask, done, hour, later, waiting } from "../../support/cards.ts";
import { createWorld, endWorlds, Killed, type World } from "../../support/engine.ts";

afterEach(endWorlds);

const rule = (more: Partial<PermissionRule>): PermissionRule => ({
  ...{ tool: "http.request", methods: null, host: null, path: null, folder: null, recipient: null, amountMax: null },
  ...{ credential: null, decide: "allow", trusted: true, windowSeconds: null, line: 1 },
  ...more,
});
const put = (method = "PUT", index = 0) => ({
  ...{ index, tool: "http.request", title: "Do it", arguments: { method, url: "https://api.test/thing" } },
});
const calls = (world: World) =>
  world.rows<{ status: string; decision: string; decided_by: string; provenance: string; starts: number }>(
    "select status, decision, decided_by, provenance, starts from tool_calls order by rowid",
  );
const told = (world: World) => world.sent.filter(({ kind }) => kind === "digest").map(({ body }) => body);

test("a rule's question stays a question although its host may be acted on in clean runs", async () => {
  const world = await createWorld({ permissions: [rule({ host: "api.test" })] });
  world.think = ask("PUT");
  world.give("a");
  await world.clock.settle();
  expect(waiting(world)).toHaveLength(1);
  expect(calls(world)).toMatchObject([{ status: "waiting", decision: "ask", decided_by: "provenance" }]);
  expect(world.called).toEqual([]);
});

test("what a rule says to ask about is asked about, also when it only reads", async () => {
  const world = await createWorld();
  world.think = ask("GET");
  world.give("a");
  await world.clock.settle();
  expect(waiting(world)).toHaveLength(1);
  expect(calls(world)).toMatchObject([{ decision: "ask", decided_by: "asked" }]);
});

test("with trusted: false it is made by itself, once, and told", async () => {
  const world = await createWorld({ permissions: [rule({ host: "api.test", trusted: false })] });
  world.think = ask("PUT");
  world.give("a");
  await world.clock.settle();
  expect(waiting(world)).toEqual([]);
  expect(world.called).toHaveLength(1);
  expect(world.event("a")).toMatchObject({ status: "done", outcome: "message" });
  expect(told(world)).toEqual(["Done: Do a?\nanswered 200"]);
  expect(calls(world)).toMatchObject([{ status: "done", decision: "allow", provenance: "untrusted" }]);
});

test("a rule that denies: no card, no call, no message; Activity has the reason", async () => {
  const world = await createWorld({ permissions: [rule({ methods: ["DELETE"], decide: "deny", line: 7 })] });
  world.think = ask("DELETE");
  world.give("a");
  await world.clock.settle();
  expect([waiting(world), world.called, world.sent]).toEqual([[], [], []]);
  expect(world.event("a")).toMatchObject({ status: "done", outcome: "nothing" });
  expect(world.rows<{ reason: string }>("select reason from inbox where source_id = 'a'")[0]?.reason).toContain(
    "line 7",
  );
  expect(calls(world)).toMatchObject([{ status: "refused", decision: "deny", decided_by: "rule" }]);
});

test.each(["PUT", "POST"])(
  "a death after an allowed %s was sent: repeated under its key, or asked about",
  async (method) => {
    const world = await createWorld({ permissions: [rule({ trusted: false })] });
    world.think = ask(method);
    world.act = () => later<ToolOutcome>().promise;
    world.give("a");
    await world.clock.settle();
    expect(world.called).toHaveLength(1);
    world.act = () => done;
    await world.crash();
    await world.clock.advance(hour);
    expect(new Set(world.called.map(({ effectKey }) => effectKey)).size).toBe(1);
    expect(world.called).toHaveLength(method === "PUT" ? 2 : 1);
    expect(waiting(world).map(({ kind }) => kind)).toEqual(method === "PUT" ? [] : ["unknown"]);
  },
);

test("a death between an allowed effect's end and the event's: the outcome is told and nothing is made twice", async () => {
  const world = await createWorld({ permissions: [rule({ trusted: false })] });
  world.think = ask("POST");
  let died = false;
  world.killAt = (name) => name === "decided" && !died && (died = true);
  world.give("a");
  await world.clock.settle().catch((error: unknown) => expect(error).toBeInstanceOf(Killed));
  expect([died, world.called.length]).toEqual([true, 1]);
  await world.crash();
  await world.clock.advance(hour);
  expect(world.called).toHaveLength(1);
  expect(told(world)).toEqual(["Done: Do a?\nanswered 200"]);
  expect(world.event("a")).toMatchObject({ status: "done", outcome: "message" });
});

test("sleep in the middle of an allowed effect: handed back, and the answer that comes late is told once", async () => {
  const world = await createWorld({ permissions: [rule({ trusted: false })] });
  const answer = later<ToolOutcome>();
  world.think = ask("POST");
  world.act = () => answer.promise;
  world.give("a");
  await world.clock.settle();
  world.engine.suspend();
  expect(world.event("a")).toMatchObject({ status: "pending", attempts: 0 });
  answer.resolve(done);
  await world.clock.settle();
  world.engine.resume();
  await world.clock.settle();
  expect(world.called).toHaveLength(1);
  expect(told(world)).toEqual(["Done: Do a?\nanswered 200"]);
});

test("an approved call that the person denies meanwhile is not made, and that is told", async () => {
  const world = await createWorld();
  world.think = ask("PUT");
  world.give("a");
  await world.clock.settle();
  world.settings = { ...world.settings, permissions: [rule({ decide: "deny" })] };
  await answerFirst(world, "yes");
  expect(world.called).toEqual([]);
  expect(told(world).at(-1)).toMatch(/^Not done: Do a\?\n/);
  expect(calls(world)).toMatchObject([{ status: "refused" }]);
});

test("a call whose row is other than what was shown is refused", async () => {
  const world = await createWorld();
  world.think = ask("PUT");
  world.give("a");
  await world.clock.settle();
  world.store.prepare("update tool_calls set arguments = replace(arguments, 'thing', 'other')").run();
  await answerFirst(world, "yes");
  expect(world.called).toEqual([]);
  expect(told(world).at(-1)).toContain("exactly as it was shown");
});

test("a card's window: its rule's, else its permission's, else its tool's, else the general one", async () => {
  const dueAfter = async (own: number | null, permission: number | null, tool: number | null) => {
    const permissions = [rule({ decide: "ask", windowSeconds: permission })];
    const windowsSeconds: Record<string, number> = tool === null ? {} : { "http.request": tool };
    const world = await createWorld({ windowSeconds: 4000, windowsSeconds, permissions });
    world.think = ask("PUT", own);
    world.give("a");
    await world.clock.settle();
    return (waiting(world)[0]?.due ?? 0) - world.clock.now();
  };
  expect(await dueAfter(1000, 2000, 3000)).toBe(1000);
  expect(await dueAfter(null, 2000, 3000)).toBe(2000);
  expect(await dueAfter(null, null, 3000)).toBe(3000);
  expect(await dueAfter(null, null, null)).toBe(4000);
});

test("a deadline that does not run during quiet hours lies behind them", async () => {
  const world = await createWorld({ windowSeconds: 4 * hour, pauseInQuietHours: true });
  const midnight = Math.ceil(world.clock.now() / 86_400) * 86_400;
  await world.clock.advance(midnight - 3 * hour - world.clock.now());
  world.settings = { ...world.settings, quiet: { fromMinute: 22 * 60, untilMinute: 7 * 60 } };
  world.think = ask("PUT");
  world.give("a");
  await world.clock.settle();
  // From 21:00: one hour until 22:00, three more from 07:00.
  expect(waiting(world)[0]?.due).toBe(midnight + 10 * hour);
});

test("in a run: reading is allowed, effects ask, and what blocks says why", async () => {
  const world = await createWorld({ permissions: [rule({ methods: ["DELETE"], decide: "deny" })] });
  const answers: CallAnswer[] = [];
  world.work = async (_event, call) => {
    for (const [index, method] of ["GET", "PUT", "DELETE"].entries()) answers.push(await call(put(method, index)));
    answers.push(await call({ ...put(), index: 3, tool: "none" }));
  };
  world.give("a");
  await world.clock.settle();
  expect(answers.map(({ outcome }) => outcome)).toEqual(["done", "deferred", "denied", "failed"]);
  expect(world.called.map((call) => call.arguments["method"])).toEqual(["GET"]);
  expect(waiting(world)).toHaveLength(1);
  const reasons = answers.flatMap((answer) => (answer.outcome === "done" ? [] : [answer.reason]));
  expect(reasons.filter((reason) => reason.length > 20)).toHaveLength(3);
});

test("a run that read nothing from outside acts where a rule allows; after its first answer from outside it asks", async () => {
  const world = await createWorld({ permissions: [rule({ host: "api.test" })] });
  const answers: string[] = [];
  world.work = async (_event, call) => {
    for (let index = 0; index < 2; index++) answers.push((await call(put("PUT", index))).outcome);
  };
  world.give("a", { source: "timer", kind: "timer", trust: "trusted" });
  await world.clock.settle();
  expect(answers).toEqual(["done", "deferred"]);
  expect(calls(world).map(({ provenance }) => provenance)).toEqual(["clean", "untrusted"]);
});

test("one untrusted event taints the session of its whole run", async () => {
  const world = await createWorld();
  world.think = () => "hang";
  world.give("a", { trust: "trusted" });
  await world.clock.settle();
  expect(world.rows("select provenance from sessions")).toEqual([{ provenance: "clean" }]);
  world.think = () => ({ kind: "nothing", rule: null });
  world.give("b", { trust: "trusted" });
  world.give("c", { trust: "untrusted" });
  world.engine.suspend();
  world.engine.resume();
  await world.clock.settle();
  expect(world.rows("select provenance from sessions order by opened_at, rowid")).toContainEqual({
    provenance: "untrusted",
  });
});

test("a run that is stopped in the middle of a call writes nothing, and the next one finds the call", async () => {
  const world = await createWorld({ permissions: [rule({ trusted: false })] });
  const answer = later<ToolOutcome>();
  const answers: string[] = [];
  world.act = () => answer.promise;
  world.work = async (_event, call) => void answers.push((await call(put("POST"))).outcome);
  world.give("a");
  await world.clock.settle();
  world.engine.suspend();
  answer.resolve(done);
  await world.clock.settle();
  world.engine.resume();
  await world.clock.settle();
  expect(world.called).toHaveLength(1);
  expect(answers.at(-1)).toBe("done");
  expect(calls(world)).toMatchObject([{ status: "done", starts: 1 }]);
});

test("a call that can not be started although the lease is held fails its event, which is not left running", async () => {
  const world = await createWorld({ permissions: [rule({ trusted: false })] });
  world.think = ask("POST");
  world.act = () => ({ kind: "failed", error: "not now", result: null, retry: true });
  world.give("a");
  await world.clock.settle();
  expect(world.event("a")).toMatchObject({ status: "pending", attempts: 1 });
  world.store.prepare("update tool_calls set status = 'started'").run();
  await world.clock.advance(3 * hour);
  expect(world.event("a")).toMatchObject({ status: "dead", attempts: 3 });
  expect(world.called).toHaveLength(1);
});

test("a thousand cards that wait stop no other event", async () => {
  const world = await createWorld();
  world.think = (event) => (event.source_id === "last" ? { kind: "nothing", rule: null } : ask("PUT")(event));
  for (let at = 0; at < 1000; at++) world.give(`e${at}`);
  world.give("last");
  await world.clock.settle();
  expect(waiting(world)).toHaveLength(1000);
  expect(world.event("last")).toMatchObject({ status: "done", outcome: "nothing" });
});
