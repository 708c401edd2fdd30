import { expect, test } from "vitest";
import { causeText } from "../../../../app/main/desktop/views/cause-text.ts";

const textOf = (value: unknown) => causeText(JSON.stringify(value));

test("what people wrote comes first, each with its place; places and people by the way are left out", () => {
  const payload = {
    action: "opened",
    repository: { description: "not for this event" },
    sender: { title: "nor this" },
    issue: { body: "Do this:\n- one", title: "Please", user: { text: "nor this" }, comments: [{ comment: "me too" }] },
  };
  expect(textOf(payload)).toEqual({
    excerpt: "issue.title: Please\nissue.body: Do this:\n- one\nissue.comments.0.comment: me too",
    cut: true,
  });
});

test("whatever hides is written out", () => {
  expect(textOf({ text: "a\u200bb\u202ec" })?.excerpt).toBe("text: a⟨U+200B⟩b⟨U+202E⟩c");
});

test("where nobody wrote anything the payload itself is shown; text that is no JSON as it is", () => {
  expect(textOf({ number: 7, ok: true })).toEqual({ excerpt: '{\n  "number": 7,\n  "ok": true\n}', cut: false });
  expect(causeText("plain words")).toEqual({ excerpt: "plain words", cut: false });
});

test("nothing written is nothing shown", () => {
  for (const payload of [null, "", " ", "{}"]) expect(causeText(payload)).toBeNull();
});

test("a long text is cut, and says that there is more", () => {
  const { excerpt, cut } = textOf({ body: "x".repeat(50_000) }) ?? { excerpt: "", cut: false };
  expect(cut).toBe(true);
  expect(excerpt.length).toBeLessThan(2500);
  expect(excerpt.endsWith("…")).toBe(true);
  const raw = causeText("y".repeat(50_000));
  expect(raw?.cut).toBe(true);
  expect(raw?.excerpt.length).toBeLessThan(2500);
});

test("a payload as large as is read, of many values or as deep as can be, takes no time", () => {
  // What grows with the square of the size takes minutes here, and the test's time limit ends it.
  textOf(Array.from({ length: 50_000 }, (_, index) => ({ title: String(index) })));
  expect(causeText(`${"[".repeat(500_000)}${"]".repeat(500_000)}`)).toBeDefined();
});
