// Where a path lies among the folders that the person chose. Promises: what it names is the real place, and no link below a folder
// leads anywhere. Refuses: paths that climb, links, names that mean something to the system, the folders of nobody.
import { lstatSync, realpathSync } from "node:fs";
import { isAbsolute, join, sep } from "node:path";
import type { FolderSettings } from "../../settings/model.ts";

export type Place =
  | {
      ok: true;
      /** The narrowest of the person's folders that holds it. */
      folder: FolderSettings;
      /** Absolute, as the disk has it; a link is never part of it. */
      path: string;
      kind: "file" | "folder" | "other" | "missing";
    }
  /** Ends a sentence, without a full stop. */
  | { ok: false; error: string };

const lengthMax = 4000;
const isWindows = process.platform === "win32";

export const isBelow = (path: string, base: string): boolean =>
  path === base || path.startsWith(base.endsWith(sep) ? base : `${base}${sep}`);

/** Where upper and lower case, or composed and decomposed letters, may be the same name. */
const folded = (text: string): string => text.normalize("NFC").toLowerCase();

/** Windows opens something else under such a name: another stream, a device, the name without its end. */
export const meansElse = (name: string): boolean =>
  /[<>:"|?*]|[. ]$/.test(name) || /^(con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)(\.|$)/i.test(name);

function realOf(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch {
    return null;
  }
}

export interface Root {
  folder: FolderSettings;
  /** The folder with links resolved: a link to it, or on the way to it, is the person's choice. */
  real: string;
}

/** The chosen folders that are there now. */
export const rootsOf = (folders: readonly FolderSettings[]): Root[] =>
  folders.flatMap((folder) => {
    const real = realOf(folder.path);
    return real === null ? [] : [{ folder, real }];
  });

/** The narrowest folder that holds this real path. */
export const narrowest = (path: string, roots: readonly Root[]): Root | undefined =>
  roots.filter(({ real }) => isBelow(path, real)).sort((a, b) => b.real.length - a.real.length)[0];

/** Looks at each name on the way. Null when one of them is a link, or no folder where one must be. */
function walk(
  root: string,
  names: readonly string[],
): { there: string; rest: string[]; kind: "file" | "folder" | "other" | "missing" } | string {
  let there = root;
  for (const [index, name] of names.entries()) {
    const next = join(there, name);
    const found = lstatSync(next, { throwIfNoEntry: false });
    if (found === undefined) return { there, rest: names.slice(index), kind: "missing" };
    if (found.isSymbolicLink()) return `"${name}" is a link, and links are not followed`;
    const last = index === names.length - 1;
    if (!last && !found.isDirectory()) return `"${name}" is no folder`;
    there = next;
    if (last) return { there, rest: [], kind: found.isFile() ? "file" : found.isDirectory() ? "folder" : "other" };
  }
  return { there, rest: [], kind: "folder" };
}

/** @param written as an agent wrote it. */
export function placeOf(written: string, folders: readonly FolderSettings[]): Place {
  const no = (error: string): Place => ({ ok: false, error });
  if (folders.length === 0) return no("no folder is chosen; the person adds one under folders in Settings");
  const chosen = folders.map(({ path }) => path).join(", ");
  if (written.length > lengthMax || /\p{Cc}/u.test(written))
    return no("the path is too long, or has control characters");
  if (!isAbsolute(written)) return no(`the path is not whole; the folders are: ${chosen}`);
  const names = written.split(isWindows ? /[\\/]/ : "/").filter((name) => name !== "");
  if (names.includes("..") || names.includes(".")) return no('the path has "." or ".." in it');
  if (isWindows && names.slice(1).some(meansElse)) return no("a name in the path means something else to Windows");
  const plain = isWindows ? names.join(sep) : `/${names.join("/")}`;
  const roots = rootsOf(folders);
  const base = roots
    .flatMap(({ folder, real }) => [folder.path, real].map((from) => ({ from, real })))
    .filter(({ from }) => isBelow(plain, from))
    .sort((a, b) => b.from.length - a.from.length)[0];
  if (base === undefined) return no(`it lies in none of the person's folders (${chosen})`);
  try {
    const found = walk(
      base.real,
      plain
        .slice(base.from.length)
        .split(sep)
        .filter((name) => name !== ""),
    );
    if (typeof found === "string") return no(found);
    // As the disk writes it; whatever else it is than another case is a link of some kind.
    const real = realpathSync.native(found.there);
    if (folded(real) !== folded(found.there)) return no("a link is on the way, and links are not followed");
    const path = join(real, ...found.rest);
    const root = narrowest(path, roots);
    return root === undefined
      ? no(`it lies in none of the person's folders (${chosen})`)
      : { ok: true, folder: root.folder, path, kind: found.kind };
  } catch (error) {
    return no(`the disk refused (${codeOf(error)})`);
  }
}

/** The system's code alone. */
export const codeOf = (error: unknown): string => {
  const code: unknown = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" ? code : error instanceof Error ? error.message : String(error);
};
