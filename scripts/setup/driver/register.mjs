// `NODE_OPTIONS=--import=<this file>` for the fallback Electron used as plain Node: the database driver that was built for it
// stands in for the project's, which needs a newer native interface. Nothing in app/ knows of this.
import { Module, register } from "node:module";
import { join } from "node:path";

const driverFolder = join(process.resourcesPath, "driver", "node_modules", "better-sqlite3");
const pattern = /^.*\/node_modules\/better-sqlite3\//;

register("./resolve.mjs", import.meta.url, { data: { driverFolder } });

const resolveFilename = Module._resolveFilename;
Module._resolveFilename = (...args) => {
  const file = resolveFilename.apply(Module, args);
  return file.startsWith(driverFolder) ? file : file.replace(pattern, `${driverFolder}/`);
};
