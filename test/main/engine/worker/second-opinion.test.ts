// Auto mode with a model: an allowed effect of a run is put to it once, and it can only make the effect ask or be denied.
import { afterEach, expect, test } from "vitest";
import { fixedChecks, thenAlso } from "../../../../app/main/engine/permissions/auto-mode.ts";
import type { PermissionRule } from "../../../../app/main/engine/permissions/rule.ts";
import { createModelOpinion } from "../../../../app/main/models/opinion.ts";
import { createWorld, endWorlds, type World } from "../../../support/engine.ts";
import { byTurn, say } from "../../../support/model-server/script.ts";
import { quiet, scriptedModel, thinkInProcess } from "../../../support/thinker.ts";

afterEach(endWorlds);

const rule: PermissionRule = {
  ...{ tool: "http.request", methods: ["PUT", "DELETE"], host: "api.test", path: null, folder: null, recipient: null },
  ...{ amountMax: null, credential: null, decide: "allow", trusted: false, windowSeconds: null, line: 7, exact: false },
};
const inputSchema = JSON.stringify({
  type: "object",
  properties: { method: { type: "string" }, url: { type: "string" } },
});
const wanted = (method: string) => ({ method, url: "https://api.test/item" });

/** A model that wants one call, and has this opinion about it. */
async function worldOf(opinion: () => object, method = "PUT") {
  const world = await createWorld({ permissions: [rule], autoMode: true });
  const wants = byTurn([say("", { name: "http_request", input: wanted(method) }), say("Done.")]);
  const model = scriptedModel((request, count) =>
    request.tools.includes("opinion") ? say("", { name: "opinion", input: opinion() }) : wants(request, count),
  );
  Object.assign(world, {
    ...{ models: model, thinker: thinkInProcess },
    specs: [{ name: "http.request", description: "One request.", inputSchema }],
    secondOpinion: thenAlso(fixedChecks, createModelOpinion({ models: model, wait: () => () => undefined })),
  });
  const opinions = () => model.requests.filter(({ tools }) => tools.includes("opinion"));
  return { world, model, opinions };
}

const says = (decide: string) => () => ({ decide, reason: "It is late." });
const ofCall = (world: World) =>
  world.rows("select decision, decided_by, decision_reason as reason, status from tool_calls");
const tightened = {
  ask: "Auto mode looked twice and asks first. The model says: “It is late”.",
  deny: "Auto mode looked twice and denies it. The model says: “It is late”.",
};

test("an opinion of allow changes nothing: the rule decided", async () => {
  const { world, opinions } = await worldOf(says("allow"));
  world.give("e1");
  await quiet(world);
  expect(world.called).toHaveLength(1);
  expect(ofCall(world)).toMatchObject([{ decision: "allow", decided_by: "rule" }]);
  expect(opinions()).toHaveLength(1);
  expect(opinions()[0]?.turns).toHaveLength(1);
});

test.each(["ask", "deny"] as const)(
  "an opinion of %s stops a call of a thinking run, and the model that wanted it hears why",
  async (decide) => {
    const { world, model } = await worldOf(says(decide));
    world.give("e1");
    await quiet(world);
    expect(world.called).toEqual([]);
    expect(ofCall(world)).toMatchObject([{ decision: decide, decided_by: "model", reason: tightened[decide] }]);
    expect(world.rows("select id from approvals")).toHaveLength(decide === "ask" ? 1 : 0);
    if (decide === "deny") expect(model.requests.at(-1)?.turns.at(-1)?.results[0]?.text).toContain("It is late");
  },
);

test.each(["ask", "deny"] as const)("an opinion of %s stops a rule's call too", async (decide) => {
  const { world } = await worldOf(says(decide));
  world.think = () => ({
    ...{ kind: "deferred", rule: "r", title: "Put it", tool: "http.request", arguments: wanted("PUT") },
    windowSeconds: null,
  });
  world.give("e1");
  await quiet(world);
  expect(world.called).toEqual([]);
  expect(ofCall(world)).toMatchObject([{ decision: decide, decided_by: "model", reason: tightened[decide] }]);
  expect(world.event("e1").outcome).toBe(decide === "ask" ? "deferred" : "nothing");
});

test("what the person has answered is not put to the model again", async () => {
  const { world, opinions } = await worldOf(says("ask"));
  world.give("e1");
  await quiet(world);
  const [card] = world.rows<{ id: string; call_hash: string }>("select id, call_hash from approvals");
  world.engine.answer(card?.id ?? "", card?.call_hash ?? "", "yes", "window");
  await quiet(world);
  expect(world.called).toHaveLength(1);
  expect(opinions()).toHaveLength(1);
});

test("the fixed checks come first: what they stop costs no request", async () => {
  const { world, opinions } = await worldOf(says("allow"), "DELETE");
  world.give("e1");
  await quiet(world);
  expect(ofCall(world)).toMatchObject([{ decision: "deny", decided_by: "auto" }]);
  expect(opinions()).toEqual([]);
});

test("without auto mode the model is not asked", async () => {
  const { world, opinions } = await worldOf(says("deny"));
  world.settings.autoMode = false;
  world.give("e1");
  await quiet(world);
  expect(world.called).toHaveLength(1);
  expect(opinions()).toEqual([]);
});

test("a rule that the person takes back while the model looks counts", async () => {
  const { world } = await worldOf(() => {
    world.settings.permissions = [];
    return { decide: "allow", reason: "" };
  });
  world.give("e1");
  await quiet(world);
  expect(world.called).toEqual([]);
  expect(ofCall(world)).toMatchObject([{ decision: "ask", decided_by: "default" }]);
});

test.each(["model-answered", "entry-appended", "effect-started", "effect-sent", "effect-ended", "finished"])(
  "killed at every %s: the effect once, and what was begun is not put to the model again",
  async (point) => {
    for (let nth = 1; nth <= 10; nth++) {
      const { world, opinions } = await worldOf(says("allow"));
      let seen = 0;
      world.killAt = (name) => name === point && ++seen === nth;
      world.give("e1");
      await quiet(world, () => seen >= nth).catch(() => undefined);
      if (seen < nth) {
        expect(nth).toBeGreaterThan(1);
        break;
      }
      const before = opinions().length;
      const begun = world.rows("select id from tool_calls where starts > 0").length > 0;
      await world.crash();
      await quiet(world);
      expect({ nth, ...world.event("e1") }).toMatchObject({ nth, status: "done" });
      expect({ nth, keys: new Set(world.called.map(({ effectKey }) => effectKey)).size }).toEqual({ nth, keys: 1 });
      if (begun) expect(opinions()).toHaveLength(before);
      endWorlds();
    }
  },
);
