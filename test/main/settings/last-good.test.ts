// The last good texts: a start with a mistake goes on with them, and says since when they were in force.
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { defaultSettings } from "../../../app/main/settings/model.ts";
import { open, profileWith } from "./support.ts";

const config = "outbox: { gap: 7 }\nsources:\n  - { name: shell, kind: token, secret: env:T }\n";
const rules = "- { name: Mine, on: shell, tell: hi }\n";
const mode = (path: string) => statSync(path).mode & 0o777;

test("a start with a mistake goes on with the settings and rules from before, and says from when they are", () => {
  const profile = profileWith({ "config.yaml": config, "rules.yaml": rules });
  open({}, profile).settings.close();
  const kept = join(profile, "last-good");
  expect([mode(kept), mode(join(kept, "config.yaml")), mode(join(kept, "rules.yaml"))]).toEqual([0o700, 0o600, 0o600]);
  for (const name of ["config.yaml", "rules.yaml"]) utimesSync(join(kept, name), 1_800_000_000, 1_800_000_000);
  writeFileSync(join(profile, "config.yaml"), "outbox: { gap: x }\n");
  writeFileSync(join(profile, "rules.yaml"), "- on: a\n");
  const { settings } = open({}, profile);
  expect(settings.current().outbox.gapSeconds).toBe(7);
  expect(settings.current().sources.map(({ name }) => name)).toEqual(["shell"]);
  expect(settings.rules().map(({ name }) => name)).toEqual(["Mine"]);
  expect(settings.problems().map(({ reason }) => reason)).toEqual([
    expect.stringContaining("gap"),
    "Until it is mended, the settings of 15 January 2027, 08:00 stay in force: what was removed or denied in it since then is not in force yet.",
    expect.stringContaining("no ending"),
    "Until it is mended, the rules of 15 January 2027, 08:00 stay in force: what was removed from it since then is still in force.",
  ]);
});

test("it goes on start after start, until the file is mended", async () => {
  const profile = profileWith({ "config.yaml": config });
  open({}, profile).settings.close();
  writeFileSync(join(profile, "config.yaml"), "nonsense\n");
  for (let start = 0; start < 3; start++) {
    const { settings, gap } = open({}, profile);
    expect(gap()).toBe(7);
    settings.close();
  }
  const { until, gap, settings, path } = open({}, profile);
  writeFileSync(path("config.yaml"), "outbox: { gap: 8 }\n");
  await until(() => gap() === 8);
  expect(settings.problems()).toEqual([]);
  expect(readFileSync(path("last-good/config.yaml"), "utf8")).toBe("outbox: { gap: 8 }\n");
});

test("what is saved in the window is kept; what is broken is not", async () => {
  const { settings, path, until } = open({ "config.yaml": config });
  settings.save({ gapSeconds: 11 });
  expect(readFileSync(path("last-good/config.yaml"), "utf8")).toContain("gap: 11");
  writeFileSync(path("config.yaml"), "outbox: { gap: x }\n");
  await until(() => settings.problems().length > 0);
  expect(readFileSync(path("last-good/config.yaml"), "utf8")).toContain("gap: 11");
});

test("an unreadable file at the start is a mistake like others", () => {
  const profile = profileWith({ "config.yaml": config });
  open({}, profile).settings.close();
  rmSync(join(profile, "config.yaml"));
  mkdirSync(join(profile, "config.yaml"));
  expect(open({}, profile).gap()).toBe(7);
});

test("a kept text that is itself broken, or of a folder that can't be, leaves the defaults and stops nothing", () => {
  const profile = profileWith({ "config.yaml": "outbox: { gap: x }\n" });
  mkdirSync(join(profile, "last-good"));
  writeFileSync(join(profile, "last-good", "config.yaml"), "broken: [\n");
  const { settings } = open({}, profile);
  expect(settings.current()).toEqual(defaultSettings);
  expect(settings.problems().at(-1)?.reason).toContain("default settings are in force");
  settings.close();
  const other = profileWith({ "config.yaml": config, "last-good": "a file in its place" });
  expect(open({}, other).gap()).toBe(7);
});

test("a file deleted while Nightjar was off is written anew with the defaults, which are kept from then on", () => {
  const profile = profileWith({ "config.yaml": config });
  open({}, profile).settings.close();
  rmSync(join(profile, "config.yaml"));
  open({}, profile).settings.close();
  expect(existsSync(join(profile, "config.yaml"))).toBe(true);
  writeFileSync(join(profile, "config.yaml"), "nonsense\n");
  expect(open({}, profile).settings.current()).toEqual(defaultSettings);
});

test("a folder that stood open to others is closed", () => {
  const profile = profileWith({ "config.yaml": config });
  mkdirSync(join(profile, "last-good"));
  chmodSync(join(profile, "last-good"), 0o755);
  open({}, profile);
  expect(mode(join(profile, "last-good"))).toBe(0o700);
});
