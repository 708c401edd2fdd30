// The index over a real database: in step with the outbox by itself, whatever words are looked for, and honest about whose they are.
import { fc, test as property } from "@fast-check/vitest";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createMemoryIndex, type MemoryIndex } from "../../../../app/main/engine/memory/search.ts";
import { createOutbox } from "../../../../app/main/engine/outbox/outbox.ts";
import { createSessions } from "../../../../app/main/engine/sessions/sessions.ts";
import { createWorld, endWorlds, type World } from "../../../support/engine.ts";

let world: World;
let index: MemoryIndex;
beforeEach(async () => {
  world = await createWorld();
  index = createMemoryIndex(world.store);
});
afterEach(endWorlds);

const say = (body: string, session: string | null = null) =>
  createOutbox(world.store).enqueue(
    { body, session, urgent: false, kind: "message", event: null, run: null, rule: null },
    1_800_000_000,
  );
const note = (path: string, title: string, body: string, trusted = true) => ({
  ...{ path, title, body, trusted, hash: `${title}${body}${trusted}`, folder: "notes", writtenAt: 1 },
});

test("a message is found from its own commit on, and one that was rolled back never", () => {
  say("The invoice of Muñoz is overdue.");
  expect(index.said("munoz invoi", false, 5).map(({ snippet }) => snippet)).toEqual([
    "The \u0002invoice\u0003 of \u0002Muñoz\u0003 is overdue.",
  ]);
  expect(() =>
    world.store.tx(() => {
      say("Never said.");
      throw new Error("no");
    }),
  ).toThrow("no");
  expect(index.said("never", false, 5)).toEqual([]);
  world.store.prepare("update outbox set body = 'Paid.' where id = 1").run();
  expect(index.said("invoice", false, 5)).toEqual([]);
  expect(index.said("paid", false, 5)).toHaveLength(1);
  world.store.prepare("delete from outbox where id = 1").run();
  expect(index.said("paid", false, 5)).toEqual([]);
});

test("what a run said that had read a stranger's words is not trusted, also when it read them later", () => {
  const sessions = createSessions(world.store);
  sessions.open("s_clean", "chat", "", "clean", 1);
  sessions.open("s_foul", "github", "", "untrusted", 1);
  say("apple one", "s_clean");
  say("apple two", "s_foul");
  say("apple three");
  const found = (trusted: boolean) =>
    index
      .said("apple", trusted, 5)
      .map(({ id }) => id)
      .toSorted((a, b) => a - b);
  expect([found(true), found(false)]).toEqual([[1], [1, 2, 3]]);
  expect([index.message(1)?.trusted, index.message(2)?.trusted]).toEqual([1, 0]);
  sessions.taint("s_clean");
  expect(found(true)).toEqual([]);
});

test("the index is what the files are: changed, renamed and removed notes", () => {
  index.sync([note("notes/a.md", "Coffee", "black"), note("notes/b.md", "Tea", "green with coffee", false)]);
  const paths = (text: string, trusted = false) => index.entries(text, trusted, 5).map(({ path }) => path);
  // A title weighs more.
  expect(paths("coffee")).toEqual(["notes/a.md", "notes/b.md"]);
  expect(paths("coffee", true)).toEqual(["notes/a.md"]);
  index.sync([note("notes/b.md", "Tea", "black now", false)]);
  expect([paths("coffee"), paths("black")]).toEqual([[], ["notes/b.md"]]);
  expect(world.store.integrity()).toBe("ok");
});

test.each(['"', "a OR b", "NEAR(a b)", "title: x", "-", "*", "(", "a AND", "^a", "{title} : a", "\0"])(
  "%j is words, not a query",
  (text) => {
    say('a OR b NEAR title: x and "quotes"');
    expect(() => index.said(text, false, 5)).not.toThrow();
  },
);

test("operators are looked for as the words they are", () => {
  say("this or that");
  say("this alone");
  expect(index.said("this OR alone", false, 5)).toEqual([]);
  expect(index.said("this or", false, 5)).toHaveLength(1);
});

property.prop([fc.string({ unit: "binary", maxLength: 200 })])("no text breaks a search", (text) => {
  for (const one of [text, `${text}"*`, `"${text}`]) {
    expect(Array.isArray(index.said(one, false, 3))).toBe(true);
    expect(Array.isArray(index.entries(one, true, 3))).toBe(true);
  }
});

test("what the person wrote is found from its own commit on, as theirs", () => {
  const { inbox } = world.engine;
  const payload = JSON.stringify({ text: "The Muñoz invoice is paid" });
  inbox.ingest({ source: "chat", source_id: "1", kind: "chat", event: null, trust: "trusted", payload }, 7);
  inbox.ingest({ source: "shell", source_id: "2", kind: "token", event: null, trust: "untrusted", payload }, 8);
  expect(index.wrote("munoz", 5)).toMatchObject([{ id: 1, at: 7 }]);
  expect(index.wroteText(1)).toEqual({ body: "The Muñoz invoice is paid", at: 7 });
  expect(index.wroteText(2)).toBeNull();
  world.store.prepare("update inbox set payload = null where id = 1").run();
  expect(index.wrote("munoz", 5)).toEqual([]);
  expect(world.store.integrity()).toBe("ok");
});
