// Reads Nightjar's own switches off the command line: --profile=<folder>, --hooks-port=<n>, --hidden.
// Promises: the same reading packaged and unpackaged. Refuses: a switch it knows with a value it cannot use. It only doubts what
// looks like one of its own: Chromium has hundreds, and they pass (`npm start` is strict, scripts/start/switches.mjs).
import { resolve } from "node:path";

export interface Switches {
  /** Absolute; null means the platform's usual folder for application data. */
  profile: string | null;
  /** Wins over the configured port; 0 takes a free one. */
  hooksPort: number | null;
  /** Start without showing the window. */
  hidden: boolean;
  /** A sentence for the log about each argument that looks like a mistyped switch of Nightjar's. */
  doubts: string[];
}

export type SwitchesRead = { ok: true; switches: Switches } | { ok: false; sentence: string };

const own = ["--profile", "--hooks-port", "--hidden"];
/** So few letters apart, a switch is rather a slip of the hand than one of Chromium's. */
const slipLetters = 2;

const usage = "Use --profile=<folder>, --hooks-port=<number> and --hidden.";

function wrong(argument: string, why: string): SwitchesRead {
  return { ok: false, sentence: `Nightjar was started with ${argument}, but ${why}. ${usage}` };
}

/** How many letters have to be put in, left out or changed to make one word of the other. */
function distance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (const [i, letter] of [...a].entries()) {
    const row = [i + 1];
    for (const [j, other] of [...b].entries()) {
      const [left = 0, over = 0, diagonal = 0] = [row[j], above[j + 1], above[j]];
      row.push(Math.min(over + 1, left + 1, diagonal + (letter === other ? 0 : 1)));
    }
    above = row;
  }
  return above[b.length] ?? 0;
}

function doubt(argument: string, name: string): string | null {
  const meant = name.startsWith("-") ? own.find((one) => distance(name, one) <= slipLetters) : undefined;
  return meant === undefined ? null : `Nightjar was started with ${argument} and did not use it; was ${meant} meant?`;
}

/**
 * Chromium's switches, the app's folder and whatever else stands there are not Nightjar's and are left alone.
 * @param argv everything after the program's name
 * @param cwd what a relative profile is relative to
 */
export function readSwitches(argv: readonly string[], cwd: string): SwitchesRead {
  const switches: Switches = { profile: null, hooksPort: null, hidden: false, doubts: [] };
  const seen = new Set<string>();
  for (const argument of argv) {
    const [name = "", ...rest] = argument.split("=");
    const value = rest.length === 0 ? null : rest.join("=");
    if (!own.includes(name)) {
      const sentence = doubt(argument, name);
      if (sentence !== null) switches.doubts.push(sentence);
      continue;
    }
    if (seen.has(name)) return wrong(argument, `${name} was given twice`);
    seen.add(name);
    if (name === "--hidden") {
      if (value !== null) return wrong(argument, "--hidden takes no value");
      switches.hidden = true;
    } else if (value === null || value === "") {
      return wrong(argument, `${name} needs a value after "="`);
    } else if (name === "--profile") {
      if (value.includes("\0")) return wrong("--profile", "a folder's name cannot hold a NUL");
      switches.profile = resolve(cwd, value);
    } else {
      if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535) {
        return wrong(argument, "a port is a whole number from 0 to 65535");
      }
      switches.hooksPort = Number(value);
    }
  }
  return { ok: true, switches };
}
