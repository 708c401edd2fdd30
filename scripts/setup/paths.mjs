// Promises the few places the scripts read and write: the project, and one cache folder outside of it.
// Refuses to know anything about what lies there.
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import { fileURLToPath } from "node:url";

export const projectFolder = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Where downloads that outlive a clone are kept: `$XDG_CACHE_HOME/nightjar`, else the platform's usual cache folder. */
export function cacheFolder() {
  const chosen = process.env.XDG_CACHE_HOME;
  if (chosen && isAbsolute(chosen)) return join(chosen, "nightjar");
  if (process.platform === "win32") return join(process.env.LOCALAPPDATA || homedir(), "nightjar", "cache");
  if (process.platform === "darwin") return join(homedir(), "Library", "Caches", "nightjar");
  return join(homedir(), ".cache", "nightjar");
}

/** A path inside the project. */
export function inProject(...parts) {
  return join(projectFolder, ...parts);
}
