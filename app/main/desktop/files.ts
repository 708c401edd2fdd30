// Folders and files that only the person may read. Promises: 0700 and 0600 even where they stood open before;
// a file is written whole or not at all. Refuses: to follow a profile that is no folder.
import { chmodSync, existsSync, mkdirSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";

/**
 * Makes the folder when it is missing and closes it to others.
 * @returns its real path, so that two names of one profile are one profile
 * @throws when it cannot be made or is no folder; the message says which and what to do
 */
export function ensurePrivateFolder(folder: string): string {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const path = realpathSync(folder);
    if (process.platform !== "win32" && (statSync(path).mode & 0o777) !== 0o700) chmodSync(path, 0o700);
    return path;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(
      `Nightjar could not open its folder ${folder}: ${why}. Choose another with --profile=<folder>, or make this one yours.`,
    );
  }
}

/** Writes through a neighbour and a rename, mode 0600. */
export function writePrivateFile(path: string, text: string): void {
  const part = `${path}.part`;
  rmSync(part, { force: true });
  writeFileSync(part, text, { mode: 0o600, flag: "wx" });
  renameSync(part, path);
}

export function removeFile(path: string): void {
  rmSync(path, { force: true });
}

/** Closes files that stood open to others before; a missing one is fine. */
export function closeToOthers(paths: readonly string[]): void {
  if (process.platform === "win32") return;
  for (const path of paths) if (existsSync(path)) chmodSync(path, 0o600);
}
