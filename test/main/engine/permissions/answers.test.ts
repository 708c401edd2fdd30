// What an answer says beyond yes and no: words, and the rule that was written before it.
import { afterEach, expect, test } from "vitest";
import { createApprovalQueries } from "../../../../app/main/engine/views/approvals.ts";
import { answerFirst, ask, waiting } from "../../../support/cards.ts";
import { createWorld, endWorlds, type World } from "../../../support/engine.ts";

afterEach(endWorlds);

async function asked(): Promise<World> {
  const world = await createWorld();
  world.think = ask("POST");
  world.give("a");
  await world.clock.settle();
  return world;
}
const card = (world: World) => waiting(world)[0] as { id: string; call_hash: string };
const answered = (world: World) => world.rows("select answer, words, always from approvals");

test("a no with words: the denial, its event, its call and the session's step all say them", async () => {
  const world = await asked();
  const { id, call_hash } = card(world);
  const words = "Ask again on Monday.\nNot before.";
  expect(world.engine.answer(id, call_hash, "no", "window", { words })).toMatchObject({ stands: "no", yours: true });
  await world.clock.settle();
  expect(answered(world)).toEqual([{ answer: "no", words, always: null }]);
  const [event] = world.rows<{ payload: string; outcome: string; reason: string }>(
    "select payload, outcome, reason from inbox where source = 'approval'",
  );
  expect(JSON.parse(event?.payload as string)).toEqual({ approval: id, answer: "no", words });
  expect(event).toMatchObject({ outcome: "nothing", reason: `you answered: ${words}` });
  expect(world.rows("select status, error from tool_calls")).toEqual([
    { status: "refused", error: `you answered: ${words}` },
  ]);
  const notes = world.rows<{ body: string }>("select body from session_steps where kind = 'note'");
  expect(notes.map(({ body }) => JSON.parse(body))).toEqual([{ ending: "nothing", answer: "no", words }]);
  expect(createApprovalQueries(world.store).history(null, 5)).toMatchObject([{ id, answer: "no", words }]);
  expect(world.called).toEqual([]);
});

test("a no without words says what it said before", async () => {
  const world = await asked();
  await answerFirst(world, "no");
  expect(world.rows("select error from tool_calls")).toEqual([{ error: "you denied it" }]);
  expect(
    world.rows<{ payload: string }>("select payload from inbox where source = 'approval'")[0]?.payload,
  ).not.toContain("words");
});

test("a yes keeps the line of the rule that was written before it", async () => {
  const world = await asked();
  const { id, call_hash } = card(world);
  const always = "- { tool: http.request, method: POST, host: api.test, decide: allow, exact: true }";
  world.engine.answer(id, call_hash, "yes", "window", { always });
  await world.clock.settle();
  expect(answered(world)).toEqual([{ answer: "yes", words: null, always }]);
  expect(world.called).toHaveLength(1);
});

test.each([
  ["words with a yes", "yes", { words: "fine" }, "Words go with a no"],
  ["no words at all", "no", { words: " \n " }, "1 to 2000 characters"],
  ["words without end", "no", { words: "x".repeat(2001) }, "1 to 2000 characters"],
  ["a rule with a no", "no", { always: "- { decide: allow }" }, "A rule goes with a yes"],
] as const)("%s: refused, and the question stands", async (_, answer, said, why) => {
  const world = await asked();
  const { id, call_hash } = card(world);
  expect(() => world.engine.answer(id, call_hash, answer, "window", said)).toThrow(why);
  expect(answered(world)).toEqual([{ answer: null, words: null, always: null }]);
  expect(world.rows("select id from inbox where source = 'approval'")).toEqual([]);
});

test("what comes too late, or second, leaves no words behind", async () => {
  const world = await asked();
  const { id, call_hash } = card(world);
  await answerFirst(world, "yes");
  expect(world.engine.answer(id, call_hash, "no", "window", { words: "wait" }).stands).toBe("yes");
  expect(answered(world)).toEqual([{ answer: "yes", words: null, always: null }]);
});
