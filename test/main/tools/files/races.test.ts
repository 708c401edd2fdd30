// A hostile hand beside the file tools: what was looked at is exchanged before it is opened, as often as it likes.
import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hashOf } from "../../../../app/main/tools/files/read.ts";
import { openHome, outsideText } from "./rig.ts";

/** `hand` acts at the n-th time that `point` is reached. */
function raced(point: string, nth: number, hand: (home: ReturnType<typeof openHome>) => void) {
  let reached = 0;
  const home = openHome({
    fault: (at) => {
      if (at === point && ++reached === nth) hand(home);
    },
  });
  mkdirSync(home.at("sub"));
  writeFileSync(home.at("sub/a.txt"), "inside");
  writeFileSync(join(home.outside, "a.txt"), outsideText);
  return { ...home, reached: () => reached };
}
const swapFolder = ({ at, outside }: ReturnType<typeof openHome>) => {
  renameSync(at("sub"), at("sub-away"));
  symlinkSync(outside, at("sub"));
};
const swapFile = ({ at, outside }: ReturnType<typeof openHome>) => {
  renameSync(at("sub/a.txt"), at("sub/away.txt"));
  symlinkSync(join(outside, "a.txt"), at("sub/a.txt"));
};

test("a folder that becomes a link between the look and the opening is not read through", async () => {
  const home = raced("folder", 1, swapFolder);
  expect(await home.use("files.read", { path: home.at("sub/a.txt") })).toMatchObject({
    kind: "failed",
    error: expect.stringMatching(/exchanged/),
  });
  const listing = raced("folder", 1, swapFolder);
  expect(await listing.use("files.list", { path: listing.at("sub") })).toMatchObject({
    kind: "failed",
    error: expect.stringMatching(/exchanged/),
  });
});

test("a folder further up that becomes a link is not read through either", async () => {
  const home = raced("folder", 1, swapFolder);
  mkdirSync(home.at("sub/deep"));
  writeFileSync(home.at("sub/deep/b.txt"), "inside");
  mkdirSync(join(home.outside, "deep"));
  writeFileSync(join(home.outside, "deep/b.txt"), outsideText);
  expect(await home.use("files.read", { path: home.at("sub/deep/b.txt") })).toMatchObject({
    kind: "failed",
    error: expect.stringMatching(/exchanged/),
  });
});

test("a file that becomes a pipe is not waited for", async () => {
  const home = raced("file", 1, ({ at }) => {
    rmSync(at("sub/a.txt"));
    execFileSync("mkfifo", [at("sub/a.txt")]);
  });
  expect(await home.use("files.read", { path: home.at("sub/a.txt") })).toMatchObject({
    kind: "failed",
    error: expect.stringMatching(/exchanged/),
  });
});

test("a folder that becomes a link once it is held changes nothing: what was looked at is read", async () => {
  const home = raced("file", 1, swapFolder);
  const read = await home.use("files.read", { path: home.at("sub/a.txt") });
  expect(JSON.stringify(read)).not.toContain(outsideText);
  expect(home.reached()).toBe(1);
  if (process.platform === "linux") expect(read).toMatchObject({ kind: "done", result: { text: "inside" } });
});

test("a file that becomes a link, or another file, is not read", async () => {
  const linked = raced("file", 1, swapFile);
  expect(await linked.use("files.read", { path: linked.at("sub/a.txt") })).toMatchObject({
    kind: "failed",
    error: expect.stringMatching(/exchanged/),
  });
  const other = raced("file", 1, ({ at, outside }) => renameSync(join(outside, "a.txt"), at("sub/a.txt")));
  expect(await other.use("files.read", { path: other.at("sub/a.txt") })).toMatchObject({
    kind: "failed",
    error: expect.stringMatching(/exchanged/),
  });
});

test("a folder on the way that becomes a link is not written through", async () => {
  for (const nth of [1, 2, 3]) {
    const home = raced("folder", nth, ({ at, outside }) => {
      if (existsSync(at("sub"))) renameSync(at("sub"), at("sub-away"));
      symlinkSync(outside, at("sub"));
    });
    await home.use("files.write", { path: home.at("sub/deep/new.txt"), text: "mine" });
    expect(home.reached()).toBeGreaterThanOrEqual(nth);
    expect(readdirSync(home.outside).sort()).toEqual(["a.txt", "secret.txt"]);
  }
});

test("the chosen folder itself that becomes a link is not written through", async () => {
  const home = raced("folder", 1, ({ home: at, notes, outside }) => {
    renameSync(notes, join(at, "notes-away"));
    symlinkSync(outside, notes);
  });
  expect(await home.use("files.write", { path: home.at("new.txt"), text: "mine" })).toMatchObject({
    kind: "failed",
    error: expect.stringMatching(/exchanged/),
  });
  expect(existsSync(join(home.outside, "new.txt"))).toBe(false);
});

test("a folder that becomes a link before the renaming: the file lands in the one that was held, or nowhere", async () => {
  const home = raced("rename", 1, swapFolder);
  const path = home.at("sub/a.txt");
  await home.use("files.write", { path, text: "mine", expect: hashOf("inside") });
  expect(readFileSync(join(home.outside, "a.txt"), "utf8")).toBe(outsideText);
  expect(readdirSync(home.outside).sort()).toEqual(["a.txt", "secret.txt"]);
  expect(readdirSync(home.at("sub-away"))).toEqual(["a.txt"]);
});

test("what changed between the reading and the renaming is not overwritten", async () => {
  const changed = raced("rename", 1, ({ at }) => writeFileSync(at("sub/a.txt"), "theirs"));
  const path = changed.at("sub/a.txt");
  expect(await changed.use("files.write", { path, text: "mine", expect: hashOf("inside") })).toMatchObject({
    kind: "failed",
    error: expect.stringMatching(/changed in the same moment/),
  });
  expect(readFileSync(path, "utf8")).toBe("theirs");
  const made = raced("rename", 1, ({ at }) => writeFileSync(at("sub/new.txt"), "theirs"));
  expect(await made.use("files.write", { path: made.at("sub/new.txt"), text: "mine" })).toMatchObject({
    kind: "failed",
  });
  expect(readFileSync(made.at("sub/new.txt"), "utf8")).toBe("theirs");
  expect(readdirSync(made.at("sub")).sort()).toEqual(["a.txt", "new.txt"]);
});

test("a file that becomes a link before the renaming: the link's goal stays as it is", async () => {
  const home = raced("rename", 1, swapFile);
  await home.use("files.write", { path: home.at("sub/a.txt"), text: "mine", expect: hashOf("inside") });
  expect(readFileSync(join(home.outside, "a.txt"), "utf8")).toBe(outsideText);
});

test("a folder that becomes a link while a search goes through is passed by", async () => {
  const home = raced("folder", 2, swapFolder);
  const found = await home.use("files.search", { path: home.notes, query: "outside" });
  expect(found).toMatchObject({ kind: "done", result: { hits: [] } });
  expect(JSON.stringify(found)).not.toContain("nobody chose");
});

test("a folder that goes away is not there; nothing breaks", async () => {
  const home = raced("folder", 1, ({ notes }) => rmSync(notes, { recursive: true }));
  expect(await home.use("files.write", { path: home.at("sub/x"), text: "x" })).toMatchObject({ kind: "failed" });
});
