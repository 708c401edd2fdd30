// Promises the real app, built and started as a person starts it, on a test's desktop and profile, ready when it listens.
// Refuses to go on with a half-started one: whatever keeps it from its window or its listener is told with its own words.
import { type ElectronApplication, _electron, errors, type Page } from "@playwright/test";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { z } from "zod";
import type { Desktop } from "./desktop/desktop.ts";

export const projectFolder = fileURLToPath(new URL("../../..", import.meta.url));
const readyMilliseconds = 60_000;
const handshakeMilliseconds = 25_000;
const pollMilliseconds = 20;
const listenerSchema = z.object({ pid: z.number(), hooks: z.string() });

export interface LaunchOptions {
  desktop: Pick<Desktop, "env" | "args">;
  /** The profile's folder; it may exist already. */
  profile: string;
  /** 0 (the default) takes a free port. */
  hooksPort?: number;
  env?: Record<string, string>;
  /** False for a start whose listener can't listen: then `hooksUrl` is empty. */
  listens?: boolean;
  /** Further switches, for example `--hidden`. */
  args?: string[];
}

export interface RunningApp {
  app: ElectronApplication;
  /** The main window. */
  page: Page;
  profile: string;
  /** Where deliveries go: `http://127.0.0.1:<port>`. */
  hooksUrl: string;
  /** The main process. */
  pid: number;
  /** What the app wrote to its terminal so far. */
  output(): string;
  /** SIGKILL to the main process; resolves when it is gone. */
  kill9(): Promise<void>;
  /** Quits as a person does; resolves when the process is gone. */
  close(): Promise<void>;
}

async function electronProgram(): Promise<string> {
  const given = process.env["NIGHTJAR_ELECTRON"];
  if (given !== undefined && given !== "") return given;
  const { stdout } = await promisify(execFile)(process.execPath, [join(projectFolder, "scripts", "electron-path.mjs")]);
  return stdout.trim().split("\n").at(-1) ?? "";
}

/** The test's own environment without what would turn Electron into something else, and with the desktop's. */
function environment(options: LaunchOptions): Record<string, string> {
  const own = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !/^(ELECTRON_|NODE_OPTIONS$|npm_)/.test(entry[0]),
  );
  return { ...Object.fromEntries(own), ...options.desktop.env, ...options.env };
}

/** `listener.json` of this very process: one that a killed predecessor left behind does not count. */
async function listenerOf(profile: string, pid: number, hasEnded: () => boolean): Promise<string> {
  const deadline = Date.now() + readyMilliseconds;
  while (Date.now() < deadline && !hasEnded()) {
    const text = await readFile(join(profile, "listener.json"), "utf8").catch(() => "");
    try {
      const listener = listenerSchema.parse(JSON.parse(text));
      if (listener.pid === pid) return listener.hooks;
    } catch {
      // Not there yet, or being written.
    }
    await wait(pollMilliseconds);
  }
  throw new Error(
    hasEnded()
      ? "the app ended before it listened"
      : `no listener.json of process ${pid} within ${readyMilliseconds / 1000} s`,
  );
}

async function launchOnce(options: LaunchOptions): Promise<ElectronApplication> {
  return _electron.launch({
    executablePath: await electronProgram(),
    chromiumSandbox: process.getuid?.() !== 0,
    args: [
      projectFolder,
      `--profile=${options.profile}`,
      `--hooks-port=${options.hooksPort ?? 0}`,
      ...options.desktop.args,
      ...(options.args ?? []),
    ],
    env: environment(options),
    timeout: handshakeMilliseconds,
  });
}

/**
 * Playwright holds the app's `ready` until its own handshake with Chromium is done. With Electron 33 that handshake hangs about
 * once in a hundred launches, before anything of the app has run: such a launch is said, and tried again. An app that hangs by
 * itself does so after `ready`, where nothing is tried again.
 */
async function launchElectron(options: LaunchOptions, tries = 3): Promise<ElectronApplication> {
  try {
    return await launchOnce(options);
  } catch (error) {
    if (!(error instanceof errors.TimeoutError) || tries <= 1) throw error;
    console.warn(`Playwright's handshake with Electron did not end within ${handshakeMilliseconds / 1000} s; again.`);
    return launchElectron(options, tries - 1);
  }
}

/** Starts Nightjar and waits for its window and its listener. */
export async function launchNightjar(options: LaunchOptions): Promise<RunningApp> {
  const app = await launchElectron(options);
  const main = app.process();
  const pid = main.pid;
  if (pid === undefined) throw new Error("Electron has no process id");
  let output = "";
  main.stdout?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  main.stderr?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const hasEnded = (): boolean => main.exitCode !== null || main.signalCode !== null;
  const gone = new Promise<void>((resolve) => {
    if (hasEnded()) resolve();
    else main.once("exit", () => resolve());
  });
  const kill9 = async (): Promise<void> => {
    if (!hasEnded()) process.kill(pid, "SIGKILL");
    await gone;
  };
  try {
    const [page, hooksUrl] = await Promise.all([
      app.firstWindow({ timeout: readyMilliseconds }),
      options.listens === false ? "" : listenerOf(options.profile, pid, hasEnded),
    ]);
    const close = async (): Promise<void> => {
      await app.close();
      await gone;
    };
    return { app, page, profile: options.profile, hooksUrl, pid, output: () => output, kill9, close };
  } catch (error) {
    await kill9();
    throw new Error(`Nightjar did not start: ${String(error)}\nIts own words:\n${output}`, { cause: error });
  }
}
