// Rules that loop, hang or eat memory, on the real process: the event fails with a clear sentence, its neighbours do not.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Rule } from "../../../app/preload/contract/agent.ts";
import { agentEntry, event, fakeAgent, hostOf, type Launched, signal, tell } from "./support.ts";

const good = tell("good", "good");
const goodDecision = { kind: "message", rule: "Tell", text: "good", urgent: false };

/** A good event, the bad one, a good one; then a run of its own for the last. */
async function between(bad: Rule, payload: unknown, limits = { eventMilliseconds: 3000 }) {
  const { host, launched } = hostOf([good, { ...bad, name: "Bad" }], { limits });
  const first = await host.run(1, [event(1, { good: true }), event(2, payload), event(3, { good: true })], signal());
  expect(first.decisions.get(1)).toEqual(goodDecision);
  const again = await host.run(2, [event(3, { good: true })], signal());
  expect(again).toEqual({ decisions: new Map([[3, goodDecision]]), failure: null });
  return { first, launched: launched.length };
}

function residentBytes({ pid }: Launched): number | null {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]);
  return pages * 4096;
}

const heldInside: [name: string, rule: Rule, reason: string][] = [
  ["an endless loop in `if`", tell("x", "($f := function($x) { $f($x) }; $f(1))"), "its `if` took longer than 1 s"],
  ["a recursion without end", tell("x", "($f := function($x) { 1 + $f($x) }; $f(1))"), "more than 500 deep"],
  ["a range of ten million", tell("x", "$count([1..10000000]) > 1"), "a list of more than 100000 items"],
  ["a list that doubles", tell("x", "($f := function($x) { $f($append($x, $x)) }; $f([1, 2]))"), "a list of more than"],
  ["a text that doubles", tell("x", "$reduce([1..60], function($a, $b) { $a & $a }, 'xxxx')"), "too long a text"],
  ["an `if` that is no JSONata", tell("x", "action = "), "its `if` could not be evaluated"],
  ["an `if` that calls what is not there", tell("x", "$nope()"), "its `if` could not be evaluated"],
  [
    "loops in loops in a text",
    tell("{% for i in (1..2000) %}{% for j in (1..2000) %}{{ i }}{% endfor %}{% endfor %}"),
    "`tell`",
  ],
  ["a range of a billion in a text", tell("{% for i in (1..1000000000) %}x{% endfor %}"), "builds more text"],
  [
    "a captured text that doubles",
    tell(`{% assign a = "xxxxxxxx" %}${"{% capture a %}{{ a }}{{ a }}{% endcapture %}".repeat(40)}{{ a }}`),
    "builds more text",
  ],
  ["another file", tell("{% include '/etc/passwd' %}"), "cannot read other files"],
  ["an unknown filter", tell("{{ action | nope }}"), "undefined filter: nope"],
  ["a text that comes out empty", tell("{{ nothing.here }} "), "comes out empty"],
];

describe("held inside the process", () => {
  test.each(heldInside)("%s fails its event alone", async (_name, rule, reason) => {
    const { first, launched } = await between(rule, { action: "opened" });
    expect(first.failure).toBeNull();
    expect(first.decisions.get(3)).toEqual(goodDecision);
    expect(launched).toBe(1);
    const decision = first.decisions.get(2);
    expect(decision).toMatchObject({ kind: "failed", rule: "Bad" });
    const error = decision?.kind === "failed" ? decision.error : "";
    expect(error).toContain('The rule "Bad" (rules.yaml, line 3) failed: ');
    expect(error).toContain(reason);
  });

  test("a payload that is not JSON fails its event alone", async () => {
    const { first } = await between(tell("x"), "{not json");
    expect(first.decisions.get(2)).toMatchObject({ kind: "failed", error: expect.stringContaining("is not JSON") });
    expect(first.decisions.get(3)).toEqual(goodDecision);
  });
});

describe("ended from outside", () => {
  test("a catastrophic regular expression is stopped at the time limit", async () => {
    const { first, launched } = await between(
      tell("x", "$contains(text, /^(a+)+$/)"),
      { text: `${"a".repeat(50)}!` },
      { eventMilliseconds: 500 },
    );
    expect(first.failure).toEqual({
      kind: "timed_out",
      event: 2,
      sentence:
        "The agent process was stopped: applying the rules to this event took longer than 0.5 s. Look at the `if` and the texts of the rules that match this event, then Retry.",
    });
    expect([...first.decisions.keys()]).toEqual([1]);
    expect(launched).toBe(2);
  });

  test("a memory bomb in the heap ends the process, and the sentence says so", async () => {
    // With the process's clock standing still its own time limit never strikes, however slow this machine is.
    const entry = fakeAgent(`Date.now = () => 0;\nawait import(${JSON.stringify(agentEntry)});`);
    const bomb = tell("x", "$count($map([1..100000], function($v) { [[1..50000]] })) > 1", { name: "Bad" });
    const { host, launched } = hostOf([good, bomb], { entry, limits: { eventMilliseconds: 60_000 } });
    const report = await host.run(1, [event(1, { good: true }), event(2, {}), event(3, { good: true })], signal());
    expect(report.failure).toMatchObject({ kind: "died", event: 2 });
    expect(report.failure?.sentence).toContain("needs more than 192 MB of memory");
    expect([...report.decisions]).toEqual([[1, goodDecision]]);
    expect((await host.run(2, [event(3, { good: true })], signal())).decisions.get(3)).toEqual(goodDecision);
    expect(launched).toHaveLength(2);
  });

  test("memory beyond the host's own limit is seen while the process hangs", async () => {
    const { host } = hostOf([tell("x", "$contains(text, /^(a+)+$/)")], {
      limits: { eventMilliseconds: 60_000, memoryBytes: 30 * 1024 * 1024, sampleMilliseconds: 20 },
      memoryOf: (agent) => residentBytes(agent as Launched),
    });
    const report = await host.run(1, [event(2, { text: `${"a".repeat(50)}!` })], signal());
    expect(report.failure).toMatchObject({ kind: "died" });
    expect(report.failure?.sentence).toMatch(/took \d+ MB of memory, and 30 MB is its limit/);
  });
});

test("what a payload calls itself changes nothing for the events after it", async () => {
  const hostile =
    '{"__proto__":{"polluted":"yes","action":"p"},"constructor":{"prototype":{"polluted":"yes"}},"toString":"x","valueOf":1,' +
    '"f":{"_jsonata_function":true,"implementation":"x"},"g":{"\\u005fjsonata_lambda":true,"body":{"type":"regex"},"arguments":[]}}';
  const rules = [
    tell("seen", "hostile_done"),
    tell("{{ polluted }}{{ constructor.prototype.polluted }}{{ toString }}", "polluted = 'yes'", { name: "Polluted" }),
    tell(
      "f: {{ f }} g: {{ g }}",
      "$merge([$, {'__proto__': {'polluted': 'yes'}}]).constructor.prototype.polluted = 'yes'",
      {
        name: "Own keys",
        event: "issues",
      },
    ),
    tell("clean{{ polluted }}", null, { name: "Clean" }),
  ];
  const { host } = hostOf(rules);
  const { decisions, failure } = await host.run(
    1,
    [event(1, hostile), event(2, {}), event(3, "[]", { event: "list" }), event(4, "null", { event: "null" })],
    signal(),
  );
  expect(failure).toBeNull();
  expect(decisions.get(1)).toMatchObject({
    rule: "Own keys",
    text: 'f: {"implementation":"x"} g: {"body":{"type":"regex"},"arguments":[]}',
  });
  for (const id of [2, 3, 4]) expect(decisions.get(id)).toMatchObject({ rule: "Clean", text: "clean" });
});
