// The conversation without a model, on a real engine: what the person writes is stored once, read back, done after a yes, and answered.
import { afterEach, expect, test } from "vitest";
import { createListening } from "../../../app/main/conversation/listening.ts";
import type { Recall } from "../../../app/main/conversation/recall.ts";
import { wishOf } from "../../../app/main/conversation/wishes.ts";
import { createWriting, messageMax } from "../../../app/main/conversation/writing.ts";
import { reading } from "../../../app/main/desktop/views/reading.ts";
import { createConversation } from "../../../app/main/engine/sessions/conversation.ts";
import { createPersonal } from "../../../app/main/engine/timers/personal.ts";
import { createWorld, endWorlds, type World } from "../../support/engine.ts";

afterEach(endWorlds);

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

async function talking(watched = true) {
  const world = await createWorld();
  const noted: string[] = [];
  const recall: Recall = {
    notes: (about) =>
      about === "coffee" ? [{ path: "notes/coffee.md", hash: "h", title: "Coffee", snippet: "Black." }] : [],
    said: () => [],
    wrote: () => [],
    others: () => 0,
    note: (_title, text) => {
      noted.push(text);
      return "Noted.";
    },
    remove: (path) => `Removed ${path}.`,
  };
  // The world's store and engine are other ones after a crash.
  let made = 0;
  world.listening = {
    ...{ own: (event) => now().own(event), hear: (event) => now().hear(event) },
    watched: () => watched,
  };
  const now = () =>
    createListening({
      read: (phrase, at) => reading(phrase, at, "UTC"),
      remind: (text, timing) =>
        createPersonal({
          ...{ store: world.store, timers: world.engine.timers, clock: world.clock },
          ids: { next: () => `p${++made}` },
        }).add(text, timing),
      offers: createConversation(world.store),
      ...{ recall, clock: world.clock, watched: () => watched },
    });
  const write = (n: number, text: string, offer: { id: number; yes: boolean } | null = null) => {
    const conversation = createConversation(world.store);
    return createWriting({
      session: {
        current: conversation.current,
        begin: (at) => {
          conversation.begin("talk", at);
          return "talk";
        },
      },
      ...{ ingestAll: world.engine.ingestAll, clock: world.clock },
    }).write({ id: id(n), text, offer });
  };
  return { world, noted, write };
}

const replies = (world: World) =>
  world.rows<{ body: string }>("select body from outbox where kind = 'reply' order by id").map(({ body }) => body);
const reminders = (world: World) => world.rows("select id from timers where origin = 'person' and done = 0").length;

test("a reminder stands only after a yes, once however often it is said, and the same message twice is one", async () => {
  const { world, write } = await talking();
  expect(write(1, "remind me every weekday at 9 in Lisbon to stretch")).toMatchObject({ ok: true });
  write(1, "remind me every weekday at 9 in Lisbon to stretch");
  await world.clock.settle();
  expect(replies(world)).toEqual([expect.stringContaining("Every weekday at 09:00, Lisbon time: “stretch”.")]);
  expect(reminders(world)).toBe(0);
  write(2, "yes");
  write(3, "Yes, set it", { id: 1, yes: true });
  await world.clock.settle();
  expect(reminders(world)).toBe(1);
  expect(replies(world).slice(1)).toEqual([
    "Set: “stretch”. It stands under Timers.",
    "That was settled before. Nothing was done.",
  ]);
  expect(world.sent).toEqual([]);
});

test("a doubt asks back with choices, a no sets nothing, and a time alone goes on with what was asked about", async () => {
  const { world, write } = await talking();
  write(1, "remind me to call the bank");
  await world.clock.settle();
  expect(world.rows<{ body: string }>("select body from offers")[0]?.body).toContain('"kind":"choices"');
  write(2, "tomorrow at 09:00");
  await world.clock.settle();
  expect(replies(world).at(-1)).toContain("“call the bank”");
  write(3, "no");
  await world.clock.settle();
  expect(replies(world).at(-1)).toBe("Left as it is. Nothing was done.");
  expect(reminders(world)).toBe(0);
});

test("a death at any point between what was written and its answer loses nothing and answers once", async () => {
  for (const point of ["ingested", "claimed", "decided", "finished"]) {
    const { world, write } = await talking();
    let killed = false;
    world.killAt = (name) => name === point && !killed && (killed = true);
    try {
      write(1, "what do you remember about coffee?");
      await world.clock.settle();
    } catch {
      // It died here; what was acknowledged before is in the inbox.
    }
    await world.crash();
    write(1, "what do you remember about coffee?");
    await world.clock.settle();
    await world.clock.settle();
    expect([point, replies(world)]).toEqual([point, ["About “coffee”:\n• “Coffee”: Black."]]);
    expect(world.rows("select status, outcome from inbox")).toEqual([{ status: "done", outcome: "message" }]);
  }
});

test("rules come first; what they leave is noted, found, or answered with what works without a model", async () => {
  const { world, noted, write } = await talking();
  world.think = ({ payload }) =>
    payload.includes("weather")
      ? { kind: "message", rule: "Weather", text: "It rains.", urgent: false }
      : { kind: "nothing", rule: null };
  write(1, "how is the weather?");
  write(2, "remember that the key is under the pot");
  write(3, "Who won?");
  await world.clock.settle();
  expect(noted).toEqual(["the key is under the pot"]);
  expect(replies(world)).toEqual([
    "It rains.",
    "Noted.",
    expect.stringContaining("I can't answer that without a model."),
  ]);
});

test("a reply nobody has before their eyes goes out at once, alone, and does not move the gap; a seen one is no delivery", async () => {
  const hidden = await talking(false);
  hidden.write(1, "stop");
  await hidden.world.clock.settle();
  expect(hidden.world.sent).toEqual([expect.objectContaining({ kind: "reply", title: "Nightjar answers" })]);
  const seen = await talking(true);
  seen.write(1, "stop");
  await seen.world.clock.settle();
  expect(seen.world.sent).toEqual([]);
  expect(replies(seen.world)).toHaveLength(1);
});

test("what is empty or too long is refused with a sentence, and nothing is stored", async () => {
  const { world, write } = await talking();
  expect(write(1, " \n ")).toMatchObject({ ok: false });
  expect(write(2, "x".repeat(messageMax + 1))).toMatchObject({ ok: false, sentence: expect.stringContaining("8,001") });
  expect(world.rows("select id from inbox")).toEqual([]);
});

test.each([
  ["Yes, please.", { kind: "yes" }],
  ["no thanks", { kind: "no" }],
  ["Stop!", { kind: "stop" }],
  ["What do you remember about the bank?", { kind: "search", about: "the bank" }],
  ["Remember: milk is out", { kind: "remember", text: "milk is out" }],
  ["forget about the bank", { kind: "forget", about: "the bank" }],
  ["remind me at 9", { kind: "remind" }],
  ["Yes but what about tomorrow", { kind: "other" }],
])("%j wants %j", (words, wish) => expect(wishOf(words)).toEqual(wish));
