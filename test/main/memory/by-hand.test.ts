// What a person does in the view Memory, over real files and a real index: read, correct, vouch, choose, find, and take back.
import { afterEach, expect, test } from "vitest";
import {
  type MemoryFacts,
  memoryEntry,
  memorySearch,
  memoryView,
} from "../../../app/main/desktop/views/memory-view.ts";
import { createOutbox } from "../../../app/main/engine/outbox/outbox.ts";
import { createByHand } from "../../../app/main/memory/by-hand.ts";
import { endMemories, memoryWorld } from "./support.ts";

afterEach(endMemories);

function open() {
  const world = memoryWorld();
  const facts: MemoryFacts = { ...world.memory, search: world.index };
  const hand = createByHand(world.memory, { now: () => world.now });
  const view = () => memoryView(facts, null, world.now);
  const entry = (path: string) => {
    const found = memoryEntry(facts, path);
    if (found === null) throw new Error(path);
    return found;
  };
  const note = { path: null, base: null, folder: "notes" as const, title: "Coffee", text: "Black.", done: false };
  return { world, facts, hand, view, entry, note };
}

test("instructions: written, merged with what an editor did meanwhile, and a clash is said and shown", () => {
  const { world, hand, view } = open();
  expect(hand.saveInstructions(null, "One.\n\nTwo.\n\nThree.\n")).toMatchObject({ ok: true });
  const { hash } = view().instructions;
  world.put("instructions.md", "One.\n\nTwo.\n\nThree, by hand.\n");
  expect(hand.saveInstructions(hash, "One here.\n\nTwo.\n\nThree.\n")).toMatchObject({
    ok: true,
    sentence: expect.stringContaining("together with"),
  });
  expect(view().instructions.text).toBe("One here.\n\nTwo.\n\nThree, by hand.\n");
  expect(hand.saveInstructions(hash, "Mine alone.\n")).toMatchObject({
    ok: false,
    sentence: expect.stringContaining("Both versions are kept"),
  });
  const [clash] = view().clashes;
  expect(clash).toMatchObject({
    of: "instructions.md",
    kept: "Mine alone.\n",
    stands: expect.stringContaining("by hand"),
  });
  const chosen = hand.resolve(clash?.path ?? "", "kept");
  expect(chosen).toMatchObject({ ok: true });
  expect(view()).toMatchObject({ instructions: { text: "Mine alone.\n" }, clashes: [] });
  expect(hand.undo(chosen.change ?? "")).toMatchObject({ ok: true });
  expect(view().instructions.text).toContain("by hand");
  expect(view().clashes).toHaveLength(1);
  hand.resolve(clash?.path ?? "", "stands");
  expect(view()).toMatchObject({ instructions: { text: expect.stringContaining("by hand") }, clashes: [] });
});

test("a note: written, corrected under its own name, removed, and back to the byte", () => {
  const { world, hand, view, entry, note } = open();
  hand.save(note);
  expect(view().notes).toMatchObject([{ path: "notes/coffee.md", title: "Coffee", from: "you", trusted: true }]);
  world.put("notes/coffee.md", world.text("notes/coffee.md").replace("title:", "# mine\nmood: good\ntitle:"));
  const saved = hand.save({
    ...note,
    path: "notes/coffee.md",
    base: entry("notes/coffee.md").hash,
    title: "Tea",
    text: "Green.",
  });
  expect(saved).toMatchObject({ ok: true });
  expect(world.text("notes/coffee.md")).toMatch(/# mine\nmood: good\ntitle: Tea/);
  const before = world.text("notes/coffee.md");
  const removed = hand.remove("notes/coffee.md", entry("notes/coffee.md").hash);
  expect(view().notes).toEqual([]);
  hand.undo(removed.change ?? "");
  expect(world.text("notes/coffee.md")).toBe(before);
  expect(hand.save({ ...note, title: "\u200B" })).toMatchObject({
    ok: false,
    sentence: expect.stringContaining("title"),
  });
});

test("correcting what a stranger may have said does not make it trusted; vouching does, and only for what was read", () => {
  const { world, hand, view, entry, note } = open();
  world.put(
    "notes/v.md",
    "---\ntitle: V\ntrusted: false\nfrom:\n  - { by: agent, source: github, event: 7 }\n---\nPay.\n",
  );
  const path = "notes/v.md";
  hand.save({ ...note, path, base: entry(path).hash, title: "V", text: "Pay nobody." });
  expect(view().notes).toMatchObject([{ trusted: false, from: "you", eventId: 7 }]);
  const { hash } = entry(path);
  world.put(path, world.text(path).replace("nobody", "everybody"));
  expect(hand.trust(path, hash)).toMatchObject({ ok: false, sentence: expect.stringContaining("changed since") });
  hand.trust(path, entry(path).hash);
  expect(view().notes).toMatchObject([{ trusted: true }]);
});

test("what others wrote is made visible, and what can't be read says where", () => {
  const { world, view, entry } = open();
  world.put("notes/a.md", '---\ntitle: "A\\u202Eb"\n---\nx\u202Ey\n');
  world.put("notes/b.md", "---\ntitle: [\n---\n");
  expect(entry("notes/a.md")).toMatchObject({ title: "A b", shown: "x⟨U+202E⟩y\n", body: "x\u202Ey\n" });
  expect(view().problems).toEqual([expect.stringMatching(/^notes\/b\.md, line 2: /)]);
});

test("one search finds notes, tasks and what was said, best first, with where that was", () => {
  const { world, facts, hand, note } = open();
  hand.save(note);
  hand.save({ ...note, folder: "tasks", title: "Buy a coffee machine", text: "Ask first." });
  createOutbox(world.store).enqueue(
    {
      body: "The coffee machine <b>is</b> off.",
      urgent: false,
      kind: "message",
      event: null,
      session: null,
      run: null,
      rule: null,
    },
    world.now,
  );
  const { hits, more } = memorySearch(facts, "coffee");
  expect(more).toBe(false);
  expect(hits.map((hit) => (hit.kind === "said" ? hit.where : hit.path)).toSorted()).toEqual([
    "not delivered yet",
    "notes/coffee.md",
    "tasks/buy-a-coffee-machine.md",
  ]);
  const said = hits.find(({ kind }) => kind === "said");
  expect(said?.marked).toEqual([
    { text: "The ", found: false },
    { text: "coffee", found: true },
    { text: " machine <b>is</b> off.", found: false },
  ]);
  expect(memorySearch(facts, '  "*( ')).toEqual({ hits: [], more: false });
});
