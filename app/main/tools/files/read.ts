// `files.read` and `files.list`. Promises: bounded; the hash is the whole file's, so that writing can tell whether it changed.
// Refuses: what is no text in UTF-8, with its size; a folder with more names than can be listed is cut, and says so.
import { createHash } from "node:crypto";
import { lstat, opendir } from "node:fs/promises";
import type { JsonObject } from "../../engine/worker/ports.ts";
import { type OpenParts, parentOf, readWhole, refuse, textOf, within } from "./opened.ts";

export const readBytesMax = 8_388_608;
/** Characters of one answer. */
const shownMax = 200_000;
const namesMax = 20_000;
const entriesMax = 1000;

export const hashOf = (bytes: Buffer | string): string => createHash("sha256").update(bytes).digest("hex");

/** @param from first line, from 1. @throws Refusal */
export async function readFile(
  path: string,
  from: number,
  lines: number | null,
  parts: OpenParts,
): Promise<JsonObject> {
  const { folder, name } = parentOf(path);
  const content = await within(folder, parts, (held) => readWhole(held, name, readBytesMax, parts));
  if (content === null) return refuse("it is not there");
  const text = textOf(content);
  const all = text.split("\n");
  const wanted = all.slice(from - 1, lines === null ? undefined : from - 1 + lines);
  let shown = wanted.join("\n");
  const result: JsonObject = {
    ...{ path, hash: hashOf(content.bytes), bytes: content.bytes.length, lines: all.length },
  };
  if (from > 1) result.from = from;
  if (shown.length > shownMax) {
    shown = shown.slice(0, shownMax).replaceAll(/\p{Cs}/gu, "\ufffd");
    const last = from + shown.split("\n").length - 1;
    result.cut = `only up to line ${last}; read on from there`;
  } else if (wanted.length < all.length - (from - 1)) result.cut = `only up to line ${from - 1 + wanted.length}`;
  result.text = shown;
  return result;
}

export const kindOf = (entry: { isFile(): boolean; isDirectory(): boolean; isSymbolicLink(): boolean }): string => {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "folder";
  return entry.isSymbolicLink() ? "link" : "other";
};

/** @throws Refusal */
export async function listFolder(path: string, parts: OpenParts): Promise<JsonObject> {
  return within(path, parts, async (folder) => {
    const names: string[] = [];
    let more = false;
    for await (const { name } of await opendir(folder.at("."))) {
      more = names.length >= namesMax;
      if (more) break;
      names.push(name);
    }
    names.sort();
    const entries: JsonObject[] = [];
    for (const name of names.slice(0, entriesMax)) {
      const seen = await lstat(folder.at(name)).catch(() => null);
      if (seen === null) continue;
      const kind = kindOf(seen);
      const modified = Math.floor(seen.mtimeMs / 1000);
      entries.push(kind === "file" ? { name, kind, bytes: seen.size, modified } : { name, kind, modified });
    }
    await folder.check();
    const result: JsonObject = { path, entries };
    if (more) result.cut = `it has more than ${namesMax} entries; only some are listed`;
    else if (names.length > entriesMax)
      result.cut = `it has ${names.length} entries; the first ${entriesMax} are listed`;
    return result;
  });
}
