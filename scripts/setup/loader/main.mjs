// Promises to start the app whose folder is the first argument that is not a switch, as Electron's own start-up page does:
// name, version and paths come from its package.json. Refuses to let `ready` come before the app's main file has run.
import { app } from "electron";
import { readFileSync } from "node:fs";
import { createRequire, Module } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

// This Electron knows only an older native interface, so the database driver built for it stands in for the project's.
const driverFolder = join(process.resourcesPath, "driver");
const driverParent = {
  id: "driver",
  filename: join(driverFolder, "driver.js"),
  paths: [join(driverFolder, "node_modules")],
};
const resolveFilename = Module._resolveFilename;
Module._resolveFilename = (request, parent, ...rest) => {
  const isDriver = request === "better-sqlite3" || request.startsWith("better-sqlite3/");
  return resolveFilename.call(Module, request, isDriver ? driverParent : parent, ...rest);
};

function preload(args) {
  for (let at = 1; at < args.length - 1; at += 1) {
    if (args[at] === "-r" || args[at] === "--require") createRequire(join(process.cwd(), "x"))(args[at + 1]);
  }
}

function folderOf(args) {
  for (let at = 1; at < args.length; at += 1) {
    if (args[at] === "-r" || args[at] === "--require") at += 1;
    else if (!args[at].startsWith("-")) return resolve(args[at]);
  }
  return undefined;
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

const folder = folderOf(process.argv);
preload(process.argv);
if (folder === undefined) fail("Electron was started without an app. Give the app's folder as the first argument.");

Object.defineProperty(process, "defaultApp", { configurable: false, enumerable: true, value: true });
let manifest;
try {
  manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
} catch (error) {
  fail(`Electron could not read the app in ${folder}: ${error.message}`);
}
app.name = manifest.productName ?? manifest.name ?? app.name;
if (manifest.version) app.setVersion(manifest.version);
app.setAppPath(folder);
app.setPath("userData", join(app.getPath("appData"), app.name));
try {
  await import(
    pathToFileURL(createRequire(join(folder, "package.json")).resolve(join(folder, manifest.main ?? "index.js"))).href
  );
} catch (error) {
  fail(`The app in ${folder} could not be started: ${error?.stack ?? error}`);
}
