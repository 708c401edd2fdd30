// Promises that node_modules is exactly what package-lock.json says, with a working Node 24 inside, whatever state it was in.
// Refuses to trust an install that was interrupted: its stamp is written last, and npm's own list counts only when complete.
import { createHash } from "node:crypto";
import { existsSync, lstatSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { delimiter } from "node:path";
import { withLock } from "./lock.mjs";
import { inProject, projectFolder } from "./paths.mjs";
import { npm, runInForeground, runQuietly, tail } from "./processes.mjs";
import { failure, step } from "./say.mjs";

const stampFile = inProject("node_modules", ".nightjar-installed");
const limitSeconds = 30 * 60;

/** The Node 24 that comes with the dependencies; the database driver and the test tools need it. */
export const nodeProgram = inProject("node_modules", "node", "bin", process.platform === "win32" ? "node.exe" : "node");

function lockHash() {
  return createHash("sha256")
    .update(readFileSync(inProject("package-lock.json")))
    .digest("hex");
}

function isStamped() {
  try {
    return readFileSync(stampFile, "utf8") === lockHash() && existsSync(nodeProgram);
  } catch {
    return false;
  }
}

/** True when npm finished an install of this very lock by itself (a plain `npm ci`): npm writes that list last. */
function isComplete() {
  try {
    const wanted = JSON.parse(readFileSync(inProject("package-lock.json"), "utf8")).packages;
    const present = JSON.parse(readFileSync(inProject("node_modules", ".package-lock.json"), "utf8")).packages;
    const required = Object.entries(wanted).filter(
      ([path, entry]) => path !== "" && !entry.optional && !entry.devOptional,
    );
    return (
      required.every(([path, entry]) => present[path]?.integrity === entry.integrity) &&
      Object.keys(present).every((path) => path in wanted)
    );
  } catch {
    return false;
  }
}

async function nodeVersion() {
  const answer = await runQuietly(nodeProgram, ["--version"], { limitSeconds: 20 });
  return answer.code === 0 ? answer.stdout.trim() : undefined;
}

/** Without install scripts: only the one of `node` is wanted, and another's would call a compiler that may not be there. */
async function install(onStart) {
  const flags = ["--ignore-scripts", "--include=dev", "--no-audit", "--no-fund", "--no-progress", "--loglevel=error"];
  const result = await npm(["ci", ...flags], { limitSeconds, onStart });
  if (result.code === 0) return;
  throw failure({
    tried: `install the dependencies (npm ci in ${projectFolder})`,
    why: result.timedOut
      ? `npm was not done after ${limitSeconds / 60} minutes`
      : `npm ended with code ${result.code}; its last words are above`,
    todo: "check the connection and the free space, then run the same command again: it starts over by itself.",
    details: tail(result.output),
  });
}

/** The `node` package fetches its program in its install script; this runs that one script. */
async function fetchNode(onStart) {
  const env = { ...process.env, npm_config_ignore_scripts: "false" };
  const result = await npm(["rebuild", "node", "--loglevel=error"], { limitSeconds: 600, env, onStart });
  if ((await nodeVersion())?.startsWith("v24.")) return;
  throw failure({
    tried: `run the Node 24 that comes with the dependencies (${nodeProgram})`,
    why: "its install script did not put a working program there",
    todo: "allow that one script with `npm install-scripts approve node`, remove node_modules, and run the same command again.",
    details: tail(result.output),
  });
}

/** An install empties the folder first, and a link leads to somebody else's. */
function refuseLink() {
  const folder = inProject("node_modules");
  if (!lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink()) return;
  throw failure({
    tried: `install the dependencies into ${folder}`,
    why: `it is a link to ${readlinkSync(folder)}, and what is there would be removed first`,
    todo: "remove the link, then run the same command again.",
  });
}

/** Makes sure that the dependencies are there. Takes milliseconds when they are. */
export async function ensureDependencies() {
  if (isStamped()) return;
  await withLock("dependencies", projectFolder, async (share) => {
    if (isStamped()) return;
    if (!isComplete()) refuseLink();
    if (!isComplete()) await step("installing dependencies (a minute or so the first time)", () => install(share));
    if (!(await nodeVersion())?.startsWith("v24."))
      await step("fetching Node 24 for the tools", () => fetchNode(share));
    writeFileSync(stampFile, lockHash());
  });
}

/** The environment in which programs of the dependencies come first. */
export function toolEnvironment(extra = {}) {
  const path = [
    inProject("node_modules", "node", "bin"),
    inProject("node_modules", ".bin"),
    process.env.PATH ?? "",
  ].join(delimiter);
  return { ...process.env, PATH: path, ...extra };
}

/**
 * Continues this script under the bundled Node 24 when it was started by another one.
 * @returns {Promise<number | undefined>} the exit code of the continued script; undefined when this is already it
 */
export async function continueOnNode24() {
  if (process.versions.node.startsWith("24.")) return undefined;
  const options = { cwd: process.cwd(), env: toolEnvironment(), speaks: true };
  return runInForeground(nodeProgram, process.argv.slice(1), options);
}
