// What the rules leave to a model, by the engine's rules: effects once, silence by default, answers days later, limits aloud.
import { afterEach, expect, test } from "vitest";
import type { ModelReply } from "../../../app/main/engine/worker/ports.ts";
import { waiting } from "../../support/cards.ts";
import { endWorlds } from "../../support/engine.ts";
import { byTurn, say } from "../../support/model-server/script.ts";
import { thinkInProcess } from "../../support/thinker.ts";
import { bodies, effects, get, keys, post, put, quiet, tell, until, worldOf } from "../../support/thinking.ts";

afterEach(endWorlds);

/** Ten answers, three effects among them. */
const tenSteps = byTurn([
  say("Looking.", get(1)),
  say("", put(1)),
  say("", get(2), get(3)),
  say("", put(2)),
  say("", get(4)),
  say("", get(5)),
  say("", put(3)),
  say("", get(6)),
  say("", tell("All three are done.")),
  say("That was it."),
]);

test("ten steps with three effects: each once, one message, and the model is asked ten times", async () => {
  const { world, model } = await worldOf(tenSteps);
  world.give("e1");
  await quiet(world);
  expect(world.event("e1")).toMatchObject({ status: "done", outcome: "message" });
  expect([effects(world).length, keys(world)]).toEqual([3, 3]);
  expect(bodies(world)).toEqual([{ body: "All three are done." }]);
  expect(model.requests).toHaveLength(10);
  expect(model.requests.flatMap(({ violations }) => violations)).toEqual([]);
});

const points = [
  "model-answered",
  "entry-appended",
  "effect-started",
  "effect-sent",
  "effect-ended",
  "decided",
  "finished",
];

test.for(points)("killed at every %s of ten steps: each effect once, and it ends as it would have", async (point) => {
  let killed = 0;
  for (let nth = 1; nth <= 40; nth++) {
    const { world } = await worldOf(tenSteps);
    let seen = 0;
    world.killAt = (name) => name === point && ++seen === nth;
    world.give("e1");
    await quiet(world, () => seen >= nth).catch(() => undefined);
    if (seen < nth) break;
    killed += 1;
    await world.crash();
    await quiet(world);
    expect({ nth, ...world.event("e1") }).toMatchObject({ nth, status: "done", outcome: "message" });
    expect({ nth, keys: keys(world) }).toEqual({ nth, keys: 3 });
    expect({ nth, said: bodies(world) }).toEqual({ nth, said: [{ body: "All three are done." }] });
    endWorlds();
  }
  expect(killed).toBeGreaterThan(0);
});

test("a call that asks waits; the answer, days and a restart later, goes on with the same session", async () => {
  const { world, model } = await worldOf(
    byTurn([say("", put(1), get(1)), say("", tell("It is done.")), say("Good.")]),
    [],
  );
  world.settings.windowSeconds = 604_800;
  world.give("e1");
  await quiet(world);
  expect(world.event("e1")).toMatchObject({ status: "done", outcome: "deferred" });
  expect(model.requests).toHaveLength(1);
  await world.clock.sleep(3 * 86_400);
  await world.restart();
  const [card] = world.rows<{ id: string; call_hash: string }>("select id, call_hash from approvals");
  if (card === undefined) throw new Error("nothing was asked");
  expect(world.engine.answer(card.id, card.call_hash, "yes", "window").stands).toBe("yes");
  await quiet(world);
  expect(effects(world)).toHaveLength(1);
  expect(bodies(world)).toEqual([{ body: "It is done." }]);
  // The results of both calls came in one message, once both were there.
  expect(model.requests.map(({ turns }) => turns.length)).toEqual([1, 3, 5]);
});

test.each([
  ["no", "Not this one."],
  ["expired", null],
] as const)("a call that is answered %s is not made, and the model hears it", async (answer, words) => {
  const { world, model } = await worldOf(byTurn([say("", put(1)), say("I leave it.")]), []);
  world.give("e1");
  await quiet(world);
  const [card] = world.rows<{ id: string; call_hash: string }>("select id, call_hash from approvals");
  if (card === undefined) throw new Error("nothing was asked");
  if (words === null) await world.clock.advance(14_401);
  else world.engine.answer(card.id, card.call_hash, "no", "window", { words });
  await quiet(world);
  expect(effects(world)).toEqual([]);
  const told = model.requests.at(-1)?.turns.at(-1)?.results[0]?.text;
  expect(told).toContain(words ?? "nobody answered");
  expect(world.event(card.id)).toMatchObject({ status: "done", outcome: answer === "no" ? "nothing" : "nothing" });
});

test("a card that is asked in the middle of a run is announced at once, not when the run ends", async () => {
  const { world } = await worldOf(byTurn([say("", post(1), get(1)), say("", tell("Done."))]));
  world.act = () => new Promise(() => {});
  world.give("e1");
  await until(world, () => world.called.length === 1);
  await world.clock.settle();
  expect(waiting(world)).toHaveLength(1);
  expect(world.sent).toHaveLength(1);
  expect(world.engine.status().working).not.toBeNull();
});

test("what a model does not say stays unsaid: its words alone reach nobody", async () => {
  const { world } = await worldOf(() => say("I would like to tell you something."));
  world.give("e1");
  await quiet(world);
  expect(world.event("e1")).toMatchObject({ status: "done", outcome: "nothing" });
  expect(bodies(world)).toEqual([]);
});

test("overload waits without spending an attempt, and says why (rule 4)", async () => {
  let overloaded = true;
  const { world } = await worldOf((request, count) =>
    overloaded
      ? { kind: "status", status: 529, body: "{}" }
      : byTurn([say("", tell("Late, but here."))])(request, count),
  );
  world.give("e1");
  await quiet(world);
  expect(world.event("e1")).toMatchObject({ status: "pending", attempts: 0 });
  overloaded = false;
  await world.clock.advance(6);
  await quiet(world);
  expect(world.event("e1")).toMatchObject({ status: "done", outcome: "message" });
});

test("a day's limit keeps the event, with its attempt, beyond 24 hours", async () => {
  const { world, model } = await worldOf(byTurn([say("", tell("Now."))]));
  const limit: ModelReply = { kind: "failed", why: "day", reason: "Today's limit is reached." };
  let over = true;
  world.models = { ...model, ask: (request, signal) => (over ? Promise.resolve(limit) : model.ask(request, signal)) };
  world.give("e1");
  await quiet(world);
  expect(world.event("e1")).toMatchObject({ status: "pending", attempts: 0, error: "Today's limit is reached." });
  for (let hours = 0; hours < 30; hours++) {
    await world.clock.advance(3600);
    await quiet(world);
  }
  expect(world.event("e1")).toMatchObject({ status: "pending", attempts: 0 });
  over = false;
  await world.clock.advance(901);
  await quiet(world);
  expect(world.event("e1")).toMatchObject({ status: "done", outcome: "message" });
});

test("what a day's limit keeps is due when the day ends, where that is sooner", async () => {
  const { world, model } = await worldOf(byTurn([say("", tell("Now."))]));
  const midnight = world.clock.now() + 100;
  const wait = { until: midnight, sentence: "It goes on tomorrow." };
  const limit: ModelReply = { kind: "failed", why: "day", reason: "Today's limit is reached.", wait };
  const over = () => world.clock.now() < midnight;
  world.models = { ...model, ask: (request, signal) => (over() ? Promise.resolve(limit) : model.ask(request, signal)) };
  world.give("e1");
  await quiet(world);
  await world.clock.advance(99);
  await quiet(world);
  expect(world.event("e1")).toMatchObject({ status: "pending", attempts: 0 });
  await world.clock.advance(1);
  await quiet(world);
  expect(world.event("e1")).toMatchObject({ status: "done", outcome: "message" });
});

test("the switch holds an event whose model may not be asked", async () => {
  const { world, model } = await worldOf(byTurn([say("", tell("On again."))]));
  const off: ModelReply = { kind: "failed", why: "off", reason: "Everything outgoing is switched off." };
  world.models = {
    ...model,
    ask: (request, signal) =>
      world.engine.outgoing.offSince() === null ? model.ask(request, signal) : Promise.resolve(off),
  };
  world.engine.outgoing.set(true, "window");
  world.give("e1");
  await quiet(world);
  expect(world.event("e1")).toMatchObject({ status: "pending", attempts: 0 });
  world.engine.outgoing.set(false, "window");
  await quiet(world);
  expect(world.event("e1")).toMatchObject({ status: "done", outcome: "message" });
});

test("several events that no rule wanted are one run, one request and one reply", async () => {
  const { world, model } = await worldOf(byTurn([say("", tell("Three things came.")), say("")]));
  world.engine.suspend();
  for (const id of ["e1", "e2", "e3"]) world.give(id);
  world.engine.resume();
  await quiet(world);
  expect(model.requests[0]?.turns).toHaveLength(1);
  expect(bodies(world)).toEqual([{ body: "Three things came." }]);
  expect(["e1", "e2", "e3"].map((id) => world.event(id).outcome)).toEqual(["message", "nothing", "nothing"]);
});

test("a server that asks to wait is asked again then, not before, and the event says until when", async () => {
  const { world, model } = await worldOf(byTurn([say("", tell("Now."))]));
  const wait = { until: world.clock.now() + 3600, sentence: "The model's server asks to wait until 10:20." };
  let busy = true;
  world.models = {
    ...model,
    ask: (request, signal) =>
      busy
        ? Promise.resolve({ kind: "answered", status: 429, headers: {}, body: "{}", wait })
        : model.ask(request, signal),
  };
  world.give("e1");
  await quiet(world);
  expect(world.event("e1")).toMatchObject({ status: "pending", attempts: 0, error: expect.stringMatching(/10:20/) });
  busy = false;
  await world.clock.advance(3500);
  await quiet(world);
  expect(world.event("e1").status).toBe("pending");
  await world.clock.advance(101);
  await quiet(world);
  expect(world.event("e1")).toMatchObject({ status: "done", outcome: "message" });
});

test.each(["steps", "seconds"] as const)(
  "a run that has used up its %s is dead at once, told once, and costs no further attempt; Retry goes on",
  async (what) => {
    const { world, model } = await worldOf(byTurn([say("", put(1)), say("", tell("Done.")), say("")]));
    const reason = "The model was stopped: this run's limit is reached.";
    const limit: ModelReply = { kind: "failed", why: "run", reason };
    let over = true;
    if (what === "steps") {
      world.models = {
        ...model,
        ask: (request, signal) =>
          over && model.requests.length === 1 ? Promise.resolve(limit) : model.ask(request, signal),
      };
    } else {
      world.thinker = async (...run) => (over ? { kind: "limit", sentence: reason } : thinkInProcess(...run));
    }
    world.give("e1");
    world.give("e2");
    await quiet(world);
    await world.clock.advance(90_000);
    await quiet(world);
    for (const name of ["e1", "e2"])
      expect(world.event(name)).toMatchObject({ status: "dead", attempts: 1, error: reason });
    expect(world.rows("select count(*) as n from runs")).toEqual([{ n: 1 }]);
    expect(world.rows("select dead from outbox where kind = 'dead'")).toEqual([{ dead: 2 }]);
    over = false;
    world.engine.inbox.retry(world.event("e1").id);
    world.engine.wake();
    await quiet(world);
    expect(world.event("e1")).toMatchObject({ status: "done", outcome: "message" });
    expect(effects(world)).toHaveLength(1);
  },
);
