// Promises to stay with the app: its words on the terminal without Chromium's murmuring, Ctrl-C passed on, and a word about
// an end nobody asked for. Refuses to swallow why it ended: then the last of what was kept off is shown.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { exitCodeOf, interruptedBy, whileRunning } from "../setup/interruption.mjs";
import { projectFolder } from "../setup/paths.mjs";
import { failure, say } from "../setup/say.mjs";
import { createNoiseFile, createSieve } from "./noise.mjs";

const namesFile = join(projectFolder, "app/main/desktop/environment-names.json");
const wrongUse = 2;
const drainMilliseconds = 1000;
const endMilliseconds = 10_000;
const endings = ["SIGINT", "SIGTERM", "SIGHUP"];

/** What is said about an end by a signal that did not come through here. */
function aboutSignal(signal) {
  const how = endings.includes(signal) ? "ended" : signal === "SIGKILL" ? "killed" : "ended by a crash";
  return `Nightjar was ${how} (${signal}). Nothing is lost: what was under way is taken up at the next start. Start it again with \`npm start\`.`;
}

function tellEnd(code, signal, kept) {
  const asked = interruptedBy() !== undefined;
  const crashed = signal !== null && signal !== "SIGKILL" && !endings.includes(signal);
  const last = kept.last();
  if ((crashed || (code !== null && code !== 0 && code !== wrongUse)) && last.length > 0) {
    say(`Chromium's last words${kept.written() ? ` (all of them are in ${kept.file})` : ""}:`);
    process.stderr.write(`${last.join("\n")}\n`);
  }
  if (signal === null) return;
  if (!asked) say(aboutSignal(signal));
  else if (signal === "SIGKILL")
    say(`Nightjar did not end within ${endMilliseconds / 1000} s and was killed. Nothing is lost.`);
}

/**
 * On Linux each of Electron's processes keeps a copy of the environment Electron was started with, the page's too. So secrets
 * that stand in it (`env:NAME`) go to the app on its standard input, and the environment holds what Chromium needs.
 */
function withoutSecrets(env) {
  const needed = new RegExp(`^(${JSON.parse(readFileSync(namesFile, "utf8")).join("|")})$`);
  const kept = Object.entries(env).filter(([name]) => needed.test(name));
  return { ...Object.fromEntries(kept), NIGHTJAR_ENVIRONMENT: "stdin" };
}

/**
 * Runs the app to its end, in a process group of its own, so that Ctrl-C reaches it once, through here.
 * @param {string} program Electron
 * @param {string[]} args
 * @param {{ env: object, profile: string }} options `NIGHTJAR_VERBOSE=1` in this script's environment shows everything
 * @returns {Promise<number>} its exit code; 128 plus the signal's number when a signal ended it
 */
export function runApp(program, args, options) {
  const kept = createNoiseFile(options.profile);
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: process.cwd(),
      env: withoutSecrets(options.env),
      stdio: ["pipe", "pipe", "pipe"],
      detached: process.platform !== "win32",
    });
    // One that ended at once did not read it; its end is told below.
    child.stdin.on("error", () => undefined).end(JSON.stringify(options.env));
    const hide = process.env.NIGHTJAR_VERBOSE === "1" ? (line) => process.stderr.write(`${line}\n`) : kept.keep;
    const sieves = [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ].map(([from, to]) => {
      const sieve = createSieve({ show: (text) => to.write(text), hide });
      from.setEncoding("utf8").on("data", (text) => sieve.push(text));
      return sieve;
    });
    let insist;
    const over = whileRunning({
      end: (signal) => {
        child.kill(signal === "SIGHUP" ? "SIGTERM" : signal);
        insist ??= setTimeout(() => child.kill("SIGKILL"), endMilliseconds);
      },
    });
    child.on("error", (error) => {
      over();
      const todo = "run the same command again; if that does not help, remove the folder it lies in first.";
      reject(failure({ tried: `start ${program}`, why: error.message, todo }));
    });
    child.on("exit", (code, signal) => {
      clearTimeout(insist);
      // A browser the app opened may hold on to the terminal it was given, long after the app is gone.
      const drained = new Promise((done) => {
        const limit = setTimeout(done, drainMilliseconds);
        child.once("close", () => {
          clearTimeout(limit);
          done();
        });
      });
      void drained.then(() => {
        for (const stream of [child.stdout, child.stderr]) stream.destroy();
        for (const sieve of sieves) sieve.end();
        kept.close();
        over();
        tellEnd(code, signal, kept);
        resolve(code ?? exitCodeOf(signal));
      });
    });
  });
}
