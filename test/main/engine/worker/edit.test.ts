// The person changes a call on its card: a new call with a key, a hash and a card of its own, and the old one is never made (rule 8).
import { afterEach, expect, test } from "vitest";
import { createApprovalQueries } from "../../../../app/main/engine/views/approvals.ts";
import type { JsonObject } from "../../../../app/main/engine/worker/ports.ts";
import type { PermissionRule } from "../../../../app/main/engine/permissions/rule.ts";
import type { EngineSettings } from "../../../../app/main/engine/engine.ts";
import { answerFirst, ask, hour, waiting } from "../../../support/cards.ts";
import { createWorld, endWorlds, type World } from "../../../support/engine.ts";

afterEach(endWorlds);

const rule = (more: Partial<PermissionRule>): PermissionRule => ({
  ...{ tool: "http.request", methods: null, host: null, path: null, folder: null, recipient: null, amountMax: null },
  ...{ credential: null, decide: "allow", trusted: true, windowSeconds: null, line: 1 },
  ...more,
});
const other: JsonObject = { method: "POST", url: "https://api.test/other" };

async function asked(method = "POST", window: number | null = null, settings: Partial<EngineSettings> = {}) {
  const world = await createWorld(settings);
  world.think = ask(method, window);
  world.give("a");
  await world.clock.settle();
  return world;
}
const card = (world: World) => waiting(world)[0] as { id: string; call_hash: string; title: string; due: number };
async function edit(world: World, args: JsonObject = other) {
  const { id, call_hash } = card(world);
  const edited = await world.engine.edit(id, call_hash, args, "window");
  await world.clock.settle();
  return edited;
}
const calls = (world: World) =>
  world.rows<{ arguments: string; status: string; error: string | null; decision: string; effect_key: string }>(
    "select arguments, status, error, decision, effect_key, step, call_index from tool_calls order by rowid",
  );

test("the changed call is shown in full with a full window; approved, it alone is made, under its own key", async () => {
  const world = await asked();
  const before = card(world);
  await world.clock.advance(hour);
  const edited = await edit(world);
  const after = card(world);
  expect(edited).toEqual({ ok: true, approval: after.id });
  expect(waiting(world)).toHaveLength(1);
  expect(after.call_hash).not.toBe(before.call_hash);
  expect(after.due).toBe(world.clock.now() + 14_400);
  const [shown] = createApprovalQueries(world.store).waiting(5);
  expect(shown).toMatchObject({ title: "Do a?", replaces: before.id, rule: "asks", decision: "ask" });
  expect(JSON.parse(shown?.arguments as string)).toEqual(other);
  expect(calls(world)).toMatchObject([
    { status: "refused", error: "you changed it: the changed call was shown again" },
    { status: "waiting", error: null },
  ]);
  expect(world.rows("select answer, replaced_by, answered_from from approvals where id = ?", before.id)).toEqual([
    { answer: "no", replaced_by: after.id, answered_from: "window" },
  ]);
  // The old answer's run has nothing to say and makes nothing.
  expect(world.called).toEqual([]);
  expect(world.event(before.id)).toMatchObject({ status: "done", outcome: "nothing" });
  expect(world.rows("select status from sessions")).toEqual([{ status: "waiting" }]);
  await answerFirst(world, "yes");
  expect(world.called.map((call) => call.arguments)).toEqual([other]);
  expect(new Set(calls(world).map(({ effect_key }) => effect_key)).size).toBe(2);
  expect(world.rows("select status from sessions")).toEqual([{ status: "closed" }]);
});

test("a tap on the old card after the change: its no stands, and nothing is made", async () => {
  const world = await asked();
  const { id, call_hash } = card(world);
  await edit(world);
  expect(world.engine.answer(id, call_hash, "yes", "window")).toMatchObject({ stands: "no", yours: false });
  await world.clock.settle();
  expect(world.called).toEqual([]);
});

test("changed and changed back: three calls, three keys, and the last one is made", async () => {
  const world = await asked();
  await edit(world);
  expect(await edit(world, { method: "POST", url: "https://api.test/thing" })).toMatchObject({ ok: true });
  expect(calls(world).map(({ status }) => status)).toEqual(["refused", "refused", "waiting"]);
  expect(new Set(calls(world).map(({ effect_key }) => effect_key)).size).toBe(3);
  await answerFirst(world, "yes");
  expect(world.called.map((call) => call.arguments["url"])).toEqual(["https://api.test/thing"]);
});

test("what a rule would let pass by itself is shown all the same; a rule that denies it refuses it", async () => {
  const permissions = [
    rule({ host: "api.test", path: "/other", trusted: false }),
    rule({ methods: ["DELETE"], decide: "deny", line: 9 }),
  ];
  const world = await asked("POST", null, { permissions });
  const denied = await edit(world, { method: "DELETE", url: "https://api.test/thing" });
  expect(denied).toMatchObject({ ok: false, sentence: expect.stringContaining("line 9") });
  expect(calls(world)).toHaveLength(1);
  expect((await edit(world)).ok).toBe(true);
  expect(world.called).toEqual([]);
  expect(calls(world).at(-1)).toMatchObject({ status: "waiting", decision: "ask" });
  expect(createApprovalQueries(world.store).waiting(5)[0]?.decision_reason).toContain("You changed this call");
});

test("refused, with the question as it was: nothing changed, a call not shown, an answered one, one past its deadline", async () => {
  const world = await asked("POST", 600);
  const { id, call_hash, due } = card(world);
  const refused = async (hash: string, args: JsonObject, approval = id) => {
    const edited = await world.engine.edit(approval, hash, args, "window");
    return edited.ok ? null : edited.sentence;
  };
  expect(await refused(call_hash, { url: "https://api.test/thing", method: "POST" })).toContain("Nothing was changed");
  expect(await refused("0".repeat(64), other)).toContain("not the one that was shown");
  expect(await refused(call_hash, other, "ap_none")).toContain("no such question");
  expect(waiting(world)).toMatchObject([{ id, due }]);
  await world.clock.settle();
  await world.clock.sleep(due - world.clock.now());
  expect(await refused(call_hash, other)).toContain("deadline");
  await world.clock.advance(60);
  expect(waiting(world)).toEqual([]);
  expect(await refused(call_hash, other)).toContain("deadline");
  expect([calls(world).length, world.called.length]).toEqual([1, 0]);
});

test("what the tool does not take is refused with the tool's reason", async () => {
  const world = await asked();
  world.store.prepare("update tool_calls set tool = 'none'").run();
  expect(await edit(world)).toMatchObject({ ok: false, sentence: expect.stringContaining("There is no tool none.") });
  expect(waiting(world)).toHaveLength(1);
});

test("a call that may have happened can't be changed into another", async () => {
  const world = await asked();
  world.act = () => ({ kind: "unknown", reason: "cut after sending" });
  await answerFirst(world, "yes");
  expect(waiting(world)).toMatchObject([{ kind: "unknown" }]);
  expect(await edit(world)).toMatchObject({ ok: false, sentence: expect.stringContaining("may have happened") });
  expect(calls(world)).toHaveLength(1);
});

test("the window of a changed card: its rule's, through every change; else the permission's", async () => {
  const world = await asked("POST", 600, {
    permissions: [rule({ decide: "ask", path: "/third", windowSeconds: 700 })],
  });
  await edit(world);
  await edit(world, { method: "POST", url: "https://api.test/third" });
  expect(card(world).due - world.clock.now()).toBe(600);
  const plain = await asked("POST", null, {
    permissions: [rule({ decide: "ask", path: "/other", windowSeconds: 700 })],
  });
  await edit(plain);
  expect(card(plain).due - plain.clock.now()).toBe(700);
});

test("a card that was announced is not announced again when it is changed; one that was not is", async () => {
  const world = await asked();
  expect(world.sent.map(({ kind }) => kind)).toEqual(["approval"]);
  await edit(world);
  await world.clock.advance(600);
  expect(world.sent.map(({ kind }) => kind)).toEqual(["approval"]);
  // Its last call comes like any other's.
  await world.clock.advance(4 * hour);
  expect(world.sent.map(({ kind }) => kind)).toEqual(["approval", "last_call"]);
});

test("a crash at any point of a change leaves the old card or the new one, never both, never none", async () => {
  const world = await asked();
  const { id, call_hash } = card(world);
  world.refuse = (point) => (point === "commit" ? "SQLITE_FULL" : null);
  await expect(world.engine.edit(id, call_hash, other, "window")).rejects.toThrow("the disk refused");
  world.refuse = () => null;
  await world.crash();
  expect(waiting(world)).toMatchObject([{ id }]);
  expect(calls(world)).toHaveLength(1);
  await edit(world);
  await world.crash();
  expect(waiting(world)).toHaveLength(1);
  await answerFirst(world, "yes");
  expect(world.called.map((call) => call.arguments)).toEqual([other]);
});

test("the opinion that takes its time is not given about an answered question", async () => {
  const world = await asked("POST", null, { autoMode: true, permissions: [rule({ trusted: false, path: "/other" })] });
  const { id, call_hash } = card(world);
  const editing = world.engine.edit(id, call_hash, other, "window");
  world.engine.answer(id, call_hash, "no", "window");
  expect(await editing).toMatchObject({ ok: false, sentence: expect.stringContaining("answered before") });
  await world.clock.settle();
  expect(waiting(world)).toEqual([]);
});

test("the title of a call that an agent asked for in its run is that of the changed call; a rule's title stays", async () => {
  const world = await createWorld();
  world.work = async (_event, call) => {
    const url = "https://api.test/thing";
    await call({ index: 0, tool: "http.request", title: "Harmless", arguments: { method: "DELETE", url } });
  };
  world.give("a");
  await world.clock.settle();
  expect(card(world).title).toBe("DELETE api.test/thing");
  await edit(world);
  expect(card(world).title).toBe("POST api.test/other");
});
