import { expect, test } from "vitest";
import { splitFresh } from "../../../app/renderer/activity/fresh.ts";
import { wayOf } from "../../../app/renderer/activity/way.ts";
import { texts as decided } from "../../../app/renderer/texts/decided.ts";
import { detail, row } from "../fixtures/lists.ts";

const moment = (at: number) => `at ${at}`;

test("an event's way is told in the order it happened, ending with what became of it", () => {
  const steps = wayOf(detail(41), moment);
  expect(steps.map((step) => step.kind)).toEqual(["received", "run", "call", "approval", "finished"]);
  expect(steps.at(-1)).toMatchObject({ title: "Finished: asked you", bad: false });
});

test("a run that failed keeps its error, and a dead event says so", () => {
  const steps = wayOf(detail(31), moment);
  expect(steps.find((step) => step.kind === "run")).toMatchObject({ bad: true });
  expect(steps.at(-1)).toMatchObject({ kind: "finished", bad: true });
});

test("a run whose attempt was given back says that the next one is still the same", () => {
  const base = detail(31);
  const [run] = base.runs;
  const runs = [1, 1, 2].map((attempt) => ({ ...(run as NonNullable<typeof run>), attempt }));
  const titles = wayOf({ ...base, runs }, moment).filter(({ kind }) => kind === "run");
  expect(titles.map(({ title }) => title)).toEqual(["Run, attempt 1", "Run again, still attempt 1", "Run, attempt 2"]);
});

test("a question says how it was answered: from where, with which words, and which rule it wrote", () => {
  const base = detail(41);
  const answered = (over: Partial<(typeof base.approvals)[number]>) => {
    const approvals = base.approvals.map((one) => ({ ...one, answeredAt: 70, from: "window", ...over }));
    const step = wayOf({ ...base, approvals }, moment).find(({ kind }) => kind === "approval");
    return [step?.lines, step?.long];
  };
  expect(answered({ answer: "no", words: "Not before Friday." })).toEqual([
    ["denied in the window at 70", "You said: “Not before Friday.”"],
    [],
  ]);
  expect(answered({ answer: "yes", always: "- { decide: allow }" })).toEqual([
    ["approved in the window at 70", "It wrote the rule"],
    ["- { decide: allow }"],
  ]);
  expect(answered({ answer: "no", replacedBy: "ap_2" })[0]?.[1]).toMatch(/You changed the call/);
  expect(answered({ answer: "expired", from: "deadline" })[0]).toEqual(["expired unanswered at 70"]);
});

test("a call leads to its requests in the audit, an answered question to its answer, one that waits nowhere", () => {
  const base = detail(41);
  const leads = (from: typeof base) => wayOf(from, moment).flatMap((step) => step.leads.map(({ part }) => part));
  expect(leads({ ...base, calls: base.calls.map((call) => ({ ...call, uses: [12, 7] })) })).toEqual([
    "use:12",
    "use:7",
  ]);
  const approvals = base.approvals.map((one) => ({ ...one, id: "ap_1", answer: "yes" as const, answeredAt: 70 }));
  expect(leads({ ...base, calls: [], approvals })).toEqual(["answer:ap_1"]);
});

test("a call says what decided it", () => {
  const call = wayOf(detail(41), moment).find(({ kind }) => kind === "call");
  expect(call?.decided).toMatchObject({ by: "default", decision: "ask" });
  expect(call?.decided && decided.decided(call.decided)).toBe("Asked without a rule");
  expect(decided.decided({ decision: "deny", by: "of another age", reason: "No.", permission: null })).toBe("Denied");
});

test("while the person has scrolled, newer rows are counted and not drawn; older ones that were loaded are drawn", () => {
  const rows = [9, 8, 7, 6].map((id) => row({ id }));
  expect(splitFresh(rows, 7)).toEqual({ shown: rows.slice(2), fresh: 2 });
  expect(splitFresh(rows, null)).toEqual({ shown: rows, fresh: 0 });
});

test("a message that is held was not told yet: only a sent one is", () => {
  const told = (sent: (number | null)[]) => {
    const messages = sent.map((sentAt, id) => ({ id, body: "Built.", created: 10, sentAt }));
    return wayOf({ ...detail(41), outcome: "message", messages }, moment).at(-1)?.title;
  };
  expect(told([20])).toBe("Finished: told you");
  expect(told([null])).toBe("Finished: to be told");
  expect(told([20, null])).toBe("Finished: to be told");
  expect(told([])).toBe("Finished: something to say");
});
