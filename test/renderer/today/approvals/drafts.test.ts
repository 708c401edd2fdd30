// What of a form would be sent: what was entered, as what it is; nothing that was left out.
import { expect, test } from "vitest";
import type { FormField } from "../../../../app/preload/contract/approvals.ts";
import { beginning, flaws, hintOf, valuesOf } from "../../../../app/renderer/today/approvals/drafts.ts";

const head = { label: "F", description: "", required: false };
const options = [{ value: "a", label: "A" }];
const fields: FormField[] = [
  { ...head, name: "text", required: true, type: "text", format: "email", least: null, most: 9, preset: null },
  { ...head, name: "number", type: "number", whole: true, least: 1, most: null, preset: 4 },
  { ...head, name: "sure", type: "switch", preset: null },
  { ...head, name: "one", type: "choice", options, preset: null },
  { ...head, name: "some", required: true, type: "choices", options, least: null, most: null, preset: ["a"] },
];

test("it begins with the presets, and what has none is empty", () => {
  expect(beginning(fields)).toEqual({ text: "", number: "4", sure: false, one: "", some: ["a"] });
});

test("what is needed and empty, and what is no number, is found; numbers are sent as numbers, what is empty is not", () => {
  const draft = { ...beginning(fields), number: "four", some: [] };
  expect([...flaws(fields, draft).keys()]).toEqual(["text", "number", "some"]);
  const filled = { text: "a@b.example", number: "1,5", sure: true, one: "", some: ["a"] };
  expect(flaws(fields, filled).size).toBe(0);
  expect(valuesOf(fields, filled)).toEqual({ text: "a@b.example", number: 1.5, sure: true, some: ["a"] });
  expect(valuesOf(fields, { ...filled, number: "" })).not.toHaveProperty("number");
});

test("a field says what it takes", () => {
  expect(fields.map(hintOf)).toEqual(["An e-mail address. At most 9 characters.", "At least 1.", "", "", ""]);
});
