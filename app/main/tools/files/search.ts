// `files.search`: names and texts below a folder that hold some words. Promises: bounded in entries, bytes and hits, and says when it
// stopped; links are not followed, Nightjar's own folder is left out. Refuses: patterns; words are looked for as they are.
import { opendir } from "node:fs/promises";
import { join } from "node:path";
import type { JsonObject } from "../../engine/worker/ports.ts";
import { type Folder, type OpenParts, readWhole, Refusal, textOf, within } from "./opened.ts";

const entriesMax = 20_000;
const bytesMax = 67_108_864;
const fileMax = 1_048_576;
const hitsMax = 100;
const hitsMaxPerFile = 10;
const lineMax = 200;
/** Made by programs, and full of what nobody looks for. */
const passedBy = new Set([".git", "node_modules"]);

export type SearchIn = "names" | "text" | "both";

/** The words with a little around them. */
function around(line: string, at: number): string {
  if (line.length <= lineMax) return line.trim();
  const from = Math.max(0, at - lineMax / 4);
  return `${from > 0 ? "…" : ""}${line
    .slice(from, from + lineMax)
    .replaceAll(/\p{Cs}/gu, "\ufffd")
    .trim()}…`;
}

function hitsIn(text: string, words: string, path: string): JsonObject[] {
  const hits: JsonObject[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    const at = line.toLowerCase().indexOf(words);
    if (at === -1) continue;
    hits.push({ path, line: index + 1, text: around(line, at) });
    if (hits.length >= hitsMaxPerFile) break;
  }
  return hits;
}

/** @throws Refusal when the folder itself can not be opened; what can not be opened below it is passed by. */
export async function searchFolder(
  path: string,
  query: string,
  where: SearchIn,
  parts: OpenParts,
  signal: AbortSignal,
): Promise<JsonObject> {
  const words = query.toLowerCase();
  const hits: JsonObject[] = [];
  const open = [path];
  let [entries, bytes, unread] = [0, 0, 0];
  let stopped: string | null = null;

  async function lookAt(folder: Folder, name: string): Promise<void> {
    if (where === "names") return;
    const content = await readWhole(folder, name, fileMax, parts);
    if (content === null) return;
    bytes += content.bytes.length;
    hits.push(...hitsIn(textOf(content), words, join(folder.path, name)));
  }

  async function through(folder: Folder): Promise<void> {
    const below: string[] = [];
    for await (const entry of await opendir(folder.at("."))) {
      if (++entries > entriesMax) stopped = `it holds more than ${entriesMax} entries; search in a smaller folder`;
      else if (bytes > bytesMax) stopped = "it holds more text than is searched at once; search in a smaller folder";
      else if (hits.length >= hitsMax) stopped = `there are more than ${hitsMax} hits; use other words`;
      else if (signal.aborted) stopped = "the search was stopped";
      if (stopped !== null) break;
      const full = join(folder.path, entry.name);
      if (where !== "text" && entry.name.toLowerCase().includes(words)) hits.push({ path: full });
      if (entry.isDirectory()) {
        if (!passedBy.has(entry.name)) below.push(full);
      } else if (entry.isFile()) {
        await lookAt(folder, entry.name).catch((error: unknown) => {
          if (!(error instanceof Refusal)) throw error;
          unread += 1;
        });
      }
    }
    open.push(...below.sort().reverse());
  }

  for (let next = open.pop(); next !== undefined && stopped === null; next = open.pop()) {
    await within(next, parts, through).catch((error: unknown) => {
      if (!(error instanceof Refusal) || next === path) throw error;
      unread += 1;
    });
  }
  const result: JsonObject = { path, hits: hits.slice(0, hitsMax) };
  if (stopped !== null) result.cut = stopped;
  if (unread > 0) result.unread = `${unread} could not be read: too large, no text, or closed`;
  return result;
}
