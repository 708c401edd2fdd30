// The person stops a run: it ends at once and for good, and what had begun is accounted for.
import { afterEach, expect, test } from "vitest";
import type { ToolOutcome } from "../../../../app/main/engine/worker/ports.ts";
import { answerFirst, ask, waiting } from "../../../support/cards.ts";
import { createWorld, endWorlds, type World } from "../../../support/engine.ts";
import { byTurn, say } from "../../../support/model-server/script.ts";
import { allow, bodies, effects, get, post, put, quiet, tell, until, worldOf } from "../../../support/thinking.ts";

afterEach(endWorlds);

const stop = (world: World) => world.engine.stopRun({ run: world.engine.status().working?.run ?? -1 });
const ended = { status: "done", outcome: "nothing", attempts: 1 };
const reasonOf = (world: World, name: string) =>
  world.rows<{ reason: string }>("select reason from inbox where source_id = ?", name)[0]?.reason;
const posts = { ...allow, methods: ["POST", "PUT"] };

/** A call that ends only when it is stopped, as this says. */
const untilStopped = (end: ToolOutcome) => (_call: unknown, signal: AbortSignal) =>
  new Promise<ToolOutcome>((resolve) => signal.addEventListener("abort", () => resolve(end), { once: true }));

test("a run that thinks ends at once: nothing is tried again, nothing is said, and the next event has its run", async () => {
  const { world, model } = await worldOf(byTurn([say("", tell("I have begun.")), say("", get(1))]));
  const { ask: answer } = model;
  let asked = 0;
  world.models = {
    ...model,
    ask: (request, signal) => (++asked === 2 ? new Promise(() => {}) : answer(request, signal)),
  };
  world.give("e1");
  await until(world, () => asked === 2);
  const stopping = stop(world);
  await quiet(world);
  expect(await stopping).toMatchObject({ ok: true });
  expect(world.event("e1")).toMatchObject(ended);
  expect(reasonOf(world, "e1")).toBe("stopped by you");
  expect(world.rows("select ending, halted, error from runs")).toEqual([
    { ending: "nothing", halted: "stopped", error: "You stopped this run." },
  ]);
  expect(world.rows("select body from session_steps where kind = 'note'")).toEqual([{ body: '{"halted":"stopped"}' }]);
  await world.clock.advance(90_000);
  await quiet(world);
  expect(asked).toBe(2);
  expect(bodies(world)).toEqual([]);
  world.give("e2");
  await quiet(world);
  expect(world.event("e2")).toMatchObject({ status: "done", outcome: "message" });
});

test.each([
  ["unknown", { kind: "unknown", reason: "It was cut." }, "unknown", 1],
  ["surely not sent", { kind: "transient", reason: "It was cut before it was sent." }, "failed", 0],
  ["done", { kind: "done", result: {}, summary: "answered 200" }, "done", 0],
] as const)("a call in flight is cut, and what it came to is recorded: %s", async (_name, end, status, cards) => {
  const { world } = await worldOf(byTurn([say("", post(1)), say("", tell("Done."))]), [posts]);
  world.act = untilStopped(end);
  world.give("e1");
  await until(world, () => world.called.length === 1);
  expect(await stop(world)).toMatchObject({ ok: true });
  await quiet(world);
  expect(world.event("e1")).toMatchObject(ended);
  expect(world.rows("select status from tool_calls")).toEqual([{ status }]);
  expect(waiting(world)).toHaveLength(cards);
  world.act = () => ({ kind: "done", result: {}, summary: "answered 200" });
  await world.restart();
  await world.clock.advance(4000);
  await quiet(world);
  expect(world.called).toHaveLength(1);
  expect(waiting(world)).toHaveLength(cards);
});

test("a cut call that is safe to repeat is asked about all the same, for nobody repeats it; one that only reads is not", async () => {
  const { world } = await worldOf(byTurn([say("", put(1))]));
  world.act = untilStopped({ kind: "unknown", reason: "It was cut." });
  world.give("e1");
  await until(world, () => world.called.length === 1);
  await stop(world);
  await quiet(world);
  expect(waiting(world)).toMatchObject([{ kind: "unknown" }]);
  const reads = await worldOf(byTurn([say("", get(1))]), [{ ...allow, methods: ["GET"] }]);
  reads.world.act = untilStopped({ kind: "unknown", reason: "It was cut." });
  reads.world.give("e1");
  await until(reads.world, () => reads.world.called.length === 1);
  await stop(reads.world);
  await quiet(reads.world);
  expect(reads.world.rows("select status from tool_calls")).toEqual([{ status: "unknown" }]);
  expect(waiting(reads.world)).toEqual([]);
});

test("a call that an earlier run began, and the stopped one would have repeated, is asked about, at the latest by the next start", async () => {
  const { world } = await worldOf(byTurn([say("", put(1))]));
  // It goes on past sleep and past the stop, and only the end of the process ends it.
  world.act = () => new Promise(() => {});
  world.give("e1");
  await until(world, () => world.called.length === 1);
  world.engine.suspend();
  world.engine.resume();
  await until(world, () => world.engine.status().working !== null);
  await stop(world);
  await quiet(world);
  expect(world.rows("select status from tool_calls")).toEqual([{ status: "started" }]);
  expect(waiting(world)).toEqual([]);
  await world.crash();
  await quiet(world);
  expect(waiting(world)).toMatchObject([{ kind: "unknown" }]);
  expect(world.called).toHaveLength(1);
});

test("calls that a stopped run had not begun are not made when its session goes on; the model hears why", async () => {
  const { world, model } = await worldOf((request, count) =>
    count === 0 ? say("", tell("I have begun."), post(1), put(2), put(3)) : byTurn([say("")])(request, count),
  );
  world.act = untilStopped({ kind: "done", result: {}, summary: "answered 200" });
  world.give("e1");
  await until(world, () => world.called.length === 1);
  await stop(world);
  await quiet(world);
  world.act = () => ({ kind: "done", result: {}, summary: "answered 200" });
  await answerFirst(world, "yes");
  await quiet(world);
  expect(effects(world).map(({ arguments: args }) => args["url"])).toEqual([
    "https://api.test/item/2",
    "https://api.test/item/1",
  ]);
  const turns = model.requests.at(-1)?.turns ?? [];
  const results = turns.flatMap((turn) => turn.results.map(({ text }) => text));
  expect(results).toHaveLength(4);
  expect(results[3]).toContain("The person stopped the run before this call was made");
  expect(turns.at(-1)?.text).toContain("The person stopped your last run");
  expect(world.rows("select tool, status from tool_calls")).toEqual([
    { tool: "message", status: "refused" },
    { tool: "http.request", status: "done" },
    { tool: "http.request", status: "done" },
  ]);
  expect(bodies(world)).toEqual([]);
});

test("what the rules decided beside it stands, and is said before the model has thought", async () => {
  const { world, model } = await worldOf(() => say(""));
  world.models = { ...model, ask: () => new Promise(() => {}) };
  world.think = ({ source_id }) =>
    source_id === "told"
      ? { kind: "message", rule: "tells", text: "Told.", urgent: true }
      : { kind: "nothing", rule: null };
  world.engine.suspend();
  world.give("thought");
  world.give("told");
  world.engine.resume();
  await until(world, () => world.sent.length === 1);
  expect(world.event("thought")).toMatchObject({ status: "running" });
  expect(world.event("told")).toMatchObject({ status: "done", outcome: "message" });
  await stop(world);
  await quiet(world);
  expect(world.event("thought")).toMatchObject(ended);
  expect(world.event("told")).toMatchObject({ status: "done", outcome: "message" });
});

test("a run of the rules that hangs, and one over an approval's answer, are stopped as well", async () => {
  const world = await createWorld();
  world.think = () => "hang";
  world.give("hangs");
  await world.clock.settle();
  expect(await stop(world)).toMatchObject({ ok: true });
  expect(world.event("hangs")).toMatchObject(ended);

  world.think = ask("POST");
  world.give("asks");
  await world.clock.settle();
  world.act = untilStopped({ kind: "transient", reason: "It was cut before it was sent." });
  await answerFirst(world, "yes");
  expect(world.called).toHaveLength(1);
  expect(await stop(world)).toMatchObject({ ok: true });
  await world.clock.advance(4000);
  expect(world.called).toHaveLength(1);
  expect(world.rows("select status, outcome from inbox where kind = 'approval'")).toEqual([
    { status: "done", outcome: "nothing" },
  ]);
  expect(world.rows("select status from tool_calls")).toEqual([{ status: "failed" }]);
  expect(world.rows("select status from sessions where status <> 'closed'")).toEqual([]);
});

test("a run that is over can't be stopped, and one that sleep took first goes on later", async () => {
  const world = await createWorld();
  world.think = () => "hang";
  world.give("e1");
  await world.clock.settle();
  const run = world.engine.status().working?.run ?? -1;
  expect(await world.engine.stopRun({ run: run + 1 })).toMatchObject({ ok: false });
  expect(world.event("e1")).toMatchObject({ status: "running" });
  const stopping = world.engine.stopRun({ run });
  world.engine.suspend();
  expect(await stopping).toMatchObject({ ok: false });
  expect(world.event("e1")).toMatchObject({ status: "pending", attempts: 0 });
  world.engine.resume();
  await world.clock.settle();
  expect(world.event("e1")).toMatchObject({ status: "running" });
});

test("a stop that was not written before the app died did not happen: nobody was told that it did", async () => {
  const world = await createWorld();
  world.think = () => "hang";
  world.give("e1");
  await world.clock.settle();
  let told = false;
  world.killAt = (point) => point === "decided";
  void stop(world).then(() => {
    told = true;
  });
  await world.clock.settle().catch(() => undefined);
  world.killAt = () => false;
  expect(told).toBe(false);
  world.think = () => ({ kind: "nothing", rule: null });
  await world.crash();
  expect(world.event("e1")).toMatchObject({ status: "done", attempts: 2 });
});
