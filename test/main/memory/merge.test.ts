// Two changes of one text: what lies apart is taken from both, what touches is nobody's guess.
import { fc, test as property } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { mergeTexts } from "../../../app/main/memory/merge.ts";

const base = "one\ntwo\nthree\nfour\n";

test("changes that lie apart are both in it, in either order", () => {
  const mine = base.replace("one", "ONE");
  const theirs = base.replace("four", "FOUR\nfive");
  expect(mergeTexts(base, mine, theirs)).toBe("ONE\ntwo\nthree\nFOUR\nfive\n");
  expect(mergeTexts(base, theirs, mine)).toBe("ONE\ntwo\nthree\nFOUR\nfive\n");
});

test.each([
  ["the same line", base.replace("two", "2"), base.replace("two", "zwei")],
  ["lines side by side", base.replace("two", "2"), base.replace("three", "3")],
  ["both at the end", `${base}five\n`, `${base}fünf\n`],
  ["one removes what the other changes", base.replace("two\n", ""), base.replace("two", "2")],
])("%s: nobody knows", (_what, mine, theirs) => {
  expect(mergeTexts(base, mine, theirs)).toBeNull();
});

test("what both did is done once, and what one did alone is done", () => {
  const mine = base.replace("two", "2");
  expect(mergeTexts(base, mine, mine)).toBe(mine);
  expect(mergeTexts(base, mine, base)).toBe(mine);
  expect(mergeTexts(base, base, mine)).toBe(mine);
});

test("a last line without an end is not glued to what the other wrote below it", () => {
  expect(mergeTexts("a\nb\nc", "A\nb\nc", "a\nb\nc\nd\n")).toBe("A\nb\nc\nd\n");
  expect(mergeTexts("a\nb\nc\n", "a\nb\nC", "X\nb\nc\n")).toBe("X\nb\nC");
});

const text = fc
  .array(fc.constantFrom("a", "b", "c", "", "d\r"), { maxLength: 8 })
  .map((lines) => lines.map((line) => `${line}\n`).join(""));

property.prop([text, text, text])(
  "every line that one of them added is in what comes of it, and order makes no difference",
  (was, mine, theirs) => {
    const merged = mergeTexts(was, mine, theirs);
    expect(mergeTexts(was, theirs, mine)).toBe(merged);
    if (merged === null) return;
    const count = (of: string, line: string) => of.split("\n").filter((one) => one === line).length;
    for (const line of ["a", "b", "c", "d\r"]) {
      const most =
        Math.max(count(was, line), 0) +
        Math.max(count(mine, line) - count(was, line), 0) +
        Math.max(count(theirs, line) - count(was, line), 0);
      expect(count(merged, line)).toBeLessThanOrEqual(most);
    }
    for (const own of [mine, theirs]) if (own !== was && (mine === was || theirs === was)) expect(merged).toBe(own);
  },
);
