// What fits a question or a form, field by field.
import { expect, test } from "vitest";
import { type Asks, fieldMisfit, type FormField, misfit } from "../../../../app/main/engine/permissions/asks.ts";

const head = { name: "f", label: "F", description: "", required: false };
const text = { ...head, type: "text", format: null, least: null, most: null, preset: null } as const;
const options = [
  { value: "a", label: "A" },
  { value: "b", label: "B" },
];
const fields = {
  short: { ...text, least: 2, most: 3 },
  email: { ...text, format: "email" },
  uri: { ...text, format: "uri" },
  date: { ...text, format: "date" },
  moment: { ...text, format: "date-time" },
  whole: { ...head, type: "number", whole: true, least: 1, most: 9, preset: null },
  number: { ...head, type: "number", whole: false, least: null, most: null, preset: null },
  sure: { ...head, type: "switch", preset: null },
  one: { ...head, type: "choice", options, preset: null },
  some: { ...head, type: "choices", options, least: 1, most: 1, preset: null },
} satisfies Record<string, FormField>;

test.each([
  ["short", "ab", true],
  ["short", "a", false],
  ["short", "𝒜𝒜𝒜", true],
  ["short", "abcd", false],
  ["short", 12, false],
  ["email", "a@b.example", true],
  ["email", "a@b", false],
  ["uri", "https://a.example/", true],
  ["uri", "a.example", false],
  ["date", "2026-12-31", true],
  ["date", "2026-02-30", false],
  ["moment", "2026-12-31T18:00:00+01:00", true],
  ["moment", "2026-12-31T18:00:00", false],
  ["whole", 9, true],
  ["whole", 10, false],
  ["whole", 1.5, false],
  ["whole", "5", false],
  ["number", 1.5, true],
  ["number", Number.NaN, false],
  ["sure", false, true],
  ["sure", "yes", false],
  ["one", "b", true],
  ["one", "c", false],
  ["some", ["a"], true],
  ["some", [], false],
  ["some", ["a", "b"], false],
  ["some", ["a", "a"], false],
  ["some", "a", false],
] as const)("%s takes %j: %s", (name, value, fits) => {
  expect(fieldMisfit(fields[name], value as never) === null).toBe(fits);
});

test("what is not needed may be left out, what is needed may not", () => {
  expect(fieldMisfit(fields.short, undefined)).toBeNull();
  expect(fieldMisfit({ ...fields.short, required: true }, undefined)).toBe("is needed");
});

test("a reply of another kind, and a field that was not asked for, fit nothing", () => {
  const form: Asks = { kind: "form", server: "s", tool: "t", among: 1, text: "", fields: [fields.one] };
  const address: Asks = { kind: "address", server: "s", tool: "t", among: 1, text: "", url: "https://a.example/" };
  const question: Asks = { kind: "question", text: "?", choices: ["a"] };
  expect(misfit(form, { values: { f: "a" } })).toBeNull();
  expect(misfit(form, { values: { f: "a", g: "b" } })).toContain("not asked for");
  expect(misfit(form, { values: { f: "c" } })).toBe("“F” is one of what is listed.");
  expect(misfit(form, { text: "a" })).not.toBeNull();
  expect(misfit(address, { opened: true })).toBeNull();
  expect(misfit(address, { values: {} })).not.toBeNull();
  expect(misfit(question, { choice: 0 })).toBeNull();
  expect(misfit(question, { choice: 1 })).not.toBeNull();
  expect(misfit(question, undefined)).not.toBeNull();
});
