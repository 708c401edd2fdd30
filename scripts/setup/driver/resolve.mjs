// The same replacement for `import`: it runs on the loader's own thread, so the folder is handed in.
import { pathToFileURL } from "node:url";

let driverUrl = "";

export function initialize({ driverFolder }) {
  driverUrl = `${pathToFileURL(driverFolder).href}/`;
}

export async function resolve(specifier, context, next) {
  const resolved = await next(specifier, context);
  if (resolved.url.startsWith(driverUrl)) return resolved;
  return { ...resolved, url: resolved.url.replace(/^file:.*\/node_modules\/better-sqlite3\//, driverUrl) };
}
