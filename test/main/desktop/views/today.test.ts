import { afterEach, beforeEach, expect, test } from "vitest";
import { putApproval, putCall } from "../../engine/views/support.ts";
import { openViews } from "./parts.ts";

const at = (iso: string) => Date.parse(iso) / 1000;
const noon = at("2026-11-30T12:00:00Z");

let open: ReturnType<typeof openViews>;
beforeEach(() => {
  open = openViews(noon);
});
afterEach(() => open.world.db.close());

const pullRequest = JSON.stringify({
  action: "opened",
  pull_request: { title: "Bump undici" },
  repository: { full_name: "octo/porch" },
});

const chip = (kind: string, text: string, more = {}) => ({
  ...{ kind, text, exact: null, warns: false, goes: null },
  ...more,
});

test("a card shows the whole call, what caused it, its reasons and its deadline", () => {
  const { db } = open.world;
  const event = putCall(db, { id: "c1", event: { event: "pull_request", kind: "github", payload: pullRequest } });
  putApproval(db, { id: "ap1", call: "c1", event, asked_at: noon - 60, due: noon + 600, window: 660 });
  const [card] = open.views.today().approvals;
  expect(card).toEqual({
    id: "ap1",
    kind: "call",
    title: "Merge?",
    callHash: "hash-c1",
    asks: null,
    tool: "http.request",
    verb: "PUT",
    target: "https://api.github.com/x",
    detail: "",
    effectKey: "key-c1",
    cause: "github · pull_request opened · octo/porch",
    eventId: event,
    rule: null,
    reason: "effects ask by default",
    permission: null,
    findings: [],
    causeText: { excerpt: "pull_request.title: Bump undici", cut: true },
    chips: [
      chip("repeatable", "safe to repeat"),
      chip("destination", "goes to https://api.github.com", { exact: "https://api.github.com" }),
      chip("outside", "read text from outside"),
    ],
    blocked: null,
    always: null,
    alike: { key: expect.any(String), name: "PUT https://api.github.com" },
    askedAt: noon - 60,
    due: noon + 600,
    windowSeconds: 660,
    askedAgain: false,
  });
});

test("an unknown effect says so, that it is not safe to repeat, and has no deadline", () => {
  const { db } = open.world;
  const event = putCall(db, {
    id: "c1",
    event: { trust: "trusted" },
    call: { repeatable: 0, status: "unknown", started_at: noon - 120 },
  });
  putApproval(db, { id: "ap1", call: "c1", event, kind: "unknown", due: null, asked_again_of: "ap0" });
  const [card] = open.views.today().approvals;
  expect(card).toMatchObject({ kind: "unknown", due: null, askedAgain: true });
  expect(card?.chips).toEqual([
    chip("unknown", "started at 11:58, how it ended is not known"),
    chip("once", "not safe to repeat"),
    chip("destination", "goes to https://api.github.com", { exact: "https://api.github.com" }),
  ]);
});

test("a title, a rule or a cause from outside can't disguise a card", () => {
  const { db } = open.world;
  const payload = JSON.stringify({ action: "\u202eopened", repository: { full_name: "octo/\u200bporch" } });
  const event = putCall(db, { id: "c1", event: { event: "push\n", payload } });
  putApproval(db, { id: "ap1", call: "c1", event, title: "Pay \u202e05$" });
  expect(open.views.today().approvals[0]).toMatchObject({
    title: "Pay ⟨U+202E⟩05$",
    cause: "github · push␊ ⟨U+202E⟩opened · octo/⟨U+200B⟩porch",
  });
});

test("what caused something: payload facts only when they are short strings, people's words for answers", () => {
  const { db } = open.world;
  const cause = (event: Record<string, string | null>) => {
    const id = db.put("inbox", { source_id: String(Math.random()), ...event });
    return open.views.activityOf(id)?.cause;
  };
  expect(cause({ source: "shell", event: null, payload: "not json" })).toBe("shell");
  expect(cause({ source: "shell", event: "build", payload: '{"action":7,"repository":null}' })).toBe("shell · build");
  expect(cause({ source: "s", event: "e", payload: JSON.stringify({ action: "x".repeat(101) }) })).toBe("s · e");
  expect(cause({ source: "s", event: "e", payload: '{"__proto__":{"action":"a"}}' })).toBe("s · e");
  expect(cause({ source: "s", event: "e", payload: null })).toBe("s · e");
  expect(cause({ source: "timer", kind: "timer", event: "morning", payload: '{"action":"a"}' })).toBe(
    "timer · morning",
  );
  const event = putCall(db, { id: "c1" });
  putApproval(db, { id: "ap1", call: "c1", event, answer: "no" });
  expect(cause({ source: "approval", source_id: "ap1", kind: "approval", event: "no", payload: "{}" })).toBe(
    "you denied · Merge?",
  );
  expect(cause({ source: "approval", source_id: "gone", kind: "approval", event: "expired", payload: "{}" })).toBe(
    "nobody answered in time",
  );
});

test("held messages say when they go and why not now; with none held nothing is planned", () => {
  const { db } = open.world;
  open.world.plan = { goesAt: noon + 900, why: "gap" };
  expect(open.views.today().held).toEqual({ items: [], goesAt: null, why: null });
  const event = db.put("inbox", { source: "github", source_id: "1", event: "issues", payload: "{}" });
  db.put("outbox", { body: "line one\r\nline\u0007two", created: noon - 5, event });
  const { held, day } = open.views.today();
  expect(held).toMatchObject({ goesAt: noon + 900, why: "gap" });
  open.world.offSince = noon;
  expect(open.views.today().held).toMatchObject({ goesAt: null, why: "off" });
  open.world.offSince = null;
  expect(held.items[0]).toMatchObject({ body: "line one\nline␇two", cause: "github · issues", eventId: event });
  expect(day.marks.at(-1)).toEqual({ at: noon + 900, kind: "next", label: "next digest, 1 message", ref: null });
});

test("the next digest has no ring when it goes tomorrow", () => {
  open.world.db.put("outbox", { body: "a", created: noon });
  open.world.plan = { goesAt: at("2026-12-01T00:00:00Z"), why: "quiet" };
  expect(open.views.today().day.marks).toEqual([]);
  open.world.plan = { goesAt: at("2026-11-30T23:59:59Z"), why: "quiet" };
  expect(open.views.today().day.marks).toHaveLength(1);
});

test("the digest groups by delivery, newest first, and says what was repeated", () => {
  const { db } = open.world;
  for (const [started, kind, repeated] of [
    [noon - 7200, "digest", 1],
    [noon - 60, "urgent", 0],
  ] as const) {
    const row = { kind, title: "t", body: "b", status: "sent", started_at: started, sent_at: started + 1, repeated };
    const delivery = db.put("deliveries", row);
    db.put("outbox", {
      body: kind,
      created: started,
      delivery,
      sent_at: started + 1,
      urgent: kind === "urgent" ? 1 : 0,
    });
  }
  const { digest, day } = open.views.today();
  expect(digest.map(({ sentAt, urgent, repeated }) => ({ sentAt, urgent, repeated }))).toEqual([
    { sentAt: noon - 59, urgent: true, repeated: false },
    { sentAt: noon - 7199, urgent: false, repeated: true },
  ]);
  expect(day.marks.map(({ kind, label }) => [kind, label])).toEqual([
    ["delivery", "digest"],
    ["urgent", "urgent"],
  ]);
  expect(day.counts.said).toBe(2);
});

test("just after midnight the evening's deliveries are still there, the day strip has begun anew", () => {
  const { db } = open.world;
  open.world.now = at("2026-12-01T00:10:00Z");
  const started = at("2026-11-30T23:50:00Z");
  const row = { kind: "digest", title: "t", body: "b", status: "sent", started_at: started, sent_at: started };
  db.put("outbox", { body: "late", created: started, delivery: db.put("deliveries", row), sent_at: started });
  const { digest, day } = open.views.today();
  expect(digest).toHaveLength(1);
  expect(day.marks).toEqual([]);
  expect(day.from).toBe(at("2026-12-01T00:00:00Z"));
});

test("sleeps are clipped to the day and to now, overlapping ones become one", () => {
  const { db } = open.world;
  const sleeps: [string, string | null][] = [
    ["2026-11-29T22:00:00Z", "2026-11-30T06:00:00Z"],
    ["2026-11-30T05:00:00Z", "2026-11-30T07:30:00Z"],
    ["2026-11-30T09:00:00Z", "2026-11-30T09:10:00Z"],
    ["2026-11-30T11:00:00Z", null],
  ];
  for (const [from, until] of sleeps)
    db.put("sleeps", { cause: "suspend", started_at: at(from), ended_at: until === null ? null : at(until) });
  expect(open.views.today().day.sleeps).toEqual([
    { from: at("2026-11-30T00:00:00Z"), until: at("2026-11-30T07:30:00Z") },
    { from: at("2026-11-30T09:00:00Z"), until: at("2026-11-30T09:10:00Z") },
    { from: at("2026-11-30T11:00:00Z"), until: noon },
  ]);
});

test("the day is the person's: 25 hours when the clocks go back, and it follows them to another zone", () => {
  open.world.now = at("2026-10-25T12:00:00Z");
  const lisbon = open.views.today().day;
  expect(lisbon.until - lisbon.from).toBe(25 * 3600);
  open.world.zone = "Asia/Tokyo";
  expect(open.views.today().day.from).toBe(at("2026-10-25T00:00:00+09:00"));
});

test("a busy day has at most 300 marks, its stretches name their number and their times", () => {
  const { db } = open.world;
  db.store.tx(() => {
    for (let n = 0; n < 2000; n += 1)
      db.put("inbox", { source: "s", source_id: String(n), received_at: at("2026-11-30T08:00:00Z") + n });
    const event = putCall(db, { id: "c1" });
    for (let n = 0; n < 150; n += 1) putApproval(db, { id: `ap${n}`, call: "c1", event, asked_at: noon - n });
  });
  open.world.plan = { goesAt: noon + 60, why: "gap" };
  db.put("outbox", { body: "a", created: noon });
  const { marks, counts } = open.views.today().day;
  expect(marks.length).toBeLessThanOrEqual(300);
  expect(counts.events).toBe(2000);
  const stretches = marks.filter((mark) => mark.kind === "event");
  expect(stretches[0]?.label).toMatch(/^\d+ events, 08:00 to 08:\d\d$/);
  expect(marks.filter((mark) => mark.kind === "question").length).toBe(99);
});
