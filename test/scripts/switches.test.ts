import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { readSwitches } from "../../app/main/desktop/switches.ts";
import { root } from "../structure/sources.ts";
import { createProject } from "./project.ts";

interface Strict {
  readSwitches(args: string[]): { profile: string };
}
const { readSwitches: readStrictly } = (await import(
  pathToFileURL(join(root, "scripts/start/switches.mjs")).href
)) as Strict;

/** Why the script refuses these; null when it takes them. */
function refusal(args: string[]): string | null {
  try {
    readStrictly(args);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

test("--help prints the switches and the usual profile's folder, and does nothing else", async () => {
  const project = createProject();
  for (const args of [["-h"], ["--hidden", "--help"]]) {
    const { code, stdout } = await project.run("start.mjs", args).ended;
    expect(code).toBe(0);
    for (const word of ["--profile=<folder>", "--hooks-port=<number>", "--hidden", "logs/chromium.log"])
      expect(stdout).toContain(word);
    expect(stdout).toContain(`${project.path("home")}/.config/Nightjar`);
  }
  const { stdout } = await project.run("start.mjs", ["--help"], { env: { XDG_CONFIG_HOME: "/elsewhere" } }).ended;
  expect(stdout).toContain("/elsewhere/Nightjar");
  expect(project.calls()).toEqual([]);
  expect(existsSync(project.path("cache"))).toBe(false);
});

test("a switch that is not known, or has no usable value, ends with code 2 before any work begins", async () => {
  const project = createProject();
  for (const [given, why] of [
    ["--profil=/tmp/x", "there is no --profil switch; did you mean --profile?"],
    ["--hooks-port=abc", "a port is a whole number from 0 to 65535"],
    ["--profile", "--profile needs a value, as in --profile=/tmp/try"],
  ] as const) {
    const { code, output } = await project.run("start.mjs", [given]).ended;
    expect(output.trim().split("\n")).toEqual([
      `nightjar: could not start with ${given}: ${why}`,
      expect.stringMatching(/^nightjar: what to do: use --profile=<folder>, --hooks-port=<number> and --hidden/),
    ]);
    expect(code).toBe(2);
  }
  expect(project.calls()).toEqual([]);
  expect(existsSync(project.path("cache"))).toBe(false);
});

describe("what is refused is told with the switch that was probably meant, or the right form", () => {
  test.each([
    [["--proflie=/tmp/x"], "did you mean --profile?"],
    [["-profile=/tmp/x"], "did you mean --profile?"],
    [["--hook-port=1"], "did you mean --hooks-port?"],
    [["--port=1"], "did you mean --hooks-port?"],
    [["--hiden"], "did you mean --hidden?"],
    [["--HIDDEN"], "did you mean --hidden?"],
    [["--headless"], "there is no --headless switch"],
    [["--no-sandbox"], "there is no --no-sandbox switch"],
    [["/tmp/x"], "there is no /tmp/x switch"],
    [[""], "there is no empty switch"],
    [["--profile", "/tmp/x"], "--profile needs a value"],
    [["--profile="], "--profile needs a value"],
    [["--hooks-port"], "--hooks-port needs a value, as in --hooks-port=0"],
    [["--hooks-port=65536"], "a port is a whole number from 0 to 65535"],
    [["--hidden=yes"], "--hidden takes no value"],
    [["--hidden", "--hidden"], "--hidden was given twice"],
  ])("%j", (args, why) => {
    expect(refusal(args)).toContain(why);
  });

  test("nothing is guessed where nothing is near", () => {
    for (const given of ["--no-sandbox", "--x", "/tmp/x", "--disable-gpu"])
      expect(refusal([given])).not.toContain("did you mean");
  });
});

test("a switch that npm kept for itself is told, instead of starting on the usual profile", async () => {
  const project = createProject();
  const env = { npm_lifecycle_event: "start", npm_config_profile: "/tmp/x" };
  const { code, output } = await project.run("start.mjs", [], { env }).ended;
  expect(code).toBe(2);
  expect(output).toContain("npm start -- --profile=/tmp/x");
  expect(project.calls()).toEqual([]);
});

test("the script and the app take and refuse the same values", () => {
  const values = [
    ...["--profile=p", "--profile=/a=b c", "--profile=", "--profile", "--profile=a\0b", "--hooks-port=0"],
    ...["--hooks-port=65535", "--hooks-port=65536", "--hooks-port=-1", "--hooks-port=1e3", "--hooks-port=0x10"],
    ...["--hooks-port=80 ", "--hooks-port=007", "--hooks-port", "--hidden", "--hidden=", "--hidden=1"],
  ];
  const verdicts = values.map((value) => [value, refusal([value]) === null]);
  expect(verdicts).toEqual(values.map((value) => [value, readSwitches([value], "/cwd").ok]));
  const read = readSwitches(["--profile=p"], process.cwd());
  expect(read.ok && read.switches.profile).toBe(readStrictly(["--profile=p"]).profile);
});

test("what was read is handed to the app as it was given, behind the project's folder", async () => {
  const project = createProject();
  const args = ["--profile=/tmp/a b", "--hooks-port=0", "--hidden"];
  const { code, stdout } = await project.run("start.mjs", args).ended;
  expect({ code, stdout }).toEqual({ code: 0, stdout: `the app: ${[project.folder, ...args].join(" ")}\n` });
});

test("a Node that is too old is told before anything else", async () => {
  const project = createProject();
  const { code, output } = await project.run("start.mjs", [], { machine: { node: "20.19.9" } }).ended;
  expect(code).toBe(1);
  expect(output).toMatch(/could not start on Node 20\.19\.9 .*: it needs Node 20\.20 or newer\.\nWhat to do: install/);
});
