// What an agent and what a server in the middle of a call ask the person: once each, over days and deaths, without holding up others.
import { afterEach, expect, test } from "vitest";
import type { Reply } from "../../../app/main/engine/permissions/asks.ts";
import type { Asked, ToolOutcome } from "../../../app/main/engine/worker/ports.ts";
import { createWorld, endWorlds, Killed, type World } from "../../support/engine.ts";
import { byTurn, say, type Script } from "../../support/model-server/script.ts";
import { scriptedModel, thinkInProcess } from "../../support/thinker.ts";

afterEach(endWorlds);

const post = { name: "http_request", input: { method: "POST", url: "https://api.test/thing" } };
const tell = (text: string) => ({ name: "message", input: { text } });
const ask = (input: object) => ({ name: "question", input: input as Record<string, unknown> });
const specs = [{ name: "http.request", description: "One request.", inputSchema: JSON.stringify({ type: "object" }) }];
const allow = {
  ...{ tool: "http.request", methods: null, host: "api.test", path: null, folder: null, recipient: null, exact: false },
  ...{ amountMax: null, credential: null, decide: "allow" as const, trusted: false, windowSeconds: null, line: 1 },
};

async function worldOf(script: Script) {
  const world = await createWorld({ permissions: [allow] });
  const model = scriptedModel(script);
  Object.assign(world, { models: model, thinker: thinkInProcess, specs });
  return { world, model };
}

async function quiet(world: World, dead = () => false): Promise<void> {
  for (let still = 0; still < 20 && !dead(); ) {
    await world.clock.settle();
    still = world.engine.status().working === null ? still + 1 : 0;
  }
}

interface Card {
  id: string;
  kind: string;
  title: string;
  call_hash: string;
  due: number | null;
  answer: string | null;
  answered_from: string | null;
}
const cards = (world: World) =>
  world.rows<Card>("select id, kind, title, call_hash, due, answer, answered_from from approvals order by rowid");
const bodies = (world: World) =>
  world.rows<{ body: string }>("select body from outbox where kind = 'message'").map(({ body }) => body);
const waiting = (world: World): Card => {
  const card = cards(world).find(({ answer }) => answer === null);
  if (card === undefined) throw new Error("nothing is asked");
  return card;
};
const answer = (world: World, given: "yes" | "no" | "leave", reply?: Reply) => {
  const { id, call_hash } = waiting(world);
  return world.engine.answer(id, call_hash, given, "window", reply === undefined ? {} : { reply }).stands;
};
/** What the model was told of its first call. */
const told = (model: ReturnType<typeof scriptedModel>) => model.requests[1]?.turns.at(-1)?.results[0]?.text ?? "";

const which = ask({ question: "Which branch?", choices: ["main", "next"], deadline_seconds: 604_800 });

test.each([
  ["words", { text: "The old one." }, "The old one."],
  ["a choice", { choice: 1 }, "next"],
] as const)(
  "a question answered with %s, days and a death later, goes on with it in the same session",
  async (_, reply, said) => {
    const { world, model } = await worldOf(byTurn([say("", which), say("", tell("Thanks.")), say("")]));
    world.give("e1");
    await quiet(world);
    expect(world.event("e1")).toMatchObject({ status: "done", outcome: "deferred" });
    expect(waiting(world)).toMatchObject({ kind: "question", title: "The agent asks: Which branch?" });
    await world.clock.sleep(3 * 86_400);
    await world.crash();
    expect(answer(world, "yes", reply)).toBe("yes");
    await quiet(world);
    expect(told(model)).toBe(JSON.stringify({ answer: said }));
    expect(bodies(world)).toEqual(["Thanks."]);
    expect(model.requests).toHaveLength(3);
  },
);

test.each([
  ["no", "you gave no answer"],
  ["expired", "nobody answered before the deadline"],
] as const)("a question that is left (%s) is told as no answer, and the session goes on", async (how, why) => {
  const soon = ask({ question: "Which branch?", deadline_seconds: 600 });
  const { world, model } = await worldOf(byTurn([say("", soon), say("")]));
  world.give("e1");
  await quiet(world);
  if (how === "no") answer(world, "no");
  else await world.clock.advance(601);
  await quiet(world);
  expect(JSON.parse(told(model))).toEqual({ answer: null, why });
  expect(cards(world)).toMatchObject([{ answer: how }]);
});

test("a yes without a reply, or with one that was not offered, answers nothing", async () => {
  const { world } = await worldOf(byTurn([say("", which), say("")]));
  world.give("e1");
  await quiet(world);
  expect(answer(world, "yes")).toBe("changed");
  expect(answer(world, "yes", { choice: 2 })).toBe("changed");
  expect(answer(world, "yes", { values: { a: "b" } })).toBe("changed");
  expect(answer(world, "no", { text: "x" })).toBe("changed");
  expect(answer(world, "leave")).toBe("changed");
  const { id, call_hash } = waiting(world);
  expect((await world.engine.edit(id, call_hash, { question: "Else?" }, "window")).ok).toBe(false);
  expect(waiting(world).answer).toBeNull();
});

test("killed at every point of asking and answering, a question is asked once and answered once", async () => {
  let killed = 0;
  for (let nth = 0; ; nth++) {
    const { world } = await worldOf(byTurn([say("", which), say("", tell("Thanks.")), say("")]));
    let points = 0;
    let dead = false;
    world.killAt = () => {
      dead ||= points++ === nth;
      return dead;
    };
    const attempt = async (work: () => unknown): Promise<boolean> => {
      try {
        work();
      } catch (error) {
        if (!(error instanceof Killed)) throw error;
      }
      await quiet(world, () => dead);
      if (!dead) return false;
      world.killAt = () => false;
      dead = false;
      await world.crash();
      await quiet(world);
      return true;
    };
    let died = await attempt(() => world.give("e1"));
    died = (await attempt(() => answer(world, "yes", { text: "main" }))) || died;
    if (world.rows("select 1 from approvals where answer is null").length > 0) answer(world, "yes", { text: "main" });
    await world.clock.advance(60);
    await quiet(world);
    const calls = world.rows("select 1 from tool_calls where tool = 'question'").length;
    const seen = { nth, asked: cards(world).length, calls, said: bodies(world) };
    expect(seen).toEqual({ nth, asked: 1, calls: 1, said: ["Thanks."] });
    endWorlds();
    if (!died) break;
    killed++;
  }
  expect(killed).toBeGreaterThan(5);
});

const form = {
  ...{ kind: "form" as const, server: "files", tool: "files/write", among: 1, text: "When?" },
  fields: [
    {
      ...{ name: "day", label: "Day", description: "", required: true, type: "text" as const },
      ...{ format: null, least: null, most: 10, preset: null },
    },
  ],
};

/** A server whose call asks the person in its middle, and tells what it was answered. */
function asksBack(world: World, times = 1) {
  const heard: Asked[] = [];
  const over = new AbortController();
  world.act = async ({ effectKey, arguments: args }): Promise<ToolOutcome> => {
    if (args["method"] !== "POST") return { kind: "done", result: {}, summary: "looked" };
    // As from another process: never in the turn of the call itself.
    await Promise.resolve();
    for (let n = 0; n < times; n++) heard.push(await world.engine.askPerson(form, [effectKey], over.signal));
    return { kind: "done", result: { heard: heard.map(({ action }) => action) }, summary: "written" };
  };
  return { heard, over };
}

test("a call in whose middle its server asks does not hold up other events, and its end comes with the answer", async () => {
  const { world, model } = await worldOf((request, count) =>
    JSON.stringify(request.turns[0]).includes("e2")
      ? byTurn([say("", tell("Two.")), say("")])(request, count)
      : byTurn([say("", post), say("", tell("One.")), say("")])(request, count),
  );
  const { heard } = asksBack(world);
  world.give("e1", { payload: '"e1"' });
  await quiet(world);
  expect(world.event("e1")).toMatchObject({ status: "done", outcome: "deferred" });
  expect(waiting(world)).toMatchObject({ kind: "form", title: "files asks: When?" });
  world.give("e2", { payload: '"e2"' });
  await quiet(world);
  expect(bodies(world)).toEqual(["Two."]);
  expect(answer(world, "yes", { values: { day: "far too long a day" } })).toBe("changed");
  expect(answer(world, "yes", { values: { day: "Monday", more: "x" } })).toBe("changed");
  expect(answer(world, "yes", { values: { day: "Monday" } })).toBe("yes");
  await quiet(world);
  expect(heard).toEqual([{ action: "accept", values: { day: "Monday" } }]);
  expect(bodies(world)).toEqual(["Two.", "One."]);
  expect(world.called).toHaveLength(1);
  const results = JSON.stringify(model.requests.map(({ turns }) => turns.at(-1)?.results));
  expect(results).toContain("heard");
  expect(results).not.toContain("waits");
});

test.each([
  ["no", "decline"],
  ["leave", "cancel"],
  ["expired", "cancel"],
] as const)("a form that is answered %s is told to its server as %s", async (how, action) => {
  const { world } = await worldOf(byTurn([say("", post), say("", tell("One.")), say("")]));
  const { heard } = asksBack(world);
  world.give("e1");
  await quiet(world);
  if (how === "expired") await world.clock.advance(14_401);
  else answer(world, how);
  await quiet(world);
  expect(heard).toEqual([{ action }]);
  expect(bodies(world)).toEqual(["One."]);
});

test("a server that gives up takes its card away, with a line why, and the session goes on with the call's end", async () => {
  const { world } = await worldOf(byTurn([say("", post), say("", tell("One.")), say("")]));
  const { heard, over } = asksBack(world);
  world.give("e1");
  await quiet(world);
  over.abort("the server does not wait for it any more");
  await quiet(world);
  expect(heard).toEqual([{ action: "cancel" }]);
  expect(cards(world)).toMatchObject([
    { answer: "withdrawn", answered_from: "the server does not wait for it any more" },
  ]);
  expect(bodies(world)).toEqual(["One."]);
});

test("after a death the form is gone and its call, of unknown end, is asked about", async () => {
  const { world } = await worldOf(byTurn([say("", post), say("", tell("One.")), say("")]));
  asksBack(world);
  world.give("e1");
  await quiet(world);
  await world.crash();
  await quiet(world);
  expect(cards(world)).toMatchObject([
    { kind: "form", answer: "withdrawn", answered_from: "Nightjar was started anew meanwhile" },
    { kind: "unknown", answer: null },
  ]);
  const { id, call_hash } = waiting(world);
  world.engine.answer(id, call_hash, "did", "window");
  await quiet(world);
  expect(bodies(world)).toEqual(["One."]);
  expect(world.called).toHaveLength(1);
});

test("a rule's call that asks twice tells its end once", async () => {
  const world = await createWorld({ permissions: [allow] });
  world.think = () => ({
    ...{ kind: "deferred", rule: "r", title: "Write it", tool: "http.request", windowSeconds: null },
    arguments: { method: "POST", url: "https://api.test/" },
  });
  const { heard } = asksBack(world, 2);
  world.give("e1");
  await quiet(world);
  answer(world, "yes", { values: { day: "Monday" } });
  await quiet(world);
  expect(bodies(world)).toEqual([]);
  answer(world, "yes", { values: { day: "Tuesday" } });
  await quiet(world);
  expect(heard.map((one) => (one.action === "accept" ? one.values["day"] : ""))).toEqual(["Monday", "Tuesday"]);
  expect(bodies(world)).toEqual(["Done: Write it\nwritten"]);
});

test("two questions at once in a rule's call: whichever is answered last, its end is told once", async () => {
  const world = await createWorld({ permissions: [allow] });
  world.think = () => ({
    ...{ kind: "deferred", rule: "r", title: "Write it", tool: "http.request", windowSeconds: null },
    arguments: { method: "POST", url: "https://api.test/" },
  });
  world.act = async ({ effectKey }): Promise<ToolOutcome> => {
    const { signal } = new AbortController();
    await Promise.resolve();
    await Promise.all([1, 2].map(() => world.engine.askPerson(form, [effectKey], signal)));
    return { kind: "done", result: {}, summary: "written" };
  };
  world.give("e1");
  await quiet(world);
  answer(world, "no");
  answer(world, "no");
  await quiet(world);
  expect(bodies(world)).toEqual(["Done: Write it\nwritten"]);
});

test("while everything outgoing is off, what was filled in waits, and goes when it is on", async () => {
  const { world } = await worldOf(byTurn([say("", post), say("", tell("One.")), say("")]));
  const { heard } = asksBack(world);
  world.give("e1");
  await quiet(world);
  world.engine.outgoing.set(true, "window");
  answer(world, "yes", { values: { day: "Monday" } });
  await quiet(world);
  expect(heard).toEqual([]);
  world.engine.outgoing.set(false, "window");
  await quiet(world);
  expect(heard).toEqual([{ action: "accept", values: { day: "Monday" } }]);
  expect(bodies(world)).toEqual(["One."]);
});
