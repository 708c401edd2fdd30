// Promises one working Electron and a line that says which one it is and why: the official one wherever it can be had.
// Refuses to lose time at each start: that the official one could not be had is remembered for a day.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ensureFallback, fallbackExists, fallbackFolder, fallbackVersion } from "./electron-fallback.mjs";
import { installOfficial, officialProgram, officialVersion } from "./electron-official.mjs";
import { cacheFolder } from "./paths.mjs";
import { failure, say } from "./say.mjs";

const verdictHoldsSeconds = 24 * 3600;
const programInFolder = { darwin: join("Electron.app", "Contents", "MacOS", "Electron"), win32: "electron.exe" };

function verdictFile() {
  return join(cacheFolder(), `electron-${officialVersion()}-unreachable.json`);
}

function rememberedVerdict() {
  try {
    const verdict = JSON.parse(readFileSync(verdictFile(), "utf8"));
    const ageSeconds = Date.now() / 1000 - verdict.at;
    return ageSeconds >= 0 && ageSeconds < verdictHoldsSeconds ? verdict.why : undefined;
  } catch {
    return undefined;
  }
}

function remember(why) {
  mkdirSync(cacheFolder(), { recursive: true });
  writeFileSync(verdictFile(), JSON.stringify({ at: Math.floor(Date.now() / 1000), why }));
}

function overridden(folder) {
  const program = join(folder, programInFolder[process.platform] ?? "electron");
  if (existsSync(program)) return program;
  throw failure({
    tried: `use the Electron that ELECTRON_OVERRIDE_DIST_PATH names (${folder})`,
    why: `there is no ${program}`,
    todo: "point the variable at a folder with an unpacked Electron, or unset it.",
  });
}

async function fallback(why) {
  if (!fallbackExists()) {
    throw failure({
      tried: `install Electron ${officialVersion()}`,
      why: `${why} (and there is no fallback for ${process.platform} ${process.arch}, only for linux x64)`,
      todo: "check the connection and run the same command again, or set ELECTRON_OVERRIDE_DIST_PATH to a folder with an unpacked Electron.",
    });
  }
  const program = await ensureFallback();
  say(
    `using the fallback Electron ${await fallbackVersion()} (${fallbackFolder()}): Electron ${officialVersion()} could not be downloaded (${why})`,
  );
  return { program, isFallback: true };
}

/**
 * Makes sure that there is an Electron. Needs the dependencies.
 * @param {{ retry?: boolean }} [options] `retry` asks the network again although it refused within the last day
 * @returns {Promise<{ program: string, isFallback: boolean }>}
 */
export async function ensureElectron(options = {}) {
  const folder = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (folder) {
    say(`using the Electron in ${folder}, as ELECTRON_OVERRIDE_DIST_PATH says`);
    return { program: overridden(folder), isFallback: false };
  }
  const installed = officialProgram();
  if (installed !== undefined) {
    say(`using Electron ${officialVersion()}, the official one`);
    return { program: installed, isFallback: false };
  }
  const remembered = options.retry ? undefined : rememberedVerdict();
  if (remembered !== undefined)
    return fallback(`${remembered}; asked within the last day, \`npm run electron:path -- --retry\` asks again`);
  const result = await installOfficial();
  if ("why" in result) {
    remember(result.why);
    return fallback(result.why);
  }
  rmSync(verdictFile(), { force: true });
  say(`using Electron ${officialVersion()}, the official one`);
  return { program: result.program, isFallback: false };
}
