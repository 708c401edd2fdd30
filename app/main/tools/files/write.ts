// `files.write`: a whole text, or one passage in the place of another. Promises: whole or not at all, on disk when it says so, and
// never over what changed since it was read. Refuses: links, passages that are not there exactly once, what was not asked for.
import { constants } from "node:fs";
import { type FileHandle, link, lstat, mkdir, open, rename, unlink } from "node:fs/promises";
import { dirname, relative, sep } from "node:path";
import type { JsonObject } from "../../engine/worker/ports.ts";
import { type Folder, openFolder, type OpenParts, parentOf, readWhole, refuse, textOf } from "./opened.ts";
import { codeOf } from "./place.ts";
import { hashOf, readBytesMax } from "./read.ts";

export type Change = { text: string } | { old: string; new: string };

export interface Write {
  path: string;
  /** The real path of the person's folder that holds it. */
  root: string;
  change: Change;
  /** SHA-256 of what is to be replaced, as `files.read` gave it; null when nothing was said. */
  expect: string | null;
  effectKey: string;
}

/** Before `renamed` nothing has happened to the file. */
export interface WriteProgress {
  renamed: boolean;
}

const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;

function replaced(text: string, { old, new: fresh }: { old: string; new: string }): string {
  const at = text.indexOf(old);
  if (at === -1) refuse("the passage that is to be replaced is not in it, to the letter");
  if (text.indexOf(old, at + 1) !== -1)
    refuse("the passage that is to be replaced is in it more than once; give more of what is around it");
  return text.slice(0, at) + fresh + text.slice(at + old.length);
}

/** The folder that will hold it, with what is missing on the way made. */
async function openParent(path: string, root: string, parts: OpenParts): Promise<Folder> {
  const way = relative(root, dirname(path))
    .split(sep)
    .filter((name) => name !== "");
  let here = await openFolder(root, parts);
  for (const name of way) {
    const next = `${here.path}${here.path.endsWith(sep) ? "" : sep}${name}`;
    try {
      await mkdir(here.at(name), { mode: 0o700 }).catch((error: unknown) => {
        if (codeOf(error) !== "EEXIST") throw error;
      });
    } finally {
      await here.close();
    }
    here = await openFolder(next, parts);
  }
  return here;
}

async function openTemporary(at: string): Promise<FileHandle> {
  const flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW;
  try {
    return await open(at, flags, 0o600);
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
    // From an attempt under the same key that a crash ended.
    await unlink(at);
    return open(at, flags, 0o600);
  }
}

/** A new file never takes the place of one that came in the same moment, where the disk can say so. */
async function putNew(folder: Folder, temporary: string, name: string): Promise<void> {
  try {
    await link(folder.at(temporary), folder.at(name));
  } catch (error) {
    if (codeOf(error) === "EEXIST") refuse("a file of that name was made in the same moment");
    if ((await lstat(folder.at(name)).catch(() => null)) !== null)
      refuse("a file of that name was made in the same moment");
    await rename(folder.at(temporary), folder.at(name));
  }
}

/** @throws Refusal, and what the disk throws; `progress` says whether the file has changed by then. */
export async function writeFile(write: Write, parts: OpenParts, progress: WriteProgress): Promise<JsonObject> {
  const { path, change, expect, effectKey } = write;
  const { name } = parentOf(path);
  const folder = await openParent(path, write.root, parts);
  const temporary = `.nightjar-${hashOf(effectKey).slice(0, 16)}.tmp`;
  let made = false;
  try {
    const before = await readWhole(folder, name, readBytesMax, parts);
    const hash = before === null ? null : hashOf(before.bytes);
    const text =
      "text" in change ? change.text : before === null ? refuse("it is not there") : replaced(textOf(before), change);
    const bytes = Buffer.from(text, "utf8");
    const after = hashOf(bytes);
    const result: JsonObject = { path, hash: after, bytes: bytes.length };
    // Made under this key or another: there is nothing to do.
    if (hash === after) return { ...result, unchanged: true };
    if (expect !== null && hash !== expect) {
      refuse(
        hash === null
          ? "it is not there any more"
          : "it has changed since it was read; read it again, and give the new hash",
      );
    }
    if (expect === null && hash !== null && "text" in change) {
      refuse("it is there already; read it first and give its hash as expect, so that nothing is lost");
    }
    const file = await openTemporary(folder.at(temporary));
    made = true;
    try {
      await file.writeFile(bytes);
      if (before !== null) await file.chmod(before.mode);
      await file.sync();
    } finally {
      await file.close();
    }
    parts.fault?.("rename");
    await folder.check();
    const now = await readWhole(folder, name, readBytesMax, parts);
    if ((now === null ? null : hashOf(now.bytes)) !== hash) refuse("it has changed in the same moment");
    if (hash === null) await putNew(folder, temporary, name);
    else await rename(folder.at(temporary), folder.at(name));
    progress.renamed = true;
    await folder.sync();
    return { ...result, made: hash === null };
  } finally {
    if (made) await unlink(folder.at(temporary)).catch(() => undefined);
    await folder.close();
  }
}
