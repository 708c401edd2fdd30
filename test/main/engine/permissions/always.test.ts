import { fc, test as property } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { alwaysHelps, alwaysRule, ruleLine } from "../../../../app/main/engine/permissions/always.ts";
import { decide } from "../../../../app/main/engine/permissions/decide.ts";
import type { CallFacts } from "../../../../app/main/engine/permissions/facts.ts";
import { matches } from "../../../../app/main/engine/permissions/matching.ts";
import { anyFacts, anyRule, call, finding, plainFacts, rule } from "./samples.ts";

const provenance = fc.constantFrom("clean" as const, "untrusted" as const);
/** What a rule can name. */
const nameable = ["tool", "method", "host", "path", "folder", "recipient", "amount", "credential"] as const;
const differ = (a: CallFacts, b: CallFacts) =>
  nameable.some((field) => a[field] !== b[field]) || (a.host !== null && a.scheme !== b.scheme);

property.prop([plainFacts, provenance], { numRuns: 3000 })("the rule allows what was shown", (facts, from) => {
  expect(decide(facts, from, [alwaysRule(facts, from)], true).decide).toBe("allow");
});

property.prop([plainFacts, anyFacts, provenance], { numRuns: 5000 })(
  "and nothing that differs in any field",
  (shown, other, from) => {
    expect(matches(alwaysRule(shown, from), other)).toBe(!differ(shown, other));
  },
);

property.prop([plainFacts, anyFacts, fc.constantFrom(...nameable), provenance], { numRuns: 5000 })(
  "nor in one field alone",
  (shown, other, field, from) => {
    fc.pre(shown[field] !== other[field]);
    expect(matches(alwaysRule(shown, from), { ...shown, [field]: other[field] })).toBe(false);
  },
);

property.prop([plainFacts], { numRuns: 2000 })(
  "one shown in a clean run does not count after text from outside",
  (facts) => {
    fc.pre(facts.outward && !facts.reads);
    expect(decide(facts, "untrusted", [alwaysRule(facts, "clean")], true).decide).toBe("ask");
  },
);

test("an address in clear is another one than the same encrypted, and its line says so", () => {
  const line = ruleLine(alwaysRule(call({ scheme: "http" }), "clean"));
  expect(line).toContain('host: "http://api.github.com"');
  expect(ruleLine(alwaysRule(call({ scheme: "https" }), "clean"))).toContain("host: api.github.com,");
});

const readBack = (line: string): Record<string, unknown> => {
  const list = parse(line) as Record<string, unknown>[];
  expect(list).toHaveLength(1);
  return list[0] as Record<string, unknown>;
};

property.prop(
  [
    fc.oneof(
      anyRule,
      plainFacts.map((facts) => alwaysRule(facts, "untrusted")),
    ),
    fc.string({ unit: "binary" }),
  ],
  {
    numRuns: 3000,
  },
)("its line is YAML that says the same", (base, text) => {
  const one = {
    ...base,
    recipient: base.recipient === null ? null : text,
    path: base.path === null ? null : `/${text}$`,
  };
  const line = ruleLine(one);
  expect(line).not.toMatch(/[\n\r\u0085\u2028\u2029\u202e]/);
  const read = readBack(line);
  const methods = read.method === undefined ? null : [read.method].flat();
  expect({
    tool: read.tool,
    methods,
    host: read.host ?? null,
    path: read.path ?? null,
    folder: read.folder ?? null,
    recipient: read.recipient ?? null,
    amountMax: read.amount ?? null,
    credential: read.credential ?? null,
    exact: read.exact ?? false,
    decide: read.decide,
    trusted: read.trusted ?? true,
    windowSeconds: read.window ?? null,
    line: null,
  }).toEqual({ ...one, exact: one.exact ?? false, line: null });
});

test("the line is short and in the order in which people write", () => {
  const facts = call({ method: "PUT", path: "/repos/octo/hello/pulls/1/merge", credential: "github" });
  expect(ruleLine(alwaysRule(facts, "untrusted"))).toBe(
    '- { tool: http.request, method: PUT, host: api.github.com, path: "/repos/octo/hello/pulls/1/merge$", credential: github, decide: allow, trusted: false, exact: true }',
  );
});

test.each([
  "yes",
  "no",
  "true",
  "null",
  "12",
  "a: b",
  "a #b",
  "- a",
  "",
  " a",
  "a\nb",
  "\u202e",
  "😀",
  "*.x",
  "&a",
  "!t",
])("the text %j stays a text", (text) => {
  expect(readBack(ruleLine(rule({ recipient: text }))).recipient).toBe(text);
});

test("it is not offered where it would change nothing", () => {
  expect(alwaysHelps(call(), "untrusted", [])).toBe(true);
  expect(alwaysHelps(call(), "clean", [rule({ decide: "ask" })])).toBe(true);
  expect(alwaysHelps(call(), "clean", [rule({ decide: "deny" })])).toBe(false);
  expect(alwaysHelps(call({ findings: [finding("bidi")] }), "clean", [])).toBe(false);
  expect(alwaysHelps(call({ findings: [finding("secret")] }), "clean", [])).toBe(false);
});
