// Promises dist/, built by Vite from the sources that stand: renderer, main, preload, agent and tool host, each as one line of progress.
// Refuses to call a build current that was interrupted or whose sources changed: its stamp holds their hash and is written last.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { nodeProgram, toolEnvironment } from "./dependencies.mjs";
import { withLock } from "./lock.mjs";
import { inProject, projectFolder } from "./paths.mjs";
import { runQuietly, tail } from "./processes.mjs";
import { failure, step } from "./say.mjs";

const targets = ["renderer", "main", "preload", "agent", "toolhost"];
const sources = ["app", "package.json", "package-lock.json", "tsconfig.json", "vite.config.ts"];
const stampFile = inProject("dist", ".built");
const limitSeconds = 600;

function* filesIn(path) {
  if (!existsSync(path)) return;
  const entries = readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const inner = join(path, entry.name);
    if (entry.isDirectory()) yield* filesIn(inner);
    else if (entry.isFile()) yield inner;
  }
}

function sourceHash() {
  const hash = createHash("sha256");
  for (const source of sources) {
    const path = inProject(source);
    const files = source.includes(".") ? [path].filter((file) => existsSync(file)) : filesIn(path);
    for (const file of files)
      hash
        .update(`${relative(projectFolder, file)}\0`)
        .update(readFileSync(file))
        .update("\0");
  }
  return hash.digest("hex");
}

function isCurrent(hash) {
  try {
    return readFileSync(stampFile, "utf8") === hash && existsSync(inProject("dist", "main", "index.cjs"));
  } catch {
    return false;
  }
}

async function buildTarget(target) {
  const vite = inProject("node_modules", "vite", "bin", "vite.js");
  const args = [vite, "build", "--mode", target, "--logLevel", "warn"];
  const result = await runQuietly(nodeProgram, args, { limitSeconds, env: toolEnvironment({ NO_COLOR: "1" }) });
  if (result.code === 0) return;
  throw failure({
    tried: `build ${target} (vite build --mode ${target})`,
    why: result.timedOut ? `it was not done after ${limitSeconds / 60} minutes` : "the reason is above",
    todo: "correct the source it names, and run the same command again.",
    details: tail(result.output, 40),
  });
}

/**
 * Builds dist/. Needs the dependencies.
 * @param {{ onlyWhenChanged: boolean }} options
 */
export async function build(options) {
  if (options.onlyWhenChanged && isCurrent(sourceHash())) return;
  await withLock("build", projectFolder, async () => {
    const hash = sourceHash();
    if (options.onlyWhenChanged && isCurrent(hash)) return;
    rmSync(stampFile, { force: true });
    for (const target of targets) await step(`building ${target}`, () => buildTarget(target));
    writeFileSync(stampFile, hash);
  });
}
