import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { defaultSettings, type FileProblem } from "../../../app/main/settings/model.ts";
import { open, profileWith } from "./support.ts";

const mode = (path: string) => statSync(path).mode & 0o777;
const line = (problems: FileProblem[]) => problems.map((p) => `${p.file}:${p.line}`);

test("a new profile gets a config of comments and the default rules, 0600, and the defaults are in force", () => {
  const { settings, path } = open();
  expect(settings.current()).toEqual(defaultSettings);
  expect(settings.problems()).toEqual([]);
  expect(settings.rules().length).toBeGreaterThan(3);
  expect([mode(path("config.yaml")), mode(path("rules.yaml"))]).toEqual([0o600, 0o600]);
});

test("files of a former life are read, and closed to others", () => {
  const profile = profileWith({ "config.yaml": "outbox: { gap: 7 }\n", "rules.yaml": "- { on: a, nothing: true }\n" });
  for (const name of ["config.yaml", "rules.yaml"]) chmodSync(join(profile, name), 0o644);
  const { settings, gap, path } = open({}, profile);
  expect([gap(), settings.rules().length]).toEqual([7, 1]);
  expect([mode(path("config.yaml")), mode(path("rules.yaml"))]).toEqual([0o600, 0o600]);
});

test("broken at the first start: the defaults are in force, the line is named, the file is left alone", () => {
  const { settings, path } = open({ "config.yaml": "outbox:\n  gap: soon\n", "rules.yaml": "- on: a\n" });
  expect(settings.current()).toEqual(defaultSettings);
  expect(settings.rules().length).toBeGreaterThan(3);
  expect(line(settings.problems())).toEqual(["config.yaml:2", "config.yaml:null", "rules.yaml:1", "rules.yaml:null"]);
  expect(settings.problems()[1]?.reason).toContain("default settings are in force");
  expect(settings.problems()[3]?.reason).toContain("default rules are in force");
  expect(readFileSync(path("config.yaml"), "utf8")).toBe("outbox:\n  gap: soon\n");
});

test.each<[string, (path: string, text: string) => void]>([
  ["writes in place", (path, text) => writeFileSync(path, text)],
  ["renames a new file over it", (path, text) => (writeFileSync(`${path}~`, text), renameSync(`${path}~`, path))],
  ["removes it and writes it again", (path, text) => (rmSync(path), writeFileSync(path, text))],
])("an edit takes effect at once when the editor %s, also the second time", async (_how, write) => {
  const { path, until, gap, settings } = open({ "config.yaml": "outbox: { gap: 1 }\n" });
  for (const seconds of [60, 61, 62]) {
    write(path("config.yaml"), `outbox: { gap: ${seconds} }\n`);
    await until(() => gap() === seconds);
  }
  write(path("rules.yaml"), "- { on: mine, nothing: true }\n");
  await until(() => settings.rules()[0]?.on === "mine");
});

test("a mistake is told with its line; the last good settings stay, and come back into force unharmed", async () => {
  const { path, until, settings, gap } = open({
    "config.yaml": "outbox: { gap: 9 }\n",
    "rules.yaml": "- { on: a, tell: b }\n",
  });
  writeFileSync(path("config.yaml"), "hooks: {}\noutbox: { gap: x }\n");
  await until(() => settings.problems().length > 0);
  expect(line(settings.problems())).toEqual(["config.yaml:2", "config.yaml:null"]);
  expect(settings.problems()[1]?.reason).toBe(
    "Until it is mended, the settings from before stay in force: what was removed or denied in it since then is not in force yet.",
  );
  expect(gap()).toBe(9);
  writeFileSync(path("rules.yaml"), "- { on: a, tell: b }\n- { on: a }\n");
  await until(() => settings.problems().length === 4);
  expect(line(settings.problems())).toEqual(["config.yaml:2", "config.yaml:null", "rules.yaml:2", "rules.yaml:null"]);
  expect(settings.rules()).toHaveLength(1);
  writeFileSync(path("config.yaml"), "outbox: { gap: 10 }\n");
  await until(() => gap() === 10);
  writeFileSync(path("rules.yaml"), "");
  await until(() => settings.problems().length === 0);
  expect(settings.rules()).toEqual([]);
});

test("an unreadable file is a mistake like others: a folder, bytes that are no text", async () => {
  const { path, until, settings, gap } = open({ "config.yaml": "outbox: { gap: 9 }\n" });
  writeFileSync(path("config.yaml"), Buffer.from([0x6f, 0xff, 0xfe, 0x0a]));
  await until(() => settings.problems().length > 0);
  expect(settings.problems()[0]?.reason).toContain("not UTF-8");
  rmSync(path("config.yaml"));
  mkdirSync(path("config.yaml"));
  await until(() => settings.problems()[0]?.reason.includes("EISDIR") === true);
  expect(gap()).toBe(9);
  expect(settings.save({ gapSeconds: 5 })).toMatchObject({ ok: false });
});

test("a file that is removed for good means the defaults, in both cases; so does the next start with a mistake", async () => {
  const { path, until, settings, gap, profile } = open({
    "config.yaml": "outbox: { gap: 9 }\n",
    "rules.yaml": "- { on: a, tell: b }\n",
  });
  rmSync(path("config.yaml"));
  rmSync(path("rules.yaml"));
  await until(() => gap() === 3600 && settings.rules().length > 3);
  expect(settings.problems()).toEqual([]);
  settings.close();
  writeFileSync(path("config.yaml"), "outbox: { gap: x }\n");
  writeFileSync(path("rules.yaml"), "- on: a\n");
  const next = open({}, profile);
  expect([next.gap(), next.settings.rules().length]).toEqual([3600, settings.rules().length]);
});

test("a link is followed: the file it points to is watched and written, and the link stays", async () => {
  const elsewhere = profileWith({ "mine.yaml": "outbox: { gap: 5 } # mine\n" });
  const profile = profileWith();
  symlinkSync(join(elsewhere, "mine.yaml"), join(profile, "config.yaml"));
  const { settings, until, gap } = open({}, profile);
  expect(gap()).toBe(5);
  writeFileSync(join(elsewhere, "mine.yaml"), "outbox: { gap: 6 } # mine\n");
  await until(() => gap() === 6);
  expect(settings.save({ gapSeconds: 7 }).ok).toBe(true);
  expect(readFileSync(join(elsewhere, "mine.yaml"), "utf8")).toBe("outbox: { gap: 7 } # mine\n");
});

test("saving: on disk, 0600, with comments, in force and told before it returns; nothing left beside it", () => {
  const { settings, path, gap, changes, profile } = open({ "config.yaml": "# mine\noutbox:\n  gap: 1 # short\n" });
  expect(settings.save({ gapSeconds: 120, destinations: ["https://a.test/"] })).toEqual({
    ok: true,
    sentence: "The settings are saved.",
  });
  expect([gap(), settings.current().destinations, changes()]).toEqual([120, ["https://a.test"], 1]);
  expect(readFileSync(path("config.yaml"), "utf8")).toContain("# mine\noutbox:\n  gap: 120 # short\n");
  expect(mode(path("config.yaml"))).toBe(0o600);
  const source = { name: "pay", kind: "standard-webhooks", secret: "env:P", identicalBodies: "twin" } as const;
  expect(settings.saveSource(source).ok).toBe(true);
  expect(settings.current().sources).toEqual([
    { ...source, duringRun: "next", urgent: [], nextSecret: null, expiresOn: null },
  ]);
  expect(settings.removeSource("pay")).toEqual({ ok: true, sentence: "The source pay is removed." });
  expect(settings.removeSource("pay").ok).toBe(false);
  expect(settings.current().sources).toEqual([]);
  expect(readdirSync(profile).sort()).toEqual(["config.yaml", "last-good", "rules.yaml"]);
  expect(readdirSync(path("last-good")).sort()).toEqual(["config.yaml", "rules.yaml"]);
});

test("the first save on a missing file makes it, with the comments a newcomer gets", () => {
  const { settings, path } = open();
  rmSync(path("config.yaml"));
  expect(settings.save({ port: 0 }).ok).toBe(true);
  const text = readFileSync(path("config.yaml"), "utf8");
  expect(text).toContain("# destinations:");
  expect(text).toMatch(/\nhooks:\n {2}port: 0\n$/);
});

test("a broken file is not overwritten, and the line to mend is named, even before the watcher knows", () => {
  const { settings, path, gap } = open({ "config.yaml": "outbox: { gap: 9 }\n" });
  const broken = "outbox: { gap: 9 }\nsources:\n  - { name: a }\n";
  writeFileSync(path("config.yaml"), broken);
  const saved = settings.save({ gapSeconds: 5 });
  expect(saved).toMatchObject({ ok: false, sentence: expect.stringMatching(/on line 3: .*missing.*Mend it first/) });
  expect(readFileSync(path("config.yaml"), "utf8")).toBe(broken);
  expect(gap()).toBe(9);
});

test("what would make the file wrong is refused with its reason and writes nothing", () => {
  const text = "sources:\n  - { name: a, kind: token, secret: env:A }\n";
  const { settings, path } = open({ "config.yaml": text });
  const refused = [
    settings.save({ destinations: ["https://user@a.test"] }),
    settings.save({ quietHours: "08:00-08:00" }),
    settings.saveSource({ name: "timer", kind: "token", secret: "env:T", identicalBodies: "twin" }),
  ];
  expect(refused.map(({ ok }) => ok)).toEqual([false, false, false]);
  expect(refused[0]?.sentence).toContain("user name");
  expect(refused[2]?.sentence).toContain("reserved");
  expect(readFileSync(path("config.yaml"), "utf8")).toBe(text);
});

test("a save that can't be written changes nothing and says so", () => {
  const { settings, path, gap } = open({ "config.yaml": "outbox: { gap: 9 }\n" });
  mkdirSync(path("config.yaml.new"));
  expect(settings.save({ gapSeconds: 5 })).toMatchObject({
    ok: false,
    sentence: expect.stringContaining("could not be written"),
  });
  expect([gap(), readFileSync(path("config.yaml"), "utf8")]).toEqual([9, "outbox: { gap: 9 }\n"]);
});

test("a save keeps what was edited by hand a moment before", () => {
  const { settings, path } = open({ "config.yaml": "outbox: { gap: 9 }\n" });
  writeFileSync(path("config.yaml"), "outbox: { gap: 9 }\napprovals: { window: 77 }\n");
  expect(settings.save({ gapSeconds: 5 }).ok).toBe(true);
  expect([settings.current().outbox.gapSeconds, settings.current().approvals.windowSeconds]).toEqual([5, 77]);
});

test("no change, no call: writing the same again, other files, and reading give the same object", async () => {
  const { settings, path, until, changes, gap } = open({ "config.yaml": "outbox: { gap: 9 }\n" });
  const before = settings.current();
  writeFileSync(path("config.yaml"), "outbox: { gap: 9 }\n");
  writeFileSync(path("nightjar.db-wal"), "x");
  writeFileSync(path("rules.yaml"), "[]");
  await until(() => settings.rules().length === 0);
  expect([settings.current() === before, changes()]).toEqual([true, 1]);
  expect(gap()).toBe(9);
});

test("after close nothing is told any more, and nothing waits", async () => {
  const { settings, path, changes } = open({ "config.yaml": "outbox: { gap: 9 }\n" });
  writeFileSync(path("config.yaml"), "outbox: { gap: 10 }\n");
  settings.close();
  const other = open({}, profileWith({ "config.yaml": "outbox: { gap: 1 }\n" }));
  truncateSync(other.path("config.yaml"));
  writeFileSync(other.path("config.yaml"), "outbox: { gap: 2 }\n");
  await other.until(() => other.gap() === 2);
  expect(changes()).toBe(0);
  expect(existsSync(path("config.yaml"))).toBe(true);
});
