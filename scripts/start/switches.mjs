// Promises the switches of `npm start`, read before any work begins, and the help that names them.
// Refuses whatever it does not know, and values it cannot use: a profile mistyped would be a start on the wrong one.
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { failure } from "../setup/say.mjs";

const names = ["--profile", "--hooks-port", "--hidden", "--help"];
const wrongUse = 2;
const nearEnough = 3;

/** Where the profile lies when no switch says so: the platform's usual folder for application data. */
export function usualProfile() {
  if (process.platform === "darwin") return join(homedir(), "Library", "Application Support", "Nightjar");
  if (process.platform === "win32")
    return join(process.env.APPDATA || join(homedir(), "AppData", "Roaming"), "Nightjar");
  return join(process.env.XDG_CONFIG_HOME || join(homedir(), ".config"), "Nightjar");
}

/** What `--help` prints. */
export function usage() {
  return `npm start -- [--profile=<folder>] [--hooks-port=<number>] [--hidden]

Sets up what is missing, builds what changed, and starts Nightjar.

  --profile=<folder>     keeps everything in that folder; without it in
                         ${usualProfile()}
  --hooks-port=<number>  takes deliveries on this port of 127.0.0.1, whatever the
                         settings say; 0 takes a free one
  --hidden               starts in the tray, without the window
  --help                 prints this

NIGHTJAR_VERBOSE=1 in the environment shows what Chromium writes, too; else it goes to
logs/chromium.log in the profile. Chromium's own switches go to Electron directly:
"$(npm run -s electron:path)" . --disable-gpu
`;
}

/** How many letters have to be put in, left out, changed or swapped to make one word of the other. */
function distance(a, b) {
  const rows = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      row[j] = Math.min(rows[i - 1][j] + 1, row[j - 1] + 1, rows[i - 1][j - 1] + same);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) row[j] = Math.min(row[j], rows[i - 2][j - 2] + 1);
    }
    rows.push(row);
  }
  return rows[a.length][b.length];
}

/** The switch that was probably meant. */
function nearest(given) {
  const bare = given.replace(/^-*/, "").toLowerCase();
  const ranked = names
    .map((name) => ({ name, far: distance(bare, name.slice(2)) }))
    .sort((one, other) => one.far - other.far);
  const [best] = ranked;
  if (best.far <= nearEnough && best.far < bare.length) return best.name;
  return bare.length >= 4 ? names.find((name) => name.includes(bare)) : undefined;
}

function wrong(given, why) {
  return failure({
    tried: `start with ${JSON.stringify(given).slice(1, -1)}`,
    why,
    todo: "use --profile=<folder>, --hooks-port=<number> and --hidden, behind `npm start --`; `npm start -- --help` explains them.",
    exitCode: wrongUse,
  });
}

/** A switch before the `--` is npm's, which keeps it for itself without a word: the start would go to the usual profile. */
function refuseTakenByNpm() {
  if (process.env.npm_lifecycle_event !== "start") return;
  for (const name of ["profile", "hooks_port", "hidden"]) {
    const value = process.env[`npm_config_${name}`];
    if (value === undefined || value === "") continue;
    const given = `--${name.replace("_", "-")}${value === "true" ? "" : `=${value}`}`;
    throw wrong(
      given,
      `npm took that for a switch of its own; it has to stand behind two dashes: npm start -- ${given}`,
    );
  }
}

/**
 * Throws a failure with exit code 2 on what it can't use; the app reads the same values by the same rules.
 * @param {string[]} args what stands behind `npm start --`
 * @returns {{ help: boolean, profile: string, hidden: boolean }} `profile` is absolute
 */
export function readSwitches(args) {
  refuseTakenByNpm();
  const read = { help: false, profile: usualProfile(), hidden: false };
  const seen = new Set();
  for (const given of args) {
    if (given === "-h") return { ...read, help: true };
    const [name, ...rest] = given.split("=");
    const value = rest.length === 0 ? undefined : rest.join("=");
    if (!names.includes(name)) {
      const meant = nearest(name);
      throw wrong(given, `there is no ${name || "empty"} switch${meant ? `; did you mean ${meant}?` : ""}`);
    }
    if (seen.has(name)) throw wrong(given, `${name} was given twice`);
    seen.add(name);
    const takesValue = name === "--profile" || name === "--hooks-port";
    if (!takesValue && value !== undefined) throw wrong(given, `${name} takes no value`);
    if (takesValue && !value)
      throw wrong(given, `${name} needs a value, as in ${name}=${name === "--profile" ? "/tmp/try" : "0"}`);
    if (name === "--help") read.help = true;
    else if (name === "--hidden") read.hidden = true;
    else if (name === "--profile") {
      if (value.includes("\0")) throw wrong(given, "a folder's name cannot hold a NUL");
      read.profile = resolve(value);
    } else if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535)
      throw wrong(given, "a port is a whole number from 0 to 65535");
  }
  return read;
}
