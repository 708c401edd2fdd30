// A clone of the project that is nothing but the real scripts, and a machine around it on which every other program is a fake.
// Promises: no network, no real install, a PATH with what the test put there, all processes and files gone after the test.
import { type ChildProcess, spawn } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { onTestFinished, vi } from "vitest";
import { root } from "../structure/sources.ts";

const deadlineMilliseconds = 20_000;
const pollMilliseconds = 20;

// Each test starts several processes, and the machine may have others to run.
vi.setConfig({ testTimeout: 120_000 });

/** Polls a real condition until it holds. */
export async function until(what: string, holds: () => boolean): Promise<void> {
  const deadline = Date.now() + deadlineMilliseconds;
  while (!holds()) {
    if (Date.now() > deadline) throw new Error(`${what} did not come within ${deadlineMilliseconds / 1000} s`);
    await wait(pollMilliseconds);
  }
}

/** Whether there is such a process that is more than a line waiting to be counted. */
export function isAlive(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[0] !== "Z";
  } catch {
    return false;
  }
}

/** What still runs of a project, by the environment it was given: a test that failed may leave some behind. */
function leftOf(folder: string): number[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, "utf8").split("\0").includes(`TMPDIR=${folder}`);
    } catch {
      return false; // It has ended, or is another person's.
    }
  });
}

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** Standard output and standard error, in the order they came. */
  output: string;
  stdout: string;
}

export interface Run {
  child: ChildProcess;
  pid: number;
  output(): string;
  /** Resolves when the output matches; rejects when the script ends without. */
  says(pattern: RegExp): Promise<void>;
  ended: Promise<Ended>;
}

/** What a script is told about its machine: a preloaded file plays these. */
export interface Machine {
  /** The person's number; 0 is root. Default 1000. */
  uid?: number;
  /** The version of the Node that starts the script; what it starts in turn is the real one. */
  node?: string;
  arch?: string;
}

export interface RunOptions {
  machine?: Machine;
  env?: Record<string, string>;
  /** With a shell between, as npm puts one: then the child is the shell. */
  shell?: boolean;
}

const preload = `
const { FAKE_UID, FAKE_NODE, FAKE_ARCH } = process.env;
process.getuid = () => Number(FAKE_UID);
if (FAKE_NODE) Object.defineProperty(process, "versions", { value: { ...process.versions, node: FAKE_NODE } });
if (FAKE_ARCH) Object.defineProperty(process, "arch", { value: FAKE_ARCH });
delete process.env.FAKE_NODE;
`;

/** `npm ci` as far as the scripts see it. Each call is noted. */
const npm = `
const { appendFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync, copyFileSync } = require("node:fs");
appendFileSync("calls", "npm " + process.argv.slice(2).join(" ") + "\\n");
if (process.argv[2] === "ci") {
  rmSync("node_modules", { recursive: true, force: true });
  for (const folder of ["node/bin", "vite/bin", "electron"]) mkdirSync("node_modules/" + folder, { recursive: true });
  symlinkSync(process.execPath, "node_modules/node/bin/node");
  copyFileSync("fake-vite.js", "node_modules/vite/bin/vite.js");
  writeFileSync("node_modules/electron/package.json", '{ "version": "99.0.0" }');
  copyFileSync("package-lock.json", "node_modules/.package-lock.json");
}
`;

const vite = `
const { appendFileSync, mkdirSync, writeFileSync } = require("node:fs");
appendFileSync("calls", "vite " + process.argv.slice(2).join(" ") + "\\n");
mkdirSync("dist/main", { recursive: true });
writeFileSync("dist/main/index.cjs", "");
`;

export interface Project {
  folder: string;
  path(...parts: string[]): string;
  write(path: string, text: string): void;
  read(path: string): string;
  /** A program on PATH: a shell script without its first line. */
  program(name: string, script: string): void;
  /** The Electron that ELECTRON_OVERRIDE_DIST_PATH names: a Node program without its first line. */
  electron(script: string): void;
  /** What npm, vite and other fakes were called with, since the last look. */
  calls(): string[];
  run(script: string, args?: string[], options?: RunOptions): Run;
}

/** A fresh clone on a machine with a screen, a session bus and Electron. */
export function createProject(): Project {
  const folder = mkdtempSync(join(tmpdir(), "nightjar-scripts-"));
  const runs = new Set<ChildProcess>();
  onTestFinished(async () => {
    for (const child of runs) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const gone = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGKILL");
      await gone;
    }
    for (const pid of leftOf(folder)) if (isAlive(pid)) process.kill(pid, "SIGKILL");
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  const path = (...parts: string[]) => join(folder, ...parts);
  const write = (file: string, text: string) => {
    mkdirSync(dirname(path(file)), { recursive: true });
    writeFileSync(path(file), text);
  };
  const executable = (file: string, text: string) => {
    write(file, text);
    chmodSync(path(file), 0o755);
  };
  const project: Project = {
    folder,
    path,
    write,
    read: (file) => readFileSync(path(file), "utf8"),
    program: (name, script) => executable(`bin/${name}`, `#!/bin/sh\n${script}\n`),
    electron: (script) => executable("electron/electron", `#!${process.execPath}\n${script}\n`),
    calls: () => {
      const calls = existsSync(path("calls")) ? readFileSync(path("calls"), "utf8").split("\n").filter(Boolean) : [];
      rmSync(path("calls"), { force: true });
      return calls;
    },
    run: (script, args = [], { machine = {}, env = {}, shell = false } = {}) => {
      const command = [process.execPath, path("scripts", script), ...args];
      const [program = "", ...rest] = shell ? ["/bin/sh", "-c", '"$@"; true', "sh", ...command] : command;
      const child = spawn(program, rest, {
        cwd: folder,
        env: { ...environment(), ...fakes(machine), ...env },
        stdio: ["ignore", "pipe", "pipe"],
      });
      runs.add(child);
      return watch(child);
    },
  };
  const environment = () => ({
    PATH: path("bin"),
    HOME: path("home"),
    XDG_CACHE_HOME: path("cache"),
    TMPDIR: folder,
    DISPLAY: ":77",
    DBUS_SESSION_BUS_ADDRESS: "unix:path=/nowhere",
    ELECTRON_OVERRIDE_DIST_PATH: path("electron"),
    npm_execpath: path("fake-npm.cjs"),
    NODE_OPTIONS: `--import=${pathToFileURL(path("preload.mjs")).href}`,
  });
  const fakes = ({ uid = 1000, node = "", arch = "" }: Machine) => ({
    FAKE_UID: String(uid),
    FAKE_NODE: node,
    FAKE_ARCH: arch,
  });
  cpSync(join(root, "scripts"), path("scripts"), { recursive: true });
  const names = "app/main/desktop/environment-names.json";
  cpSync(join(root, names), path(names), { recursive: true });
  write("preload.mjs", preload);
  write("fake-npm.cjs", npm);
  write("fake-vite.js", vite);
  write("package.json", "{}");
  write("package-lock.json", JSON.stringify({ packages: { "": {}, "node_modules/x": { integrity: "sha512-x" } } }));
  write("app/main.ts", "");
  project.program("ldd", 'echo "libc.so.6 => /lib/libc.so.6"');
  project.program("ldconfig", 'echo "libnotify.so.4 libsecret-1.so.0"');
  project.program("unshare", "exit 0");
  project.electron('console.log("the app:", ...process.argv.slice(2));');
  return project;
}

function watch(child: ChildProcess): Run {
  let output = "";
  let stdout = "";
  const hear = new Set<() => void>();
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      for (const heard of hear) heard();
    });
  const ended = new Promise<Ended>((resolve) => {
    child.once("close", (code, signal) => resolve({ code, signal, output, stdout }));
  });
  const says = (pattern: RegExp): Promise<void> =>
    new Promise((resolve, reject) => {
      const look = () => {
        if (!pattern.test(output)) return;
        hear.delete(look);
        resolve();
      };
      hear.add(look);
      look();
      void ended.then(() => reject(new Error(`it ended without saying ${String(pattern)}. It said:\n${output}`)));
    });
  return { child, pid: child.pid ?? 0, output: () => output, says, ended };
}
