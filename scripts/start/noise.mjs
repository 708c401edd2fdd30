// Promises to tell Chromium's and its libraries' murmuring from everything else a program writes, and to keep it in a file.
// Refuses to hold back what it does not recognise, what ends a process (FATAL), and what the page itself says.
import { appendFileSync, existsSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";

const lastKept = 12;
const waitingMax = 500;
const fileMaxBytes = 1024 * 1024;
const longestLine = 64 * 1024;

const noise = [
  // [pid:thread:date/time:LEVEL:file:line] or the older [… file(line)]
  /^\[\d+(:\d+)?:\d{4}\/\d{6}\.\d+:(VERBOSE\d*|INFO|WARNING|ERROR):(?!CONSOLE\b)[^\]]+\]/,
  /^libva (error|info|warning): /,
  /^(libEGL|libGL) (warning|error|debug): /,
  /^(MESA|MESA-LOADER|MESA-INTEL|ZINK|amdgpu|radv): /,
  /^Fontconfig (warning|error): /,
  /^Warning: (vkCreateInstance|loader_)/,
  /^Gtk-(Message|WARNING|CRITICAL)(:| \*\*:) /,
  /^\([^()]+:\d+\): [\w-]+-(Message|INFO|DEBUG|WARNING|CRITICAL)( \*\*)?: /,
];

/** Whether a whole line is nothing a person has to read. */
export function isNoise(line) {
  return noise.some((pattern) => pattern.test(line));
}

/**
 * Sorts a stream of text into lines to show and lines to keep off. GLib puts an empty line before each warning; it goes with
 * the line that follows.
 * @param {{ show: (text: string) => void, hide: (line: string) => void }} to
 */
export function createSieve({ show, hide }) {
  let rest = "";
  let blanks = 0;
  const take = (line) => {
    if (line === "") {
      blanks += 1;
      return;
    }
    if (isNoise(line)) hide(line);
    else show(`${"\n".repeat(blanks)}${line}\n`);
    blanks = 0;
  };
  return {
    /** @param {string} text */
    push(text) {
      const lines = (rest + text).split("\n");
      rest = lines.pop();
      for (const line of lines) take(line.replace(/\r$/, ""));
      if (rest.length > longestLine) this.end();
    },
    /** What stands without an end of line. */
    end() {
      if (rest !== "") take(rest);
      rest = "";
    },
  };
}

/**
 * Keeps lines in `logs/chromium.log` of the profile. The app makes that folder; until it is there the lines wait, and where it
 * never comes they are dropped.
 * @param {string} profile
 */
export function createNoiseFile(profile) {
  const folder = join(profile, "logs");
  const file = join(folder, "chromium.log");
  let waiting = [];
  const last = [];
  let opened = false;
  let full = false;

  function write() {
    if (waiting.length === 0 || full || !existsSync(folder)) return;
    try {
      if (!opened && existsSync(file) && statSync(file).size > fileMaxBytes)
        renameSync(file, join(folder, "chromium.1.log"));
      opened = true;
      appendFileSync(file, `${waiting.join("\n")}\n`, { mode: 0o600 });
      full = statSync(file).size > 2 * fileMaxBytes;
    } catch {
      full = true; // A full or read-only disk: the app says that itself, and these lines are the least of it.
    }
    waiting = [];
  }

  return {
    file,
    keep(line) {
      last.push(line);
      if (last.length > lastKept) last.shift();
      if (waiting.length < waitingMax && !full) waiting.push(line);
      write();
    },
    /** The newest lines, for an end that has to be explained. */
    last: () => [...last],
    /** Whether the file was written in this run. */
    written: () => opened,
    close: write,
  };
}
