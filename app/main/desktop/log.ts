// The app's log: one JSON line each in <profile>/logs/nightjar.log, written before the call returns, 0600, rotated at start.
// Promises: no live secret value in it, whatever was logged. Refuses: payloads (those who log hand none in).
import { chmodSync, existsSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import pino from "pino";
import type { Log } from "../engine/ports.ts";
import { ensurePrivateFolder } from "./files.ts";

const rotateAtBytes = 5 * 1024 * 1024;
const keptFiles = 4;
/** Encoded, shorter ones could stand there by chance; longer ones (certificates) are looked for as they are. */
const [shortestEncoded, longestEncoded] = [8, 4096];
/** Shorter values would blacken ordinary words; the vault's real secrets are longer. */
const shortestScrubbed = 6;

export type ReadyScrub = (values: readonly string[]) => { text(line: string): string };

export interface AppLog extends Log {
  /** A line that tells why the app ends. */
  fatal(facts: object, sentence: string): void;
  /**
   * From here on each line is searched for these values; asked anew for each line.
   * @param ready makes a search for values in every form they may be written in
   */
  scrub(liveValues: () => readonly string[], ready: ReadyScrub): void;
}

function numbered(path: string, number: number): string {
  return path.replace(/\.log$/, `.${number}.log`);
}

function rotate(path: string): void {
  if (!existsSync(path) || statSync(path).size < rotateAtBytes) return;
  rmSync(numbered(path, keptFiles), { force: true });
  for (let number = keptFiles - 1; number >= 1; number -= 1) {
    if (existsSync(numbered(path, number))) renameSync(numbered(path, number), numbered(path, number + 1));
  }
  renameSync(path, numbered(path, 1));
}

/** A value as it may stand inside a JSON line: itself, and escaped as JSON escapes it. */
function forms(value: string): string[] {
  return [...new Set([value, JSON.stringify(value).slice(1, -1)])];
}

/** Looks for values in every form; is made ready anew when they are others. */
function createLineScrub(ready: ReadyScrub): (line: string, values: readonly string[]) => string {
  let known = "";
  let text = (line: string): string => line;
  return (line, values) => {
    const encoded = values.filter(({ length }) => length >= shortestEncoded && length <= longestEncoded);
    const key = encoded.join("\0");
    if (key !== known) {
      text = ready(encoded).text;
      known = key;
    }
    return text(scrubLine(line, values));
  };
}

export function scrubLine(line: string, values: readonly string[]): string {
  let clean = line;
  for (const value of values) {
    if (value.length < shortestScrubbed) continue;
    for (const form of forms(value)) clean = clean.replaceAll(form, "[secret]");
  }
  return clean;
}

/** @param profile the profile folder; the log lies in `logs/` below it */
export function createLog(profile: string): AppLog {
  const folder = ensurePrivateFolder(join(profile, "logs"));
  const path = join(folder, "nightjar.log");
  rotate(path);
  let scrub = (line: string): string => line;
  const destination = pino.destination({ dest: path, sync: true, mode: 0o600 });
  if (process.platform !== "win32") chmodSync(path, 0o600);
  const logger = pino(
    {
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { error: pino.stdSerializers.errWithCause },
      hooks: { streamWrite: (line) => scrub(line) },
    },
    destination,
  );
  // A log that can't be written (a full disk) must not take down what it would have told of; the window says the trouble.
  destination.on("error", () => undefined);
  const at =
    (level: "info" | "warn" | "error" | "fatal") =>
    (facts: object, sentence: string): void => {
      try {
        logger[level](facts, sentence);
      } catch {
        // The line is lost.
      }
    };
  return {
    info: at("info"),
    warn: at("warn"),
    error: at("error"),
    fatal: at("fatal"),
    scrub: (liveValues, ready) => {
      const clean = createLineScrub(ready);
      scrub = (line) => clean(line, liveValues());
    },
  };
}
