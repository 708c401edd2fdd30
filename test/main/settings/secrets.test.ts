import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { createSecrets, type Sealer } from "../../../app/main/settings/secrets.ts";

let profile: string;
beforeEach(() => {
  profile = mkdtempSync(join(tmpdir(), "nightjar-secrets-"));
  onTestFinished(() => rmSync(profile, { recursive: true, force: true }));
});
const file = () => join(profile, "secrets.json");
const onDisk = () =>
  readdirSync(profile)
    .map((name) => readFileSync(join(profile, name), "latin1"))
    .join("\n");

/** Not the system's keychain, but one that seals: each byte is turned over with a key. */
function sealerWith(key: number, usable = true): Sealer & { opened: number } {
  const turn = (bytes: Uint8Array) => Uint8Array.from(bytes, (b, i) => b ^ ((key + i * 7) & 255));
  const sealer = {
    opened: 0,
    usable: () => ({
      usable,
      backend: usable ? "test" : "basic_text",
      sentence: usable ? "ok" : "No keyring. Unlock or install one, name env:NAME, or keep it until you quit.",
    }),
    seal: async (text: string) => turn(Buffer.from(`v${key}${text}`)),
    open: async (sealed: Uint8Array) => {
      sealer.opened++;
      const text = Buffer.from(turn(sealed)).toString("utf8");
      if (!text.startsWith(`v${key}`)) throw new Error(`cannot open ${text}`);
      return text.slice(`v${key}`.length);
    },
  };
  return sealer;
}
const open = (sealer: Sealer = sealerWith(90), environment: Record<string, string | undefined> = {}) =>
  createSecrets({ profile, sealer, environment });

test("env: is the environment that was handed in, and nothing inherited", async () => {
  const secrets = await open(sealerWith(90), { A: "value of a", EMPTY: "", BLANK: " \n", NONE: undefined });
  expect(secrets.resolve("env:A")).toEqual({ state: "ok", value: "value of a" });
  expect(["env:EMPTY", "env:BLANK"].map((ref) => secrets.resolve(ref).state)).toEqual(["empty", "empty"]);
  for (const ref of [
    "env:NONE",
    "env:B",
    "env:",
    "env:toString",
    "env:__proto__",
    "A",
    "",
    "file:/etc/passwd",
    "keychain:",
    "keychain:a",
  ]) {
    expect([ref, secrets.resolve(ref).state]).toEqual([ref, "missing"]);
  }
});

test("a sealed secret survives a restart, is opened once, and is never in clear on disk", async () => {
  const first = await open();
  expect(await first.set("github", "whsec_0123456789", false)).toMatchObject({ ok: true });
  expect(first.resolve("keychain:github")).toEqual({ state: "ok", value: "whsec_0123456789" });
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  expect(readdirSync(profile)).toEqual(["secrets.json"]);
  const form = JSON.parse(readFileSync(file(), "utf8"));
  expect(form.sealed.map(({ name }: { name: string }) => name)).toEqual(["github"]);
  expect(onDisk()).not.toContain("whsec_");
  expect(onDisk()).not.toContain(Buffer.from("whsec_0123456789").toString("base64").slice(0, 12));

  const sealer = sealerWith(90);
  const second = await open(sealer);
  for (let i = 0; i < 3; i++)
    expect(second.resolve("keychain:github")).toEqual({ state: "ok", value: "whsec_0123456789" });
  expect(sealer.opened).toBe(1);
  expect(second.names()).toEqual([{ name: "github", kept: "sealed", state: "ok" }]);
});

test("without a keychain that protects: refused with the choices, nothing on disk; until quit works", async () => {
  const secrets = await open(sealerWith(90, false));
  const refused = await secrets.set("github", "whsec_0123456789", false);
  expect(refused.ok).toBe(false);
  for (const choice of ["Unlock or install", "env:NAME", "until you quit"]) expect(refused.sentence).toContain(choice);
  expect(readdirSync(profile)).toEqual([]);
  expect(secrets.resolve("keychain:github").state).toBe("missing");
  expect(await secrets.set("github", "whsec_0123456789", true)).toMatchObject({ ok: true });
  expect(secrets.resolve("keychain:github").state).toBe("ok");
  expect(secrets.names()).toEqual([{ name: "github", kept: "until_quit", state: "ok" }]);
  expect(readdirSync(profile)).toEqual([]);
  expect((await open(sealerWith(90, false))).resolve("keychain:github").state).toBe("missing");
});

test("until quit goes before a sealed one and leaves it; sealing again ends it", async () => {
  const secrets = await open();
  await secrets.set("a", "sealed value", false);
  const over = await secrets.set("a", "for today", true);
  expect(over.sentence).toContain("The sealed one from before stays on disk");
  expect(secrets.resolve("keychain:a")).toEqual({ state: "ok", value: "for today" });
  expect((await open()).resolve("keychain:a")).toEqual({ state: "ok", value: "sealed value" });
  await secrets.set("a", "sealed anew", false);
  expect(secrets.resolve("keychain:a")).toEqual({ state: "ok", value: "sealed anew" });
});

test("a value that can't be opened is unreadable, the others work, and setting it again mends it", async () => {
  const first = await open(sealerWith(90));
  await first.set("good", "good value", false);
  const form = JSON.parse(readFileSync(file(), "utf8"));
  const stale = Buffer.from(await sealerWith(17).seal("other machine")).toString("base64");
  form.sealed.push({ name: "stale", value: stale });
  writeFileSync(file(), JSON.stringify(form));
  const secrets = await open();
  expect([secrets.resolve("keychain:good").state, secrets.resolve("keychain:stale").state]).toEqual([
    "ok",
    "unreadable",
  ]);
  expect(secrets.names().map(({ state }) => state)).toEqual(["ok", "unreadable"]);
  await secrets.set("stale", "set again", false);
  expect((await open()).resolve("keychain:stale")).toEqual({ state: "ok", value: "set again" });
  expect((await open()).resolve("keychain:good").state).toBe("ok");
});

test("a keychain that is another one now: all are named as unreadable, those entered again work, the others stay", async () => {
  const first = await open(sealerWith(90));
  for (const name of ["a", "b", "c"]) await first.set(name, `value of ${name}`, false);
  const secrets = await open(sealerWith(17));
  expect(secrets.names()).toEqual(["a", "b", "c"].map((name) => ({ name, kept: "sealed", state: "unreadable" })));
  expect(await secrets.set("b", "entered again", false)).toMatchObject({ ok: true });
  expect(secrets.names().map(({ state }) => state)).toEqual(["unreadable", "ok", "unreadable"]);
  expect((await open(sealerWith(17))).resolve("keychain:b")).toEqual({ state: "ok", value: "entered again" });
  // The old keychain is back: what only it can open was kept.
  const back = await open(sealerWith(90));
  expect(back.resolve("keychain:a")).toEqual({ state: "ok", value: "value of a" });
  expect(back.resolve("keychain:b").state).toBe("unreadable");
});

test("a keychain that is locked at the start loses nothing", async () => {
  await (await open(sealerWith(90))).set("a", "value of a", false);
  const locked = await open({ ...sealerWith(90, false), open: () => Promise.reject(new Error("locked")) });
  expect(locked.names()).toEqual([{ name: "a", kept: "sealed", state: "unreadable" }]);
  expect(await locked.set("b", "for today", true)).toMatchObject({ ok: true });
  expect((await open(sealerWith(90))).resolve("keychain:a")).toEqual({ state: "ok", value: "value of a" });
});

const otherForms = [
  "",
  "{",
  "[]",
  '{"version":2,"sealed":[]}',
  '{"version":1,"sealed":[{"name":"a","value":"not base64!"}]}',
  '{"version":1,"sealed":[{"name":"a/b","value":"YQ=="}]}',
  '{"version":1,"sealed":[],"clear":{}}',
];

test.each(otherForms)("secrets.json in another form (%s): moved aside by the first new secret", async (text) => {
  writeFileSync(file(), text);
  const secrets = await open();
  expect(secrets.problem()).toMatch(/secrets.json, it is not in the form Nightjar writes.*enter the secrets again/);
  expect(secrets.resolve("keychain:a").state).toBe("unreadable");
  expect(await secrets.set("b", "only for today", true)).toMatchObject({ ok: true });
  expect(readFileSync(file(), "utf8")).toBe(text);
  const done = await secrets.set("a", "new value", false);
  expect(done.ok).toBe(true);
  expect(done.sentence).toMatch(/is kept.*lie in secrets.json.unreadable-1 beside it. Enter the others again/);
  expect(readFileSync(`${file()}.unreadable-1`, "utf8")).toBe(text);
  expect([secrets.problem(), secrets.resolve("keychain:c").state]).toEqual([null, "missing"]);
  expect((await secrets.set("c", "another value", false)).sentence).not.toContain("Enter the others");
  const next = await open();
  expect([next.resolve("keychain:a"), next.problem()]).toEqual([{ state: "ok", value: "new value" }, null]);
});

test("what was moved aside before stays there", async () => {
  for (const nth of [1, 2]) {
    writeFileSync(file(), `broken ${nth}`);
    await (await open()).set("a", "new value", false);
  }
  expect([1, 2].map((nth) => readFileSync(`${file()}.unreadable-${nth}`, "utf8"))).toEqual(["broken 1", "broken 2"]);
});

test("a file that can be read again by then is kept with all that is in it", async () => {
  await (await open()).set("a", "value of a", false);
  const good = readFileSync(file());
  writeFileSync(file(), "broken");
  const secrets = await open();
  writeFileSync(file(), good);
  expect((await secrets.set("b", "value of b", false)).sentence).not.toContain("Enter the others");
  expect(secrets.names().map(({ name, state }) => `${name} ${state}`)).toEqual(["a ok", "b ok"]);
  expect(readdirSync(profile)).toEqual(["secrets.json"]);
});

test("without a keychain, or with a full disk, the file that can't be read stays where it is", async () => {
  writeFileSync(file(), "broken");
  expect((await (await open(sealerWith(90, false))).set("a", "new value", false)).ok).toBe(false);
  mkdirSync(`${file()}.new`);
  const secrets = await open();
  expect(await secrets.set("a", "new value", false)).toMatchObject({
    ok: false,
    sentence: expect.stringContaining("could not be written"),
  });
  expect(readFileSync(file(), "utf8")).toBe("broken");
  expect(secrets.problem()).not.toBeNull();
});

test("a keychain that lies, refuses or seals nothing keeps nothing", async () => {
  const sealers: Partial<Sealer>[] = [
    { open: async () => "something else" },
    { seal: () => Promise.reject(new Error("locked, was sealing whsec_0123456789")) },
    { seal: async (text) => Buffer.from(text), open: async (bytes) => Buffer.from(bytes).toString() },
  ];
  for (const broken of sealers) {
    const secrets = await open({ ...sealerWith(90), ...broken });
    const done = await secrets.set("a", "whsec_0123456789", false);
    expect(done.ok).toBe(false);
    expect(done.sentence).not.toContain("whsec");
    expect(readdirSync(profile)).toEqual([]);
  }
});

test("a disk that can't be written: the old stands, in memory and on disk", async () => {
  const secrets = await open();
  await secrets.set("a", "first value", false);
  mkdirSync(`${file()}.new`);
  expect(await secrets.set("a", "second value", false)).toMatchObject({
    ok: false,
    sentence: expect.stringContaining("could not be written"),
  });
  expect(await secrets.forget("a")).toMatchObject({ ok: false });
  expect(secrets.resolve("keychain:a")).toEqual({ state: "ok", value: "first value" });
  expect((await open()).resolve("keychain:a")).toEqual({ state: "ok", value: "first value" });
});

test("forgetting takes it from memory and disk", async () => {
  const secrets = await open();
  await secrets.set("a", "first value", false);
  await secrets.set("b", "until quit", true);
  expect([(await secrets.forget("a")).ok, (await secrets.forget("b")).ok, (await secrets.forget("c")).ok]).toEqual([
    true,
    true,
    false,
  ]);
  expect([secrets.names(), secrets.resolve("keychain:a").state]).toEqual([[], "missing"]);
  expect((await open()).names()).toEqual([]);
});

test("many at once: none is lost", async () => {
  const secrets = await open();
  await Promise.all(Array.from({ length: 20 }, (_, i) => secrets.set(`s${i}`, `value number ${i}`, false)));
  expect((await open()).names()).toHaveLength(20);
});

test("changes of one name happen in the order they were asked for, however slow the keychain is", async () => {
  const sealer = sealerWith(90);
  let release = (): void => {};
  const locked = new Promise<void>((resolve) => {
    release = resolve;
  });
  const seal = async (text: string) => {
    if (text === "first value") await locked;
    return sealer.seal(text);
  };
  const secrets = await open({ ...sealer, seal });
  const first = secrets.set("a", "first value", false);
  const second = secrets.set("a", "second value", false);
  const third = secrets.set("b", "third value", true);
  const fourth = secrets.forget("b");
  release();
  expect((await Promise.all([first, second, third, fourth])).map(({ ok }) => ok)).toEqual([true, true, true, true]);
  expect((await open()).resolve("keychain:a")).toEqual({ state: "ok", value: "second value" });
  expect(secrets.names().map(({ name }) => name)).toEqual(["a"]);
});

test("refused: names and values that are none", async () => {
  const secrets = await open();
  for (const name of ["", "a/b", "../x", "a b", "x".repeat(101), "ä"])
    expect((await secrets.set(name, "value", true)).ok).toBe(false);
  for (const value of ["", "  \n", "x".repeat(10_001)]) expect((await secrets.set("a", value, true)).ok).toBe(false);
  for (const name of ["__proto__", "constructor"]) {
    expect((await secrets.set(name, "a proper value", false)).ok).toBe(true);
    expect((await open()).resolve(`keychain:${name}`)).toEqual({ state: "ok", value: "a proper value" });
  }
});

test("an open file is closed to others at start", async () => {
  await (await open()).set("a", "first value", false);
  chmodSync(file(), 0o666);
  await open();
  expect(statSync(file()).mode & 0o777).toBe(0o600);
});

test("the log's scrubber knows every value of this life, longest first, replaced and refused ones too", async () => {
  const secrets = await open(sealerWith(90, false), { TOKEN: "environment token" });
  await secrets.set("a", "old", true);
  await secrets.set("a", "newer", true);
  await secrets.set("b", "refused value", false);
  expect(secrets.liveValues()).toEqual(["refused value", "newer", "old"]);
  secrets.resolve("env:TOKEN");
  expect(secrets.liveValues()[0]).toBe("environment token");
});
