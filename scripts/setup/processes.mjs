// Promises to run other programs: quietly with their output kept, or in the foreground with signals passed on.
// Refuses to leave one behind: what is started in the foreground is waited for, what runs quietly is ended with the script.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { exitCodeOf, interrupted, interruptedBy, whileRunning } from "./interruption.mjs";
import { inProject } from "./paths.mjs";
import { failure } from "./say.mjs";

const killAfterMilliseconds = 3000;
const drainMilliseconds = 500;
const ownGroup = process.platform !== "win32";

/** Signals a program and all it started that stayed in its group. */
function signalGroup(child, signal) {
  try {
    if (ownGroup && child.pid !== undefined) process.kill(-child.pid, signal);
    else child.kill(signal);
  } catch (error) {
    if (error.code !== "ESRCH" && error.code !== "EPERM") throw error;
  }
}

/**
 * Runs a program with its output kept instead of shown, in a process group of its own. When this script is asked to end, or after
 * `limitSeconds`, the whole group is ended: an install or a download leaves nobody behind who goes on writing.
 * @param {string} program
 * @param {string[]} args
 * @param {{ cwd?: string, env?: object, limitSeconds?: number, onStart?: (pid: number) => void }} [options]
 * @returns {Promise<{ code: number, output: string, stdout: string, timedOut: boolean, missing: boolean }>} code -1: it could
 *   not be started (`missing`: there is no such program) or was ended. Rejects when this script is asked to end meanwhile.
 */
export function runQuietly(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const chunks = [];
    const answers = [];
    let timedOut = false;
    const timers = [];
    const child = spawn(program, args, {
      cwd: options.cwd ?? inProject(),
      env: options.env ?? process.env,
      stdio: ["ignore", "pipe", "pipe"],
      shell: process.platform === "win32" && /\.cmd$/i.test(program),
      detached: ownGroup,
    });
    const kill = () => {
      signalGroup(child, "SIGKILL");
      // One that left the group may still hold the pipes; it is not waited for.
      timers.push(setTimeout(() => finish(-1), drainMilliseconds));
    };
    const over = whileRunning({
      end: () => {
        signalGroup(child, "SIGTERM");
        timers.push(setTimeout(kill, killAfterMilliseconds));
      },
    });
    if (child.pid !== undefined) options.onStart?.(child.pid);
    const finish = (code, error) => {
      over();
      for (const timer of timers) clearTimeout(timer);
      if (interruptedBy() !== undefined) {
        signalGroup(child, "SIGKILL");
        for (const stream of [child.stdout, child.stderr]) stream?.destroy();
        reject(interrupted());
      }
      const output = Buffer.concat(chunks).toString() + (error?.message ?? "");
      const missing = error?.code === "ENOENT";
      resolve({ code, output, stdout: Buffer.concat(answers).toString(), timedOut, missing });
    };
    child.stdout.on("data", (chunk) => {
      chunks.push(chunk);
      answers.push(chunk);
    });
    child.stderr.on("data", (chunk) => chunks.push(chunk));
    child.on("error", (error) => finish(-1, error));
    child.on("close", (code) => finish(code ?? -1));
    if (options.limitSeconds) {
      const limit = () => {
        timedOut = true;
        kill();
      };
      timers.push(setTimeout(limit, options.limitSeconds * 1000));
    }
  });
}

/**
 * Runs a program in the foreground. A signal that asks this script to end is passed on, and the program is waited for.
 * It has a process group of its own, so that Ctrl-C reaches it once, through here.
 * @param {string} program
 * @param {string[]} args
 * @param {{ cwd?: string, env?: object, speaks?: boolean }} [options] `speaks` when it says "Stopping…" itself
 * @returns {Promise<number>} its exit code; 128 plus the signal's number when a signal ended it
 */
export function runInForeground(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: options.cwd ?? inProject(),
      env: options.env ?? process.env,
      stdio: "inherit",
      detached: ownGroup,
    });
    const over = whileRunning({
      end: (signal) => child.kill(signal === "SIGHUP" ? "SIGTERM" : signal),
      speaks: options.speaks ?? false,
    });
    child.on("error", (error) => {
      over();
      const why = error.message;
      reject(failure({ tried: `start ${program}`, why, todo: "remove node_modules and run the same command again." }));
    });
    child.on("close", (code, signal) => {
      over();
      resolve(code ?? exitCodeOf(signal));
    });
  });
}

/**
 * Runs npm quietly, with the same npm that started this script when there is one. Options and result as for `runQuietly`.
 * Throws a failure where there is no npm at all.
 */
export async function npm(args, options = {}) {
  const cli = process.env.npm_execpath;
  if (cli && /\.c?js$/.test(cli) && existsSync(cli)) return runQuietly(process.execPath, [cli, ...args], options);
  const name = process.platform === "win32" ? "npm.cmd" : "npm";
  const beside = join(dirname(process.execPath), name);
  const result = await runQuietly(existsSync(beside) ? beside : name, args, options);
  if (!result.missing) return result;
  throw failure({
    tried: `run npm ${args[0]}`,
    why: "there is no npm on PATH, nor beside the Node that runs this",
    todo: "install npm (it comes with Node from https://nodejs.org; on Debian it is a package of its own), then run the same command again.",
  });
}

/** The first program of that name on PATH, or undefined. */
export function findProgram(name) {
  const folders = (process.env.PATH ?? "").split(process.platform === "win32" ? ";" : ":");
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
}

/** The last lines of a program's output, enough to see why it failed. */
export function tail(output, lines = 25) {
  return output.trimEnd().split("\n").slice(-lines).join("\n");
}
