// Which rule decides an event, how texts and arguments are filled in, and what each mistake in a rule says.
import { describe, expect, test } from "vitest";
import { createDecide } from "../../app/agent/decide.ts";
import type { Rule } from "../../app/preload/contract/agent.ts";
import type { AgentEvent } from "../../app/preload/contract/agent-event.ts";
import { reasonLengthMax, textLengthMax } from "../../app/preload/contract/agent-bounds.ts";
import { decisionSchema } from "../../app/preload/contract/agent.ts";

const decide = createDecide();

function rule(more: Partial<Rule> = {}): Rule {
  return {
    name: "R",
    line: 7,
    on: "*",
    event: null,
    if: null,
    ending: { kind: "tell", text: "x", urgent: false },
    ...more,
  };
}

function event(payload: unknown, more: Partial<AgentEvent> = {}): AgentEvent {
  return { id: 1, source: "github", kind: "github", event: "issues", payload: JSON.stringify(payload), ...more };
}

async function textOf(template: string, payload: unknown): Promise<string> {
  const decision = await decide([rule({ ending: { kind: "tell", text: template, urgent: false } })], event(payload));
  return decision.kind === "message" ? decision.text : `${decision.kind}: ${"error" in decision ? decision.error : ""}`;
}

async function callOf(call: unknown, payload: unknown) {
  const ending = { kind: "ask", title: "Do it?", call: "http.request", with: call, windowSeconds: null } as const;
  const decision = await decide([rule({ ending })], event(payload));
  expect(decisionSchema.safeParse(decision).success).toBe(true);
  return decision.kind === "deferred" ? decision.arguments : "error" in decision ? decision.error : decision.kind;
}

describe("the first rule that matches decides", () => {
  const named = (name: string, more: Partial<Rule>) => rule({ name, ending: { kind: "nothing" }, ...more });
  const cases: [name: string, rules: Rule[], event: AgentEvent, decided: string | null][] = [
    ["by source", [named("other", { on: "shell" }), named("it", { on: "github" })], event({}), "it"],
    ["by kind", [named("it", { on: "github" })], event({}, { source: "work" }), "it"],
    ["by event", [named("no", { event: "push" }), named("it", { event: "issues" })], event({}), "it"],
    ["an event without a name fits no `event`", [named("no", { event: "issues" })], event({}, { event: null }), null],
    ["by if", [named("no", { if: "a = 2" }), named("it", { if: "a = 1" })], event({ a: 1 }), "it"],
    ["in order", [named("it", {}), named("late", {})], event({}), "it"],
    ["`*` is any but approvals", [named("no", {})], event({}, { source: "approval", kind: "approval" }), null],
    [
      "approvals when named",
      [named("it", { on: "approval" })],
      event({}, { source: "approval", kind: "approval" }),
      "it",
    ],
    ["none", [named("no", { on: "stripe" })], event({}), null],
  ];
  test.each(cases)("%s", async (_name, rules, at, decided) => {
    expect(await decide(rules, at)).toEqual({ kind: "nothing", rule: decided });
  });

  test("and a rule after it that is broken does no harm", async () => {
    expect(await decide([rule(), rule({ if: "((" })], event({}))).toMatchObject({ kind: "message" });
  });

  test("and a rule before it that fails fails the event, with name and line", async () => {
    const failing = rule({ name: "First", line: 42, if: "$number(a) > 1" });
    expect(await decide([failing, rule()], event({ a: "abc" }))).toMatchObject({
      kind: "failed",
      rule: "First",
      line: 42,
    });
  });
});

describe("a condition is true as JSONata means it", () => {
  const cases: [condition: string, holds: boolean][] = [
    ["list", true],
    ["empty", false],
    ["zeros", false],
    ["missing", false],
    ["missing = 1", false],
    ["none", false],
    ["text", true],
    ["''", false],
    ["zero", false],
    ["object", true],
    ["{}", false],
    ["list[$ > 2]", false],
    ["$event = 'issues' and $source = 'github'", true],
    ["$contains(text, /^W/)", true],
    ["function($x) { $x }", false],
  ];
  const payload = { list: [0, 1], empty: [], zeros: [0, 0], none: null, text: "Word", zero: 0, object: { a: 1 } };
  test.each(cases)("%s is %s", async (condition, holds) => {
    const decision = await decide([rule({ if: condition })], event(payload));
    expect(decision.kind).toBe(holds ? "message" : "nothing");
  });

  test("and `$event` is null where there is none", async () => {
    expect((await decide([rule({ if: "$event = null" })], event({}, { event: null }))).kind).toBe("message");
  });
});

describe("a text", () => {
  const payload = {
    a: { b: 1, c: [1, "x"] },
    yes: true,
    none: null,
    html: "<i>&amp;",
    long: "y".repeat(9000),
    event: "mine",
  };
  const cases: [template: string, text: string][] = [
    ["{{ a.b }}{{ yes }}{{ none }}{{ nil }}{{ missing.deep }}.", "1true."],
    ["{{ a }} {{ a.c }}", '{"b":1,"c":[1,"x"]} [1,"x"]'],
    ["{{ a | raw }}", '{"b":1,"c":[1,"x"]}'],
    ["{{ html }}", "<i>&amp;"],
    ["{{ event }} {{ source }}", "mine github"],
    ["{% if missing %}no{% else %}yes{% endif %}", "yes"],
    ["{{ a.constructor }}{{ constructor }}{{ a.__proto__ }}|", "|"],
    ["  padded \n", "padded"],
  ];
  test.each(cases)("%s", async (template, text) => {
    expect(await textOf(template, payload)).toBe(text);
  });

  test("has no control characters and no turned writing, and keeps its lines and emoji", async () => {
    expect(await textOf("{{ t }}", { t: "a\u0007b\r\nc\u202Ed\u2066e 👩‍💻 \ud800" })).toBe("a b\ncde 👩‍💻 \ufffd");
  });

  test("is bounded, with the cut marked and no character halved", async () => {
    const text = await textOf("{{ long }}", payload);
    expect(text).toHaveLength(textLengthMax);
    expect(text.endsWith("y … (cut)")).toBe(true);
    const emoji = await textOf("a{{ t }}", { t: "😀".repeat(20_000) });
    expect(emoji.length).toBeLessThanOrEqual(textLengthMax);
    expect(/\p{Surrogate}/u.test(emoji)).toBe(false);
    expect(emoji.endsWith("😀 … (cut)")).toBe(true);
    expect(await textOf("{{ t }}", { t: "z".repeat(textLengthMax) })).toBe("z".repeat(textLengthMax));
  });

  test("that comes out empty fails the event instead of saying nothing", async () => {
    expect(await textOf("{{ missing }}", payload)).toContain("its `tell` comes out empty");
  });
});

describe("the arguments of a call", () => {
  test("are texts where they are templates, and keep numbers, booleans and null as written", async () => {
    const call = {
      a: "{{ n }}",
      b: 5,
      c: true,
      d: null,
      e: [1, "{{ s }}", { f: "{{ o }}" }],
      "{{ s }}": "key as it is",
    };
    expect(await callOf(call, { n: 7, s: "x", o: { p: 1 } })).toEqual({
      a: "7",
      b: 5,
      c: true,
      d: null,
      e: [1, "x", { f: '{"p":1}' }],
      "{{ s }}": "key as it is",
    });
    expect(await callOf(undefined, {})).toEqual({});
  });

  test("keep control characters and length as they are: the card shows the exact call", async () => {
    expect(await callOf({ body: "{{ t }}" }, { t: `a\u0007\u202E${"b".repeat(5000)}` })).toEqual({
      body: `a\u0007\u202E${"b".repeat(5000)}`,
    });
  });

  const polluting = Object.defineProperty({}, "__proto__", { value: 1, enumerable: true });
  const cases: [name: string, call: unknown, reason: string][] = [
    [
      "a missing variable",
      { url: "https://x/{{ a.nope }}" },
      "its `with.url` uses `a.nope`, which this event does not have.",
    ],
    [
      "a missing variable deep inside",
      { b: [{ c: "{{ z }}" }] },
      "its `with.b[0].c` uses `z`, which this event does not have.",
    ],
    [
      "a missing variable in a filter",
      { u: "{{ a.x | append: nope }}" },
      "its `with.u` uses `nope`, which this event does not have.",
    ],
    ["a list", [1], "its `with` is not a list of names and values."],
    ["a text", "x", "its `with` is not a list of names and values."],
    ["infinity", { n: Number.POSITIVE_INFINITY }, "its `with.n` is something JSON cannot say."],
    ["a forged key", polluting, "its `with` has a key `__proto__`, which is not allowed."],
    [
      "too much text",
      { a: "{{ long }}", b: "{{ long }}", c: "{{ long }}" },
      "its `with.c` comes out longer than a call may be (200000 characters).",
    ],
    ["too deep", JSON.parse(`${'{"a":'.repeat(40)}1${"}".repeat(40)}`), "its `with` nests deeper than 32."],
  ];
  test.each(cases)("with %s fail the event", async (_name, call, reason) => {
    expect(await callOf(call, { a: { x: "1" }, long: "y".repeat(80_000) })).toBe(reason);
  });

  test("may test and default a missing variable", async () => {
    expect(await callOf({ u: "{% if nope %}a{% else %}b{% endif %}{{ nope | default: 'c' }}" }, {})).toEqual({
      u: "bc",
    });
  });
});

describe("a whole number too large to be exact", () => {
  const exact =
    '{"issue":{"id":12345678901234567891,"low":-9007199254740993,"ids":[9007199254740992]},"safe":9007199254740991}';
  const of = (more: Partial<Rule>) => decide([rule(more)], { ...event({}), payload: exact });
  const said = (text: string): Rule["ending"] => ({ kind: "tell", text, urgent: false });

  test("keeps its digits in a text, whole lists and objects too; a smaller one stays a number", async () => {
    expect(await of({ ending: said("{{ issue.id }} {{ issue.low }} {{ issue.ids[0] }} {{ safe }}") })).toMatchObject({
      text: "12345678901234567891 -9007199254740993 9007199254740992 9007199254740991",
    });
  });

  test("keeps its digits in the address and the body of a call", async () => {
    const call = { url: "https://x.test/{{ issue.id }}", body: { id: "{{ issue.id }}" } };
    const ending = { kind: "ask", title: "x", call: "http.request", with: call, windowSeconds: null } as const;
    expect(await of({ ending })).toMatchObject({
      arguments: { url: "https://x.test/12345678901234567891", body: { id: "12345678901234567891" } },
    });
  });

  test("is compared as the text it is, and its neighbour is another", async () => {
    const told = { ending: said("x") };
    expect((await of({ ...told, if: "issue.id = '12345678901234567891'" })).kind).toBe("message");
    expect((await of({ ...told, if: "issue.id = '12345678901234567890'" })).kind).toBe("nothing");
    expect((await of({ ...told, if: "safe = 9007199254740991 and safe - 1 < safe" })).kind).toBe("message");
  });

  test("changes nothing about other numbers, long texts and forged functions beside it", async () => {
    const payload =
      '{"a":1.5,"b":1e20,"t":"1234567890123456789","f":{"_jsonata_lambda":true},"n":12345678901234567891}';
    const decision = await decide([rule({ ending: said("{{ a }} {{ b }} {{ t }} {{ f }}") })], {
      ...event({}),
      payload,
    });
    expect(decision).toMatchObject({ text: "1.5 100000000000000000000 1234567890123456789 {}" });
  });
});

test("a reason is bounded", async () => {
  const decision = await decide([rule({ if: `$error($pad('x', 100000))` })], event({}));
  expect(decision).toMatchObject({ kind: "failed" });
  expect("error" in decision && decision.error.length).toBeLessThanOrEqual(reasonLengthMax);
});

test("compiled texts are kept, failures too, and the oldest are let go", async () => {
  const { remember } = await import("../../app/agent/cache.ts");
  let compiled = 0;
  const once = remember((text) => {
    compiled += 1;
    if (text === "bad") throw new Error("bad text");
    return text;
  });
  for (let round = 0; round < 3; round += 1) {
    expect(once("a")).toBe("a");
    expect(() => once("bad")).toThrow("bad text");
  }
  expect(compiled).toBe(2);
  for (let index = 0; index < 1000; index += 1) once(`t${index}`);
  once("a");
  expect(compiled).toBe(1003);
});
