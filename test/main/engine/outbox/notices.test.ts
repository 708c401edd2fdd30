import { afterEach, beforeEach, expect, test } from "vitest";
import { bench, card, gap } from "./support.ts";

let w: ReturnType<typeof bench>;
beforeEach(() => {
  w = bench();
});
afterEach(() => w.close());

test("a card is announced at once, further ones within five minutes together when these are over; the gap stays as it is", async () => {
  const start = w.now;
  w.say("one");
  w.cards.push(card("a"));
  await w.dispatcher().dispatch();
  w.say("two");
  w.now = start + 60;
  w.cards.push(card("b"));
  await w.dispatcher().dispatch();
  w.now = start + 120;
  w.cards.push(card("c"));
  await w.dispatcher().dispatch();
  expect(w.dispatcher().nextAt(w.now)).toBe(start + 300);
  await w.live(start + gap);
  expect(w.seen.map(({ kind, title, body, at }) => [kind, title, body, at - start])).toEqual([
    ["approval", "Nightjar asks", "a?", 0],
    ["digest", "Nightjar", "one", 0],
    ["approval", "Nightjar asks 2 things", "b?\nc?", 300],
    ["digest", "Nightjar", "two", gap],
  ]);
});

test("there is one last call before a deadline", async () => {
  const start = w.now;
  w.cards.push(card("a", { due: start + 4000, lastCallAt: start + 3100 }));
  await w.live(start + 3999);
  expect(w.seen.map(({ kind, body, at }) => [kind, body, at - start])).toEqual([
    ["approval", "a?", 0],
    ["last_call", "a?\n15 minutes are left to answer.", 3100],
  ]);
});

test("a card that is first announced in its last minutes is not called again right away", async () => {
  w.cards.push(card("a", { due: w.now + 600, lastCallAt: w.now - 10 }));
  expect(await w.dispatcher().dispatch()).toBe(1);
  await w.live(w.now + 600);
  expect(w.seen.map(({ kind }) => kind)).toEqual(["approval"]);
});

test("a last-call moment that passes while its card still waits for its first notice wakes nobody", async () => {
  const start = w.now;
  w.cards.push(card("a"));
  await w.dispatcher().dispatch();
  w.cards.push(card("b", { due: start + 900, lastCallAt: start + 100 }));
  w.now = start + 200;
  expect(w.dispatcher().nextAt(w.now)).toBe(start + 300);
});

test("cards whose notice failed are announced again", async () => {
  w.cards.push(card("a"));
  w.answer = { ok: false, error: "no" };
  await w.dispatcher().dispatch();
  expect(w.cards[0]?.notice).toBeNull();
  w.answer = { ok: true };
  await w.live(w.now + 30);
  expect(w.bodies()).toEqual(["a?"]);
});
