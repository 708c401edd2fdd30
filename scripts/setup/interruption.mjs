// Promises one answer to Ctrl-C, SIGTERM, a closed terminal and a parent that is gone: said at once, and passed on to what runs.
// Refuses to pass one Ctrl-C on twice: it reaches this script on several ways, and a program takes a second one as "at once".
import { constants } from "node:os";
import { failure, say } from "./say.mjs";

const parentCheckMilliseconds = 500;
const insistMilliseconds = 2000;
const goesOn = "Run the same command again: it goes on from what is complete.";

const running = new Set();
let interruption;
let passedOnAt = 0;

/** The exit code of what a signal ended. */
export function exitCodeOf(signal) {
  return 128 + (constants.signals[signal] ?? 1);
}

/** The signal that asked this script to end, once one did. */
export function interruptedBy() {
  return interruption;
}

/** What a step fails with that was ended because the script was asked to end. */
export function interrupted() {
  return failure({
    ...{ tried: "go on", why: `it was interrupted (${interruption})`, todo: goesOn },
    ...{ stopped: true, exitCode: exitCodeOf(interruption) },
  });
}

/**
 * Enters something that runs and has to be asked to end.
 * @param {{ end: (signal: string) => void, speaks?: boolean }} one `speaks` when it says "Stopping…" itself
 * @returns {() => void} to be called when it is over
 */
export function whileRunning(one) {
  running.add(one);
  return () => running.delete(one);
}

function interrupt(signal) {
  if (interruption === undefined && ![...running].some((one) => one.speaks)) say("Stopping…");
  interruption ??= signal;
  if (running.size === 0) {
    say(`stopped. ${goesOn}`);
    process.exit(exitCodeOf(signal));
  }
  if (Date.now() - passedOnAt < insistMilliseconds) return;
  passedOnAt = Date.now();
  for (const one of running) one.end(signal);
}
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, interrupt);
// A terminal that was closed takes no more words; that is no reason to end before what runs has ended.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);

// npm passes a signal only to the shell between itself and this script, and many shells die of it without passing it on.
// So a parent that is gone counts as the signal that took it.
const parent = process.ppid;
const parentWatch = setInterval(() => {
  if (process.ppid === parent) return;
  clearInterval(parentWatch);
  if (interruption === undefined) interrupt("SIGTERM");
}, parentCheckMilliseconds);
parentWatch.unref();
