// The profile's small files. Promises: read whole or said why not; written whole or not at all, on disk before it returns, 0600.
// Refuses: bytes that are not UTF-8; to replace a link by a file (what it points to is written).
import {
  chmodSync,
  closeSync,
  fsyncSync,
  lstatSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { trailOf } from "./links.ts";

export type Content = { kind: "text"; text: string } | { kind: "missing" } | { kind: "unreadable"; reason: string };

const tellingPart = (c: Content): string => (c.kind === "text" ? c.text : c.kind === "unreadable" ? c.reason : "");
export const sameContent = (a: Content, b: Content): boolean => a.kind === b.kind && tellingPart(a) === tellingPart(b);

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? error);

/** A file larger than this is not even read. */
const readBytesMax = 16_777_216;

/** @param bytesMax a file larger than this is not read. */
export function readContent(path: string, bytesMax = readBytesMax): Content {
  try {
    const found = statSync(path);
    // A pipe or a device would be read without end.
    if (!found.isFile() && !found.isDirectory()) return { kind: "unreadable", reason: "it is not an ordinary file" };
    if (found.size > bytesMax) {
      return { kind: "unreadable", reason: `it is larger than ${Math.floor(bytesMax / 1024)} KiB. Make it smaller` };
    }
    const text = new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path));
    return { kind: "text", text };
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOENT") return missing(path);
    return { kind: "unreadable", reason: code === "ERR_ENCODING_INVALID_ENCODED_DATA" ? "it is not UTF-8 text" : code };
  }
}

/** A link to nothing is not a missing file: somebody keeps it elsewhere, and that place may only be away. */
function missing(path: string): Content {
  try {
    if (!lstatSync(path).isSymbolicLink()) return { kind: "missing" };
  } catch {
    return { kind: "missing" };
  }
  const reason = `it is a link to ${trailOf(path).target}, and there is nothing. Put the file there, or remove the link`;
  return { kind: "unreadable", reason };
}

/**
 * Writes through links: the file they lead to is replaced, they stay.
 * @throws when it could not be written (also through a link to nothing); the old file is then as it was.
 */
export function writeAtomically(path: string, text: string): void {
  const { target, linked, found } = trailOf(path);
  if (linked && !found) throw new Error(`it is a link to ${target}, and there is nothing`);
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
