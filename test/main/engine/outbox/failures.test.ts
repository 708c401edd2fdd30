import Database from "better-sqlite3";
import { afterEach, beforeEach, expect, test } from "vitest";
import { bench, Crash, gap, seven } from "./support.ts";

let w: ReturnType<typeof bench>;
beforeEach(() => {
  w = bench();
});
afterEach(() => w.close());

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
  await w.live(w.now + 30);
  expect(w.seen.map(({ title }) => title)).toEqual(["Nightjar", "Nightjar (perhaps again)"]);
  expect(w.rows().at(-1)).toMatchObject({ status: "sent", repeated: 1 });
});

test("a digest interrupted before the quiet hours is held through them, and marked when it goes", async () => {
  w.quietNight();
  w.now -= 3601;
  w.say("one");
  w.crashAt = "sent";
  await expect(w.dispatcher().dispatch()).rejects.toThrow(Crash);
  w.crashAt = null;
  w.now += 3700;
  await w.restart().recover();
  expect(w.outbox().heldCount()).toBe(1);
  w.say("two");
  await w.live(seven);
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
  await w.live(start + 3600);
  expect(tries).toEqual([0, 30, 90, 210, 450, 930, 1830, 2730]);
  w.answer = { ok: true };
  w.say("two");
  await w.live(start + 3700);
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

test("a channel that rejects although it must not is a failed delivery", async () => {
  w.say("one");
  w.onSend = () => Promise.reject(new Error("bus gone"));
  await w.dispatcher().dispatch();
  expect(w.rows()).toMatchObject([{ status: "failed", error: "bus gone" }]);
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

test("an end that the disk refuses to note is noted later, and the delivery is not repeated", async () => {
  w.say("one");
  w.store
    .prepare("create trigger full before update on deliveries begin select raise(abort, 'the disk is full'); end")
    .run();
  await expect(w.dispatcher().dispatch()).rejects.toThrow("the disk is full");
  expect(w.dispatcher().nextAt(w.now)).toBe(w.now);
  await expect(w.dispatcher().dispatch()).rejects.toThrow("the disk is full");
  w.store.prepare("drop trigger full").run();
  expect(await w.dispatcher().dispatch()).toBe(0);
  expect(w.bodies()).toEqual(["one"]);
  expect(w.rows()).toMatchObject([{ status: "sent", repeated: 0 }]);
  expect(w.messages()).toMatchObject([{ sent_at: w.now }]);
});
