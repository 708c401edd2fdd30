// The conversation with a model: its last words are the reply, once; strangers' events stay out of it.
import { afterEach, expect, test } from "vitest";
import { createConversation } from "../../../../app/main/engine/sessions/conversation.ts";
import { endWorlds, type World } from "../../../support/engine.ts";
import { byTurn, say } from "../../../support/model-server/script.ts";
import { quiet, tell, worldOf } from "../../../support/thinking.ts";

afterEach(endWorlds);

function write(world: World, name: string, text: string): void {
  const conversation = createConversation(world.store);
  if (conversation.current() === null) conversation.begin("talk", world.clock.now());
  const payload = JSON.stringify({ text });
  world.give(name, { source: "chat", kind: "chat", event: null, trust: "trusted", session: "talk", payload });
}

const said = (world: World) => world.rows("select kind, body from outbox order by id");

test("the model's last words are the reply, and quick messages are one run with one", async () => {
  const { world, model } = await worldOf(byTurn([say("Three issues are open.")]));
  world.store.tx(() => {
    write(world, "m1", "How many issues");
    write(world, "m2", "are open?");
  });
  await quiet(world);
  expect(said(world)).toEqual([{ kind: "reply", body: "Three issues are open." }]);
  expect(model.requests).toHaveLength(1);
  expect(world.rows("select id from runs")).toHaveLength(1);
});

test("words beside the tool for messages are no second reply", async () => {
  const { world } = await worldOf(byTurn([say("", tell("By the tool.")), say("Answered.")]));
  write(world, "m1", "hello");
  await quiet(world);
  expect(said(world)).toEqual([{ kind: "reply", body: "By the tool." }]);
});

/** Turns enough for a run to come to its end, or to where it died. */
async function turns(world: World): Promise<void> {
  for (let turn = 0; turn < 200; turn++) {
    await new Promise((resolve) => setImmediate(resolve));
    await world.clock.settle();
  }
}

test.each(["entry-appended", "decided", "finished"])("killed at %s, the reply is said once", async (point) => {
  const { world } = await worldOf(byTurn([say("Once."), say("Once."), say("Once.")]));
  let times = 0;
  // Of its two entries the second has the reply.
  world.killAt = (name) => name === point && ++times === (point === "entry-appended" ? 2 : 1);
  write(world, "m1", "hello");
  await turns(world);
  await world.crash();
  await turns(world);
  expect(said(world)).toEqual([{ kind: "reply", body: "Once." }]);
  expect(world.event("m1")).toMatchObject({ status: "done", outcome: "message" });
});

test("what a stranger's source brings while it thinks does not get into the conversation", async () => {
  const { world, model } = await worldOf(byTurn([say("", tell("First.")), say("Done."), say("Nothing.")]));
  world.settings.duringRun = { joins: "fold" };
  const { ask } = model;
  let asked = 0;
  world.models = {
    ...model,
    ask: (request, signal) => {
      if (asked++ === 0) world.give("e1", { source: "joins" });
      return ask(request, signal);
    },
  };
  write(world, "m1", "hello");
  await quiet(world);
  expect(world.rows("select provenance from sessions where id = 'talk'")).toEqual([{ provenance: "clean" }]);
  expect(world.rows("select session = 'talk' as inside from inbox where source_id = 'e1'")).toEqual([{ inside: 0 }]);
});

test("a later run that ends with the words of an earlier one does not say them again", async () => {
  const { world } = await worldOf(() => say("Never asked."));
  const entry = { body: "{}", meta: "{}", calls: 0 };
  world.thinker = async (_run, { transcript }, thinking) => {
    const none = async () => ({ decisions: new Map(), failure: null });
    if (transcript.length === 0) await thinking.append({ role: "assistant", ...entry }, none);
    return { kind: "ended", text: "Once." };
  };
  write(world, "m1", "hello");
  await quiet(world);
  write(world, "m2", "hello again");
  await quiet(world);
  expect(said(world)).toEqual([{ kind: "reply", body: "Once." }]);
  expect(world.event("m2")).toMatchObject({ status: "done", outcome: "nothing" });
});
