// Memory over real files: a person's editor beside Nightjar, changes taken back to the byte, and what does not belong there.
import { linkSync, mkdirSync, readFileSync, rmSync, existsSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { endMemories, memoryWorld } from "./support.ts";

afterEach(endMemories);

const instructions = "instructions.md";
const change = (world: ReturnType<typeof memoryWorld>, path: string, base: string | null, text: string | null) =>
  world.memory.change("person", `Changed ${path}.`, [{ path, base, text }]);

test("what the person writes by hand is there at the next look, and told once", () => {
  const world = memoryWorld();
  world.put("notes/Käse & Co.md", "# Cheese\nComté.\n");
  world.put(instructions, "Be brief.\n");
  const before = world.changes;
  const { entries, instructions: read, problems } = world.memory.look();
  expect([...entries.values()].map(({ path, title, trusted }) => [path, title, trusted])).toEqual([
    ["notes/Käse & Co.md", "Cheese", true],
  ]);
  expect(read.text).toBe("Be brief.\n");
  expect(problems).toEqual([]);
  world.memory.look();
  expect(world.changes).toBe(before + 1);
});

test("the person's editor changed another part meanwhile: both changes stand", () => {
  const world = memoryWorld();
  const base = "One.\n\nTwo.\n\nThree.\n";
  world.put(instructions, base);
  world.memory.look();
  world.put(instructions, base.replace("Three.", "Three, by hand."));
  expect(change(world, instructions, base, base.replace("One.", "One, in the window."))).toMatchObject({
    ok: true,
    merged: true,
    clash: null,
  });
  expect(world.text(instructions)).toBe("One, in the window.\n\nTwo.\n\nThree, by hand.\n");
});

test("both changed the same: the editor's stands, the other is kept beside it, shown, and no run reads it", () => {
  const world = memoryWorld();
  for (const path of [instructions, "notes/a.md"]) {
    world.put(path, "Old.\n");
    world.memory.look();
    world.put(path, "By hand.\n");
    const made = change(world, path, "Old.\n", "In the window.\n");
    expect(made).toMatchObject({ ok: true, merged: false });
    expect(world.text(path)).toBe("By hand.\n");
    const clash = world.memory.look().clashes.find(({ of }) => of === path);
    expect(made).toMatchObject({ clash: clash?.path });
    expect(clash?.text).toBe("In the window.\n");
  }
  expect([...world.memory.look().entries.keys()]).toEqual(["notes/a.md"]);
  expect(world.index.entries("window", false, 5)).toEqual([]);
});

test("what an editor writes into the file in the very moment it is replaced is kept beside", () => {
  const world = memoryWorld();
  world.put("notes/a.md", "Old.\n");
  world.memory.look();
  // A second name of the same file stands for an editor that holds it open.
  linkSync(world.at("notes/a.md"), join(world.profile, "held"));
  world.fault = (name) => {
    if (name === "memory-kept") writeFileSync(join(world.profile, "held"), "By hand.\n");
  };
  expect(change(world, "notes/a.md", "Old.\n", "New.\n")).toMatchObject({ ok: true });
  world.fault = () => undefined;
  expect(world.text("notes/a.md")).toBe("New.\n");
  expect(world.memory.look().clashes.map(({ text }) => text)).toEqual(["By hand.\n"]);
});

test("a file that is made, changed or removed between look and write is seen at the write", () => {
  const world = memoryWorld();
  // The first write of a change is that of its history.
  const atSecond = (act: () => void) => {
    let writes = 0;
    world.fault = (name) => {
      if (name === "memory-written" && ++writes === 2) act();
    };
  };
  const clashes = () => world.memory.look().clashes.map(({ text }) => text);
  atSecond(() => writeFileSync(world.at("notes/new.md"), "By hand.\n"));
  change(world, "notes/new.md", null, "By a run.\n");
  expect([world.text("notes/new.md"), clashes()]).toEqual(["By hand.\n", ["By a run.\n"]]);
  atSecond(() => writeFileSync(world.at("notes/new.md"), "By hand again.\n"));
  change(world, "notes/new.md", "By hand.\n", "By a run again.\n");
  expect(world.text("notes/new.md")).toBe("By hand again.\n");
  expect(clashes().sort()).toEqual(["By a run again.\n", "By a run.\n"]);
  atSecond(() => rmSync(world.at("notes/new.md")));
  change(world, "notes/new.md", "By hand again.\n", "Corrected.\n");
  expect(world.text("notes/new.md")).toBe("Corrected.\n");
});

test("removing what was changed meanwhile is refused", () => {
  const world = memoryWorld();
  world.put("notes/a.md", "By hand.\n");
  expect(change(world, "notes/a.md", "Old.\n", null)).toEqual({
    ok: false,
    reason: expect.stringContaining("changed in the meantime"),
  });
  expect(world.text("notes/a.md")).toBe("By hand.\n");
});

test("undo brings back the bytes, over a restart, of changing, removing and making", () => {
  const world = memoryWorld();
  const odd = "\uFEFFOld line\r\nno end";
  world.put("notes/a.md", odd);
  const bytes = readFileSync(world.at("notes/a.md"));
  const ids: string[] = [];
  for (const wish of [
    { path: "notes/a.md", base: odd, text: "New.\n" },
    { path: "notes/a.md", base: "New.\n", text: null },
    { path: "notes/b.md", base: null, text: "Made.\n" },
  ]) {
    world.now += 1;
    const made = world.memory.change("person", "x", [wish]);
    if (!made.ok || made.change === null) throw new Error("nothing was changed");
    ids.push(made.change);
  }
  world.reopen();
  expect(world.memory.history().map(({ id }) => id)).toEqual(ids.toReversed());
  for (const id of ids.toReversed()) expect(world.memory.undo(id)).toMatchObject({ ok: true });
  expect(readFileSync(world.at("notes/a.md")).equals(bytes)).toBe(true);
  expect(world.names("notes")).toEqual(["a.md", "index.md"]);
});

test("undo keeps what was written since where it lies apart, and does nothing where it touches", () => {
  const world = memoryWorld();
  world.put("notes/a.md", "1\n2\n3\n");
  const made = world.memory.change("agent", "x", [{ path: "notes/a.md", base: "1\n2\n3\n", text: "one\n2\n3\n" }]);
  const id = made.ok ? (made.change ?? "") : "";
  world.put("notes/a.md", "one\n2\nthree\n");
  expect(world.memory.undo(id)).toMatchObject({ ok: true });
  expect(world.text("notes/a.md")).toBe("1\n2\nthree\n");
  world.put("notes/a.md", "uno\n2\n3\n");
  expect(world.memory.undo(id)).toEqual({ ok: false, reason: expect.stringContaining("was changed since then") });
  expect(world.memory.undo("0123456789abcdef")).toEqual({ ok: false, reason: expect.stringContaining("too long ago") });
});

test("links, folders, pipes, large files, odd names and other bytes are refused by name, and nothing of them is read", () => {
  const world = memoryWorld((at) => {
    mkdirSync(at("notes/folder.md"), { recursive: true });
    writeFileSync(at("secret"), "Do what I say.\n");
    symlinkSync(at("secret"), at("notes/link.md"));
    symlinkSync(at("secret"), at(instructions));
    writeFileSync(at("notes/large.md"), "x".repeat(70_000));
    writeFileSync(at("notes/bytes.md"), Buffer.from([0x61, 0xff, 0xfe]));
    writeFileSync(at("notes/\u202Egnp.md"), "Odd.\n");
    writeFileSync(at("notes/good.md"), "Good.\n");
  });
  const { entries, problems, instructions: read } = world.memory.look();
  expect([...entries.keys()]).toEqual(["notes/good.md"]);
  expect(read).toEqual({ text: "", hash: null });
  const said = Object.fromEntries(problems.map(({ path, reason }) => [path, reason]));
  expect(said).toEqual({
    notes: expect.stringContaining("1 file has a name"),
    [instructions]: expect.stringContaining("link"),
    "notes/bytes.md": expect.stringContaining("UTF-8"),
    "notes/folder.md": expect.stringContaining("no ordinary file"),
    "notes/large.md": expect.stringContaining("64 KiB"),
    "notes/link.md": expect.stringContaining("link"),
  });
  expect(change(world, instructions, null, "Mine.\n")).toEqual({ ok: false, reason: expect.stringContaining("link") });
  expect(readFileSync(world.at("secret"), "utf8")).toBe("Do what I say.\n");
});

test("a folder that is a link is no memory: nothing is read through it, nothing is written through it", () => {
  const world = memoryWorld((at) => {
    mkdirSync(at("../elsewhere"));
    writeFileSync(at("../elsewhere/a.md"), "Elsewhere.\n");
    symlinkSync(at("../elsewhere"), at("notes"));
  });
  expect([...world.memory.look().entries.keys()]).toEqual([]);
  expect(change(world, "notes/b.md", null, "New.\n").ok).toBe(false);
  expect(existsSync(join(world.profile, "elsewhere/b.md"))).toBe(false);
});

test("the list of notes is made from them; a hand's edit of it is set aside, not lost", () => {
  const world = memoryWorld();
  world.put("notes/b [x].md", "# A [b](c)\n");
  world.memory.look();
  expect(world.text("notes/index.md")).toContain("- [A \\[b\\](c)](b%20%5Bx%5D.md)");
  world.put("notes/index.md", "My own list.\n");
  world.put("notes/c.md", "C\n");
  world.memory.look();
  expect(world.text("notes/index.md")).toContain("(c.md)");
  const [record] = world.memory.history();
  expect(record?.what).toContain("index.md was set aside");
  expect(world.memory.changeOf(record?.id ?? "")?.edits[0]?.before).toBe("My own list.\n");
});

test("the history is bounded, the newest stay, and a record nobody can read is none", () => {
  const record = (what: string) => JSON.stringify({ at: 1, by: "agent", what, edits: [] });
  const world = memoryWorld((at) => {
    mkdirSync(at(".history"));
    for (let one = 0; one < 206; one++) {
      const name = `000000000001-${String(one).padStart(6, "0")}-${"0".repeat(16)}.json`;
      writeFileSync(at(`.history/${name}`), record(`${one}`));
    }
  });
  world.memory.change("agent", "the last", [{ path: "tasks/t.md", base: null, text: "1\n" }]);
  const list = world.memory.history();
  expect(list).toHaveLength(200);
  expect(list[0]?.what).toBe("the last");
  expect(list.at(-1)?.what).toBe("7");
  world.put(`.history/${world.names(".history").at(-1)}`, "{");
  expect(world.memory.history()).toHaveLength(199);
});

test("a disk that is full says so, changes nothing, and leaves nothing behind", () => {
  const world = memoryWorld();
  world.put("notes/a.md", "Old.\n");
  world.memory.look();
  world.fault = (name) => {
    if (name === "memory-written") throw Object.assign(new Error("ENOSPC"), { code: "ENOSPC" });
  };
  expect(change(world, "notes/a.md", "Old.\n", "New.\n")).toEqual({
    ok: false,
    reason: expect.stringContaining("disk is full"),
  });
  expect(world.text("notes/a.md")).toBe("Old.\n");
  expect(world.names(".new")).toEqual([]);
});
