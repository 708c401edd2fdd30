// No path leads out of the person's folders, and no link does; what the facts say of a call.
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { decide } from "../../../../app/main/engine/permissions/decide.ts";
import { meansElse, placeOf } from "../../../../app/main/tools/files/place.ts";
import { openHome, outsideText } from "./rig.ts";

const says = (why: RegExp) => expect.stringMatching(why);

test.each<[string, (h: ReturnType<typeof openHome>) => string, RegExp]>([
  ["a relative path", () => "plan.md", /not whole/],
  ["a tilde", () => "~/notes/plan.md", /not whole/],
  ["another folder", ({ outside }) => join(outside, "secret.txt"), /in none of the person's folders/],
  ["a folder whose name begins the same", ({ notes }) => `${notes}-other/x`, /in none/],
  ["two dots", ({ notes }) => `${notes}/../outside/secret.txt`, /"\.\." in it/],
  ["two dots further in", ({ notes }) => `${notes}/a/../../outside/secret.txt`, /"\.\." in it/],
  ["a dot", ({ notes }) => `${notes}/./plan.md`, /"\." or/],
  ["a zero byte", ({ notes }) => `${notes}/plan.md\0.txt`, /control characters/],
  ["a line break", ({ notes }) => `${notes}/plan\n.md`, /control characters/],
  ["ages", ({ notes }) => `${notes}/${"a/".repeat(3000)}`, /too long/],
  ["the system's own", () => "/proc/self/environ", /in none/],
  ["the root", () => "/", /in none/],
])("%s is refused, for each tool", (_, path, why) => {
  const home = openHome();
  for (const [tool, more] of [
    ["files.read", {}],
    ["files.list", {}],
    ["files.search", { query: "x" }],
    ["files.write", { text: "" }],
  ] as const) {
    expect(home.check(tool, { path: path(home), ...more })).toMatchObject({ ok: false, error: says(why) });
  }
});

test.each([
  ["a link to a file outside", "outside/secret.txt", "link", "link"],
  ["a link to a folder outside", "outside", "link", "link/secret.txt"],
  ["a link to a file inside", "notes/plan.md", "link", "link"],
  ["a link to nothing", "nothing", "link", "link"],
  ["a link to itself", "notes/link", "link", "link"],
])("%s is not followed", async (_, target, name, path) => {
  const { check, call, at, home, outside } = openHome();
  symlinkSync(join(home, target), at(name));
  expect(check("files.read", { path: at(path) })).toMatchObject({ ok: false, error: says(/is a link/) });
  expect(await call("files.read", { path: at(path) })).toMatchObject({ kind: "failed", error: says(/is a link/) });
  expect(await call("files.write", { path: at(path), text: "mine" })).toMatchObject({
    kind: "failed",
    error: says(/is a link/),
  });
  expect(readOf(join(outside, "secret.txt"))).toBe(outsideText);
});

const readOf = (path: string) => execFileSync("cat", [path], { encoding: "utf8" });

test("links on the way to a chosen folder are the person's choice, and the real place is named", async () => {
  const home = openHome({ folders: (at) => [{ path: join(at, "by-link"), write: true, trusted: false }] });
  symlinkSync(home.notes, join(home.home, "by-link"));
  const checked = home.check("files.read", { path: join(home.home, "by-link/plan.md") });
  expect(checked).toMatchObject({
    ok: true,
    arguments: { path: home.at("plan.md") },
    facts: { folder: home.at("plan.md") },
  });
  expect(home.check("files.read", { path: home.at("plan.md") })).toMatchObject({ ok: true });
  // Re-linked while a card waits, it is another place.
  rmSync(join(home.home, "by-link"));
  symlinkSync(home.outside, join(home.home, "by-link"));
  if (!checked.ok) throw new Error("refused");
  expect(await home.call("files.read", checked.arguments)).toMatchObject({ kind: "failed", error: says(/in none/) });
});

test.each(["fifo", "socket", "device"])("a %s is never opened", async (kind) => {
  const { check, call, at, home } = openHome({
    folders: (one) => [
      { path: one, write: true, trusted: false },
      { path: "/dev", write: true, trusted: false },
    ],
  });
  let path = at("special");
  if (kind === "fifo") execFileSync("mkfifo", [path]);
  else if (kind === "device") path = "/dev/null";
  else {
    path = join(home, "s");
    const server = createServer().listen(path);
    onTestFinished(() => void server.close());
    await new Promise((ready) => server.once("listening", ready));
  }
  expect(check("files.read", { path })).toMatchObject({ ok: false, error: says(/neither file nor folder/) });
  expect(check("files.write", { path, text: "" })).toMatchObject({ ok: false, error: says(/no ordinary file/) });
  expect(await call("files.read", { path })).toMatchObject({ kind: "failed" });
});

test("the profile is denied whatever a rule says, not looked into by a search, and refused at the call", async () => {
  const home = openHome({ folders: (at) => [{ path: at, write: true, trusted: true }] });
  const config = join(home.profile, "config.yaml");
  for (const [tool, args] of [
    ["files.read", {}],
    ["files.write", { text: "x", expect: "0".repeat(64) }],
  ] as const) {
    const checked = home.check(tool, { path: config, ...args });
    if (!checked.ok) throw new Error(checked.error);
    const rule = {
      tool: "*",
      methods: null,
      host: null,
      path: null,
      folder: null,
      recipient: null,
      amountMax: null,
      credential: null,
      decide: "allow" as const,
      trusted: false,
      windowSeconds: null,
      line: 1,
    };
    expect(decide(checked.facts, "clean", [rule], false)).toMatchObject({ decide: "deny", by: "hard" });
    expect(await home.call(tool, checked.arguments)).toMatchObject({
      kind: "failed",
      error: says(/Nightjar keeps its own/),
    });
  }
  expect(await home.use("files.search", { path: home.home, query: "destinations" })).toMatchObject({
    result: { hits: [] },
  });
  // Under another name it is the same folder.
  renameSync(home.profile, join(home.home, "renamed"));
  symlinkSync(join(home.home, "renamed"), home.profile);
  expect(await home.use("files.list", { path: join(home.home, "renamed") })).toMatchObject({
    error: says(/Nightjar keeps its own/),
  });
  expect(await home.use("files.search", { path: home.home, query: "destinations" })).toMatchObject({
    result: { hits: [] },
  });
  expect(readOf(join(home.home, "renamed/config.yaml"))).toBe("destinations: []\n");
});

test("where writing was not chosen nothing is written, and the narrowest folder says", () => {
  const home = openHome({
    folders: (at) => [
      { path: at, write: false, trusted: false },
      { path: join(at, "notes"), write: true, trusted: false },
      { path: join(at, "notes/archive"), write: false, trusted: false },
    ],
  });
  mkdirSync(home.at("archive"));
  const write = (path: string) => home.check("files.write", { path, text: "x" });
  expect(write(home.at("new"))).toMatchObject({ ok: true });
  expect(write(join(home.outside, "new"))).toMatchObject({ ok: false, error: says(/only read, unless/) });
  expect(write(home.at("archive/new"))).toMatchObject({ ok: false, error: says(/only read, unless/) });
});

test("whose words a call brings: the person's only where every folder it reaches is trusted", () => {
  const folders = (at: string) => [
    { path: join(at, "notes"), write: true, trusted: true },
    { path: join(at, "notes/inbox"), write: true, trusted: false },
  ];
  const home = openHome({ folders });
  mkdirSync(home.at("inbox"));
  mkdirSync(home.at("diary"));
  writeFileSync(home.at("inbox/mail"), "");
  const brings = (tool: string, args: { [key: string]: string }) => {
    const checked = home.check(tool, args);
    return checked.ok ? checked.facts.brings : checked.error;
  };
  expect(brings("files.read", { path: home.at("plan.md") })).toBe("clean");
  expect(brings("files.read", { path: home.at("inbox/mail") })).toBe("untrusted");
  expect(brings("files.search", { path: home.notes, query: "x" })).toBe("untrusted");
  expect(brings("files.search", { path: home.at("diary"), query: "x" })).toBe("clean");
  expect(brings("files.list", {})).toBe("clean");
  expect(brings("files.write", { path: home.at("inbox/new"), text: "x" })).toBe("clean");
});

test("reading is allowed, writing asks, and a rule for a folder counts for what is below it", () => {
  const home = openHome({ secrets: ["sEcret-value"] });
  const facts = (tool: string, args: { [key: string]: string }) => {
    const checked = home.check(tool, args);
    if (!checked.ok) throw new Error(checked.error);
    return checked.facts;
  };
  const [read, write] = [
    facts("files.read", { path: home.at("plan.md") }),
    facts("files.write", { path: home.at(".bashrc"), text: "x" }),
  ];
  expect(read).toMatchObject({
    tool: "files.read",
    reads: true,
    outward: false,
    folder: home.at("plan.md"),
    findings: [],
  });
  expect(decide(read, "untrusted", [], false).decide).toBe("allow");
  expect(decide(write, "clean", [], false).decide).toBe("ask");
  const rule = {
    tool: "files.write",
    methods: null,
    host: null,
    path: null,
    folder: home.notes,
    recipient: null,
    amountMax: null,
    credential: null,
    decide: "allow" as const,
    trusted: true,
    windowSeconds: null,
    line: 1,
  };
  expect(decide(write, "clean", [rule], false).decide).toBe("allow");
  expect(decide(write, "untrusted", [rule], false)).toMatchObject({ decide: "ask", by: "provenance" });
  expect(decide(write, "clean", [{ ...rule, folder: home.outside }], false).decide).toBe("ask");
  const leaking = facts("files.write", { path: home.at("x"), text: "the value is sEcret-value" });
  expect(decide(leaking, "clean", [rule], false)).toMatchObject({ decide: "deny", by: "hard" });
  const disguised = facts("files.write", { path: home.at("x"), text: "pay\u202epal" });
  expect(decide(disguised, "clean", [rule], false)).toMatchObject({ decide: "ask", by: "finding" });
});

test("without folders there is nothing to use, and an agent is told of no such tool", () => {
  const { tools, check } = openHome({ folders: () => [] });
  expect([...tools.values()].map((tool) => tool.spec())).toEqual([null, null, null, null]);
  expect(check("files.list", {})).toMatchObject({ ok: false, error: says(/no folder is chosen/) });
  const readOnly = openHome({ folders: (at) => [{ path: at, write: false, trusted: false }] });
  expect([...readOnly.tools.values()].flatMap((tool) => tool.spec()?.name ?? [])).toEqual([
    "files.list",
    "files.read",
    "files.search",
  ]);
});

test("names that mean something else to Windows", () => {
  for (const name of ["a:b", "CON", "nul.txt", "com1.log", "end.", "end ", "what?", "a|b"])
    expect(meansElse(name)).toBe(true);
  for (const name of ["console", "a.b", ".git", "null", "com", "émile"]) expect(meansElse(name)).toBe(false);
});

test("whatever path is written, the place lies in the folder or there is none, and it is the same when asked again", () => {
  const { notes, folders, at } = openHome();
  mkdirSync(at("a/b"), { recursive: true });
  const part = fc.constantFrom("a", "b", "..", ".", "", "plan.md", "new", "\u202e", "A", "link", "%2e%2e", "\\..", "~");
  symlinkSync("/", at("link"));
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), fc.constantFrom(notes, "", "/", `${notes}/..`), (parts, base) => {
      const place = placeOf([base, ...parts].join("/"), folders);
      if (!place.ok) return;
      expect(place.path === notes || place.path.startsWith(`${notes}/`)).toBe(true);
      expect(place.path).not.toMatch(/\/\.\.?(\/|$)/);
      expect(place.path.startsWith(at("link"))).toBe(false);
      expect(placeOf(place.path, folders)).toEqual(place);
    }),
    { numRuns: 1000 },
  );
});
