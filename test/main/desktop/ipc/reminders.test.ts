// Reminders of the person's over a real database: read back, set, changed, deleted, put back.
import { afterEach, beforeEach, expect, test } from "vitest";
import { sayingOf } from "../../../../app/main/engine/worker/saying.ts";
import { sound } from "../../../support/reminders.ts";
import { build } from "./support.ts";

// Monday 30 November 2026, 16:00 in Lisbon.
let open: ReturnType<typeof build>;
beforeEach(() => {
  open = build();
});
afterEach(() => open.world.db.close());

const at = (iso: string) => Date.parse(iso) / 1000;
const read = (phrase: string) => open.handlers["timers.read"]({ phrase });
const list = async () =>
  (await open.handlers["timers.list"](undefined)).map(({ id, says, rule, when, next }) => ({
    id,
    says,
    rule,
    when,
    next: next[0],
  }));

async function set(phrase: string) {
  const { timing, text } = sound(await read(phrase));
  const before = new Set((await list()).map(({ id }) => id));
  expect(await open.handlers["timers.add"]({ text, timing })).toMatchObject({ ok: true });
  return (await list()).find(({ id }) => !before.has(id)) ?? expect.fail("nothing was set");
}

test("a routine is read back with its next occurrences, and stands as it was read back", async () => {
  open.world.zone = "Europe/Berlin";
  const got = sound(await read("every weekday at 9 in Lisbon: look at the mail"));
  expect(got).toMatchObject({
    text: "look at the mail",
    rule: "Every weekday at 09:00, Lisbon time",
    timing: { kind: "cron", cron: "0 9 * * 1-5", zone: "Europe/Lisbon" },
    next: ["2026-12-01T09:00:00Z", "2026-12-02T09:00:00Z", "2026-12-03T09:00:00Z"].map(at),
  });
  expect(await set("every weekday at 9 in Lisbon: look at the mail")).toMatchObject({
    says: "look at the mail",
    rule: "Every weekday at 09:00, Lisbon time",
    when: "every weekday at 09:00, Lisbon time",
    next: at("2026-12-01T09:00:00Z"),
  });
  expect(open.wakes()).toBe(1);
  expect(open.told).toEqual(expect.arrayContaining(["timers", "status"]));
});

test("when it is due it is an event that says the text, trusted and without an agent, once", async () => {
  await set("in 20 minutes call the bank");
  const due = at("2026-11-30T16:20:00Z");
  expect(open.timers.runDue(due - 1, "busy")).toBe(0);
  expect([open.timers.runDue(due, "busy"), open.timers.runDue(due + 1, "busy")]).toEqual([1, 0]);
  const events = open.store
    .prepare<{ id: number; source: string; kind: string; trust: "trusted" | "untrusted"; payload: string }>(
      "select * from inbox",
    )
    .all();
  expect(events).toHaveLength(1);
  expect(events.map((event) => sayingOf(event as unknown as Parameters<typeof sayingOf>[0]))).toEqual([
    { text: "call the bank", urgent: true },
  ]);
  expect(await list()).toEqual([]);
});

test("questions come with choices that are phrases; what can't be is said", async () => {
  expect(await read("at 5 tea")).toMatchObject({ kind: "unclear", choices: [{ label: "Today, 17:00" }, {}] });
  expect(await read("every other day at 9")).toMatchObject({ kind: "impossible" });
  expect(await read("x".repeat(10_000))).toMatchObject({ kind: "impossible" });
  expect(await read("remind me to\u202E pay at 25:00")).toMatchObject({ kind: "impossible" });
});

test("a moment that passed between reading and setting is told, and nothing is set", async () => {
  const { timing } = sound(await read("in 5 minutes"));
  open.world.now += 301;
  expect(await open.handlers["timers.add"]({ text: "tea", timing })).toMatchObject({
    ok: false,
    sentence: expect.stringContaining("has passed"),
  });
  const never = { kind: "cron" as const, cron: "0 9 31 2 *", zone: "Europe/Lisbon" };
  expect(await open.handlers["timers.add"]({ text: "tea", timing: never })).toMatchObject({ ok: false });
  const nowhere = { kind: "cron" as const, cron: "0 9 * * *", zone: "Mars/Olympus" };
  expect(await open.handlers["timers.add"]({ text: "tea", timing: nowhere })).toMatchObject({ ok: false });
  expect(await list()).toEqual([]);
});

test("an edit changes words or time, and each edit has keys of its own", async () => {
  const { id } = await set("in 20 minutes call the bank");
  const change = (text: string, timing: Parameters<(typeof open.handlers)["timers.change"]>[0]["timing"]) =>
    open.handlers["timers.change"]({ id, text, timing });
  expect(await change("call the other bank", null)).toMatchObject({ ok: true });
  expect(await list()).toEqual([
    {
      id,
      says: "call the other bank",
      rule: "once",
      when: "on 30 November 2026 at 16:20",
      next: at("2026-11-30T16:20:00Z"),
    },
  ]);
  expect(await change("call the bank", sound(await read("every day at 17:00")).timing)).toMatchObject({ ok: true });
  expect(await list()).toMatchObject([{ id, rule: "Every day at 17:00", next: at("2026-11-30T17:00:00Z") }]);
  const revisions = open.store.prepare<{ revision: number }>("select revision from timers").all();
  expect(revisions).toEqual([{ revision: 3 }]);
  // Back to one moment.
  expect(await change("call the bank", { kind: "once", at: at("2026-12-24T18:00:00Z") })).toMatchObject({ ok: true });
  expect(await list()).toMatchObject([{ when: "on 24 December 2026 at 18:00" }]);
});

test("deleted is gone at once, and put back is as it was, without what passed meanwhile", async () => {
  const { id } = await set("every hour stretch");
  open.timers.runDue(at("2026-11-30T17:00:00Z"), "busy");
  open.world.now = at("2026-11-30T17:00:00Z");
  const fired = open.store.prepare<{ last_fired_at: number }>("select last_fired_at from timers");
  const before = fired.all();
  expect(await open.handlers["timers.remove"]({ id })).toMatchObject({ ok: true });
  expect(await list()).toEqual([]);
  open.world.now = at("2026-11-30T19:30:00Z");
  expect(open.timers.runDue(open.world.now, "busy")).toBe(0);
  expect(await open.handlers["timers.putBack"]({ id })).toMatchObject({ ok: true });
  expect(await list()).toMatchObject([{ id, says: "stretch", rule: "Every hour", next: at("2026-11-30T20:00:00Z") }]);
  expect(fired.all()).toEqual(before);
  expect(open.timers.runDue(open.world.now, "busy")).toBe(0);
  expect(await open.handlers["timers.putBack"]({ id })).toMatchObject({ ok: false });
});

test("a paused one comes back paused, a moment that passed is said late", async () => {
  const { id } = await set("every day at 9 stretch");
  open.timers.pause(id, true, open.world.now);
  await open.handlers["timers.remove"]({ id });
  await open.handlers["timers.putBack"]({ id });
  expect((await open.handlers["timers.list"](undefined)).map(({ paused }) => paused)).toEqual([true]);
  const once = await set("in 5 minutes tea");
  await open.handlers["timers.remove"]({ id: once.id });
  open.world.now += 600;
  await open.handlers["timers.putBack"]({ id: once.id });
  expect(open.timers.runDue(open.world.now, "deleted for a while")).toBe(1);
});

test("timers of the configuration, the engine and an agent are not changed or deleted as the person's own", async () => {
  const { now } = open.world;
  const schedule = { zone: "Europe/Lisbon", everySeconds: null, catchUp: "latest" as const, cap: 24 };
  open.timers.syncSchedules([{ ...schedule, name: "morning", cron: "0 9 * * *" }], now);
  open.timers.setFollowUp({ id: "expire:ap1", due: now + 60, name: "x", origin: "engine" }, now);
  const payload = { say: "look again" };
  open.timers.setFollowUp({ id: "agent:1", due: now + 60, name: "follow_up", payload, origin: "agent" }, now);
  for (const id of ["config:morning", "expire:ap1", "agent:1", "person:none"]) {
    expect(await open.handlers["timers.remove"]({ id })).toMatchObject({ ok: false });
    expect(await open.handlers["timers.change"]({ id, text: "mine", timing: null })).toMatchObject({ ok: false });
    expect(await open.handlers["timers.putBack"]({ id })).toMatchObject({ ok: false });
  }
  expect((await open.handlers["timers.list"](undefined)).map(({ name, says }) => [name, says])).toEqual([
    ["follow_up", null],
    ["morning", null],
  ]);
});
