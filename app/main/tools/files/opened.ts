// Opens what lies at a real path, and makes sure that it is what lies there: a folder that was swapped for a link meanwhile is
// noticed, however often it is swapped. Refuses: links, pipes, devices, the profile folder.
import { constants, existsSync } from "node:fs";
import { type FileHandle, lstat, open, readlink, realpath, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { codeOf } from "./place.ts";

/** What the disk or a rule of ours has against it; ends a sentence, without a full stop. */
export class Refusal extends Error {}

export const refuse = (why: string): never => {
  throw new Refusal(why);
};

export interface OpenParts {
  /** Folders that are Nightjar's own. */
  own: readonly string[];
  /** A test's hand in a race: called between a look at something and its opening. */
  fault?: (point: string) => void;
}

/** A folder that is held. */
export interface Folder {
  path: string;
  /** Leads to `name` in this very folder, whatever has become of its path. */
  at(name: string): string;
  /** Notices, where the folder can not be held, that something else stands at its path. */
  check(): Promise<void>;
  /** What was renamed in it is on disk. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

// Where a system has no such flag it is undefined, which is no bit.
const { O_RDONLY, O_NONBLOCK, O_NOFOLLOW, O_DIRECTORY } = constants;
/** Linux leads from a handle to what is in the folder, and says where the handle truly is. */
const held = process.platform === "linux" && existsSync("/proc/self/fd");
const moved = "something on the way was exchanged in the same moment";

const said = (error: unknown): Error =>
  error instanceof Refusal
    ? error
    : new Refusal(
        {
          ENOENT: "it is not there",
          ENOTDIR: moved,
          ELOOP: moved,
          EACCES: "you may not open it",
          EPERM: "it is protected",
        }[codeOf(error)] ?? `the disk refused (${codeOf(error)})`,
      );

async function isOwn({ dev, ino }: { dev: bigint; ino: bigint }, own: readonly string[]): Promise<boolean> {
  for (const path of own) {
    const one = await stat(path, { bigint: true }).catch(() => null);
    if (one !== null && one.dev === dev && one.ino === ino) return true;
  }
  return false;
}

/** @param path real, as `placeOf` gave it. @throws Refusal */
export async function openFolder(path: string, { own, fault }: OpenParts): Promise<Folder> {
  const check = async (): Promise<void> => {
    if ((await realpath(path).catch(() => null)) !== path) refuse(moved);
  };
  let handle: FileHandle | null = null;
  try {
    fault?.("folder");
    if (!held) {
      await check();
      if (await isOwn(await stat(path, { bigint: true }), own)) refuse("it is where Nightjar keeps its own");
      return {
        path,
        check,
        at: (name) => join(path, name),
        sync: () => Promise.resolve(),
        close: () => Promise.resolve(),
      };
    }
    handle = await open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
    const here = handle;
    const base = `/proc/self/fd/${here.fd}`;
    if ((await readlink(base)) !== path) refuse(moved);
    if (await isOwn(await here.stat({ bigint: true }), own)) refuse("it is where Nightjar keeps its own");
    return {
      path,
      check: () => Promise.resolve(),
      at: (name) => `${base}/${name}`,
      sync: () => here.sync(),
      close: () => here.close(),
    };
  } catch (error) {
    await handle?.close();
    throw said(error);
  }
}

/** With the folder held for as long as `work` takes. */
export async function within<T>(path: string, parts: OpenParts, work: (folder: Folder) => Promise<T>): Promise<T> {
  const folder = await openFolder(path, parts);
  try {
    return await work(folder);
  } catch (error) {
    throw said(error);
  } finally {
    await folder.close();
  }
}

/** An ordinary file in a folder that is held, for reading. Null when there is none. @throws Refusal */
export async function openFile(folder: Folder, name: string, { fault }: OpenParts): Promise<FileHandle | null> {
  const at = folder.at(name);
  const seen = await lstat(at, { bigint: true }).catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return null;
    throw said(error);
  });
  if (seen === null) return null;
  if (seen.isSymbolicLink()) refuse(`"${name}" is a link, and links are not followed`);
  if (!seen.isFile()) refuse(seen.isDirectory() ? "it is a folder" : "it is not an ordinary file");
  fault?.("file");
  const file = await open(at, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch((error: unknown) => {
    throw said(error);
  });
  try {
    const opened = await file.stat({ bigint: true });
    if (opened.dev !== seen.dev || opened.ino !== seen.ino || !opened.isFile()) refuse(moved);
    await folder.check();
    return file;
  } catch (error) {
    await file.close();
    throw said(error);
  }
}

export interface Content {
  bytes: Buffer;
  /** Permission bits. */
  mode: number;
}

/** The whole of a file, or null when there is none. @throws Refusal when it is larger */
export async function readWhole(
  folder: Folder,
  name: string,
  bytesMax: number,
  parts: OpenParts,
): Promise<Content | null> {
  const file = await openFile(folder, name, parts);
  if (file === null) return null;
  try {
    const { size, mode } = await file.stat();
    if (size > bytesMax) refuse(`it has ${size} bytes, more than the ${bytesMax} that are read`);
    // It may grow while it is read, so its size is no bound.
    const bytes = Buffer.allocUnsafe(bytesMax + 1 > size + 65_536 ? size + 65_536 : bytesMax + 1);
    let length = 0;
    for (let got = -1; got !== 0 && length < bytes.length; length += got) {
      got = (await file.read(bytes, length, bytes.length - length, length)).bytesRead;
    }
    if (length === bytes.length) refuse("it grew while it was read");
    return { bytes: bytes.subarray(0, length), mode: mode & 0o777 };
  } catch (error) {
    throw said(error);
  } finally {
    await file.close();
  }
}

/** @throws Refusal for what is no text. */
export function textOf({ bytes }: Pick<Content, "bytes">): string {
  const size = `it has ${bytes.length} bytes and`;
  if (bytes.includes(0)) refuse(`${size} is no text`);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return refuse(`${size} is no text in UTF-8`);
  }
}

export const parentOf = (path: string): { folder: string; name: string } => ({
  folder: dirname(path),
  name: basename(path),
});
