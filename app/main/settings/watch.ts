// Tells when one of a few files may have changed, however an editor writes it (in place, or a new file renamed over it).
// Promises: no polling while the system can tell. Refuses: to say what changed; that is for reading to find out.
import { type FSWatcher, unwatchFile, watch, watchFile } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Log } from "../engine/ports.ts";
import { realPath } from "./files.ts";

const pollMs = 3000;

/** @param touched called with the file's name, often and early; cheap calls only. @returns ends it. */
export function watchFiles(
  folder: string,
  names: readonly string[],
  log: Log,
  touched: (name: string) => void,
): () => void {
  const watchers: FSWatcher[] = [];
  const polled: string[] = [];

  const poll = (error: unknown): void => {
    if (polled.length > 0) return;
    log.warn(
      { folder, error: String(error) },
      "The folder can't be watched; its files are looked at every 3 s instead.",
    );
    for (const name of names) {
      polled.push(join(folder, name));
      watchFile(join(folder, name), { interval: pollMs, persistent: false }, () => touched(name));
    }
  };

  // A link's target lies in another folder, and only that folder tells of it.
  const watched = new Map<string, Map<string, string>>();
  for (const name of names) {
    for (const path of new Set([join(folder, name), realPath(join(folder, name))])) {
      const inFolder = watched.get(dirname(path)) ?? new Map<string, string>();
      watched.set(dirname(path), inFolder.set(basename(path), name));
    }
  }
  for (const [path, inFolder] of watched) {
    try {
      const watcher = watch(path, { persistent: false }, (_event, file) => {
        for (const [base, name] of inFolder) if (file === null || file === base) touched(name);
      });
      watcher.on("error", poll);
      watchers.push(watcher);
    } catch (error) {
      poll(error);
    }
  }
  return () => {
    for (const watcher of watchers) watcher.close();
    for (const path of polled) unwatchFile(path);
  };
}
