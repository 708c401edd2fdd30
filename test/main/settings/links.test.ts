// Settings kept elsewhere: links are followed, watched along their whole way, written through, and never replaced.
import {
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { trailOf } from "../../../app/main/settings/links.ts";
import { open, profileWith } from "./support.ts";

const gapOf = (seconds: number) => `outbox: { gap: ${seconds} } # mine\n`;

test("the target is written in one piece, and the link stays", () => {
  const elsewhere = profileWith({ "mine.yaml": gapOf(5) });
  const profile = profileWith();
  symlinkSync(join(elsewhere, "mine.yaml"), join(profile, "config.yaml"));
  const { settings, path, gap } = open({}, profile);
  expect(settings.save({ gapSeconds: 7 }).ok).toBe(true);
  expect(gap()).toBe(7);
  expect(lstatSync(path("config.yaml")).isSymbolicLink()).toBe(true);
  expect(readFileSync(join(elsewhere, "mine.yaml"), "utf8")).toBe(gapOf(7));
  expect(readdirSync(elsewhere)).toEqual(["mine.yaml"]);
});

test("a link that is pointed elsewhere is read anew, there it is watched and written; the old place is let go", async () => {
  const elsewhere = profileWith({ "a.yaml": gapOf(1), "b.yaml": gapOf(2) });
  const profile = profileWith();
  const link = join(profile, "config.yaml");
  symlinkSync(join(elsewhere, "a.yaml"), link);
  const { settings, until, gap } = open({}, profile);
  for (const [file, first, second] of [
    ["b.yaml", 2, 20],
    ["a.yaml", 1, 10],
  ] as const) {
    symlinkSync(join(elsewhere, file), `${link}.next`);
    renameSync(`${link}.next`, link);
    await until(() => gap() === first);
    writeFileSync(join(elsewhere, file), gapOf(second));
    await until(() => gap() === second);
  }
  expect(settings.save({ gapSeconds: 11 }).ok).toBe(true);
  expect(readFileSync(join(elsewhere, "a.yaml"), "utf8")).toBe(gapOf(11));
  expect(readFileSync(join(elsewhere, "b.yaml"), "utf8")).toBe(gapOf(20));
});

test("links on the way count too: a folder that is a link and is pointed elsewhere, a relative link behind a link", async () => {
  const elsewhere = profileWith();
  for (const [generation, seconds] of [
    ["one", 1],
    ["two", 2],
  ] as const) {
    mkdirSync(join(elsewhere, generation));
    writeFileSync(join(elsewhere, generation, "config.yaml"), gapOf(seconds));
  }
  symlinkSync("one", join(elsewhere, "current"));
  symlinkSync(join("current", "config.yaml"), join(elsewhere, "config.yaml"));
  const profile = profileWith();
  symlinkSync(join(elsewhere, "config.yaml"), join(profile, "config.yaml"));
  const { until, gap } = open({}, profile);
  expect(gap()).toBe(1);
  symlinkSync("two", join(elsewhere, "next"));
  renameSync(join(elsewhere, "next"), join(elsewhere, "current"));
  await until(() => gap() === 2);
  writeFileSync(join(elsewhere, "two", "config.yaml"), gapOf(3));
  await until(() => gap() === 3);
});

test("a link to nothing is reported and never replaced: not at the start, not by a save; it counts when its target comes", async () => {
  const elsewhere = profileWith();
  const target = join(elsewhere, "away", "config.yaml");
  const profile = profileWith();
  symlinkSync(target, join(profile, "config.yaml"));
  const { settings, path, until, gap } = open({}, profile);
  expect(settings.problems()[0]).toEqual({
    file: "config.yaml",
    line: null,
    reason: `config.yaml could not be read: it is a link to ${target}, and there is nothing. Put the file there, or remove the link.`,
  });
  expect(settings.save({ gapSeconds: 7 })).toMatchObject({ ok: false, sentence: expect.stringContaining(target) });
  expect(readlinkSync(path("config.yaml"))).toBe(target);
  mkdirSync(join(elsewhere, "away"));
  writeFileSync(target, gapOf(8));
  await until(() => gap() === 8);
  rmSync(join(elsewhere, "away"), { recursive: true });
  await until(() => settings.problems().length > 0);
  expect(gap()).toBe(8);
  mkdirSync(join(elsewhere, "away"));
  writeFileSync(target, gapOf(9));
  await until(() => gap() === 9);
  // Gone and there again before anybody could look: another folder under the same name.
  rmSync(join(elsewhere, "away"), { recursive: true });
  mkdirSync(join(elsewhere, "away"));
  writeFileSync(target, gapOf(12));
  await until(() => gap() === 12);
  writeFileSync(target, gapOf(13));
  await until(() => gap() === 13);
  expect(settings.save({ gapSeconds: 10 }).ok).toBe(true);
  expect(readFileSync(target, "utf8")).toBe(gapOf(10));
});

test("a link in a circle is a mistake, not an endless way", () => {
  const profile = profileWith();
  symlinkSync("rules.yaml", join(profile, "config.yaml"));
  symlinkSync("config.yaml", join(profile, "rules.yaml"));
  const { settings, path } = open({}, profile);
  expect(settings.problems()[0]?.reason).toContain("ELOOP");
  expect(readlinkSync(path("config.yaml"))).toBe("rules.yaml");
  expect(trailOf(path("config.yaml"))).toMatchObject({ linked: true, found: false });
});

test("a path without links leads to itself, there or not", () => {
  const profile = profileWith({ "config.yaml": "" });
  const steps = [{ folder: profile, name: "config.yaml" }];
  expect(trailOf(join(profile, "config.yaml"))).toEqual({
    steps,
    target: join(profile, "config.yaml"),
    linked: false,
    found: true,
  });
  expect(trailOf(join(profile, "none"))).toMatchObject({ target: join(profile, "none"), linked: false, found: false });
});
