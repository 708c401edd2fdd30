// The names of memory's files. Promises: what Nightjar names is a plain word in lower case that every file system takes, and a path
// is never more than a folder and a name. Refuses: names that could be taken for something else.

export type Folder = "notes" | "tasks";
export const folders: readonly Folder[] = ["notes", "tasks"];
export const instructionsPath = "instructions.md";
export const indexName = "index.md";

const nameBytesMax = 200;
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** Whether a file found there is read at all. */
export function isEntryName(name: string): boolean {
  return (
    name.toLowerCase().endsWith(".md") && name.toLowerCase() !== indexName && !name.startsWith(".") && isPlain(name)
  );
}

export const isPlain = (name: string): boolean =>
  !/[\p{C}\p{Zl}\p{Zp}/\\�]/u.test(name) && Buffer.byteLength(name) <= nameBytesMax;

/** A file's name for a title: letters and digits of any script. */
export function slugOf(title: string): string {
  const words = title
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-+|-+$/g, "");
  const short = [...words].slice(0, 40).join("").replace(/-+$/, "");
  return short === "" || reserved.test(short) || short === "index" ? `note-${short}`.replace(/-$/, "") : short;
}

const clash = /^(.*)\.clash-[0-9a-f]{8}\.md$/is;

/** The path of the version that stands, for one that was kept beside it; null when it is none. */
export function clashOf(path: string): string | null {
  const found = clash.exec(path);
  return found === null ? null : `${found[1]}.md`;
}

export const clashPath = (path: string, hash: string): string =>
  `${path.replace(/\.md$/i, "")}.clash-${hash.slice(0, 8)}.md`;
