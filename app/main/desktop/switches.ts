// Reads Nightjar's own switches off the command line: --profile=<folder>, --hooks-port=<n>, --hidden.
// Promises: the same reading packaged and unpackaged. Refuses: a switch it knows with a value it cannot use.
import { resolve } from "node:path";

export interface Switches {
  /** Absolute; null means the platform's usual folder for application data. */
  profile: string | null;
  /** Wins over the configured port; 0 takes a free one. */
  hooksPort: number | null;
  /** Start without showing the window. */
  hidden: boolean;
}

export type SwitchesRead = { ok: true; switches: Switches } | { ok: false; sentence: string };

const usage = "Use --profile=<folder>, --hooks-port=<number> and --hidden.";

function wrong(argument: string, why: string): SwitchesRead {
  return { ok: false, sentence: `Nightjar was started with ${argument}, but ${why}. ${usage}` };
}

/**
 * Chromium's switches, the app's folder and whatever else stands there are not Nightjar's and are left alone.
 * @param argv everything after the program's name
 * @param cwd what a relative profile is relative to
 */
export function readSwitches(argv: readonly string[], cwd: string): SwitchesRead {
  const switches: Switches = { profile: null, hooksPort: null, hidden: false };
  const seen = new Set<string>();
  for (const argument of argv) {
    const [name = "", ...rest] = argument.split("=");
    const value = rest.length === 0 ? null : rest.join("=");
    if (name !== "--profile" && name !== "--hooks-port" && name !== "--hidden") continue;
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
