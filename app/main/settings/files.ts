// The profile's small files. Promises: read whole or said why not; written whole or not at all, on disk before it returns, 0600.
// Refuses: bytes that are not UTF-8; to replace a link by a file (what it points to is written).
import {
  chmodSync,
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";

export type Content = { kind: "text"; text: string } | { kind: "missing" } | { kind: "unreadable"; reason: string };

const tellingPart = (c: Content): string => (c.kind === "text" ? c.text : c.kind === "unreadable" ? c.reason : "");
export const sameContent = (a: Content, b: Content): boolean => a.kind === b.kind && tellingPart(a) === tellingPart(b);

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? error);

/** A file larger than this is not even read; the settings have their own, smaller limit. */
const readBytesMax = 16_777_216;

export function readContent(path: string): Content {
  try {
    if (statSync(path).size > readBytesMax) return { kind: "unreadable", reason: "it is far too large" };
    const text = new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path));
    return { kind: "text", text };
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOENT") return { kind: "missing" };
    return { kind: "unreadable", reason: code === "ERR_ENCODING_INVALID_ENCODED_DATA" ? "it is not UTF-8 text" : code };
  }
}

/** @throws when it could not be written; the old file is then as it was. */
export function writeAtomically(path: string, text: string): void {
  const target = realPath(path);
  // One fixed name beside it: a crash leaves at most one such file, and the next write takes it over.
  const temporary = `${target}.new`;
  const file = openSync(temporary, "w", 0o600);
  try {
    closeToOthers(temporary);
    const bytes = Buffer.from(text, "utf8");
    for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(temporary, target);
  syncFolder(dirname(target));
}

/** The file behind a link, so that a file kept elsewhere (with other dotfiles) stays there; the path itself otherwise. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Takes away what others may do with it; true when they could before. A missing file is left missing. */
export function closeToOthers(path: string, mode = 0o600): boolean {
  if (process.platform === "win32") return false;
  try {
    if ((statSync(path).mode & 0o777) === mode) return false;
    chmodSync(path, mode);
    return true;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return false;
    throw error;
  }
}
