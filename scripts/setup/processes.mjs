// Promises to run other programs: quietly with their output kept, or in the foreground with signals passed on.
// Refuses to leave one behind: what is started in the foreground is waited for.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { inProject } from "./paths.mjs";

/**
 * Runs a program with its output kept instead of shown.
 * @param {string} program
 * @param {string[]} args
 * @param {{ cwd?: string, env?: object, limitSeconds?: number }} [options] after `limitSeconds` it is ended
 * @returns {Promise<{ code: number, output: string, stdout: string, timedOut: boolean }>} code -1: it could not be started or was ended
 */
export function runQuietly(program, args, options = {}) {
  return new Promise((resolve) => {
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
    const finish = (code, note = "") => {
      clearTimeout(limit);
      resolve({
        code,
        output: Buffer.concat(chunks).toString() + note,
        stdout: Buffer.concat(answers).toString(),
        timedOut,
      });
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

/**
 * Runs a program in the foreground. Signals that ask this script to end are passed on, and the program is waited for.
 * @returns {Promise<number>} its exit code; 128 plus the signal's number when a signal ended it
 */
export function runInForeground(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: options.cwd ?? inProject(),
      env: options.env ?? process.env,
      stdio: options.stdio ?? "inherit",
    });
    const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
    const passOn = (signal) => child.kill(signal === "SIGHUP" ? "SIGTERM" : signal);
    for (const signal of signals) process.on(signal, passOn);
    const release = () => {
      for (const signal of signals) process.off(signal, passOn);
    };
    child.on("error", (error) => {
      release();
      reject(error);
    });
    child.on("close", (code, signal) => {
      release();
      resolve(code ?? 128 + ({ SIGINT: 2, SIGKILL: 9, SIGTERM: 15 }[signal] ?? 1));
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
