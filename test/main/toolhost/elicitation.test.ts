// The form that the published "everything" server wants filled in, from its process to a card and back, over a real engine; and which
// schemas are forms at all.
import { afterEach, expect, test } from "vitest";
import type { Asks } from "../../../app/main/engine/permissions/asks.ts";
import { askThrough } from "../../../app/main/toolhost/elicitation.ts";
import { readForm } from "../../../app/main/toolhost/form.ts";
import { createWorld, endWorlds } from "../../support/engine.ts";
import { command, published, rigOf, textOf } from "./rig.ts";

afterEach(endWorlds);

test("a published server's form becomes a card; what is filled in reaches it, and its answer ends the call", async () => {
  const world = await createWorld();
  let asked = (): void => undefined;
  const isAsked = new Promise<void>((resolve) => (asked = resolve));
  const rig = rigOf([command("all", [published("@modelcontextprotocol/server-everything")])], {
    onElicitation: askThrough((...question) => {
      const answer = world.engine.askPerson(...question);
      asked();
      return answer;
    }),
  });
  await rig.host.prepare(new AbortController().signal);
  let ended = (): void => undefined;
  const hasEnded = new Promise<void>((resolve) => (ended = resolve));
  let said = "";
  world.act = async ({ effectKey }) => {
    const call = { tool: "all/trigger-elicitation-request", arguments: {}, effectKey };
    const outcome = await rig.host.call(call, new AbortController().signal);
    said = JSON.stringify(outcome);
    setImmediate(ended);
    return outcome;
  };
  world.settings.permissions = [];
  world.think = () => ({
    ...{ kind: "deferred", rule: "r", title: "Fill it in", tool: "http.request", windowSeconds: null },
    arguments: { method: "POST", url: "https://api.test/" },
  });
  world.give("e1");
  await world.clock.settle();
  const [first] = world.rows<{ id: string; call_hash: string }>("select id, call_hash from approvals");
  world.engine.answer(first?.id ?? "", first?.call_hash ?? "", "yes", "window");
  await world.clock.settle();
  await isAsked;
  await world.clock.settle();
  const [card] = world.rows<{ id: string; call_hash: string; title: string; asks: string }>(
    "select id, call_hash, title, asks from approvals where kind = 'form'",
  );
  if (card === undefined) throw new Error("nothing was asked");
  expect(card.title).toBe("all asks: Please provide inputs for the following fields:");
  const asks = JSON.parse(card.asks) as Asks & { kind: "form" };
  expect(asks).toMatchObject({ kind: "form", server: "all", tool: "trigger-elicitation-request", among: 1 });
  expect(asks.fields.map(({ name, type }) => `${name} ${type}`)).toEqual(
    expect.arrayContaining([
      ...["name text", "check switch", "email text", "integer number", "number number"],
      ...["untitledSingleSelectEnum choice", "untitledMultipleSelectEnum choices"],
    ]),
  );
  expect(world.event("e1")).toMatchObject({ status: "done", outcome: "deferred" });
  const values = { name: "Somebody at large", check: true, integer: 7, untitledMultipleSelectEnum: ["Piano"] };
  const given = world.engine.answer(card.id, card.call_hash, "yes", "window", { reply: { values } });
  expect(given.stands).toBe("yes");
  await hasEnded;
  await world.clock.settle();
  expect(said).toContain("Somebody at large");
  expect(world.rows("select status from tool_calls")).toEqual([{ status: "done" }]);
  expect(world.rows("select count(*) as n from outbox where kind = 'message'")).toEqual([{ n: 1 }]);
});

test("an address that a server wants opened is shown, and only what it may ask is asked", async () => {
  const world = await createWorld();
  const rig = rigOf([command("all", [published("@modelcontextprotocol/server-everything")])], {
    onElicitation: askThrough((asks) => {
      expect(asks).toMatchObject({ kind: "address", server: "all", url: "https://example.com/in" });
      return Promise.resolve({ action: "decline" });
    }),
  });
  const args = { url: "https://example.com/in", message: "Sign in" };
  expect(textOf(await rig.call("all/trigger-url-elicitation", args))).toMatch(/declined/i);
  world.end();
});

const form = (properties: object, required: string[] = []) =>
  readForm(JSON.stringify({ type: "object", properties, required }));

test("the fields of a form keep their names, limits and presets", () => {
  expect(
    form(
      {
        day: { type: "string", format: "date", title: "Day" },
        odd: { type: "string", format: "password", minLength: 2 },
        size: { type: "integer", minimum: 1, maximum: 9, default: 3 },
        color: { type: "string", enum: ["r", "g"], enumNames: ["Red", "Green"], default: "b" },
        place: { type: "string", oneOf: [{ const: "l", title: "Lisbon" }], default: "l" },
        tags: { type: "array", items: { anyOf: [{ const: "a", title: "A" }] }, maxItems: 2, default: ["a", "z"] },
        sure: { type: "boolean", default: true },
      },
      ["day"],
    ),
  ).toEqual([
    expect.objectContaining({ name: "day", label: "Day", required: true, type: "text", format: "date" }),
    expect.objectContaining({ name: "odd", label: "odd", required: false, type: "text", format: null, least: 2 }),
    expect.objectContaining({ type: "number", whole: true, least: 1, most: 9, preset: 3 }),
    expect.objectContaining({
      ...{ type: "choice", preset: null },
      options: [
        { value: "r", label: "Red" },
        { value: "g", label: "Green" },
      ],
    }),
    expect.objectContaining({ type: "choice", preset: "l", options: [{ value: "l", label: "Lisbon" }] }),
    expect.objectContaining({ type: "choices", preset: ["a"], most: 2 }),
    expect.objectContaining({ type: "switch", preset: true }),
  ]);
  expect(form({})).toEqual([]);
});

test.each([
  ["a nested object", { a: { type: "object", properties: {} } }],
  ["a list of objects", { a: { type: "array", items: { type: "object" } } }],
  ["a name that means something to JavaScript", JSON.parse('{"__proto__":{"type":"string"}}') as object],
  ["a name of controls", { "a\u202eb": { type: "string" } }],
  [
    "more fields than anybody fills in",
    Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`f${n}`, { type: "string" }])),
  ],
  ["a choice of nothing", { a: { type: "string", enum: [] } }],
])("%s is no form", (_, properties) => {
  expect(form(properties)).toBeNull();
});
