// Tells when one of a few files may have changed, however an editor writes it (in place, or a new file renamed over it), and
// wherever its links lead now. Promises: no polling while the system can tell. Refuses: to say what changed.
import { type FSWatcher, statSync, unwatchFile, watch, watchFile } from "node:fs";
import { join } from "node:path";
import type { Log } from "../engine/ports.ts";
import { trailOf } from "./links.ts";

const pollMs = 3000;

interface Watched {
  watcher: FSWatcher;
  /** Which folder it is: one that was removed and made again under the same path is another. */
  identity: string;
  /** The file each name in it belongs to. */
  names: Map<string, Set<string>>;
}

/** @param touched called with the file's name, often and early; cheap calls only. @returns ends it. */
export function watchFiles(
  folder: string,
  names: readonly string[],
  log: Log,
  touched: (name: string) => void,
): () => void {
  const watched = new Map<string, Watched>();
  const polled: string[] = [];
  let ended = false;

  const poll = (error: unknown): void => {
    if (polled.length > 0 || ended) return;
    log.warn(
      { folder, error: String(error) },
      "The folder can't be watched; its files are looked at every 3 s instead.",
    );
    for (const name of names) {
      polled.push(join(folder, name));
      watchFile(join(folder, name), { interval: pollMs, persistent: false }, () => touched(name));
    }
  };

  /** A link's target lies in another folder, and only that folder tells of it; so does each folder on the way. */
  function wanted(): Map<string, Map<string, Set<string>>> {
    const folders = new Map<string, Map<string, Set<string>>>();
    for (const name of names) {
      const { steps } = trailOf(join(folder, name));
      for (const step of [{ folder, name }, ...steps]) {
        const inFolder = folders.get(step.folder) ?? new Map<string, Set<string>>();
        inFolder.set(step.name, (inFolder.get(step.name) ?? new Set()).add(name));
        folders.set(step.folder, inFolder);
      }
    }
    return folders;
  }

  /** Watches where the links lead now, and nothing else. */
  function arm(): void {
    if (ended) return;
    const folders = wanted();
    for (const [path, { watcher, identity }] of watched) {
      if (folders.has(path) && identityOf(path) === identity) continue;
      watcher.close();
      watched.delete(path);
    }
    for (const [path, inFolder] of folders) {
      const present = watched.get(path);
      if (present === undefined) open(path, inFolder);
      else present.names = inFolder;
    }
  }

  function open(path: string, inFolder: Watched["names"]): void {
    try {
      const watcher = watch(path, { persistent: false }, (_event, file) => heard(path, file));
      watcher.on("error", poll);
      watched.set(path, { watcher, identity: identityOf(path), names: inFolder });
    } catch (error) {
      poll(error);
    }
  }

  function heard(path: string, file: string | null): void {
    const about = watched.get(path)?.names;
    if (about === undefined) return;
    const concerned = file === null ? new Set(names) : (about.get(file) ?? new Set<string>());
    if (concerned.size === 0) return;
    arm();
    for (const name of concerned) touched(name);
  }

  arm();
  return () => {
    ended = true;
    for (const { watcher } of watched.values()) watcher.close();
    for (const path of polled) unwatchFile(path);
  };
}

function identityOf(path: string): string {
  try {
    const { dev, ino, birthtimeNs } = statSync(path, { bigint: true });
    // A file system gives the number of what was removed to what is made next.
    return `${dev}:${ino}:${birthtimeNs}`;
  } catch {
    return "gone";
  }
}
