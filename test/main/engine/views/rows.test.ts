import { afterEach, beforeEach, expect, test } from "vitest";
import { createActivityQueries } from "../../../../app/main/engine/views/activity.ts";
import { createApprovalQueries } from "../../../../app/main/engine/views/approvals.ts";
import { createCauseQueries } from "../../../../app/main/engine/views/causes.ts";
import { createCountQueries } from "../../../../app/main/engine/views/counts.ts";
import { createDayQueries } from "../../../../app/main/engine/views/day.ts";
import { createDeadQueries } from "../../../../app/main/engine/views/dead.ts";
import { createOutboxQueries } from "../../../../app/main/engine/views/outbox.ts";
import { type Filled, openFilled, putApproval, putCall } from "./support.ts";

let db: Filled;
beforeEach(() => {
  db = openFilled();
});
afterEach(() => db.close());

test("waiting cards: unknown effects first, then the soonest deadline; answered ones are gone", () => {
  const event = putCall(db, { id: "c1" });
  putCall(db, { id: "c2", event: { trust: "trusted" } });
  putApproval(db, { id: "late", call: "c1", event, due: 900 });
  putApproval(db, { id: "soon", call: "c1", event, due: 500 });
  putApproval(db, { id: "unknown", call: "c1", event, due: null, kind: "unknown" });
  putApproval(db, { id: "answered", call: "c1", event, answer: "yes", answered_at: 200 });
  const approvals = createApprovalQueries(db.store);
  expect(approvals.waiting(10).map((row) => row.id)).toEqual(["unknown", "soon", "late"]);
  expect(approvals.waiting(2)).toHaveLength(2);
  expect(approvals.byId("answered")).toMatchObject({ answer: "yes", answered_at: 200, status: "waiting" });
  expect(approvals.byId("none")).toBeUndefined();
});

test("text from outside is marked, also when only the event that continued it is from outside", () => {
  const trusted = putCall(db, { id: "own", event: { trust: "trusted" } });
  const untrusted = putCall(db, { id: "outside" });
  putApproval(db, { id: "a1", call: "own", event: trusted, due: 1 });
  putApproval(db, { id: "a2", call: "outside", event: trusted, due: 2 });
  putApproval(db, { id: "a3", call: "own", event: untrusted, due: 3 });
  const marks = createApprovalQueries(db.store)
    .waiting(10)
    .map((row) => row.outside);
  expect(marks).toEqual([0, 1, 1]);
});

function putDelivery(at: number, kind: string, messages: string[], more: Record<string, string | number> = {}) {
  const delivery = db.put("deliveries", { kind, title: "t", body: "b", status: "sent", started_at: at, ...more });
  for (const body of messages) db.put("outbox", { body, created: at, delivery, sent_at: at });
  return delivery;
}

test("deliveries come newest first with their messages; approval notices carry none and stay out", () => {
  putDelivery(50, "digest", ["yesterday"]);
  putDelivery(110, "digest", ["a", "b"]);
  putDelivery(120, "approval", []);
  putDelivery(130, "urgent", ["c"]);
  const groups = createOutboxQueries(db.store).delivered(100, 10, 10);
  expect(groups.map((group) => group.messages.map((message) => message.body))).toEqual([["c"], ["a", "b"]]);
});

test("deliveries are bounded in messages; one that would be cut is left out whole", () => {
  putDelivery(110, "digest", ["a", "b", "c"]);
  putDelivery(120, "digest", ["d", "e"]);
  const outbox = createOutboxQueries(db.store);
  expect(outbox.delivered(100, 10, 4).map((group) => group.messages.length)).toEqual([2]);
  expect(outbox.delivered(100, 10, 5).map((group) => group.messages.length)).toEqual([2, 3]);
  expect(outbox.delivered(100, 1, 5)).toHaveLength(1);
});

test("held messages are those in no delivery, newest first, with what caused them", () => {
  const event = db.put("inbox", { source: "github", source_id: "1", event: "issues" });
  putDelivery(110, "digest", ["sent"]);
  db.put("outbox", { body: "one", created: 1, event });
  db.put("outbox", { body: "two", created: 2, urgent: 1 });
  db.put("outbox", { body: "shown at once", created: 3, kind: "reply", sent_at: 3 });
  const held = createOutboxQueries(db.store).held(10);
  expect(held.map((row) => [row.body, row.source, row.name])).toEqual([
    ["two", null, null],
    ["one", "github", "issues"],
  ]);
  expect(createCountQueries(db.store).counts()).toEqual({ waitingApprovals: 0, dead: 0, held: 2 });
});

test("a day: what lies in it and nothing of its neighbours, sleeps that only touch it included", () => {
  for (const at of [99, 100, 150, 199, 200])
    db.put("inbox", { source: "s", source_id: String(at), received_at: at, event: "e" });
  db.put("runs", { session: "s", generation: 1, started_at: 100 });
  db.put("runs", { session: "s", generation: 1, started_at: 200 });
  putDelivery(120, "digest", ["a"]);
  putDelivery(130, "approval", []);
  putDelivery(140, "urgent", ["b"], { status: "failed" });
  for (const [from, until] of [
    [10, 90],
    [90, 110],
    [150, 160],
    [190, 300],
    [250, 300],
  ] as const)
    db.put("sleeps", { cause: "suspend", started_at: from, ended_at: until });
  db.put("sleeps", { cause: "quit", started_at: 195, ended_at: null });
  const day = createDayQueries(db.store).day(100, 200, 30);
  expect(day.counts).toEqual({ events: 3, runs: 1, said: 1 });
  expect("each" in day.events && day.events.each.map((row) => row.received_at)).toEqual([100, 150, 199]);
  expect(day.deliveries.map((row) => row.started_at)).toEqual([120]);
  expect(day.sleeps.map((row) => [row.started_at, row.ended_at])).toEqual([
    [90, 110],
    [150, 160],
    [190, 300],
    [195, null],
  ]);
});

test("dead events give no more payload than asked for, and say how long it is", () => {
  db.put("inbox", { source: "s", source_id: "1", status: "dead", payload: "0123456789", error: "boom" });
  db.put("inbox", { source: "s", source_id: "2", status: "dead", payload: null });
  db.put("inbox", { source: "s", source_id: "3", status: "done", payload: "{}" });
  const dead = createDeadQueries(db.store).dead(4, 10);
  expect(dead.map((row) => [row.payload, row.payload_length])).toEqual([
    [null, null],
    ["0123", 10],
  ]);
});

test("one event with its runs, calls, approvals and messages; an unknown id is null", () => {
  const event = putCall(db, { id: "c1" });
  putApproval(db, { id: "a1", call: "c1", event });
  const run = db.put("runs", { session: "s1", generation: 1, started_at: 5, ending: "deferred" });
  db.put("run_events", { run, event, attempt: 1 });
  db.put("outbox", { body: "said", created: 6, event });
  const detail = createActivityQueries(db.store).event(event, 10);
  expect(detail?.runs).toEqual([
    { id: run, attempt: 1, started_at: 5, ended_at: null, ending: "deferred", error: null, thought: 0 },
  ]);
  expect(detail?.calls.map((call) => call.id)).toEqual(["c1"]);
  expect(detail?.approvals.map((approval) => approval.id)).toEqual(["a1"]);
  expect(detail?.messages.map((message) => message.body)).toEqual(["said"]);
  expect(createActivityQueries(db.store).event(event + 1, 10)).toBeNull();
});

test("an approval's answer shows the call and the question it is about", () => {
  const event = putCall(db, { id: "c1" });
  putApproval(db, { id: "a1", call: "c1", event, title: "Merge it?" });
  const answer = db.put("inbox", { source: "approval", source_id: "a1", kind: "approval", event: "yes" });
  const detail = createActivityQueries(db.store).event(answer, 10);
  expect(detail?.calls.map((call) => call.id)).toEqual(["c1"]);
  expect(detail?.approvals.map((approval) => approval.id)).toEqual(["a1"]);
  expect(createCauseQueries(db.store).cause(answer, 9)).toMatchObject({ source: "approval", title: "Merge it?" });
});

test("a card names the rule that asked", () => {
  const event = putCall(db, { id: "c1" });
  putCall(db, { id: "c2" });
  putApproval(db, { id: "a2", call: "c2", event, due: 99_999 });
  db.put("sessions", { id: "s1", origin: "github", opened_at: 1 });
  const body = JSON.stringify({ call: "c1", rule: "Merge bumps" });
  db.put("session_steps", { session: "s1", event, kind: "tool_call", body, at: 1 });
  putApproval(db, { id: "a1", call: "c1", event });
  const cards = createApprovalQueries(db.store).waiting(9);
  expect(cards.map((card) => card.rule)).toEqual(["Merge bumps", null]);
});

test("a payload longer than one line is worth is not read for its cause", () => {
  const id = db.put("inbox", { source: "s", source_id: "1", event: "e", payload: "é".repeat(10) });
  const causes = createCauseQueries(db.store);
  expect(causes.cause(id, 20)).toEqual({ source: "s", kind: "", name: "e", title: null, payload: "é".repeat(10) });
  expect(causes.cause(id, 19)?.payload).toBeNull();
});
