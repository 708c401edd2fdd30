import examples from "@octokit/webhooks-examples" with { type: "json" };
import fc from "fast-check";
import { expect, test } from "vitest";
import { findDisguise } from "../../../../app/main/engine/permissions/disguise.ts";
import { findSmuggledIn } from "../../../../app/main/engine/permissions/smuggling.ts";
import { hostile, hosts, ordinary } from "./disguise-corpus.ts";

const kinds = (value: unknown) => findDisguise(value, hosts).map(({ kind }) => kind);

test("the corpus is as large as it should be, and each text is there once", () => {
  expect(hostile.length).toBeGreaterThanOrEqual(60);
  expect(ordinary.length).toBeGreaterThanOrEqual(60);
  expect(new Set([...hostile, ...ordinary].map(([, text]) => text)).size).toBe(hostile.length + ordinary.length);
});

test.each(hostile)("%s is found", (_, text, kind) => {
  expect(kinds(text)).toContain(kind);
});

test.each(hostile)("%s is found deep in a payload, under its path, in a sentence that shows it", (_, text, kind) => {
  const value = { action: "opened", issue: { labels: [{ name: "bug" }, { name: text }] } };
  const found = findDisguise(value, hosts).find((one) => one.kind === kind);
  expect(found?.where).toBe("issue.labels[1].name");
  expect(found?.what).toMatch(/^[A-Z].*\.$/);
  // What a card shows hides nothing itself.
  expect(found?.what).not.toMatch(/\p{Default_Ignorable_Code_Point}|\p{Cc}/u);
  expect(found?.what.length).toBeLessThan(400);
});

test.each(hostile)("%s is found in the midst of ordinary text", (_, text, kind) => {
  const around = ordinary.slice(0, 12).map(([, one]) => one);
  expect(kinds([...around, text, ...around].join("\n\n"))).toContain(kind);
});

test.each(ordinary)("%s is ordinary", (_, text) => {
  expect(findDisguise(text, hosts)).toEqual([]);
  expect(findDisguise({ body: text, [text]: text }, hosts)).toEqual([]);
});

test("all ordinary texts together are ordinary", () => {
  expect(findDisguise(ordinary.map(([, text]) => text).join("\n\n"), hosts)).toEqual([]);
});

test("GitHub's own payloads are ordinary", () => {
  const payloads = examples.flatMap(({ name, examples: some }) => some.map((payload) => ({ name, payload })));
  expect(payloads.length).toBeGreaterThan(300);
  const found = payloads.flatMap(({ name, payload }) =>
    findDisguise(payload, [...hosts, "github.com"]).map((one) => ({ name, ...one })),
  );
  expect(found).toEqual([]);
});

test("a name in JSON is looked at too", () => {
  expect(kinds({ ["pay\u200bload"]: 1 })).toEqual(["invisible"]);
  expect(findDisguise({ a: { ["x\u202ey"]: 1 } }, hosts)[0]?.where).toBe("a.a name in it");
});

test("without known hosts, letters of another script are still found", () => {
  expect(findDisguise("https://\u0430pi.github.com/", []).map(({ kind }) => kind)).toEqual(["look_alike"]);
  expect(findDisguise("https://api.glthub.com/", [])).toEqual([]);
});

test("the number of findings is bounded, whatever comes", () => {
  const many = Array.from({ length: 2000 }, (_, at) => hostile.map(([, text]) => `${at} ${text}`));
  expect(findDisguise(many, hosts).length).toBeLessThanOrEqual(32);
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), fc.string({ unit: "binary", maxLength: 400 }), (value, text) => {
      const found = findDisguise([value, text], hosts);
      expect(found.length).toBeLessThanOrEqual(32);
      expect(found.every(({ what }) => what.length < 400 && !/\p{Default_Ignorable_Code_Point}/u.test(what))).toBe(
        true,
      );
    }),
    { numRuns: 2000 },
  );
});

test("what is longer than can be looked through says so", () => {
  expect(kinds("a".repeat(2_500_001))).toEqual(["unchecked"]);
  expect(kinds(["a".repeat(2_500_000), "b"])).toEqual(["unchecked"]);
  expect(kinds("a".repeat(2_500_000))).toEqual([]);
});

test.each([
  ["https://api.github.com/repos/octo/hello/issues?state=open&per_page=100&page=2", false],
  ["https://api.github.com/repos/octo/hello/commits/6113728f27ae82c7b1a177c8d03f9e96e0adf246", false],
  ["https://api.github.com/search/issues?q=repo:octo/hello+is:open+label:bug", false],
  ["https://api.github.com/search/issues?q=c2VjcmV0LXRva2VuLTAxMjM0NTY3ODktYWJjZGVm", true],
  ["https://api.example.com/find?q=the%20customers%20are%20Ann%20and%20Bob%20and%20their%20numbers%20are", true],
  [`https://api.example.com/x?${"a=bcd&".repeat(80)}`, true],
  ["https://4a6f686e20446f652c2034322c20736563726574.example.com/", true],
  [`https://api.example.com/${"aGVsbG8gd29ybGQ0Mi".repeat(5)}`, true],
  [`https://api.example.com/${"a/".repeat(3000)}`, true],
])("the address of a call, %s: %s", (url, found) => {
  expect(findSmuggledIn(url).map(({ kind }) => kind)).toEqual(found ? ["smuggled"] : []);
});
