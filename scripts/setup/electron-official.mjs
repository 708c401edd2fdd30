// Promises Electron's own binary, downloaded by Electron's own installer, or the reason why it cannot be had.
// Refuses to wait long for a network that does not answer: it asks once, with a limit, before it downloads.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { nodeProgram, toolEnvironment } from "./dependencies.mjs";
import { inProject } from "./paths.mjs";
import { runQuietly, tail } from "./processes.mjs";
import { step } from "./say.mjs";

const packageFolder = inProject("node_modules", "electron");
const probeSeconds = 10;
const downloadLimitSeconds = 20 * 60;

/** The version of the `electron` dependency. */
export function officialVersion() {
  return JSON.parse(readFileSync(join(packageFolder, "package.json"), "utf8")).version;
}

/** The official program when it is installed and whole; `version` is unpacked with it and `path.txt` is written last. */
export function officialProgram() {
  try {
    const program = join(packageFolder, "dist", readFileSync(join(packageFolder, "path.txt"), "utf8"));
    const version = readFileSync(join(packageFolder, "dist", "version"), "utf8")
      .replace(/^v/, "")
      .trim();
    return version === officialVersion() && existsSync(program) ? program : undefined;
  } catch {
    return undefined;
  }
}

/** Why the release page does not answer, or undefined when it does. Only asked where no mirror or proxy is set. */
async function whyUnreachable() {
  const elsewhere = [
    "ELECTRON_MIRROR",
    "npm_config_electron_mirror",
    "ELECTRON_GET_USE_PROXY",
    "HTTPS_PROXY",
    "https_proxy",
  ];
  if (elsewhere.some((name) => process.env[name])) return undefined;
  const page = `https://github.com/electron/electron/releases/tag/v${officialVersion()}`;
  try {
    await fetch(page, { method: "HEAD", signal: AbortSignal.timeout(probeSeconds * 1000) });
    return undefined;
  } catch (error) {
    return error.name === "TimeoutError"
      ? `github.com did not answer within ${probeSeconds} s`
      : `github.com: ${error.cause?.message ?? error.message}`;
  }
}

/**
 * Tries to install the official binary.
 * @returns {Promise<{ program: string } | { why: string }>}
 */
export async function installOfficial() {
  const why = await whyUnreachable();
  if (why !== undefined) return { why };
  const installer = join(packageFolder, "install.js");
  const result = await step(`trying to download Electron ${officialVersion()} (about 120 MB)`, () =>
    runQuietly(nodeProgram, [installer], { limitSeconds: downloadLimitSeconds, env: toolEnvironment() }),
  );
  const program = officialProgram();
  if (program !== undefined) return { program };
  return {
    why: result.timedOut
      ? `its download was not done after ${downloadLimitSeconds / 60} minutes`
      : tail(result.output, 3) || `its installer ended with code ${result.code}`,
  };
}
