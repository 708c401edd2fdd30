// The one switch for everything outgoing: what is held while it is off, and that it is all due when it is on again.
import { afterEach, expect, test } from "vitest";
import type { PermissionRule } from "../../../../app/main/engine/permissions/rule.ts";
import type { CallAnswer, ToolOutcome } from "../../../../app/main/engine/worker/ports.ts";
import { answerFirst, ask, done, hour, later, waiting } from "../../../support/cards.ts";
import { createWorld, endWorlds, type World } from "../../../support/engine.ts";

afterEach(endWorlds);

const everything: PermissionRule = {
  ...{ tool: "*", methods: null, host: null, path: null, folder: null, recipient: null, amountMax: null },
  ...{ credential: null, decide: "allow", trusted: false, windowSeconds: null, line: 1 },
};
const day = 86_400;

async function turn(world: World, off: boolean): Promise<void> {
  world.engine.outgoing.set(off, "window");
  await world.clock.settle();
}
const calls = (world: World) =>
  world.rows<{ status: string; starts: number; error: string | null }>("select status, starts, error from tool_calls");
const held = (world: World) =>
  world.rows("select status, attempts, waits, held, error from inbox where held = 1 order by id");
const asHeld = {
  status: "pending",
  attempts: 0,
  waits: 0,
  held: 1,
  error: "held: everything outgoing is switched off",
};

test("off: a yes is taken and held, for as long as its deadline lets it; on: its call is made at once", async () => {
  const world = await createWorld();
  world.think = ask("POST");
  world.give("a");
  await world.clock.settle();
  await turn(world, true);
  expect((await answerFirst(world, "yes")).stands).toBe("yes");
  expect(world.called).toEqual([]);
  expect(calls(world)).toEqual([{ status: "waiting", starts: 0, error: null }]);
  expect(held(world)).toEqual([asHeld]);
  await world.clock.advance(3 * hour);
  expect([held(world), world.called]).toEqual([[asHeld], []]);
  await turn(world, false);
  expect(world.called).toHaveLength(1);
  expect([held(world), calls(world)]).toMatchObject([[], [{ status: "done", starts: 1 }]]);
  expect(world.sent.at(-1)?.body).toContain("Done: Do a?");
});

test("a yes that was held past its deadline is asked again, not made (rule 8)", async () => {
  const world = await createWorld();
  world.think = ask("POST", 600);
  world.give("a");
  await world.clock.settle();
  await turn(world, true);
  await answerFirst(world, "yes");
  await world.clock.advance(700);
  expect(waiting(world)).toEqual([]);
  await turn(world, false);
  expect(world.called).toEqual([]);
  expect(waiting(world)).toMatchObject([{ kind: "call", due: world.clock.now() + 600 }]);
});

test("what is held is neither dead nor lost after a week, through crashes and restarts, and the switch stays off", async () => {
  const world = await createWorld({ permissions: [everything] });
  world.think = ask("PUT");
  await turn(world, true);
  const since = world.engine.outgoing.offSince();
  world.give("a");
  await world.clock.settle();
  for (let n = 0; n < 7; n++) {
    await world.clock.advance(day);
    await (n % 2 === 0 ? world.crash() : world.restart());
    world.engine.suspend();
    await world.clock.sleep(hour);
    world.engine.resume();
    await world.clock.settle();
  }
  expect(world.engine.outgoing.offSince()).toBe(since);
  expect([held(world), world.called, world.sent]).toEqual([[asHeld], [], []]);
  await turn(world, false);
  expect(world.called).toHaveLength(1);
  expect(world.event("a")).toMatchObject({ status: "done", outcome: "message", attempts: 1 });
  expect(world.engine.outgoing.offSince()).toBeNull();
  await world.crash();
  expect(world.engine.outgoing.offSince()).toBeNull();
});

test("off: events are taken in, rules run, messages queue, cards are asked; nothing is delivered until it is on", async () => {
  const world = await createWorld();
  await turn(world, true);
  world.think = (event) =>
    event.source_id === "card"
      ? ask("POST")(event)
      : { kind: "message", rule: "tells", text: event.source_id, urgent: event.source_id === "urgent" };
  for (const id of ["plain", "urgent", "card"]) world.give(id);
  await world.clock.advance(2 * hour);
  expect(world.runs.flat().sort()).toEqual(["card", "plain", "urgent"]);
  expect(waiting(world)).toHaveLength(1);
  expect(world.sent).toEqual([]);
  expect(await world.engine.dispatcher.sendNow()).toBe(0);
  expect(world.engine.dispatcher.plan(world.clock.now())).toEqual({ goesAt: null, why: null });
  expect(world.engine.status().nextAt).toBeGreaterThan(world.clock.now());
  await turn(world, false);
  expect(world.sent.map(({ kind }) => kind).sort()).toEqual(["approval", "digest", "urgent"]);
});

test("a delivery that a death interrupted is not repeated while it is off, and once when it is on", async () => {
  const world = await createWorld();
  world.think = () => ({ kind: "message", rule: "tells", text: "said", urgent: true });
  let died = false;
  world.killAt = (name) => name === "sent" && !died && (died = true);
  world.give("a");
  await world.clock.settle().catch(() => undefined);
  expect([died, world.sent.length]).toEqual([true, 1]);
  world.store.prepare("insert into switches values ('outgoing', 1, 1, 'window')").run();
  await world.crash();
  await world.clock.advance(hour);
  expect(world.sent).toHaveLength(1);
  await turn(world, false);
  expect(world.sent).toHaveLength(2);
  expect(world.rows("select status, repeated from deliveries")).toEqual([{ status: "sent", repeated: 1 }]);
});

test.each([
  ["not sent", "POST", { kind: "transient", reason: "not sent" }],
  ["cut after sending, safe to repeat", "PUT", { kind: "unknown", reason: "cut" }],
] as const)(
  "in flight when it goes off, %s: held without a spent attempt, made again under its key",
  async (_, method, cut) => {
    const world = await createWorld({ permissions: [everything] });
    world.think = ask(method);
    const outcome = later<ToolOutcome>();
    world.act = () => outcome.promise;
    world.give("a");
    await world.clock.settle();
    expect(world.called).toHaveLength(1);
    world.engine.outgoing.onChange((since) => since !== null && outcome.resolve(cut));
    await turn(world, true);
    expect(held(world)).toEqual([asHeld]);
    await world.clock.advance(2 * day);
    expect(world.called).toHaveLength(1);
    world.act = () => done;
    await turn(world, false);
    expect(world.called).toHaveLength(2);
    expect(new Set(world.called.map(({ effectKey }) => effectKey)).size).toBe(1);
    expect(world.event("a")).toMatchObject({ status: "done", attempts: 1 });
  },
);

test("in flight when it goes off, cut after sending and not safe to repeat: a card asks what happened (rule 9)", async () => {
  const world = await createWorld({ permissions: [everything] });
  world.think = ask("POST");
  const outcome = later<ToolOutcome>();
  world.act = () => outcome.promise;
  world.give("a");
  await world.clock.settle();
  await turn(world, true);
  outcome.resolve({ kind: "unknown", reason: "cut" });
  await world.clock.settle();
  expect(waiting(world)).toMatchObject([{ kind: "unknown" }]);
  await answerFirst(world, "again");
  expect(world.called).toHaveLength(1);
  world.act = () => done;
  await turn(world, false);
  expect(world.called).toHaveLength(2);
});

test("a call under way that is answered all the same has its answer told", async () => {
  const world = await createWorld({ permissions: [everything] });
  world.think = ask("POST");
  const outcome = later<ToolOutcome>();
  world.act = () => outcome.promise;
  world.give("a");
  await world.clock.settle();
  await turn(world, true);
  outcome.resolve(done);
  await world.clock.settle();
  expect(world.event("a")).toMatchObject({ status: "done", outcome: "message" });
});

test("a call in a run is held with its event: the agent is told, whatever it decides, and the run comes again", async () => {
  const world = await createWorld({ permissions: [everything] });
  await turn(world, true);
  const answers: CallAnswer[] = [];
  world.work = async (_event, call) => {
    for (const index of [0, 1]) {
      const url = `https://api.test/${index}`;
      answers.push(await call({ index, tool: "http.request", title: "Do", arguments: { method: "GET", url } }));
    }
  };
  world.think = () => ({ kind: "message", rule: null, text: `${answers.length} answers`, urgent: true });
  world.give("a");
  world.give("b", { trust: "trusted" });
  await world.clock.settle();
  expect(answers.map(({ outcome }) => outcome)).toEqual(["failed", "failed", "failed", "failed"]);
  expect(answers[0]).toMatchObject({ reason: expect.stringContaining("switched off everything outgoing") });
  expect(held(world)).toEqual([asHeld, asHeld]);
  expect(world.rows("select ending from runs")).toEqual([{ ending: "handed_back" }]);
  expect(world.rows("select body from outbox")).toEqual([]);
  await turn(world, false);
  expect(world.called).toHaveLength(4);
  expect(world.event("a")).toMatchObject({ status: "done", outcome: "message" });
});

test("on again while a run ends that was held: nothing stays behind", async () => {
  const world = await createWorld({ permissions: [everything] });
  world.think = ask("PUT");
  await turn(world, true);
  world.killAt = (name) => {
    if (name === "decided" && world.engine.outgoing.offSince() !== null) world.engine.outgoing.set(false, "window");
    return false;
  };
  world.give("a");
  await world.clock.settle();
  expect(held(world)).toEqual([]);
  expect(world.called).toHaveLength(1);
});

test("a disk that refuses does not stop the switch from going off; it is written down as soon as it can be", async () => {
  const world = await createWorld();
  const told: (number | null)[] = [];
  world.engine.outgoing.onChange((since) => told.push(since));
  world.refuse = () => "SQLITE_FULL";
  world.engine.outgoing.set(true, "tray");
  const since = world.clock.now();
  expect([told, world.engine.outgoing.offSince()]).toEqual([[null, since], since]);
  expect(world.rows("select * from switches")).toEqual([]);
  world.refuse = () => null;
  await world.clock.advance(130);
  expect(world.rows("select off_since, changed_from from switches")).toEqual([
    { off_since: since, changed_from: "tray" },
  ]);
});

test("a disk that refuses keeps it off: whoever turns it on hears so", async () => {
  const world = await createWorld();
  await turn(world, true);
  world.refuse = () => "SQLITE_FULL";
  expect(() => world.engine.outgoing.set(false, "window")).toThrow("the disk refused");
  expect(world.engine.outgoing.offSince()).not.toBeNull();
  world.refuse = () => null;
  await world.clock.advance(130);
  await turn(world, false);
  expect(world.engine.outgoing.offSince()).toBeNull();
});

test("whoever listens is told how it stands, and of every change, before anything is written", async () => {
  const world = await createWorld();
  const told: [number | null, number][] = [];
  const written = () => world.rows("select 1 from switches where off_since is not null").length;
  world.engine.outgoing.onChange((since) => told.push([since, written()]));
  const at = world.clock.now();
  await turn(world, true);
  await turn(world, true);
  await turn(world, false);
  expect(told).toEqual([
    [null, 0],
    [at, 0],
    [null, 0],
  ]);
});

test("each is told how the switch stands, whatever the one before it makes of it", async () => {
  const world = await createWorld();
  let full = false;
  world.engine.outgoing.onChange(() => {
    if (full) throw Object.assign(new Error("database or disk is full"), { code: "SQLITE_FULL" });
  });
  const told: boolean[] = [];
  world.engine.outgoing.onChange((since) => void told.push(since !== null));
  full = true;
  await turn(world, true);
  expect(told).toEqual([false, true]);
  full = false;
  await world.clock.advance(120);
  expect(world.rows("select count(*) n from switches where off_since is not null")).toEqual([{ n: 1 }]);
  await turn(world, false);
  expect(told).toEqual([false, true, false]);
});
