import Database from "better-sqlite3";
import { afterEach, beforeEach, expect, test } from "vitest";
import { bench, Crash, card } from "./support.ts";

let w: ReturnType<typeof bench>;
beforeEach(() => {
  w = bench();
});
afterEach(() => w.close());

const gap = 3600;
/** Lets the dispatcher do what is due, at the moments it asks for, until `until`. */
async function live(until: number) {
  for (;;) {
    const at = w.dispatcher().nextAt(w.now);
    if (at === null || at > until) break;
    w.now = Math.max(w.now, at);
    await w.dispatcher().dispatch();
  }
  w.now = until;
}
const quietNight = () => {
  w.settings.quiet = { fromMinute: 22 * 60, untilMinute: 7 * 60 };
  w.now = Date.parse("2025-06-02T23:00Z") / 1000;
};

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
  await live(start + gap);
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
  await live(start + gap);
  expect(w.seen.map(({ kind, body, at }) => [kind, body, at - start])).toEqual([
    ["digest", "one", 0],
    ["urgent", "fire", 600],
    ["urgent", "flood", 600],
    ["digest", "two", gap],
  ]);
});

test("quiet hours hold digests and questions, not urgent messages; what was held goes when they end", async () => {
  quietNight();
  w.say("later");
  w.say("fire", { urgent: true });
  w.cards.push(card("a"), card("b"));
  await w.dispatcher().dispatch();
  expect(w.bodies()).toEqual(["fire"]);
  const seven = Date.parse("2025-06-03T07:00Z") / 1000;
  expect(w.dispatcher().plan(w.now)).toEqual({ goesAt: seven, why: "quiet" });
  expect(w.dispatcher().nextAt(w.now)).toBe(seven);
  await live(seven);
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
  await live(start + gap);
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
  await live(start + 3999);
  expect(w.seen.map(({ kind, body, at }) => [kind, body, at - start])).toEqual([
    ["approval", "a?", 0],
    ["last_call", "a?\n15 minutes are left to answer.", 3100],
  ]);
});

test("a card that is first announced in its last minutes is not called again right away", async () => {
  w.cards.push(card("a", { due: w.now + 600, lastCallAt: w.now - 10 }));
  expect(await w.dispatcher().dispatch()).toBe(1);
  await live(w.now + 600);
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

test("sending is on disk before anything leaves, with its messages bound to it (rule 13)", async () => {
  w.say("one");
  let found: unknown;
  w.onSend = () => {
    const other = new Database(w.path, { readonly: true });
    found = other
      .prepare("select d.status, o.body, o.sent_at from deliveries d join outbox o on o.delivery = d.id")
      .get();
    other.close();
  };
  await w.dispatcher().dispatch();
  expect(found).toEqual({ status: "sending", body: "one", sent_at: null });
  expect(w.messages()).toMatchObject([{ sent_at: w.now }]);
});

test.each(["sending", "sent"])(
  "a delivery interrupted at %j is repeated once at start, and marked (rule 13)",
  async (point) => {
    w.say("one");
    w.crashAt = point;
    await expect(w.dispatcher().dispatch()).rejects.toThrow(Crash);
    w.crashAt = null;
    w.now += 5;
    await w.restart().recover();
    expect(w.rows()).toMatchObject([{ status: "sent", repeated: 1, sent_at: w.now }]);
    expect(w.messages()).toMatchObject([{ sent_at: w.now }]);
    expect(w.seen.at(-1)).toMatchObject({ title: "Nightjar (perhaps again)", body: "one" });
    expect(w.seen).toHaveLength(point === "sent" ? 2 : 1);
    // The repeat counts as the digest: the next one waits a gap from it.
    w.say("two");
    expect(w.dispatcher().plan(w.now)).toEqual({ goesAt: w.now + gap, why: "gap" });
  },
);

test("a delivery interrupted twice counts as sent, marked, and is not sent a third time", async () => {
  w.say("one");
  w.crashAt = "sent";
  await expect(w.dispatcher().dispatch()).rejects.toThrow(Crash);
  await expect(w.restart().recover()).rejects.toThrow(Crash);
  w.crashAt = null;
  w.restart();
  expect(await w.dispatcher().dispatch()).toBe(0);
  expect(w.bodies()).toEqual(["one", "one"]);
  expect(w.rows()).toMatchObject([{ status: "sent", repeated: 1 }]);
  expect(w.outbox().heldCount()).toBe(0);
});

test("a repeat that fails is tried again like any failure, and stays marked", async () => {
  w.say("one");
  w.crashAt = "sent";
  await expect(w.dispatcher().dispatch()).rejects.toThrow(Crash);
  w.crashAt = null;
  w.answer = { ok: false, error: "no" };
  await w.restart().recover();
  expect(w.outbox().held()).toMatchObject([{ body: "one", maybe_sent: 1 }]);
  w.answer = { ok: true };
  await live(w.now + 30);
  expect(w.seen.map(({ title }) => title)).toEqual(["Nightjar", "Nightjar (perhaps again)"]);
  expect(w.rows().at(-1)).toMatchObject({ status: "sent", repeated: 1 });
});

test("a digest interrupted before the quiet hours is held through them, and marked when it goes", async () => {
  quietNight();
  w.now -= 3601;
  w.say("one");
  w.crashAt = "sent";
  await expect(w.dispatcher().dispatch()).rejects.toThrow(Crash);
  w.crashAt = null;
  w.now += 3700;
  await w.restart().recover();
  expect(w.outbox().heldCount()).toBe(1);
  w.say("two");
  const seven = Date.parse("2025-06-03T07:00Z") / 1000;
  await live(seven);
  expect(w.seen.at(-1)).toMatchObject({ title: "Nightjar: 2 updates (perhaps again)", body: "one\n\ntwo", at: seven });
  expect(w.rows().map(({ status, repeated }) => [status, repeated])).toEqual([
    ["failed", 0],
    ["sent", 1],
  ]);
});

test("what failed is held again with its error and tried after 30 s, doubling to 15 min", async () => {
  w.say("one");
  w.answer = { ok: false, error: "no notification service" };
  const start = w.now;
  const tries: number[] = [];
  w.onSend = () => void tries.push(w.now - start);
  await w.dispatcher().dispatch();
  expect(w.rows()).toMatchObject([{ status: "failed", error: "no notification service", sent_at: null }]);
  expect(w.outbox().held()).toMatchObject([{ body: "one", maybe_sent: 0 }]);
  expect(w.dispatcher().plan(w.now)).toMatchObject({ goesAt: start + 30 });
  await live(start + 3600);
  expect(tries).toEqual([0, 30, 90, 210, 450, 930, 1830, 2730]);
  w.answer = { ok: true };
  w.say("two");
  await live(start + 3700);
  expect(w.seen).toMatchObject([{ body: "one\n\ntwo", title: "Nightjar: 2 updates", at: start + 3630 }]);
});

test("a clock that went back does not stretch the wait after a failure", async () => {
  w.say("one");
  w.answer = { ok: false, error: "no" };
  await w.dispatcher().dispatch();
  w.now -= 86_400;
  const back = w.now;
  expect(w.dispatcher().nextAt(w.now)).toBe(back + 30);
  w.now += 10;
  expect(w.dispatcher().nextAt(w.now)).toBe(back + 30);
});

test("one message the channel refuses holds up nobody else", async () => {
  w.say("poison", { urgent: true });
  w.say("fire", { urgent: true });
  w.say("plain");
  w.onSend = (delivery) => {
    w.answer = delivery.body === "poison" ? { ok: false, error: "too odd" } : { ok: true };
  };
  expect(await w.dispatcher().dispatch()).toBe(2);
  expect(w.bodies()).toEqual(["fire", "plain"]);
  expect(w.outbox().held()).toMatchObject([{ body: "poison" }]);
});

test("cards whose notice failed are announced again", async () => {
  w.cards.push(card("a"));
  w.answer = { ok: false, error: "no" };
  await w.dispatcher().dispatch();
  expect(w.cards[0]?.notice).toBeNull();
  w.answer = { ok: true };
  await live(w.now + 30);
  expect(w.bodies()).toEqual(["a?"]);
});

test("a channel that rejects although it must not is a failed delivery", async () => {
  w.say("one");
  w.onSend = () => Promise.reject(new Error("bus gone"));
  await w.dispatcher().dispatch();
  expect(w.rows()).toMatchObject([{ status: "failed", error: "bus gone" }]);
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
  await live(back + gap);
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
  quietNight();
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

test("after stop nothing is sent, and an interrupted delivery is left for the next start", async () => {
  w.say("one");
  w.onSend = () => w.dispatcher().stop();
  await w.dispatcher().dispatch();
  expect(w.rows()).toMatchObject([{ status: "sending" }]);
  w.say("fire", { urgent: true });
  expect(await w.dispatcher().dispatch()).toBe(0);
  expect(await w.dispatcher().sendNow()).toBe(0);
  expect(w.dispatcher().nextAt(w.now)).toBeNull();
});

test("a pass that finds nothing due is silent", async () => {
  w.say("one");
  await w.dispatcher().dispatch();
  w.say("two");
  const before = w.changes;
  await w.dispatcher().dispatch();
  expect(w.changes).toBe(before);
});
