// What the file tools read, list, find and write, on a real disk.
import {
  chmodSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { hashOf } from "../../../../app/main/tools/files/read.ts";
import { openHome } from "./rig.ts";

test("a file is read with its hash and lines, whole or in part", async () => {
  const { use, at } = openHome();
  const text = "# Plan\nbuy milk\nwalk the dog\n";
  expect(await use("files.read", { path: at("plan.md") })).toEqual({
    kind: "done",
    result: { path: at("plan.md"), hash: hashOf(text), bytes: 29, lines: 4, text },
    summary: `read ${at("plan.md")}`,
  });
  expect(await use("files.read", { path: at("plan.md"), from: 2, lines: 1 })).toMatchObject({
    result: { from: 2, text: "buy milk", cut: "only up to line 2", hash: hashOf(text) },
  });
  expect(await use("files.read", { path: at("plan.md"), from: 99 })).toMatchObject({ result: { text: "" } });
});

test("a long text is cut where it says, and read on from there", async () => {
  const { use, at } = openHome();
  const lines = Array.from({ length: 30_000 }, (_, n) => `line ${n} \u{1f600}`);
  writeFileSync(at("long.txt"), lines.join("\n"));
  const first = await use("files.read", { path: at("long.txt") });
  if (!("kind" in first) || first.kind !== "done") throw new Error("not read");
  const { cut, text } = first.result as { cut: string; text: string };
  const last = Number(/line (\d+)/.exec(cut)?.[1]);
  expect(text.length).toBeLessThanOrEqual(200_000);
  expect(await use("files.read", { path: at("long.txt"), from: last, lines: 1 })).toMatchObject({
    result: { text: lines[last - 1] },
  });
});

test.each([
  ["bytes of zero", Buffer.from([80, 75, 0, 1]), /it has 4 bytes and is no text/],
  ["another encoding", Buffer.from([0xe4, 0xf6, 0xfc]), /it has 3 bytes and is no text in UTF-8/],
])("%s are no text", async (_, bytes, why) => {
  const { use, at } = openHome();
  writeFileSync(at("x"), bytes);
  expect(await use("files.read", { path: at("x") })).toMatchObject({
    kind: "failed",
    error: expect.stringMatching(why),
  });
});

test("a file beyond the bound is refused with its size, before it is read", async () => {
  const { use, at } = openHome();
  writeFileSync(at("big"), Buffer.alloc(8_388_609, 97));
  expect(await use("files.read", { path: at("big") })).toMatchObject({
    error: expect.stringMatching(/has 8388609 bytes, more than/),
  });
});

test("folders are listed: what is there, what the person chose, and the profile as nothing but a name", async () => {
  const { use, notes, at } = openHome();
  mkdirSync(at("sub"));
  symlinkSync("/etc", at("to-etc"));
  const listed = await use("files.list", { path: notes });
  expect(listed).toMatchObject({
    result: {
      entries: [
        { name: ".profile", kind: "folder" },
        { name: "plan.md", kind: "file", bytes: 29 },
        { name: "sub", kind: "folder" },
        { name: "to-etc", kind: "link" },
      ],
    },
  });
  expect(await use("files.list", {})).toMatchObject({ result: { entries: [{ path: notes, write: true }] } });
});

test("words are found in names and texts, each where it was looked for", async () => {
  const { use, notes, at } = openHome();
  mkdirSync(at("sub/deep"), { recursive: true });
  writeFileSync(at("sub/deep/Milk.txt"), `first\n${"x".repeat(500)} MILK ${"y".repeat(500)}\n`);
  writeFileSync(at("sub/image.png"), Buffer.from([0, 1, 2]));
  const found = await use("files.search", { path: notes, query: "milk" });
  expect(found).toMatchObject({
    result: {
      hits: [
        { path: at("plan.md"), line: 2, text: "buy milk" },
        { path: at("sub/deep/Milk.txt") },
        { path: at("sub/deep/Milk.txt"), line: 2, text: expect.stringContaining("MILK") },
      ],
    },
  });
  expect(await use("files.search", { path: notes, query: "milk", in: "names" })).toMatchObject({
    result: { hits: [{ path: at("sub/deep/Milk.txt") }] },
  });
});

test("a search ends somewhere and says so", async () => {
  const { use, notes, at } = openHome();
  for (let n = 0; n < 120; n++) writeFileSync(at(`hit-${n}`), "hit");
  const found = await use("files.search", { path: notes, query: "hit" });
  if (!("kind" in found) || found.kind !== "done") throw new Error("not searched");
  expect(found.result["hits"]).toHaveLength(100);
  expect(found.result["cut"]).toMatch(/more than 100 hits/);
});

test("a new file is written with the folders it needs, closed to others, and nothing is left beside it", async () => {
  const { use, at } = openHome();
  const text = "first\r\nsecond \u{1f600}";
  expect(await use("files.write", { path: at("a/b/new.md"), text })).toMatchObject({
    kind: "done",
    result: { path: at("a/b/new.md"), hash: hashOf(text), made: true },
  });
  expect(readFileSync(at("a/b/new.md"), "utf8")).toBe(text);
  expect(statSync(at("a/b/new.md")).mode & 0o777).toBe(0o600);
  expect(readdirSync(at("a/b"))).toEqual(["new.md"]);
});

test("a file that is there is replaced only by whoever read it as it is", async () => {
  const { use, at, check, call } = openHome();
  const path = at("plan.md");
  chmodSync(path, 0o640);
  const hash = hashOf(readFileSync(path));
  expect(check("files.write", { path, text: "new" })).toMatchObject({
    ok: false,
    error: expect.stringMatching(/there already.*expect/),
  });
  expect(await call("files.write", { path, text: "new" })).toMatchObject({
    kind: "failed",
    error: expect.stringMatching(/there already/),
  });
  expect(await use("files.write", { path, text: "new", expect: "0".repeat(64) })).toMatchObject({
    kind: "failed",
    error: expect.stringMatching(/changed since it was read/),
  });
  expect(await use("files.write", { path, text: "new", expect: hash })).toMatchObject({
    kind: "done",
    result: { made: false },
  });
  expect(readFileSync(path, "utf8")).toBe("new");
  expect(statSync(path).mode & 0o777).toBe(0o640);
  expect(await use("files.write", { path: at("gone"), text: "x", expect: hash })).toMatchObject({
    error: expect.stringMatching(/not there any more/),
  });
});

test("writing the same once more does nothing, so it is safe to repeat; a passage is not", async () => {
  const { use, at, check } = openHome();
  const first = { path: at("new"), text: "x" };
  expect(check("files.write", first)).toMatchObject({ ok: true, repeatable: true });
  await use("files.write", first);
  const before = statSync(at("new"), { bigint: true });
  expect(await use("files.write", first)).toMatchObject({ kind: "done", result: { unchanged: true } });
  expect(statSync(at("new"), { bigint: true })).toMatchObject({ ino: before.ino, mtimeNs: before.mtimeNs });
  expect(check("files.write", { path: at("new"), old: "x", new: "y" })).toMatchObject({ ok: true, repeatable: false });
});

test("one exact passage is replaced, and only where it is there once", async () => {
  const { use, at } = openHome();
  const path = at("plan.md");
  expect(await use("files.write", { path, old: "buy milk", new: "buy $& oat milk" })).toMatchObject({ kind: "done" });
  expect(readFileSync(path, "utf8")).toBe("# Plan\nbuy $& oat milk\nwalk the dog\n");
  for (const [old, why] of [
    ["tea", /not in it, to the letter/],
    ["k", /more than once/],
  ] as const) {
    expect(await use("files.write", { path, old, new: "" })).toMatchObject({
      kind: "failed",
      error: expect.stringMatching(why),
    });
  }
  expect(await use("files.write", { path: at("none"), old: "a", new: "b" })).toMatchObject({
    error: expect.stringMatching(/not there/),
  });
  writeFileSync(at("aaa"), "aaa");
  expect(await use("files.write", { path: at("aaa"), old: "aa", new: "" })).toMatchObject({
    error: expect.stringMatching(/more than once/),
  });
});

test("writing goes beside a hard link, never through it", async () => {
  const { use, at, outside } = openHome();
  linkSync(join(outside, "secret.txt"), at("linked"));
  const hash = hashOf(readFileSync(at("linked")));
  await use("files.write", { path: at("linked"), text: "mine", expect: hash });
  expect(readFileSync(at("linked"), "utf8")).toBe("mine");
  expect(readFileSync(join(outside, "secret.txt"), "utf8")).toContain("outside");
});

test("what a crash left under the same key is taken over", async () => {
  const { use, at, notes } = openHome();
  writeFileSync(at(`.nightjar-${hashOf("k").slice(0, 16)}.tmp`), "half");
  expect(await use("files.write", { path: at("new"), text: "whole" })).toMatchObject({ kind: "done" });
  expect(readdirSync(notes).sort()).toEqual([".profile", "new", "plan.md"]);
});

test.each([
  ["neither", {}, /either text, or old and new/],
  ["both", { text: "a", old: "b", new: "c" }, /either text, or old and new/],
  ["half a passage", { old: "b" }, /either text, or old and new/],
  ["an unknown argument", { text: "a", mode: 7 }, /does not take "mode"/],
  ["half a character", { text: "\ud800" }, /half a character/],
  ["a hash that is none", { text: "a", expect: "abc" }, /"expect" is not as it should be/],
  ["too much", { text: "x".repeat(1_048_577) }, /"text" is not as it should be/],
])("a write with %s is refused before anybody is asked", (_, more, why) => {
  const { check, at } = openHome();
  expect(check("files.write", { path: at("new"), ...more })).toMatchObject({
    ok: false,
    error: expect.stringMatching(why),
  });
});

test("what is written comes back to the letter, whatever it is", async () => {
  const { use, at } = openHome();
  let n = 0;
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: "grapheme", maxLength: 200 }), async (text) => {
      const path = at(`round/${n++}`);
      await use("files.write", { path, text });
      const read = await use("files.read", { path });
      if (text.includes("\0")) expect(read).toMatchObject({ kind: "failed" });
      else expect(read).toMatchObject({ result: { text, hash: hashOf(text) } });
    }),
    { numRuns: 60 },
  );
});
