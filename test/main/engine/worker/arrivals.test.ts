// Events that come while a run thinks: folded into it, or what it begins again for. None is lost, and none comes twice.
import { afterEach, expect, test } from "vitest";
import { personPriority, urgentPriority } from "../../../../app/main/engine/defaults.ts";
import type { NewEvent } from "../../../../app/main/engine/inbox/events.ts";
import { endWorlds, type World } from "../../../support/engine.ts";
import { byTurn, say } from "../../../support/model-server/script.ts";
import { allow, bodies, effects, get, keys, put, quiet, tell, until, worldOf } from "../../../support/thinking.ts";

afterEach(endWorlds);

const duringRun = { joins: "fold", breaks: "restart" } as const;
const joins = (text: string): Partial<NewEvent> => ({ source: "joins", payload: JSON.stringify({ text }) });
const breaks = (text: string): Partial<NewEvent> => ({ source: "breaks", payload: JSON.stringify({ text }) });
const writes = (text: string, session: string | null = null): Partial<NewEvent> => ({
  ...{ source: "chat", kind: "chat", event: null, trust: "trusted", session },
  payload: JSON.stringify({ text }),
});

/** Something happens while the model answers its nth request, from 0. */
function during(world: World, nth: number, happen: () => void): { asked: () => number } {
  const { ask } = world.models;
  let asked = 0;
  world.models = {
    ...world.models,
    ask: async (request, signal) => {
      if (asked++ !== nth) return ask(request, signal);
      happen();
      await world.clock.settle();
      return signal.aborted ? { kind: "failed", why: "transient", reason: "It was cut." } : ask(request, signal);
    },
  };
  return { asked: () => asked };
}

async function open(script: Parameters<typeof worldOf>[0], rules = [allow]) {
  const both = await worldOf(script, rules);
  both.world.settings.duringRun = duringRun;
  both.world.store
    .prepare(
      "insert into sessions (id, origin, title, provenance, opened_at) values ('conversation', 'chat', '', 'clean', 1)",
    )
    .run();
  return both;
}
const runs = (world: World) =>
  world.rows<{ id: number; halted: string | null }>("select id, halted from runs order by id");
const runsOf = (world: World, name: string) =>
  world.rows("select r.run from run_events r join inbox i on i.id = r.event where i.source_id = ?", name).length;
const lastTold = (turns: readonly { role: string; text: string }[]) =>
  turns.findLast(({ role }) => role === "user")?.text ?? "";

test("what is to be folded is told at the next step: one run, one reply", async () => {
  const { world, model } = await open(byTurn([say("", get(1)), say("", tell("Both.")), say("")]));
  during(world, 0, () => {
    world.give("f1", joins("first addition"));
    world.give("f2", joins("second addition"));
    world.give("later");
  });
  world.give("e1");
  await quiet(world);
  expect(lastTold(model.requests[1]?.turns ?? [])).toMatch(/first addition[\s\S]*second addition/);
  expect(runs(world)).toHaveLength(2);
  for (const name of ["e1", "f1", "f2"]) expect(world.event(name)).toMatchObject({ status: "done", attempts: 1 });
  expect(
    world.rows("select source_id from inbox i join run_events r on r.event = i.id where r.run = 1 order by i.id"),
  ).toEqual(["e1", "f1", "f2"].map((source_id) => ({ source_id })));
  expect(bodies(world)[0]).toEqual({ body: "Both." });
});

test("the person's quick messages are one run and one reply, also one that comes with the last word", async () => {
  const { world, model } = await open(byTurn([say("Hm."), say("", tell("All read.")), say("")]));
  const session = "conversation";
  during(world, 0, () => {
    world.give("m2", writes("and one more thing", session));
    world.give("m3", writes("that was all", session));
  });
  world.give("m1", writes("hello", session));
  await quiet(world);
  expect(runs(world)).toHaveLength(1);
  expect(lastTold(model.requests[1]?.turns ?? [])).toMatch(/one more thing[\s\S]*that was all/);
  expect(bodies(world)).toEqual([{ body: "All read." }]);
});

test("a retry runs alone, and a message of another conversation keeps to its own", async () => {
  const { world } = await open((request, count) =>
    count === 0 ? { kind: "status", status: 400 } : byTurn([say("")])(request, count),
  );
  world.give("e1");
  await quiet(world);
  during(world, 0, () => {
    world.give("f1", joins("more"));
    world.give("m1", writes("hello", "conversation"));
  });
  await world.clock.advance(60);
  await quiet(world);
  expect(runs(world)).toHaveLength(4);
  expect(world.event("e1")).toMatchObject({ status: "done", attempts: 2 });
  expect(world.event("f1")).toMatchObject({ status: "done", attempts: 1 });
});

test("rules first: what a rule wants is said at once, and the model is not told of it", async () => {
  const { world, model } = await open(byTurn([say("", get(1)), say("")]));
  world.think = ({ source_id }) =>
    source_id === "f1"
      ? { kind: "message", rule: "tells", text: "By a rule.", urgent: true }
      : { kind: "nothing", rule: null };
  during(world, 0, () => world.give("f1", joins("for the rule")));
  world.give("e1");
  await until(world, () => world.sent.length === 1);
  expect(world.event("f1")).toMatchObject({ status: "done", outcome: "message" });
  await quiet(world);
  expect(runs(world)).toHaveLength(1);
  expect(model.requests.map(({ text }) => text.includes("for the rule"))).toEqual([false, false]);
});

test("an event that ends the agent process fails alone; what it joined goes on", async () => {
  const { world } = await open(byTurn([say("", get(1)), say("", tell("Done."))]));
  world.think = ({ source_id }) => (source_id === "f1" ? "die" : { kind: "nothing", rule: null });
  during(world, 0, () => world.give("f1", joins("poison")));
  world.give("e1");
  await quiet(world);
  await world.clock.advance(4000);
  await quiet(world);
  expect(world.event("f1")).toMatchObject({ status: "dead", attempts: 3 });
  expect(world.event("e1")).toMatchObject({ status: "done", outcome: "message", attempts: 2 });
});

test("a run is clean until something of a stranger's is folded into it, and not before", async () => {
  const later = { name: "follow_up", input: { in_seconds: 3600, text: "Look again." } };
  for (const folded of [true, false]) {
    const { world } = await open(byTurn([say("", later), say("", put(1)), say("")]));
    if (folded) during(world, 1, () => world.give("f1", joins("from outside")));
    world.give("e1", { trust: "trusted" });
    await quiet(world);
    // It comes during the second request, and is taken in with the answer to it: before the call that this asks for.
    expect(world.rows("select provenance from tool_calls order by rowid")).toEqual([
      { provenance: "clean" },
      { provenance: folded ? "untrusted" : "clean" },
    ]);
  }
});

test("for what does not wait a run begins again with both: nothing spent, its steps stay, what had not begun is not made", async () => {
  const { world, model } = await open(byTurn([say("", get(1)), say("", put(1)), say("", tell("Both done.")), say("")]));
  during(world, 1, () => world.give("u1", breaks("it burns")));
  world.give("e1");
  await quiet(world);
  expect(runs(world).map(({ halted }) => halted)).toEqual(["restarted", null]);
  expect(world.event("e1")).toMatchObject({ status: "done", attempts: 1 });
  expect(world.event("u1")).toMatchObject({ status: "done", attempts: 1 });
  expect([runsOf(world, "e1"), runsOf(world, "u1")]).toEqual([2, 1]);
  const [, second] = model.requests;
  expect(lastTold(second?.turns ?? [])).toMatch(/ended early[\s\S]*it burns/);
  expect(second?.turns.filter(({ role }) => role === "assistant")).toHaveLength(1);
  expect(bodies(world)).toEqual([{ body: "Both done." }]);
});

test("an urgent event of a source whose others wait is taken first, and a run that is on begins again for it", async () => {
  const { world, model } = await open(byTurn([say("", get(1)), say("", tell("Both done.")), say("")]));
  const urgent: Partial<NewEvent> = { source: "waits", priority: urgentPriority, payload: '{"text":"it burns"}' };
  during(world, 1, () => {
    world.give("w1", { source: "waits", payload: '{"text":"as ever"}' });
    world.give("u1", urgent);
  });
  world.give("e1");
  await quiet(world);
  expect(runs(world).map(({ halted }) => halted)).toEqual(["restarted", null, null]);
  expect([runsOf(world, "e1"), runsOf(world, "u1"), runsOf(world, "w1")]).toEqual([2, 1, 1]);
  expect(lastTold(model.requests[1]?.turns ?? [])).toMatch(/ended early[\s\S]*it burns/);
  expect(model.requests[1]?.text).not.toContain("as ever");
  for (const name of ["e1", "u1", "w1"]) expect(world.event(name)).toMatchObject({ status: "done", attempts: 1 });
});

test("nothing begins a run again for the person's words, although they are taken first", async () => {
  const { world } = await open(byTurn([say("", get(1)), say("", tell("Read.")), say("")]));
  const session = "conversation";
  during(world, 1, () => world.give("m2", { ...writes("and this", session), priority: personPriority }));
  world.give("m1", writes("hello", session));
  await quiet(world);
  expect(runs(world).map(({ halted }) => halted)).toEqual([null]);
  expect(runsOf(world, "m2")).toBe(1);
});

test("a call in flight is not cut by it: the run that comes joins it, and calls after it are not made", async () => {
  const { world, model } = await open((request, count) =>
    count === 0 ? say("", put(1), put(2)) : byTurn([say(""), say("")])(request, count),
  );
  world.act = async (_call, signal) => {
    world.give("u1", breaks("it burns"));
    await world.clock.settle();
    return signal.aborted ? { kind: "unknown", reason: "cut" } : { kind: "done", result: {}, summary: "answered 200" };
  };
  world.give("e1");
  await quiet(world);
  expect(effects(world)).toHaveLength(1);
  expect(world.rows("select status from tool_calls")).toEqual([{ status: "done" }]);
  const results = model.requests.at(-1)?.turns.flatMap((turn) => turn.results.map(({ text }) => text)) ?? [];
  expect(results[1]).toContain("Something came that does not wait");
});

test("a flood of what does not wait begins a run again once; the rest of it is folded", async () => {
  const { world } = await open(byTurn([say("", get(1)), say("", get(2)), say("", get(3)), say("")]));
  const { ask } = world.models;
  let count = 0;
  world.models = {
    ...world.models,
    ask: async (request, signal) => {
      if (count < 4) world.give(`u${count++}`, breaks("again"));
      await world.clock.settle();
      return signal.aborted ? { kind: "failed", why: "transient", reason: "It was cut." } : ask(request, signal);
    },
  };
  world.give("e1");
  await quiet(world);
  expect(runs(world).filter(({ halted }) => halted !== null)).toHaveLength(1);
  for (const name of ["e1", "u0", "u1", "u2", "u3"])
    expect(world.event(name)).toMatchObject({ status: "done", attempts: 1 });
});

test("the person's “stop” begins its own conversation's run again, and stops another's", async () => {
  const own = await open(byTurn([say("", get(1)), say("", tell("Stopped.")), say("")]));
  during(own.world, 1, () => own.world.give("m2", writes("Stop!", "conversation")));
  own.world.give("m1", writes("look at everything", "conversation"));
  await quiet(own.world);
  expect(runs(own.world).map(({ halted }) => halted)).toEqual(["restarted", null]);
  expect(lastTold(own.model.requests[1]?.turns ?? [])).toContain("Stop!");

  const other = await open(byTurn([say("", get(1)), say("")]));
  during(other.world, 1, () => other.world.give("m1", writes("stop", "conversation")));
  other.world.give("e1");
  await quiet(other.world);
  expect(runs(other.world).map(({ halted }) => halted)).toEqual(["stopped", null]);
  expect(other.world.event("e1")).toMatchObject({ status: "done", outcome: "nothing" });
  expect(other.world.event("m1")).toMatchObject({ status: "done" });
});

const points = ["entry-appended", "rules-ended", "model-answered", "effect-sent", "decided", "finished"];
test.for(points)(
  "killed at every %s while events join and break in: each is told once, nothing is lost or made twice",
  async (point) => {
    let killed = 0;
    for (let nth = 1; nth <= 20; nth++) {
      const steps = byTurn([say("", get(1)), say("", put(1)), say("", put(2)), say("", tell("All.")), say("")]);
      // Whatever came too late to join has a session of its own, with nothing to do.
      const { world, model } = await open((request, count) =>
        request.text.includes("the first") ? steps(request, count) : say(""),
      );
      world.think = ({ source_id }) =>
        source_id === "f2"
          ? { kind: "message", rule: "r", text: "By a rule.", urgent: false }
          : { kind: "nothing", rule: null };
      during(world, 1, () => {
        world.give("f1", joins("the addition"));
        world.give("f2", joins("for the rule"));
      });
      during(world, 2, () => world.give("u1", breaks("the fire")));
      let seen = 0;
      world.killAt = (name) => name === point && ++seen === nth;
      world.give("e1", { payload: '{"text":"the first"}' });
      await quiet(world, () => seen >= nth).catch(() => undefined);
      if (seen < nth) break;
      killed += 1;
      await world.crash();
      await quiet(world);
      // What the crash left pending is due at once; what had not come by then comes now.
      for (const [name, more] of [
        ["f1", joins("the addition")],
        ["f2", joins("for the rule")],
        ["u1", breaks("the fire")],
      ] as const) {
        world.give(name, more);
      }
      await quiet(world);
      const names = ["e1", "f1", "f2", "u1"];
      expect({ nth, left: names.filter((name) => world.event(name).status !== "done") }).toEqual({ nth, left: [] });
      expect({ nth, keys: keys(world) }).toEqual({ nth, keys: 2 });
      const said = bodies(world).map(({ body }) => body);
      expect({ nth, said: said.toSorted() }).toEqual({ nth, said: ["All.", "By a rule."] });
      const told = world
        .rows<{ meta: string }>("select meta from transcript where role = 'user'")
        .flatMap(({ meta }) => (JSON.parse(meta) as { events: number[] }).events);
      expect({ nth, twice: told.filter((id, at) => told.indexOf(id) !== at) }).toEqual({ nth, twice: [] });
      expect(model.requests.flatMap(({ violations }) => violations)).toEqual([]);
      endWorlds();
    }
    expect(killed).toBeGreaterThan(0);
  },
);
