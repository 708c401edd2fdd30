// What a session has read stays with it: an answer's run continues its session's provenance, and what it fetched taints it.
import { afterEach, expect, test } from "vitest";
import type { PermissionRule } from "../../../../app/main/engine/permissions/rule.ts";
import { answerFirst, ask, waiting } from "../../../support/cards.ts";
import { createWorld, endWorlds, type World } from "../../../support/engine.ts";

afterEach(endWorlds);

const cleanOnly: PermissionRule = {
  ...{ tool: "http.request", methods: null, host: "api.test", path: "/free", folder: null, recipient: null },
  ...{ amountMax: null, credential: null, decide: "allow", trusted: true, windowSeconds: null, line: 1 },
};
const free = { method: "PUT", url: "https://api.test/free" };
const sessions = (world: World) => world.rows("select provenance from sessions order by rowid");
const calls = (world: World) =>
  world.rows("select decision, provenance from tool_calls where arguments like '%free%' order by rowid");

/** A trusted event whose rule asks; then, in the same session, an event of the engine's own that acts where clean runs may. */
async function asked(trust: "trusted" | "untrusted"): Promise<{ world: World; follow: (id: string) => Promise<void> }> {
  const world = await createWorld({ permissions: [cleanOnly] });
  world.think = (event) => (event.source_id === "a" ? ask("POST")(event) : { kind: "nothing", rule: null });
  world.work = async (event, call) => {
    if (event.source_id !== "a") await call({ index: 0, tool: "http.request", title: "Free", arguments: free });
  };
  world.give("a", { trust });
  await world.clock.settle();
  const session = world.rows<{ session: string }>("select session from inbox where source_id = 'a'")[0]
    ?.session as string;
  const follow = async (id: string) => {
    world.give(id, { source: "chat", kind: "chat", trust: "trusted", session });
    await world.clock.settle();
  };
  return { world, follow };
}

test("a clean session stays clean through an answer that made nothing", async () => {
  const { world, follow } = await asked("trusted");
  await answerFirst(world, "no");
  expect(sessions(world)).toEqual([{ provenance: "clean" }]);
  await follow("b");
  expect(calls(world)).toEqual([{ decision: "allow", provenance: "clean" }]);
});

test("the outcome of an approved call is text from outside: its session is untrusted from then on", async () => {
  const { world, follow } = await asked("trusted");
  await answerFirst(world, "yes");
  expect(world.called).toHaveLength(1);
  expect(sessions(world)).toEqual([{ provenance: "untrusted" }]);
  await follow("b");
  expect(calls(world)).toEqual([{ decision: "ask", provenance: "untrusted" }]);
});

test("an untrusted session is untrusted after any answer, and a changed call of it asks as such", async () => {
  const { world, follow } = await asked("untrusted");
  const { id, call_hash } = waiting(world)[0] as { id: string; call_hash: string };
  expect((await world.engine.edit(id, call_hash, free, "window")).ok).toBe(true);
  await world.clock.settle();
  expect(calls(world)).toEqual([{ decision: "ask", provenance: "untrusted" }]);
  await answerFirst(world, "no");
  await follow("b");
  expect(calls(world).at(-1)).toEqual({ decision: "ask", provenance: "untrusted" });
  expect(world.called).toEqual([]);
});

test("what the switch holds has read nothing: a clean session stays clean until its call was made", async () => {
  const { world } = await asked("trusted");
  world.engine.outgoing.set(true, "window");
  await answerFirst(world, "yes");
  expect(sessions(world)).toEqual([{ provenance: "clean" }]);
  world.engine.outgoing.set(false, "window");
  await world.clock.settle();
  expect(sessions(world)).toEqual([{ provenance: "untrusted" }]);
});

test.each([
  ["the person's own text", { own: true }, "clean"],
  ["a stranger's", {}, "untrusted"],
])("a call that reads %s", async (_, more, provenance) => {
  const world = await createWorld({ permissions: [] });
  const read = { method: "GET", url: "https://api.test/read", ...more };
  world.think = () => ({ kind: "nothing", rule: null });
  world.work = async (_event, call) => {
    await call({ index: 0, tool: "http.request", title: "Read", arguments: read });
  };
  world.give("a", { trust: "trusted" });
  await world.clock.settle();
  expect(world.called).toHaveLength(1);
  expect(sessions(world)).toEqual([{ provenance }]);
});

test("an approved call whose answer is no stranger's leaves the session clean", async () => {
  const world = await createWorld({ permissions: [] });
  world.think = (event) => ({
    ...ask("POST")(event),
    arguments: { method: "POST", url: "https://api.test/", own: true },
  });
  world.give("a", { trust: "trusted" });
  await world.clock.settle();
  await answerFirst(world, "yes");
  expect(world.called).toHaveLength(1);
  expect(sessions(world)).toEqual([{ provenance: "clean" }]);
});
