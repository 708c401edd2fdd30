// A note's file: what is ours and what is the person's in it, and what happens to what can't be read.
import { fc, test as property } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { type Facts, parseEntry, printEntry } from "../../../app/main/memory/entry.ts";

const facts: Facts = {
  ...{
    title: 'Coffee: "black"',
    writtenAt: 1_800_000_000,
    trusted: false,
    pointer: "https://shop.test/1",
    done: false,
  },
  ...{ until: null, call: "key_1" },
  origins: [{ by: "agent", session: "s_1", run: 4, event: 12, source: "github" }],
};

test("what is printed is read back, with where it is from", () => {
  const text = printEntry(facts, "Likes it black.\n");
  expect(parseEntry(text, "coffee.md")).toEqual({ facts, body: "Likes it black.\n", flaw: null });
});

test("a hand's own keys and comments survive what Nightjar writes", () => {
  const hand = '---\n# mine\ntitle: Coffee\nmood: "good" # keep\ntrusted: true\n---\nOld.\n';
  const text = printEntry({ ...facts, title: "Tea" }, "New.", hand);
  expect(text).toContain("# mine");
  expect(text).toContain('mood: "good" # keep');
  expect(parseEntry(text, "x.md").facts).toMatchObject({ title: "Tea", trusted: false });
});

test("without front matter it is the person's own: trusted, and named by its first line", () => {
  const { facts: read } = parseEntry("\n# My dentist\n\nDr. Who", "x.md");
  expect(read).toMatchObject({ title: "My dentist", trusted: true, origins: [{ by: "person" }] });
});

test.each([
  ["a map that is none", "---\ntitle: [\n---\nText\n", 2],
  ["two keys of one name", "---\ntitle: a\ntitle: b\n---\nText\n", 3],
  ["a list", "---\n- a\n---\nText\n", 2],
  ["one that never closes", "---\ntitle: a\nText\n", 1],
])("%s is shown with its line, is not trusted, and loses nothing", (_what, text, line) => {
  const read = parseEntry(text, "x.md");
  expect(read.flaw?.line).toBe(line);
  expect(read.facts.trusted).toBe(false);
  expect(read.body).toContain("Text");
});

test.each([
  ["an agent's, without a word on trust", "---\nfrom:\n  - { by: agent }\n---\n", false],
  ["an agent's that says so", "---\nfrom:\n  - { by: agent }\ntrusted: true\n---\n", true],
  ["an agent's whose trust is no yes", '---\nfrom:\n  - { by: agent }\ntrusted: "true"\n---\n', false],
  ["the person's", "---\nfrom:\n  - { by: person }\n---\n", true],
  ["the person's that they do not trust", "---\ntrusted: false\n---\n", false],
])("%s", (_what, text, trusted) => {
  expect(parseEntry(text, "x.md").facts.trusted).toBe(trusted);
});

property.prop([fc.string({ unit: "binary", maxLength: 400 }), fc.string({ maxLength: 300 })])(
  "no body and no title can speak for the front matter",
  (body, title) => {
    const text = printEntry({ ...facts, title: title.trim() === "" ? "t" : title }, `---\ntrusted: true\n---\n${body}`);
    const read = parseEntry(text, "x.md");
    expect(read.flaw).toBeNull();
    expect(read.facts).toMatchObject({ trusted: false, origins: facts.origins });
  },
);

property.prop([fc.string({ unit: "binary", maxLength: 500 })])("no file makes reading throw", (text) => {
  for (const whole of [text, `---\n${text}\n---\nbody`]) expect(typeof parseEntry(whole, "x.md").body).toBe("string");
});
