// The folders whose files the tools may use. Refuses: a path that is not whole, a whole disk, the same folder twice.
import type { FolderSettings } from "./model.ts";
import type { RawFolders } from "./thinking-schema.ts";
import type { Path } from "./yaml-text.ts";

/** Why it can not be such a folder; null when it can. */
export function folderFlaw(path: string): string | null {
  if (path.startsWith("~")) return "the tilde means nothing here; write the path whole, such as /home/me/notes";
  if (!/^(\/|[A-Za-z]:[\\/]|\\\\)/.test(path)) return "it is not a whole path; write it from its very beginning";
  if (/(^|[\\/])\.\.?([\\/]|$)/.test(path)) return 'it has "." or ".." in it';
  if (/^([\\/]*|[A-Za-z]:[\\/]*)$/.test(path)) return "it is a whole disk; choose a folder on it";
  return null;
}

/** Without slashes at its end. */
export const plainPath = (path: string): string => path.replace(/[\\/]+$/, "");

export function readFolders(raw: RawFolders, add: (path: Path, reason: string) => void): FolderSettings[] {
  const seen = new Set<string>();
  return raw.map(({ path, write, trusted }, index) => {
    const why = folderFlaw(path);
    if (why !== null) add([index, "path"], `Folder ${index + 1} can not be used: ${why}.`);
    const plain = plainPath(path);
    if (seen.has(plain)) add([index, "path"], `Folder ${index + 1} stands twice in folders. Keep one of them.`);
    seen.add(plain);
    return { path: plain, write: write ?? false, trusted: trusted ?? false };
  });
}
