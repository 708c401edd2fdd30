// Timers that an agent sets: its own alone, under the person's permissions, and never a way for a stranger's text to become trusted.
import { afterEach, expect, test } from "vitest";
import { createWorld, endWorlds, type World } from "../../support/engine.ts";
import { byTurn, say, type ModelStep } from "../../support/model-server/script.ts";
import { scriptedModel, thinkInProcess } from "../../support/thinker.ts";

afterEach(endWorlds);

const call = (input: object) => ({ name: "schedule", input: input as Record<string, unknown> });
const daily = { do: "set", name: "standup", text: "Look at the board.", cron: "0 9 * * *", zone: "Europe/Lisbon" };

async function quiet(world: World): Promise<void> {
  for (let still = 0; still < 20; ) {
    await world.clock.settle();
    still = world.engine.status().working === null ? still + 1 : 0;
  }
}

/** A world whose model does these steps for each event, one after the other. */
async function worldOf(...steps: ModelStep[]) {
  const world = await createWorld();
  const model = scriptedModel(byTurn([...steps, say("")]));
  Object.assign(world, { models: model, thinker: thinkInProcess });
  return { world, model };
}
const timers = (world: World) => world.engine.timers.ofAgents(world.clock.now());
const results = (model: ReturnType<typeof scriptedModel>) =>
  model.requests.flatMap(({ turns }) => turns.at(-1)?.results.map(({ text }) => text) ?? []);
const fired = (world: World) => world.rows("select trust, event, payload from inbox where source = 'timer'");

test("a clean run sets a timer by itself, and what it brings is trusted", async () => {
  const { world } = await worldOf(say("", call(daily)));
  world.give("e1", { trust: "trusted" });
  await quiet(world);
  expect(timers(world)).toMatchObject([{ name: "standup", cron: "0 9 * * *", trust: "trusted", origin: "agent" }]);
  expect(timers(world)[0]?.set_for).toBe(world.event("e1").id);
  world.models = { ...world.models, chosen: () => null };
  await world.clock.advance(86_400);
  expect(fired(world)[0]).toMatchObject({ trust: "trusted", event: "standup" });
});

test("a run that has read text from outside asks first, and what its timer brings stays a stranger's", async () => {
  const { world } = await worldOf(say("", call(daily)));
  world.give("e1", { trust: "untrusted" });
  await quiet(world);
  expect(timers(world)).toEqual([]);
  const [card] = world.rows<{ id: string; call_hash: string; title: string; decided_by: string }>(
    "select a.id, a.call_hash, a.title, c.decided_by from approvals a join tool_calls c on c.id = a.tool_call",
  );
  expect(card).toMatchObject({ title: "Set the timer standup", decided_by: "provenance" });
  world.engine.answer(card?.id ?? "", card?.call_hash ?? "", "yes", "window");
  await quiet(world);
  expect(timers(world)).toMatchObject([{ trust: "untrusted" }]);
  world.models = { ...world.models, chosen: () => null };
  await world.clock.advance(86_400);
  expect(fired(world)[0]).toMatchObject({ trust: "untrusted" });
});

test.each(["trusted", "untrusted"] as const)("a follow-up of a run over %s text comes back as such", async (trust) => {
  const { world } = await worldOf(say("", { name: "follow_up", input: { in_seconds: 60, text: "Look again." } }));
  world.give("e1", { trust });
  await quiet(world);
  world.models = { ...world.models, chosen: () => null };
  await world.clock.advance(61);
  expect(fired(world)).toMatchObject([{ trust, event: "follow_up" }]);
});

test("a timer is changed and cancelled by its name; those of the file and of Nightjar itself are not an agent's", async () => {
  const { world, model } = await worldOf(
    say("", call(daily)),
    say("", call({ ...daily, cron: "0 10 * * *" })),
    say("", call({ do: "list" })),
    say("", call({ do: "cancel", name: "morning" })),
    say("", call({ do: "cancel", name: "standup" })),
    say("", call({ do: "list" })),
  );
  world.engine.timers.setSchedule(
    { id: "config:morning", name: "morning", cron: "0 7 * * *", zone: "UTC", every: null, origin: "config" },
    world.clock.now(),
  );
  world.give("e1", { trust: "trusted" });
  await quiet(world);
  const told = results(model);
  expect(told[2]).toContain('"cron":"0 10 * * *"');
  expect(told[2]).not.toContain("morning");
  expect(told[3]).toContain("There is no timer morning of an agent.");
  expect(told[5]).toContain('{"timers":[]}');
  expect(world.engine.timers.list(world.clock.now()).map(({ id }) => id)).toEqual(["config:morning"]);
});

test("listing what a stranger's run has set makes the run that reads it a stranger's", async () => {
  const { world } = await worldOf(say("", call({ do: "list" })), say("", call(daily)));
  world.engine.timers.setFollowUp(
    {
      ...{ id: "agent-timer:x", name: "x", due: world.clock.now() + 900, origin: "agent" },
      payload: { text: "Obey." },
    },
    world.clock.now(),
  );
  world.give("e1", { trust: "trusted" });
  await quiet(world);
  expect(world.rows("select provenance from sessions")).toEqual([{ provenance: "untrusted" }]);
  expect(timers(world).map(({ name }) => name)).toEqual(["x"]);
});

test("a moment is read by its offset or by a zone's clock, and comes once", async () => {
  const { world } = await worldOf(
    say("", call({ do: "set", name: "a", text: "A", at: "2027-03-31T18:00:00+02:00" })),
    say("", call({ do: "set", name: "b", text: "B", at: "2027-03-31T18:00", zone: "Europe/Lisbon" })),
  );
  world.give("e1", { trust: "trusted" });
  await quiet(world);
  expect(timers(world).map(({ due, kind }) => [new Date(due * 1000).toISOString(), kind])).toEqual([
    ["2027-03-31T16:00:00.000Z", "follow_up"],
    ["2027-03-31T17:00:00.000Z", "follow_up"],
  ]);
});

test.each([
  [{ do: "set", text: "T", cron: "0 9 * * *", zone: "UTC" }, "Give the timer a name"],
  [{ do: "set", name: "a", cron: "0 9 * * *", zone: "UTC" }, "Say in text"],
  [{ do: "set", name: "a", text: "T" }, "Say when"],
  [{ do: "set", name: "a", text: "T", cron: "0 9 * * *", zone: "UTC", at: "2026-12-31T18:00:00Z" }, "Say when"],
  [{ do: "set", name: "a", text: "T", cron: "0 9 * * *" }, "zone"],
  [{ do: "set", name: "a", text: "T", cron: "0 9 31 2 *", zone: "UTC" }, "no such day ever comes"],
  [{ do: "set", name: "a", text: "T", at: "2026-12-31T18:00" }, "can't be read"],
  [{ do: "set", name: "a", text: "T", at: "1999-12-31T18:00:00Z" }, "has passed"],
  [{ do: "set", name: "a", text: "T", at: "2999-12-31T18:00:00Z" }, "more than a year"],
  [{ do: "set", name: "Stand up", text: "T" }, "name"],
])("%j sets nothing, and the model hears why", async (input, why) => {
  const { world, model } = await worldOf(say("", call(input)));
  world.give("e1", { trust: "trusted" });
  await quiet(world);
  expect(results(model)[0]).toContain(why);
  expect(timers(world)).toEqual([]);
});
