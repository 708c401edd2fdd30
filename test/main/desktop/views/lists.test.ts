import { afterEach, beforeEach, expect, test } from "vitest";
import { deadPayloadCharacters } from "../../../../app/main/desktop/views/lists.ts";
import { ruleLine } from "../../../../app/main/engine/permissions/always.ts";
import { answerResult } from "../../../../app/main/desktop/views/answer-result.ts";
import { putApproval, putCall } from "../../engine/views/support.ts";
import { openViews } from "./parts.ts";

const now = Date.parse("2026-11-30T16:00:00Z") / 1000;

let open: ReturnType<typeof openViews>;
beforeEach(() => {
  open = openViews(now);
});
afterEach(() => open.world.db.close());

test("a dead event shows its reason and its payload readable; a long one says how much is missing", () => {
  const { db } = open.world;
  const dead = { source: "github", status: "dead", event: "push", attempts: 3, error: "Rule \u202eX failed.\nLine 4" };
  db.put("inbox", { ...dead, source_id: "1", payload: '{"a":1}', redelivered: 2, redelivered_at: 7, finished_at: 9 });
  db.put("inbox", { ...dead, source_id: "2", payload: JSON.stringify("x".repeat(deadPayloadCharacters)) });
  db.put("inbox", { ...dead, source_id: "3", payload: null });
  const [gone, long, short] = open.views.dead();
  expect(short).toMatchObject({
    cause: "github · push",
    error: "Rule ⟨U+202E⟩X failed.\nLine 4",
    attempts: 3,
    redelivered: 2,
    redeliveredAt: 7,
    diedAt: 9,
    payload: '{\n  "a": 1\n}',
  });
  expect(long?.payload).toMatch(/x\n… \(65,538 characters in all; Activity shows the event whole\)$/);
  expect(gone?.payload).toBe("(this event's content is not kept any more)");
});

test("activity pages by id without a gap or a repeat, also within one source", () => {
  const { db } = open.world;
  for (let n = 0; n < 25; n += 1) db.put("inbox", { source: n % 2 === 0 ? "a" : "b", source_id: String(n) });
  for (const source of [null, "a"]) {
    const ids: number[] = [];
    let before: number | null = null;
    for (;;) {
      const page: number[] = open.views.activity(before, 4, source).map((row) => row.id);
      if (page.length === 0) break;
      ids.push(...page);
      before = page.at(-1) ?? null;
    }
    expect(ids).toEqual(Array.from({ length: 25 }, (_, n) => 25 - n).filter((id) => source === null || id % 2 === 1));
  }
  expect(open.views.activityOf(99)).toBeNull();
});

test("an event and the history say who or what decided each call, and how its question was answered", () => {
  const rule = {
    ...{ tool: "http.request", methods: ["PUT"], host: "api.github.com", path: null, folder: null, recipient: null },
    ...{ amountMax: null, credential: null, exact: false, decide: "ask" as const, trusted: true, windowSeconds: null },
    line: 3,
  };
  open.world.settings = { ...open.world.settings, permissions: [rule] };
  const permission = JSON.stringify({ ...rule, line: 9 });
  const judged = { decision: "ask", decided_by: "rule", decision_reason: "Your rule\u202e asks.", permission };
  const event = putCall(open.world.db, { id: "c1", call: judged });
  const answered = { answer: "no", answered_at: 5, answered_from: "window", words: "not\u202e now", replaced_by: "a2" };
  putApproval(open.world.db, { id: "a1", call: "c1", event, ...answered });
  const decided = { decision: "ask", by: "rule", reason: "Your rule⟨U+202E⟩ asks.", permission: "rule:0" };
  const detail = open.views.activityOf(event);
  expect(detail?.calls).toMatchObject([{ decided }]);
  expect(detail?.approvals).toMatchObject([
    { answer: "no", from: "window", words: "not⟨U+202E⟩ now", always: null, replacedBy: "a2" },
  ]);
  expect(open.views.history(null, 5)).toMatchObject([{ decided }]);
  open.world.settings = { ...open.world.settings, permissions: [] };
  expect(open.views.history(null, 5)[0]?.decided.permission).toBeNull();
});

test("a call leads to its requests in the audit and its answer, and each of these back", () => {
  const { db } = open.world;
  const event = putCall(db, { id: "c1" });
  const always = { ...rules.github, line: 4 };
  putApproval(db, { id: "a1", call: "c1", event, answer: "yes", answered_at: 50, always: ruleLine(always) });
  putApproval(db, { id: "a2", call: "c1", event, kind: "unknown", answer: "again", answered_at: 80, asked_at: 101 });
  const use = { credential: "gh", method: "PUT", destination: "https://a.test", path: "/x", outcome: "answered" };
  db.put("uses", { ...use, at: 60, tool_call: "c1" });
  db.put("uses", { ...use, at: 70, tool_call: null });
  db.put("uses", { ...use, at: 90, tool_call: "c1" });
  expect(open.views.activityOf(event)?.calls.map(({ uses }) => uses)).toEqual([[3, 1]]);
  expect(open.views.activityOf(event)?.approvals.map(({ id }) => id)).toEqual(["a1", "a2"]);
  expect(open.views.uses(null, 5).map(({ id, answer, eventId }) => [id, answer, eventId])).toEqual([
    [3, "a2", event],
    [2, null, null],
    [1, "a1", event],
  ]);
  const history = () => open.views.history(null, 5).map(({ id, uses, alwaysAt }) => [id, uses, alwaysAt]);
  expect(history()).toEqual([
    ["a2", [3, 1], null],
    ["a1", [3, 1], null],
  ]);
  open.world.settings = { ...open.world.settings, permissions: [rules.other, always] };
  expect(history()[1]).toEqual(["a1", [3, 1], "rule:1"]);
});

const anyRule = {
  ...{ tool: "http.request", methods: ["PUT"], path: null, folder: null, recipient: null, amountMax: null },
  ...{ credential: null, exact: true, decide: "allow" as const, trusted: true, windowSeconds: null, line: 1 },
};
const rules = { github: { ...anyRule, host: "api.github.com" }, other: { ...anyRule, host: "a.test" } };

test("timers: the person's own, the next due first and paused ones last, with what was missed; not the engine's", () => {
  const { timers } = open;
  const schedule = { zone: "Europe/Lisbon", everySeconds: null, catchUp: "latest" as const, cap: 24 };
  timers.syncSchedules(
    [
      { ...schedule, name: "late", cron: "0 20 * * *" },
      { ...schedule, name: "soon", cron: "0 17 * * *" },
      { ...schedule, name: "often", cron: null, everySeconds: 3600 },
    ],
    now,
  );
  timers.setFollowUp({ id: "expire:ap1", due: now + 5, name: "Merge?", origin: "engine" }, now);
  timers.setFollowUp({ id: "call back", due: now + 60, name: "call\u202e back", origin: "person" }, now);
  timers.pause("config:soon", true, now);
  const rows = open.views.timers();
  expect(rows.map((row) => [row.name, row.rule, row.paused, row.next.length])).toEqual([
    ["call⟨U+202E⟩ back", "once", false, 1],
    ["often", "Every hour", false, 5],
    ["late", "Every day at 20:00", false, 5],
    ["soon", "Every day at 17:00", true, 5],
  ]);
});

const sentence = (
  stands: Parameters<typeof answerResult>[1]["stands"],
  yours: boolean,
  call = "done",
  due: number | null = now - 3600,
) =>
  answerResult("ap1", { stands, yours, approval: { due, answered_at: now - 7080 } }, call, now, "Europe/Lisbon")
    .sentence;

test("after a tap the card says what stands", () => {
  expect(sentence("yes", true, "waiting")).toBe("Approved. The call is being made.");
  expect(sentence("yes", true, "started")).toBe("Approved. The call is being made.");
  expect(sentence("yes", true, "done")).toBe("Approved. The call was made.");
  expect(sentence("yes", true, "failed")).toMatch(/^Approved\. .*failed/);
  expect(sentence("yes", true, "unknown")).toMatch(/^Approved\. .*not known/);
  expect(sentence("again", true, "done")).toMatch(/under the same effect key\. The call was made\.$/);
  expect(sentence("no", true)).toBe("Denied. The call will not be made.");
  expect(sentence("no", false)).toBe("You denied this at 14:02. Nothing was done.");
  expect(sentence("yes", false, "started")).toBe("You approved this at 14:02. The call is being made.");
  expect(sentence("yes", false, "unknown")).toMatch(/^You approved this at 14:02\. .*not known/);
  expect(sentence("yes", false, "")).toBe("You approved this at 14:02.");
  expect(sentence("expired", false)).toBe("Too late: this expired at 15:00. Nothing was done.");
  expect(sentence("changed", false)).toMatch(/not the call the card showed/);
  expect(answerResult("x", { stands: "not_found", yours: false, approval: null }, "", now, "UTC")).toEqual({
    id: "x",
    stands: "not_found",
    yours: false,
    sentence: "This question does not exist any more. Nothing was done.",
  });
});
