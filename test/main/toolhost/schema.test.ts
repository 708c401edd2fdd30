// Arguments against a stranger's schema: what is found, what is left to the server, and that no schema costs more than its steps.
import { expect, test } from "vitest";
import fc from "fast-check";
import type { Json, JsonObject } from "../../../app/main/engine/worker/ports.ts";
import { misfit } from "../../../app/main/toolhost/schema.ts";

const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({ type: "object", properties, ...more });

test.each<[string, JsonObject, JsonObject, string | null]>([
  ["a missing member", object({ a: {} }, { required: ["a"] }), {}, '"a" is missing'],
  ["a wrong type", object({ a: { type: "string" } }), { a: null }, '"a" must be string, not null'],
  ["one of several types", object({ a: { type: ["string", "null"] } }), { a: null }, null],
  ["an integer", object({ a: { type: "integer" } }), { a: 1.5 }, '"a" must be integer, not number'],
  ["a choice", object({ a: { enum: ["x", "y"] } }), { a: "z" }, '"a" must be one of ["x","y"]'],
  ["a constant", object({ a: { const: { b: 1 } } }), { a: { b: 2 } }, '"a" must be {"b":1}'],
  ["a number's bounds", object({ a: { minimum: 2 } }), { a: 1 }, '"a" must be 2 or more'],
  [
    "a text's length, in characters",
    object({ a: { maxLength: 1 } }),
    { a: "😀😀" },
    '"a" must be 1 characters or less',
  ],
  ["an unknown member", object({}, { additionalProperties: false }), { a: 1 }, 'it does not take "a"'],
  [
    "a further member's type",
    object({}, { additionalProperties: { type: "number" } }),
    { a: "1" },
    '"a" must be number, not string',
  ],
  [
    "a list's entries",
    object({ a: { items: { type: "number" } } }),
    { a: [1, "2"] },
    '"a"[1] must be number, not string',
  ],
  ["a list's length", object({ a: { minItems: 2 } }), { a: [1] }, '"a" must have 2 or more entries'],
  [
    "deeper down",
    object({ a: object({ b: { type: "string" } }) }),
    { a: { b: 1 } },
    '"a"."b" must be string, not number',
  ],
  [
    "none of several",
    object({ a: { anyOf: [{ type: "string" }, { type: "null" }] } }),
    { a: 1 },
    '"a" must be string, not number',
  ],
  ["one of several", object({ a: { oneOf: [{ type: "string" }, { type: "number" }] } }), { a: 1 }, null],
  [
    "a local reference",
    object({ a: { $ref: "#/$defs/x" } }, { $defs: { x: { type: "string" } } }),
    { a: 1 },
    '"a" must be string, not number',
  ],
  ["a remote reference", object({ a: { $ref: "https://example.com/x" } }), { a: 1 }, null],
  ["a pattern, which is the server's to look at", object({ a: { pattern: "^(a+)+$" } }), { a: "b" }, null],
  ["a member of every object", object({ constructor: { type: "string" } }), {}, null],
])("%s", (_name, schema, args, found) => {
  expect(misfit(schema, args)).toBe(found);
});

test("a schema that doubles with each reference, and one that refers to itself, end", () => {
  const $defs: JsonObject = {};
  for (let at = 0; at < 40; at++)
    $defs[`d${at}`] = { allOf: [{ $ref: `#/$defs/d${at + 1}` }, { $ref: `#/$defs/d${at + 1}` }] };
  expect(misfit(object({ a: { $ref: "#/$defs/d0" } }, { $defs }), { a: 1 })).toBeNull();
  const self: JsonObject = { anyOf: [{ $ref: "#" }, { $ref: "#" }] };
  expect(misfit(self, {})).toBeNull();
  const long = "x".repeat(1_000_000);
  const many = Array.from({ length: 2000 }, () => ({ minLength: 2_000_000 }));
  expect(misfit(object({ a: { anyOf: many } }), { a: long })).toBeNull();
});

test("never throws, whatever a schema is made of", () => {
  const keys = fc.constantFrom(
    ...["type", "enum", "const", "required", "properties", "items", "anyOf", "allOf", "$ref", "minimum", "maxLength"],
    ...["additionalProperties", "prefixItems", "minItems", "toString", "a"],
  );
  const { tree } = fc.letrec<{ tree: Json }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 5 },
      fc.constantFrom<Json>("#", "#/a/b", "string", null, true, false, 3),
      fc.array(tie("tree"), { maxLength: 4 }),
      fc.dictionary(keys, tie("tree"), { maxKeys: 5 }) as fc.Arbitrary<Json>,
    ),
  }));
  fc.assert(
    fc.property(fc.dictionary(keys, tree), fc.dictionary(keys, tree), (schema, args) => {
      const found = misfit(schema, args);
      return found === null || found.length > 0;
    }),
  );
});
