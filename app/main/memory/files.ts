// Memory's files on disk. Promises: a write leaves the old or the new file, whole, wherever it is cut; what an editor wrote in the
// same moment is given back, not lost. Refuses: links, what is no ordinary file, bytes that are no UTF-8, and more than fits.
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { FaultPoint } from "../engine/ports.ts";
import { hashOf } from "./hash.ts";

export type Found =
  | { kind: "text"; text: string; hash: string }
  | { kind: "missing" }
  | { kind: "refused"; reason: string };

export type Put =
  | { ok: true /** What somebody wrote while it was being replaced. */; late: string | null }
  | { ok: false; changed: true }
  | { ok: false; changed: false; reason: string };

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? error);
const noFollow = constants.O_NOFOLLOW ?? 0;
const nonBlocking = constants.O_NONBLOCK ?? 0;
const temporaryFolder = ".new";

export interface MemoryFiles {
  read(path: string, bytesMax: number): Found;
  /** Names in one of the folders, sorted; with why it can't be looked into. */
  list(folder: string): { names: string[]; reason: string | null };
  /**
   * @param text null removes it
   * @param expected the hash of what it replaces; null when nothing may be there
   */
  put(path: string, text: string | null, expected: string | null): Put;
  /** What tells whether a file may have changed, without reading it. */
  stampOf(path: string): string;
  remove(path: string): void;
}

/** @param root the folder `memory`, which is made with what belongs into it. @throws what the disk says when it can not be. */
export function createMemoryFiles(root: string, fault: FaultPoint): MemoryFiles {
  const at = (path: string) => join(root, path);

  function isFolder(path: string): boolean {
    try {
      return lstatSync(path).isDirectory();
    } catch {
      return false;
    }
  }

  function ensure(path: string): void {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    if (!isFolder(path)) throw new Error("it is a link, and memory is only kept in the profile itself");
  }

  function syncFolder(path: string): void {
    if (process.platform === "win32") return;
    const handle = openSync(path, "r");
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  }

  function read(path: string, bytesMax: number): Found {
    let file: number;
    try {
      if (!isFolder(dirname(at(path))))
        return {
          kind: lstatOrNull(dirname(at(path))) === null ? "missing" : "refused",
          reason: "its folder is a link",
        };
      file = openSync(at(path), constants.O_RDONLY | noFollow | nonBlocking);
    } catch (error) {
      const code = codeOf(error);
      if (code === "ENOENT") return { kind: "missing" };
      return { kind: "refused", reason: code === "ELOOP" ? "it is a link; memory reads only its own files" : code };
    }
    try {
      const stat = fstatSync(file);
      if (!stat.isFile()) return { kind: "refused", reason: "it is no ordinary file" };
      if (stat.size > bytesMax) return { kind: "refused", reason: `it is larger than ${bytesMax / 1024} KiB` };
      const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(readFileSync(file));
      return { kind: "text", text, hash: hashOf(text) };
    } catch (error) {
      const code = codeOf(error);
      return { kind: "refused", reason: code === "ERR_ENCODING_INVALID_ENCODED_DATA" ? "it is not UTF-8 text" : code };
    } finally {
      closeSync(file);
    }
  }

  function lstatOrNull(path: string) {
    try {
      return lstatSync(path);
    } catch {
      return null;
    }
  }

  const whole = Number.MAX_SAFE_INTEGER;

  function put(path: string, text: string | null, expected: string | null): Put {
    const target = at(path);
    const folder = dirname(target);
    const fresh = at(join(temporaryFolder, "fresh"));
    const old = at(join(temporaryFolder, "old"));
    try {
      ensure(folder);
      ensure(at(temporaryFolder));
      for (const stray of [fresh, old]) rmSync(stray, { force: true });
      if (text !== null) {
        const file = openSync(fresh, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | noFollow, 0o600);
        try {
          const bytes = Buffer.from(text, "utf8");
          for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
          fault("memory-written");
          fsyncSync(file);
        } finally {
          closeSync(file);
        }
      }
      fault("memory-synced");
      const now = read(path, whole);
      if (now.kind === "refused") return { ok: false, changed: false, reason: now.reason };
      if ((now.kind === "missing" ? null : now.hash) !== expected) return { ok: false, changed: true };
      if (expected === null) {
        if (text === null) return { ok: true, late: null };
        // Never over a file that came in this moment.
        linkOrMove(fresh, target);
        fault("memory-placed");
        syncFolder(folder);
        return { ok: true, late: null };
      }
      // What is replaced keeps a name: an editor that holds it open writes there, and is heard.
      const kept = keep(target, old);
      fault("memory-kept");
      if (text === null) unlinkSync(target);
      else renameSync(fresh, target);
      fault("memory-placed");
      syncFolder(folder);
      const late = kept ? read(join(temporaryFolder, "old"), whole) : null;
      return { ok: true, late: late?.kind === "text" && late.hash !== expected ? late.text : null };
    } catch (error) {
      const code = codeOf(error);
      if (code === "EEXIST") return { ok: false, changed: true };
      return { ok: false, changed: false, reason: sentences[code] ?? (error instanceof Error ? error.message : code) };
    } finally {
      for (const stray of [fresh, old]) rmSync(stray, { force: true });
    }
  }

  function keep(target: string, old: string): boolean {
    try {
      linkSync(target, old);
      return true;
    } catch {
      return false;
    }
  }

  function linkOrMove(from: string, to: string): void {
    try {
      linkSync(from, to);
    } catch (error) {
      if (codeOf(error) === "EEXIST" || lstatOrNull(to) !== null)
        throw Object.assign(new Error("there"), { code: "EEXIST" });
      renameSync(from, to);
    }
  }

  ensure(root);
  for (const name of ["notes", "tasks", ".history"]) if (lstatOrNull(at(name)) === null) ensure(at(name));
  rmSync(at(temporaryFolder), { recursive: true, force: true });

  return {
    read,
    put,
    list(folder) {
      try {
        if (!isFolder(at(folder)))
          return {
            names: [],
            reason: lstatOrNull(at(folder)) === null ? null : "it is a link, and memory reads only its own folders",
          };
        return { names: readdirSync(at(folder)).sort(), reason: null };
      } catch (error) {
        return { names: [], reason: codeOf(error) };
      }
    },
    stampOf(path) {
      try {
        const { ino, size, mtimeNs, ctimeNs } = lstatSync(at(path), { bigint: true });
        return `${ino}:${size}:${mtimeNs}:${ctimeNs}`;
      } catch {
        return "";
      }
    },
    remove: (path) => rmSync(at(path), { force: true }),
  };
}

const sentences: Record<string, string> = {
  ENOSPC: "the disk is full. Make room and try again",
  EDQUOT: "your share of the disk is used up. Make room and try again",
  EROFS: "the disk takes no changes",
  EACCES: "the file or its folder is closed to Nightjar",
  EPERM: "the file or its folder is closed to Nightjar",
};
