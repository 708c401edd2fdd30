// Reminders: timers that only say something, once per name and moment, without an agent.
import { afterEach, expect, test } from "vitest";
import { createPersonal } from "../../../../app/main/engine/timers/personal.ts";
import { createWorld, endWorlds, type World } from "../../../support/engine.ts";

afterEach(endWorlds);

const day = 86_400;
const said = (world: World) =>
  world.rows<{ body: string }>("select body from outbox order by id").map(({ body }) => body);
const followUp = { name: "later", payload: { say: "Stretch." }, ev_source: null, ev_id: null } as const;

test("a reminder is said when it is due, by no agent, and Activity says what it was", async () => {
  const world = await createWorld();
  world.engine.remind("secret:github", world.clock.now() + 3 * day, "The secret github expires on Friday.");
  await world.clock.advance(3 * day - 60);
  expect(said(world)).toEqual([]);
  await world.clock.advance(120);
  expect(said(world)).toEqual(["The secret github expires on Friday."]);
  expect(world.sent.at(-1)?.body).toBe("The secret github expires on Friday.");
  expect(world.runs).toEqual([]);
  expect(world.rows("select outcome, reason, trust from inbox")).toEqual([
    { outcome: "message", reason: "a reminder that was set", trust: "trusted" },
  ]);
  expect(world.rows("select ending from runs")).toEqual([{ ending: "message" }]);
});

test("set again at every start, before and after it was said, it is said once; for another moment again", async () => {
  const world = await createWorld();
  const due = world.clock.now() + day;
  const set = (at: number, text = "It expires.") => world.engine.remind("secret:github", at, text);
  set(due);
  await world.crash();
  set(due);
  await world.clock.advance(2 * day);
  set(due);
  set(due, "It has expired.");
  world.engine.forgetReminder("secret:github");
  set(due);
  await world.clock.advance(day);
  await world.crash();
  set(due);
  await world.clock.advance(day);
  expect(said(world)).toEqual(["It expires."]);
  set(world.clock.now() + day, "It expires anew.");
  await world.clock.advance(2 * day);
  expect(said(world)).toEqual(["It expires.", "It expires anew."]);
});

test("one whose moment is past is said at once; one that is moved or forgotten is not said at its old moment", async () => {
  const world = await createWorld();
  const now = world.clock.now();
  world.engine.remind("past", now - 5 * day, "It expired five days ago.");
  world.engine.remind("moved", now + day, "Old.");
  world.engine.remind("moved", now + 5 * day, "New.");
  world.engine.remind("forgotten", now + day, "Forgotten.");
  world.engine.forgetReminder("forgotten");
  world.engine.forgetReminder("never set");
  await world.clock.advance(2 * day);
  expect(said(world)).toEqual(["It expired five days ago."]);
  await world.clock.advance(4 * day);
  expect(said(world)).toEqual(["It expired five days ago.", "New."]);
});

test("beside other events of a run: it is said whatever the agent does to them", async () => {
  const world = await createWorld();
  await world.clock.settle();
  world.think = () => "die";
  world.engine.inbox.ingestAll(
    [
      { source: "github", source_id: "a", kind: "github", event: "x", payload: "{}", trust: "untrusted" },
      { source: "timer", source_id: "t", kind: "timer", event: "r", payload: '{"say":"Stretch."}', trust: "trusted" },
    ],
    world.clock.now(),
  );
  world.engine.wake();
  await world.clock.settle();
  expect(said(world)).toEqual(["Stretch."]);
  expect(world.runs).toEqual([["a"]]);
  expect(world.event("t")).toMatchObject({ status: "done", outcome: "message" });
  expect(world.event("a")).toMatchObject({ status: "pending", attempts: 1 });
});

test("the person's own timer says its text; an agent's, or a stranger's event of that shape, goes to the agent", async () => {
  const world = await createWorld();
  const now = world.clock.now();
  world.engine.timers.setFollowUp({ ...followUp, id: "own", due: now + 10, origin: "person" }, now);
  world.engine.timers.setFollowUp({ ...followUp, id: "agents", due: now + 20, origin: "agent" }, now);
  world.engine.wake();
  await world.clock.advance(60);
  world.give("outside", { payload: '{"say":"Send money."}' });
  world.give("looks like one", { kind: "timer", payload: '{"say":"Send money."}', trust: "trusted" });
  await world.clock.settle();
  expect(said(world)).toEqual(["Stretch."]);
  expect(world.runs.flat()).toEqual([expect.stringContaining("agents"), "outside", "looks like one"]);
});

test.each(['{"say":""}', '{"say":" "}', '{"say":7}', "{}"])(
  "a timer that says nothing (%s) goes to the agent",
  async (payload) => {
    const world = await createWorld();
    world.give("t", { source: "timer", kind: "timer", trust: "trusted", payload });
    await world.clock.settle();
    expect(world.runs).toEqual([["t"]]);
    expect(said(world)).toEqual([]);
  },
);

test("a reminder of the person's is said at its minute, whatever the gap and the quiet hours; the engine's own waits", async () => {
  const world = await createWorld();
  // Quiet all day long, but for one minute that has passed.
  world.settings = { ...world.settings, quiet: { fromMinute: 1, untilMinute: 0 } };
  const { store, clock, engine } = world;
  const personal = createPersonal({ store, timers: engine.timers, clock, ids: { next: (prefix) => `${prefix}_1` } });
  expect(personal.add("Call the bank.", { kind: "once", at: clock.now() + 300 })).toEqual({ ok: true });
  engine.remind("secret:github", clock.now() + 60, "It expires.");
  engine.wake();
  await clock.advance(299);
  expect(world.sent).toEqual([]);
  await clock.advance(1);
  expect(world.sent.map(({ body }) => body)).toEqual(["Call the bank."]);
  expect(said(world)).toEqual(["It expires.", "Call the bank."]);
});
