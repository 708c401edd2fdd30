// What is found wrong in a rule before an event comes: place, words, and no false alarm.
import { describe, expect, test } from "vitest";
import { checkRule } from "../../app/agent/check.ts";
import type { Rule } from "../../app/preload/contract/agent.ts";
import { fromAgentSchema } from "../../app/preload/contract/agent.ts";
import { defaultRules } from "../../app/main/settings/default-rules.ts";
import { readRules } from "../../app/main/settings/rules-file.ts";

function rule(more: Partial<Rule> = {}): Rule {
  return { name: "R", line: 7, on: "*", event: null, if: null, ending: { kind: "nothing" }, ...more };
}
const condition = (text: string) => checkRule(rule({ if: text }));
const tell = (text: string) => checkRule(rule({ ending: { kind: "tell", text, urgent: false } }));

describe("a condition that can not be read", () => {
  const cases: [condition: string, line: number, reason: string][] = [
    ["(action = 'opened'", 1, "its `if` can not be read (at character 18): Expected"],
    [
      "action == 'opened'",
      1,
      'at character 9): The symbol "=" cannot be used as a unary operator. Write one = for “is equal”.',
    ],
    ["a && b", 1, "Write and in place of &&."],
    ["a || b", 1, "Write or in place of ||."],
    ["action = 'opened", 1, "must be terminated by a matching quote"],
    ["a = 1 and\n  (b = ", 2, "at line 2 of it"],
    ["$contain(title, 'x')", 1, "its `if` calls $contain, and there is no such function."],
    ["a = 1 and\n$lowercases(b) = 'x'", 2, "$lowercases"],
    ["issue.id = 12345678901234567891", 1, "the whole number 12345678901234567891, which is too large"],
    ["/(/", 1, "can not be read"],
    ["", 1, "can not be read"],
    ["(".repeat(15_000), 1, "it nests too deep"],
  ];
  test.each(cases)("%s", async (text, line, reason) => {
    const [flaw, ...more] = await condition(text);
    expect(more).toEqual([]);
    expect(flaw?.path).toEqual(["if"]);
    expect(flaw?.reason).toContain(reason);
    if (text.length < 100) expect(flaw?.line).toBe(line);
    expect(fromAgentSchema.safeParse({ type: "checked", check: 1, flaws: [flaw] }).success).toBe(true);
  });
});

test.each([
  "action = 'opened' and $count(labels[name = 'bug']) > 0",
  "$event = 'x' and $source = 'y'",
  "($f := function($x) { $g($x) }; $g := function($y) { $y }; $f(1))",
  "$map(list, function($v, $i) { $uppercase($v) })",
  "list.($sum(a) > 9007199254740991)",
  "a > 1e20 or a = 1.5",
  "$contains(text, /^W[0-9]{20}/)",
  "$reduce([1..5], $sum) > 1",
  "$matchers := 1",
])("a condition that can be read is let through: %s", async (text) => {
  expect(await condition(text)).toEqual([]);
});

describe("a text that can not be read", () => {
  const cases: [template: string, line: number | null, reason: string][] = [
    ["{{ title", 1, 'its `tell` can not be read (at character 1): output "{{ title" not closed.'],
    [
      "a\nb {{ t | upcases }}",
      2,
      "its `tell` can not be read (at line 2 of it, character 3): there is no filter `upcases`.",
    ],
    ["{% if a %}x", 1, "not closed"],
    ["{% foo %}", 1, 'tag "foo" not found'],
    ["{% include 'x' %}", 1, "cannot read other files"],
    ["x".repeat(100_001), null, "longer than 100000 characters"],
  ];
  test.each(cases)("%s", async (text, line, reason) => {
    const [flaw] = await tell(text);
    expect(flaw).toMatchObject({ path: ["tell"], line });
    expect(flaw?.reason).toContain(reason);
  });
});

test("every text of a call is read, wherever it stands, and each flaw has its place", async () => {
  const call = { method: "PUT", url: "https://x/{{ a", body: { list: [1, "{{ b }}", { c: "{% nope %}" }], d: null } };
  const ending = {
    kind: "ask",
    title: "{{ t | nope }}",
    call: "http.request",
    with: call,
    windowSeconds: null,
  } as const;
  const flaws = await checkRule(rule({ if: "((", ending }));
  expect(flaws.map(({ path }) => path)).toEqual([
    ["if"],
    ["ask", "title"],
    ["ask", "with", "url"],
    ["ask", "with", "body", "list", 2, "c"],
  ]);
  expect(flaws[3]?.reason).toContain("`with.body.list[2].c`");
});

test("a rule with a hundred flaws is told the first twenty", async () => {
  const call = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`k${index}`, "{{ a"]));
  const ending = { kind: "ask", title: "x", call: "http.request", with: call, windowSeconds: null } as const;
  expect(await checkRule(rule({ ending }))).toHaveLength(20);
});

test("the default rules have no flaw", async () => {
  const read = readRules(defaultRules);
  if (!read.ok) throw new Error("The default rules are no rules.");
  for (const one of read.rules) expect(await checkRule(one)).toEqual([]);
});
