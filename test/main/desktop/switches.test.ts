import { describe, expect, test } from "vitest";
import { readSwitches } from "../../../app/main/desktop/switches.ts";

const none = { profile: null, hooksPort: null, hidden: false, doubts: [] };

describe("what is read", () => {
  test.each([
    [[], none],
    [["/home/x/nightjar"], none],
    [["--no-sandbox", ".", "--password-store=basic"], none],
    [["--profile=/tmp/p"], { ...none, profile: "/tmp/p" }],
    [["--profile=p"], { ...none, profile: "/cwd/p" }],
    [["--profile=/tmp/a=b c"], { ...none, profile: "/tmp/a=b c" }],
    [["--hooks-port=0"], { ...none, hooksPort: 0 }],
    [["--hooks-port=65535", "--hidden"], { ...none, hooksPort: 65_535, hidden: true }],
    [["--no-sandbox", "/x", "--hidden", "--profile=q"], { ...none, profile: "/cwd/q", hidden: true }],
  ])("%j", (argv, switches) => {
    expect(readSwitches(argv, "/cwd")).toEqual({ ok: true, switches });
  });
});

describe("what is refused, with the switch named and the right form", () => {
  test.each([
    [["--profile"]],
    [["--profile="]],
    [["--hooks-port="]],
    [["--hooks-port=65536"]],
    [["--hooks-port=-1"]],
    [["--hooks-port=1e3"]],
    [["--hooks-port=0x10"]],
    [["--hooks-port=80 "]],
    [["--hidden=yes"]],
    [["--hidden", "--hidden"]],
    [["--profile=a", "--profile=b"]],
    [["--profile=a\0b"]],
  ])("%j", (argv) => {
    const read = readSwitches(argv, "/cwd");
    expect(read.ok).toBe(false);
    if (!read.ok)
      expect(read.sentence).toMatch(/^Nightjar was started with --(profile|hooks-port|hidden).*Use --profile=/);
  });
});

describe("what looks like a slip of the hand is doubted, and passes", () => {
  test.each([
    ["--profil=/tmp/p", "--profile"],
    ["--proflie=/tmp/p", "--profile"],
    ["-profile=/tmp/p", "--profile"],
    ["--hook-port=1", "--hooks-port"],
    ["--hooks_port=1", "--hooks-port"],
    ["--hiden", "--hidden"],
  ])("%s", (argument, meant) => {
    const doubts = [`Nightjar was started with ${argument} and did not use it; was ${meant} meant?`];
    expect(readSwitches([argument], "/cwd")).toEqual({ ok: true, switches: { ...none, doubts } });
  });
});

test("Chromium's switches, and those Playwright brings, pass without a word", () => {
  const argv = [
    ...["--no-sandbox", "--remote-debugging-port=0", "--inspect=0", "--disable-gpu", "--ozone-platform=wayland"],
    ...["--password-store=basic", "--enable-features=UseOzonePlatform", "--user-data-dir=/x", "--hide-scrollbars"],
    ...["--profile-directory=x", "--lang=de", "--proxy-server=x", "-r", "/x/loader.js", "profile", "/home/hidden"],
  ];
  expect(readSwitches(argv, "/cwd")).toEqual({ ok: true, switches: none });
});
