import { fc, test as property } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { pieces } from "../../../app/renderer/parts/breakable.tsx";

test("an address may break after / ? &, and nowhere else", () => {
  expect(pieces("https://api.example.com/repos/a/b?state=open&page=2")).toEqual([
    "https://",
    "api.example.com/",
    "repos/",
    "a/",
    "b?",
    "state=open&",
    "page=2",
  ]);
});

property.prop([fc.string({ unit: fc.constantFrom("/", "?", "&", "a", "é", "\n", " ") })])(
  "nothing is lost or added, whatever the text",
  (text) => {
    expect(pieces(text).join("")).toBe(text);
  },
);
