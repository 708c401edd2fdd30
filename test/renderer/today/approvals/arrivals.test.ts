import { fc, test as property } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { arrange } from "../../../../app/renderer/today/approvals/arrivals.ts";

const itself = (key: string) => key;
const keys = (arranged: ReturnType<typeof arrange<string>>) =>
  arranged.shown.map(({ key, item }) => item ?? `(${key})`);

test("what is there keeps its place whatever order main tells, what comes joins at the end", () => {
  expect(keys(arrange(["b", "a"], ["c", "a", "b"], itself, { hold: false, keepPlaces: false }))).toEqual([
    "b",
    "a",
    "c",
  ]);
});

test("what went away gives up its place, except while the pointer is among the cards", () => {
  expect(keys(arrange(["a", "b", "c"], ["a", "c"], itself, { hold: false, keepPlaces: false }))).toEqual(["a", "c"]);
  expect(keys(arrange(["a", "b", "c"], ["a", "c"], itself, { hold: false, keepPlaces: true }))).toEqual([
    "a",
    "(b)",
    "c",
  ]);
});

test("while the person has scrolled, what comes waits", () => {
  const arranged = arrange(["a"], ["x", "a", "y"], itself, { hold: true, keepPlaces: false });
  expect(keys(arranged)).toEqual(["a"]);
  expect(arranged.waiting).toEqual(["x", "y"]);
});

const some = fc.uniqueArray(fc.constantFrom(..."abcdefgh"));
property.prop([some, some, fc.boolean(), fc.boolean()])(
  "nothing that waits for an answer is ever lost or doubled, and nothing that stood changes its order",
  (known, items, hold, keepPlaces) => {
    const arranged = arrange(known, items, itself, { hold, keepPlaces });
    const drawn = arranged.shown.flatMap(({ item }) => (item === null ? [] : [item]));
    expect([...drawn, ...arranged.waiting].sort()).toEqual([...items].sort());
    const order = arranged.shown.map(({ key }) => key).filter((key) => known.includes(key));
    expect(order).toEqual(known.filter((key) => order.includes(key)));
  },
);
