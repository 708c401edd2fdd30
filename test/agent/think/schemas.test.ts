// Arguments against a tool's schema, which may be a stranger's: what fits, what does not, and what judges nothing.
import { expect, test } from "vitest";
import { flawIn, readSchema } from "../../../app/agent/think/schemas.ts";

const object = (properties: object, more: object = {}) => ({ type: "object", properties, ...more });

test.each([
  ["a missing one", object({ a: { type: "string" } }, { required: ["a"] }), {}, /a/],
  ["a wrong kind", object({ a: { type: "integer" } }), { a: "1" }, /expected/],
  ["one too many", object({}, { additionalProperties: false }), { b: 1 }, /b/],
  ["one of a list", object({ a: { enum: ["x", "y"] } }), { a: "z" }, /x/],
  [
    "deep within",
    object({ a: { $ref: "#/$defs/n" } }, { $defs: { n: object({ b: { type: "number" } }) } }),
    { a: { b: "" } },
    /a\.b/,
  ],
])("%s is told", (_name, schema, value, says) => {
  expect(flawIn(schema, value)).toMatch(says);
});

test.each([
  ["a date with an offset", object({ a: { type: "string", format: "date-time" } }), { a: "2026-12-01T00:00:00+02:00" }],
  ["an argument named format", object({ format: { type: "string" } }, { required: ["format"] }), { format: "x" }],
  ["a default, which is not put in", object({ a: { type: "string", default: "q" } }), {}],
])("%s fits", (_name, schema, value) => {
  const before = JSON.stringify(value);
  expect(flawIn(schema, value)).toBeNull();
  expect(JSON.stringify(value)).toBe(before);
});

const circle: Record<string, unknown> = { type: "object" };
for (let inner = circle, depth = 0; depth < 200; depth += 1) inner["properties"] = { a: (inner = { type: "object" }) };

test.each([
  ["a reference to elsewhere", object({ a: { $ref: "http://127.0.0.1/x" } })],
  ["an unknown type", { type: "strange" }],
  ["a pattern that is none", object({ a: { type: "string", pattern: "((" } })],
  ["one that nests without end", circle],
])("%s judges nothing", (_name, schema) => {
  expect(flawIn(schema, { a: "x" })).toBeNull();
});

const slow = `${"a".repeat(40)}!`;

test.each([
  ["a value", object({ a: { type: "string", pattern: "^(a+)+$" } }), { a: slow }],
  [
    "a name",
    { type: "object", patternProperties: { "^(a+)+$": { type: "string" } }, additionalProperties: false },
    { [slow]: "x" },
  ],
  ["the names", { type: "object", propertyNames: { pattern: "^(a+)+$" } }, { [slow]: "x" }],
  [
    "deep within",
    object({ a: { anyOf: [{ items: { allOf: [{ type: "string", pattern: "^(a|a)*$" }] } }] } }),
    { a: [slow] },
  ],
])("a pattern that would run for ever over %s is not run", (_name, schema, value) => {
  expect(flawIn(schema, value)).toBeNull();
});

test("an argument that is named pattern is checked like any other", () => {
  expect(flawIn(object({ pattern: { type: "string" } }, { required: ["pattern"] }), { pattern: 7 })).toMatch(/pattern/);
});

test("what is no schema at all takes any object", () => {
  for (const text of ["", "null", "[]", "7", '"x"']) expect(readSchema(text)).toEqual({ type: "object" });
});
