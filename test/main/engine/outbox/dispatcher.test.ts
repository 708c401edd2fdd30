import { afterEach, beforeEach, expect, test } from "vitest";
import { bench, card, gap, seven } from "./support.ts";

let w: ReturnType<typeof bench>;
beforeEach(() => {
  w = bench();
});
afterEach(() => w.close());

test("held messages are merged into one digest per gap, in the order they were said", async () => {
  const start = w.now;
  w.say("one");
  await w.dispatcher().dispatch();
  w.now += 10;
  w.say("two");
  w.say("three");
  expect(await w.dispatcher().dispatch()).toBe(0);
  expect(w.dispatcher().plan(w.now)).toEqual({ goesAt: start + gap, why: "gap" });
  expect(w.dispatcher().nextAt(w.now)).toBe(start + gap);
  expect(w.outbox().heldCount()).toBe(2);
  await w.live(start + gap);
  expect(w.seen).toMatchObject([
    { kind: "digest", title: "Nightjar", body: "one", at: start },
    { kind: "digest", title: "Nightjar: 2 updates", body: "two\n\nthree", at: start + gap },
  ]);
  expect(w.outbox().heldCount()).toBe(0);
  expect(w.dispatcher().nextAt(w.now)).toBeNull();
  expect(w.dispatcher().plan(w.now)).toEqual({ goesAt: null, why: null });
});

test("an urgent message goes alone at once and does not move the gap (rule 13)", async () => {
  const start = w.now;
  w.say("one");
  await w.dispatcher().dispatch();
  w.now = start + 600;
  w.say("two");
  w.say("fire", { urgent: true });
  w.say("flood", { urgent: true });
  expect(await w.dispatcher().dispatch()).toBe(2);
  await w.live(start + gap);
  expect(w.seen.map(({ kind, body, at }) => [kind, body, at - start])).toEqual([
    ["digest", "one", 0],
    ["urgent", "fire", 600],
    ["urgent", "flood", 600],
    ["digest", "two", gap],
  ]);
});

test("quiet hours hold digests and questions, not urgent messages; what was held goes when they end", async () => {
  w.quietNight();
  w.say("later");
  w.say("fire", { urgent: true });
  w.cards.push(card("a"), card("b"));
  await w.dispatcher().dispatch();
  expect(w.bodies()).toEqual(["fire"]);
  expect(w.dispatcher().plan(w.now)).toEqual({ goesAt: seven, why: "quiet" });
  expect(w.dispatcher().nextAt(w.now)).toBe(seven);
  await w.live(seven);
  expect(w.seen.slice(1)).toMatchObject([
    { kind: "approval", body: "a?\nb?", at: seven },
    { kind: "digest", body: "later", at: seven },
  ]);
});

test("a reply shows in the window at once, is never announced, and moves no gap", async () => {
  const id = w.say("Here it is.", { kind: "reply" });
  expect(await w.dispatcher().dispatch()).toBe(0);
  expect(w.outbox().heldCount()).toBe(0);
  expect(w.messages()).toMatchObject([{ id, sent_at: w.now }]);
  expect(w.rows()).toMatchObject([{ kind: "reply", status: "sent", sent_at: w.now }]);
  w.say("one");
  expect(await w.dispatcher().dispatch()).toBe(1);
  expect(w.bodies()).toEqual(["one"]);
});

test("a message whose transaction is undone was never said (rule 12)", () => {
  expect(() =>
    w.store.tx(() => {
      w.say("nothing");
      throw new Error("refused");
    }),
  ).toThrow("refused");
  expect(w.outbox().held()).toEqual([]);
});

test("a last delivery in the future waits one gap at the most, however often it is looked at (rule 6)", async () => {
  w.now += 10 * 365 * 86_400;
  w.say("one");
  w.cards.push(card("a"));
  await w.dispatcher().dispatch();
  w.now = 1_000_000;
  const back = w.now;
  w.say("two");
  expect(w.dispatcher().plan(w.now)).toEqual({ goesAt: back + gap, why: "gap" });
  w.cards.push(card("b"));
  const sent = () => w.seen.slice(2).map(({ body, at }) => [body, at - back]);
  for (let minute = 0; minute < 60; minute++) {
    w.now = back + minute * 60;
    expect(w.dispatcher().nextAt(w.now)).toBe(minute < 5 ? back + 300 : minute === 5 ? w.now : back + gap);
    await w.dispatcher().dispatch();
  }
  expect(sent()).toEqual([["b?", 300]]);
  await w.live(back + gap);
  expect(sent()).toEqual([
    ["b?", 300],
    ["two", gap],
  ]);
});

test("there are never two sends at once, and what is said meanwhile is not left behind", async () => {
  let under = 0;
  let most = 0;
  let release: () => void = () => undefined;
  w.onSend = async () => {
    most = Math.max(most, ++under);
    await new Promise<void>((resolve) => {
      release = resolve;
    });
    under--;
  };
  w.say("fire", { urgent: true });
  const first = w.dispatcher().dispatch();
  await Promise.resolve();
  w.say("flood", { urgent: true });
  // Due, but a pass is under way: nobody needs to wake for it.
  expect(w.dispatcher().nextAt(w.now)).toBeNull();
  w.onSend = () => {
    most = Math.max(most, ++under);
    under--;
  };
  const second = w.dispatcher().dispatch();
  const third = w.dispatcher().sendNow();
  w.say("plain");
  release();
  expect(await Promise.all([first, second, third])).toEqual([3, 3, 3]);
  expect(most).toBe(1);
  expect(w.bodies()).toEqual(["fire", "flood", "plain"]);
});

test("send now sends what is held at once, through gap and quiet hours, and counts as a digest", async () => {
  w.quietNight();
  w.say("one");
  w.say("two");
  expect(await w.dispatcher().dispatch()).toBe(0);
  expect(await w.dispatcher().sendNow()).toBe(1);
  expect(w.bodies()).toEqual(["one\n\ntwo"]);
  w.now = Date.parse("2025-06-03T06:50Z") / 1000;
  expect(await w.dispatcher().sendNow()).toBe(0);
  w.say("three");
  expect(await w.dispatcher().sendNow()).toBe(1);
  w.say("four");
  expect(w.dispatcher().plan(w.now)).toEqual({ goesAt: w.now + gap, why: "gap" });
  expect(await w.dispatcher().dispatch()).toBe(0);
});

test("send now means what is held now: what is said while it goes waits its gap", async () => {
  w.say("one");
  w.onSend = () => {
    if (w.outbox().heldCount() === 0) w.say("two");
  };
  expect(await w.dispatcher().sendNow()).toBe(1);
  expect(w.bodies()).toEqual(["one"]);
  expect(w.dispatcher().plan(w.now)).toEqual({ goesAt: w.now + gap, why: "gap" });
});

test("send now fails once, not for ever", async () => {
  w.say("one");
  w.say("fire", { urgent: true });
  w.answer = { ok: false, error: "no" };
  let tries = 0;
  w.onSend = () => void tries++;
  expect(await w.dispatcher().sendNow()).toBe(0);
  expect(tries).toBe(2);
});

test("a changed gap or changed quiet hours count from then on", async () => {
  w.say("one");
  await w.dispatcher().dispatch();
  w.say("two");
  w.settings.gapSeconds = 60;
  expect(w.dispatcher().nextAt(w.now)).toBe(w.now + 60);
});

test("a pass that finds nothing due is silent", async () => {
  w.say("one");
  await w.dispatcher().dispatch();
  w.say("two");
  const before = w.changes;
  await w.dispatcher().dispatch();
  expect(w.changes).toBe(before);
});

test("“send now” sends what was held then: what is said while it is being sent waits for its gap", async () => {
  w.say("one");
  await w.dispatcher().dispatch();
  w.say("two");
  w.onSend = (delivery) => void (delivery.body === "two" && w.say("three"));
  expect(await w.dispatcher().sendNow()).toBe(1);
  expect(w.bodies()).toEqual(["one", "two"]);
  expect(w.outbox().held()).toMatchObject([{ body: "three" }]);
});
