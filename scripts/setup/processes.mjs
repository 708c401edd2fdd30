// Promises to run other programs: quietly with their output kept, or in the foreground with signals passed on.
// Refuses to leave one behind: what is started in the foreground is waited for.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { inProject } from "./paths.mjs";
import { failure } from "./say.mjs";

const parentCheckMilliseconds = 500;
const insistMilliseconds = 2000;

const running = new Set();
let interruption;
let passedOnAt = 0;

/**
 * Passes a request to end on to what runs now. Where nothing runs, the script ends at once. One Ctrl-C can reach this script
 * on several ways at once, and a program takes the second signal as "at once, without tidying up", so only one that comes
 * clearly later is passed on again.
 */
function passOn(signal) {
  interruption ??= signal;
  if (running.size === 0) process.exit(exitCodeOf(signal));
  if (Date.now() - passedOnAt < insistMilliseconds) return;
  passedOnAt = Date.now();
  for (const child of running) child.kill(signal === "SIGHUP" ? "SIGTERM" : signal);
}
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, passOn);

// npm passes a signal only to the shell between itself and this script, and many shells die of it without passing it on.
// So a parent that is gone counts as the signal that took it.
const parent = process.ppid;
const parentWatch = setInterval(() => {
  if (process.ppid === parent) return;
  clearInterval(parentWatch);
  if (interruption === undefined) passOn("SIGTERM");
}, parentCheckMilliseconds);
parentWatch.unref();

function exitCodeOf(signal) {
  return 128 + (constants.signals[signal] ?? 1);
}

/** The signal that asked this script to end, once one did. */
export function interruptedBy() {
  return interruption;
}

/**
 * Runs a program with its output kept instead of shown.
 * @param {string} program
 * @param {string[]} args
 * @param {{ cwd?: string, env?: object, limitSeconds?: number, onStart?: (pid: number) => void }} [options] after
 *   `limitSeconds` it is ended
 * @returns {Promise<{ code: number, output: string, stdout: string, timedOut: boolean }>} code -1: it could not be started
 *   or was ended. Rejects when this script is asked to end meanwhile.
 */
export function runQuietly(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const chunks = [];
    const answers = [];
    let timedOut = false;
    let limit;
    const child = spawn(program, args, {
      cwd: options.cwd ?? inProject(),
      env: options.env ?? process.env,
      stdio: ["ignore", "pipe", "pipe"],
      shell: process.platform === "win32" && /\.cmd$/i.test(program),
    });
    running.add(child);
    if (child.pid !== undefined) options.onStart?.(child.pid);
    const finish = (code, note = "") => {
      running.delete(child);
      clearTimeout(limit);
      if (interruption !== undefined) reject(interrupted());
      const output = Buffer.concat(chunks).toString() + note;
      resolve({ code, output, stdout: Buffer.concat(answers).toString(), timedOut });
    };
    child.stdout.on("data", (chunk) => {
      chunks.push(chunk);
      answers.push(chunk);
    });
    child.stderr.on("data", (chunk) => chunks.push(chunk));
    child.on("error", (error) => finish(-1, error.message));
    child.on("close", (code) => finish(code ?? -1));
    if (options.limitSeconds) {
      limit = setTimeout(() => {
        timedOut = true;
        child.kill("SIGKILL");
      }, options.limitSeconds * 1000);
    }
  });
}

function interrupted() {
  return failure({
    tried: "go on",
    why: `it was interrupted (${interruption})`,
    todo: "run the same command again: it goes on from what is complete.",
  });
}

/**
 * Runs a program in the foreground. A signal that asks this script to end is passed on, and the program is waited for.
 * It has a process group of its own, so that Ctrl-C reaches it once, through here.
 * @returns {Promise<number>} its exit code; 128 plus the signal's number when a signal ended it
 */
export function runInForeground(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: options.cwd ?? inProject(),
      env: options.env ?? process.env,
      stdio: "inherit",
      detached: process.platform !== "win32",
    });
    running.add(child);
    child.on("error", (error) => {
      running.delete(child);
      const why = error.message;
      reject(failure({ tried: `start ${program}`, why, todo: "remove node_modules and run the same command again." }));
    });
    child.on("close", (code, signal) => {
      running.delete(child);
      resolve(code ?? exitCodeOf(signal));
    });
  });
}

/** Runs npm quietly, with the same npm that started this script when there is one. Options as for `runQuietly`. */
export function npm(args, options = {}) {
  const cli = process.env.npm_execpath;
  if (cli && /\.c?js$/.test(cli) && existsSync(cli)) return runQuietly(process.execPath, [cli, ...args], options);
  const beside = join(dirname(process.execPath), process.platform === "win32" ? "npm.cmd" : "npm");
  return runQuietly(existsSync(beside) ? beside : process.platform === "win32" ? "npm.cmd" : "npm", args, options);
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
