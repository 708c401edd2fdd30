// Why a card is asked, what was answered and what came of it, grants and uses: the rows of the Permissions view.
import { afterEach, beforeEach, expect, test } from "vitest";
import { createApprovalQueries } from "../../../../app/main/engine/views/approvals.ts";
import { createActivityQueries } from "../../../../app/main/engine/views/activity.ts";
import { answeredApprovals } from "../../../../app/main/engine/views/statements.ts";
import { createAuditQueries } from "../../../../app/main/engine/views/audit.ts";
import { type Filled, openFilled, putApproval, putCall } from "./support.ts";

let db: Filled;
beforeEach(() => {
  db = openFilled();
});
afterEach(() => db.close());

test("a card says how it was decided, with what credential, and shows the beginning of what caused it", () => {
  const judged = {
    ...{ decided_by: "provenance", decision_reason: "It read text from outside.", provenance: "untrusted" },
    ...{
      permission: '{"tool":"*"}',
      facts: '{"host":"api.test"}',
      findings: '[{"kind":"bidi"}]',
      credential: "github",
    },
  };
  const event = putCall(db, { id: "c1", event: { payload: '{"title":"Merge me"}' }, call: judged });
  putCall(db, { id: "c2" });
  putApproval(db, { id: "a1", call: "c1", event, due: 300 });
  putApproval(db, { id: "a0", call: "c2", event, due: 200, answer: "no", answered_at: 150, replaced_by: "a1" });
  const approvals = createApprovalQueries(db.store);
  const [card] = approvals.waiting(5, 9);
  expect(card).toMatchObject({ ...judged, decision: "ask", payload: '{"title":', payload_length: 20, replaces: "a0" });
  expect(approvals.waiting(5)[0]?.payload).toBe('{"title":"Merge me"}');
});

test("a card whose cause is not kept any more, and that replaces none, says so", () => {
  const event = putCall(db, { id: "c1", event: { payload: null } });
  putApproval(db, { id: "a1", call: "c1", event });
  expect(createApprovalQueries(db.store).waiting(5)[0]).toMatchObject({
    payload: null,
    payload_length: null,
    replaces: null,
  });
});

test("the history: the last answer first, with words, rule and what became of the call; questions that wait are not in it", () => {
  const result = JSON.stringify({ status: 200, summary: "answered 200" });
  const event = putCall(db, {
    id: "made",
    event: { event: "push" },
    call: { status: "done", starts: 1, result, ended_at: 9 },
  });
  putCall(db, { id: "failed", call: { status: "failed", error: "answered 409", result: '{"status":409}' } });
  putCall(db, { id: "odd", call: { status: "done", result: "no JSON" } });
  putApproval(db, { id: "w", call: "made", event });
  putApproval(db, {
    id: "y",
    call: "made",
    event,
    answer: "yes",
    answered_at: 50,
    answered_from: "window",
    always: "- {}",
  });
  putApproval(db, { id: "n", call: "failed", event, answer: "no", answered_at: 70, words: "not now" });
  putApproval(db, { id: "r", call: "failed", event, answer: "no", answered_at: 60, replaced_by: "n" });
  putApproval(db, { id: "u", call: "odd", event, kind: "unknown", due: null, answer: "did", answered_at: 40 });
  const rows = createApprovalQueries(db.store).history(null, 10);
  expect(rows.map(({ id }) => id)).toEqual(["n", "r", "y", "u"]);
  expect(rows[0]).toMatchObject({ words: "not now", status: "failed", error: "answered 409", summary: null });
  expect(rows[1]).toMatchObject({ answer: "no", replaced_by: "n", words: null });
  expect(rows[2]).toMatchObject({
    ...{ answered_from: "window", always: "- {}", status: "done", starts: 1, ended_at: 9, summary: "answered 200" },
    ...{ source: "github", name: "push", event, tool: "http.request", call: "made" },
  });
  expect(rows[3]).toMatchObject({ kind: "unknown", due: null, summary: null });
});

test("pages of the history neither skip nor repeat what was answered in the same second", () => {
  const event = putCall(db, { id: "c" });
  const at = [10, 20, 20, 20, 20, 30, 30];
  for (const [n, answered_at] of at.entries())
    putApproval(db, { id: `a${n}`, call: "c", event, answer: "no", answered_at });
  const approvals = createApprovalQueries(db.store);
  const seen: string[] = [];
  let before: Parameters<typeof approvals.history>[0] = null;
  for (;;) {
    const page = approvals.history(before, 2);
    seen.push(...page.map(({ id }) => id));
    before = page.at(-1) ?? null;
    if (before === null) break;
  }
  expect(seen).toEqual(["a6", "a5", "a4", "a3", "a2", "a1", "a0"]);
});

test("a hundred thousand answers: a page of the history sorts nothing and reads no table whole", () => {
  const plan = db.store
    .prepare<{ detail: string }>(`explain query plan ${answeredApprovals}`)
    .all(1, 1, 1, 1)
    .map(({ detail }) => detail);
  expect(plan[0]).toContain("approvals_answered (answered_at<?)");
  expect(plan.filter((detail) => /SCAN|TEMP/.test(detail))).toEqual([]);
});

test("Activity shows words, rules and changes with the approvals of an event", () => {
  const event = putCall(db, { id: "c1" });
  putApproval(db, { id: "a1", call: "c1", event, answer: "no", answered_at: 5, words: "not now", replaced_by: "a2" });
  const detail = createActivityQueries(db.store).event(event, 10);
  expect(detail?.approvals).toMatchObject([{ words: "not now", always: null, replaced_by: "a2" }]);
});

function putGrant(id: string, more: Record<string, string | number>) {
  const row = {
    token_hash: `hash-${id}`,
    destination: "https://api.test",
    methods: "GET",
    path_prefix: "/",
    purpose: "p",
  };
  db.put("grants", { id, ...row, uses_left: 1, made_at: 100, expires_at: 200, ...more });
}

test("grants: those that can be used now, and the latest that were made", () => {
  putGrant("old", { made_at: 50, expires_at: 90 });
  putGrant("live", { credential: "github" });
  putGrant("used up", { uses_left: 0, made_at: 110 });
  putGrant("revoked", { revoked_at: 120, revoked_why: "by you", made_at: 120 });
  const { live, recent } = createAuditQueries(db.store).grants(150, 3);
  expect(live.map(({ id }) => id)).toEqual(["live"]);
  expect(recent.map(({ id }) => id)).toEqual(["revoked", "used up", "live"]);
  expect(JSON.stringify([live, recent])).not.toContain("hash-");
  expect(createAuditQueries(db.store).grants(200, 3).live).toEqual([]);
});

test("uses: newest first by pages, of one credential, of one call with its title", () => {
  const event = putCall(db, { id: "c1", call: { title: "Merge it" } });
  const use = { method: "GET", destination: "https://api.test", path: "/", outcome: "answered", status: 200 };
  const ids = ["github", "none", "github", "github"].map((credential, n) =>
    db.put("uses", {
      ...use,
      at: n,
      ...(credential === "none" ? {} : { credential }),
      ...(n === 2 ? { tool_call: "c1" } : {}),
    }),
  );
  const { uses } = createAuditQueries(db.store);
  expect(uses(null, 3).map(({ id }) => id)).toEqual([ids[3], ids[2], ids[1]]);
  expect(uses(ids[1] as number, 3).map(({ id }) => id)).toEqual([ids[0]]);
  expect(uses(null, 2, { credential: "github" }).map(({ id }) => id)).toEqual([ids[3], ids[2]]);
  expect(uses(ids[2] as number, 9, { credential: "github" }).map(({ id }) => id)).toEqual([ids[0]]);
  expect(uses(null, 9, { call: "c1" })).toMatchObject([{ id: ids[2], title: "Merge it", event, credential: "github" }]);
});
