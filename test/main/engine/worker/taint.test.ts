// What a stranger may have written counts as read with the end of the call that brought it, in whichever run it is read.
import { afterEach, expect, test } from "vitest";
import type { ToolOutcome } from "../../../../app/main/engine/worker/ports.ts";
import { answerFirst } from "../../../support/cards.ts";
import { endWorlds, type World } from "../../../support/engine.ts";
import { byTurn, say } from "../../../support/model-server/script.ts";
import { allow, get, post, put, quiet, until, worldOf } from "../../../support/thinking.ts";

afterEach(endWorlds);

/** Allows the PUT to runs that have read nothing from outside. */
const cleanOnly = { ...allow, trusted: true };
const done: ToolOutcome = {
  kind: "done",
  result: { status: 200, body: "a stranger's words" },
  summary: "answered 200",
};
const puts = (world: World) =>
  world.rows("select decision, provenance, status from tool_calls where json_extract(arguments, '$.method') = 'PUT'");
const asked = [{ decision: "ask", provenance: "untrusted", status: "waiting" }];

/** A call whose answer comes when it is told to. */
function later(world: World): () => void {
  let go = (): void => undefined;
  world.act = () =>
    new Promise((resolve) => {
      go = () => resolve(done);
    });
  return () => {
    go();
    world.act = () => done;
  };
}

async function sleepThrough(world: World, answer: () => void): Promise<void> {
  await until(world, () => world.called.length === 1);
  world.engine.suspend();
  await world.clock.settle();
  answer();
  await world.clock.settle();
  world.engine.resume();
  await quiet(world);
}

test("a page whose answer came while the computer slept was read by the run that goes on", async () => {
  const { world } = await worldOf(byTurn([say("", get(1)), say("", put(1)), say("Done.")]), [cleanOnly]);
  const answer = later(world);
  world.give("e1", { trust: "trusted" });
  await sleepThrough(world, answer);
  expect(puts(world)).toEqual(asked);
});

test("one whose answer was written down just before the process died was read by the next", async () => {
  const { world } = await worldOf(byTurn([say("", get(1)), say("", put(1)), say("Done.")]), [cleanOnly]);
  let ended = 0;
  world.killAt = (name) => name === "effect-ended" && ++ended === 1;
  world.give("e1", { trust: "trusted" });
  await quiet(world, () => ended >= 1).catch(() => undefined);
  await world.crash();
  await quiet(world);
  expect(puts(world)).toEqual(asked);
});

test("so was the answer to an approved call that came while the computer slept", async () => {
  const { world } = await worldOf(byTurn([say("", post(1)), say("", put(1)), say("Done.")]), [cleanOnly]);
  const answer = later(world);
  world.give("e1", { trust: "trusted" });
  await quiet(world);
  void answerFirst(world, "yes");
  await sleepThrough(world, answer);
  expect(puts(world)).toEqual(asked);
});

test("what it comes back to after that is no word of the person's either", async () => {
  const follow = { name: "follow_up", input: { in_seconds: 60, text: "what the page said" } };
  const { world } = await worldOf(byTurn([say("", get(1)), say("", follow), say("Done.")]), [cleanOnly]);
  const answer = later(world);
  world.give("e1", { trust: "trusted" });
  await sleepThrough(world, answer);
  expect(world.rows("select trust from timers where origin = 'agent'")).toEqual([{ trust: "untrusted" }]);
});

test("a tool that has changed since it was asked about is not called, and the reason is said", async () => {
  const { world } = await worldOf(byTurn([say("", post(1)), say("Done.")]), []);
  world.give("e1", { trust: "trusted" });
  await quiet(world);
  const { check } = world;
  world.check = (tool, args) => {
    const known = check(tool, args);
    if (!known.ok) return known;
    const findings = [{ kind: "unchecked" as const, where: "tool", what: "Its server has changed it." }];
    return { ...known, facts: { ...known.facts, findings } };
  };
  await answerFirst(world, "yes");
  await quiet(world);
  expect(world.called).toEqual([]);
  expect(world.rows("select status, error from tool_calls")).toMatchObject([
    { status: "refused", error: expect.stringContaining("changed this tool since you were asked") },
  ]);
});

test("one whose change was on its card is called after a yes", async () => {
  const { world } = await worldOf(byTurn([say("", post(1)), say("Done.")]), []);
  const { check } = world;
  world.check = (tool, args) => {
    const known = check(tool, args);
    if (!known.ok) return known;
    const findings = [{ kind: "unchecked" as const, where: "tool", what: "Its server has changed it." }];
    return { ...known, facts: { ...known.facts, findings } };
  };
  world.give("e1", { trust: "trusted" });
  await quiet(world);
  await answerFirst(world, "yes");
  await quiet(world);
  expect(world.called).toHaveLength(1);
});

test("the switch ends a call that does not go through the gate, at once; it is made again under its key when it is on", async () => {
  const { world } = await worldOf(byTurn([say("", put(1)), say("Done.")]), [{ ...allow, trusted: false }]);
  world.act = (_call, signal) =>
    new Promise((resolve) => {
      signal.addEventListener("abort", () => resolve({ kind: "unknown", reason: String(signal.reason) }), {
        once: true,
      });
    });
  world.give("e1");
  await until(world, () => world.called.length === 1);
  world.engine.outgoing.set(true, "window");
  await quiet(world);
  expect(world.event("e1")).toMatchObject({ status: "pending", attempts: 0 });
  expect(world.rows("select status, error from tool_calls")).toMatchObject([
    { status: "unknown", error: "everything outgoing is switched off" },
  ]);
  world.act = () => done;
  world.engine.outgoing.set(false, "window");
  await quiet(world);
  expect(world.event("e1").status).toBe("done");
  expect(new Set(world.called.map(({ effectKey }) => effectKey)).size).toBe(1);
});

test("one that waits for the person in its middle is not ended by the switch", async () => {
  const { world } = await worldOf(byTurn([say("", put(1)), say("Done.")]), [{ ...allow, trusted: false }]);
  const form = { kind: "form" as const, server: "files", tool: "files/write", among: 1, text: "When?", fields: [] };
  let signal: AbortSignal | null = null;
  world.act = async ({ effectKey }, given) => {
    signal = given;
    await Promise.resolve();
    await world.engine.askPerson(form, [effectKey], new AbortController().signal);
    return done;
  };
  world.give("e1");
  await quiet(world);
  world.engine.outgoing.set(true, "window");
  await quiet(world);
  expect(signal).toMatchObject({ aborted: false });
});
