// What memory holds now, read from its files. Promises: what can't be read is named with its reason, and every file is either an entry,
// a version that waits for the person, or such a problem. Refuses: to change anything.
import { type Facts, parseEntry } from "./entry.ts";
import type { MemoryFiles } from "./files.ts";
import { limits } from "./limits.ts";
import { clashOf, type Folder, folders, instructionsPath, isEntryName, isPlain, indexName } from "./names.ts";

export interface Entry extends Facts {
  /** `notes/coffee.md`, which also names it. */
  path: string;
  folder: Folder;
  body: string;
  /** The whole file, and its hash. */
  text: string;
  hash: string;
  flaw: { line: number; reason: string } | null;
}

/** Another version of a file, kept because nobody could say which of two is right. */
export interface Clash {
  path: string;
  /** The one that stands; it may be gone by now. */
  of: string;
  text: string;
  hash: string;
}

export interface Problem {
  path: string;
  line: number | null;
  reason: string;
}

export interface Snapshot {
  instructions: { text: string; hash: string | null };
  entries: Map<string, Entry>;
  clashes: Clash[];
  problems: Problem[];
}

interface Read {
  stamp: string;
  entry: Entry | null;
  clash: Clash | null;
  problem: Problem | null;
}

const counts: Record<Folder, number> = { notes: limits.notes, tasks: limits.tasks };

/** Reads again only what may have changed since it was read last. */
export function createReader(files: MemoryFiles, seen: (hash: string, text: string) => void) {
  let known = new Map<string, Read>();

  function readOne(folder: Folder | null, path: string, name: string): Read {
    const stamp = files.stampOf(path);
    const before = known.get(path);
    if (before !== undefined && before.stamp === stamp && stamp !== "") return before;
    const found = files.read(path, folder === null ? limits.instructionsBytes : limits.entryBytes);
    const none: Read = { stamp, entry: null, clash: null, problem: null };
    if (found.kind === "missing") return none;
    if (found.kind === "refused") return { ...none, problem: { path, line: null, reason: found.reason } };
    const { text, hash } = found;
    seen(hash, text);
    const of = clashOf(path);
    if (of !== null || folder === null) return { ...none, clash: of === null ? null : { path, of, text, hash } };
    const { facts, body, flaw } = parseEntry(text, name);
    const problem = flaw === null ? null : { path, line: flaw.line, reason: flaw.reason };
    return { ...none, entry: { ...facts, path, folder, body, text, hash, flaw }, problem };
  }

  return function read(): Snapshot {
    const next = new Map<string, Read>();
    const problems: Problem[] = [];
    const take = (folder: Folder | null, path: string, name: string) => next.set(path, readOne(folder, path, name));
    for (const folder of folders) {
      const { names, reason } = files.list(folder);
      if (reason !== null) problems.push({ path: folder, line: null, reason });
      const files_ = names.filter(isEntryName);
      for (const name of files_.slice(0, counts[folder])) take(folder, `${folder}/${name}`, name);
      const more = files_.length - counts[folder];
      if (more > 0)
        problems.push({
          path: folder,
          line: null,
          reason: `Only ${counts[folder]} files are read here; ${more} more are not. Remove some, or bring them together.`,
        });
      const odd = names.filter(
        (name) => /\.md$/i.test(name) && !name.startsWith(".") && !isPlain(name) && name.toLowerCase() !== indexName,
      );
      if (odd.length > 0)
        problems.push({
          path: folder,
          line: null,
          reason: `${odd.length} ${odd.length === 1 ? "file has a name" : "files have names"} with characters that are not seen, or too long a name. Rename ${odd.length === 1 ? "it" : "them"}.`,
        });
    }
    for (const name of files.list(".").names) if (clashOf(name) === instructionsPath) take(null, name, name);
    known = next;
    const all = [...next.values()];
    const found = files.read(instructionsPath, limits.instructionsBytes);
    if (found.kind === "refused") problems.push({ path: instructionsPath, line: null, reason: found.reason });
    if (found.kind === "text") seen(found.hash, found.text);
    return {
      instructions: found.kind === "text" ? { text: found.text, hash: found.hash } : { text: "", hash: null },
      entries: new Map(all.flatMap(({ entry }) => (entry === null ? [] : [[entry.path, entry] as const]))),
      clashes: all.flatMap(({ clash }) => clash ?? []).slice(0, limits.clashes),
      problems: [...problems, ...all.flatMap(({ problem }) => problem ?? [])],
    };
  };
}
