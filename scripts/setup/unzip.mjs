// Promises to unpack chosen entries of a zip file (stored or deflated) with nothing but Node, keeping their file modes.
// Refuses paths that would leave the target folder, links, entries of the wrong size, and forms it does not know.
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open } from "node:fs/promises";
import { dirname, join, normalize, sep } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createInflateRaw } from "node:zlib";

const endSignature = 0x06054b50;
const centralSignature = 0x02014b50;
const fileTypeMask = 0o170000;
const linkType = 0o120000;

async function readAt(handle, position, length) {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await handle.read(buffer, 0, length, position);
  if (bytesRead !== length) throw new Error("the zip file is cut short");
  return buffer;
}

async function centralDirectory(handle) {
  const { size } = await handle.stat();
  const length = Math.min(size, 65_557);
  const end = await readAt(handle, size - length, length);
  for (let at = length - 22; at >= 0; at -= 1) {
    if (end.readUInt32LE(at) !== endSignature) continue;
    const position = end.readUInt32LE(at + 16);
    if (position === 0xffffffff) throw new Error("the zip file is of the 64-bit form, which is not read here");
    return readAt(handle, position, end.readUInt32LE(at + 12));
  }
  throw new Error("the file is not a zip file, or it is cut short");
}

function* entriesOf(directory) {
  for (let at = 0; at < directory.length; ) {
    if (directory.readUInt32LE(at) !== centralSignature) throw new Error("the zip file's list of entries is damaged");
    const nameLength = directory.readUInt16LE(at + 28);
    yield {
      method: directory.readUInt16LE(at + 10),
      packedBytes: directory.readUInt32LE(at + 20),
      bytes: directory.readUInt32LE(at + 24),
      mode: directory.readUInt16LE(at + 40),
      position: directory.readUInt32LE(at + 42),
      name: directory.toString("utf8", at + 46, at + 46 + nameLength),
    };
    at += 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
}

async function writeEntry(handle, zipFile, entry, target) {
  const header = await readAt(handle, entry.position, 30);
  const start = entry.position + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
  await mkdir(dirname(target), { recursive: true });
  const out = createWriteStream(target, { mode: entry.mode & 0o777 || 0o644 });
  let written = 0;
  const count = new Transform({
    transform(chunk, _encoding, done) {
      written += chunk.length;
      done(null, chunk);
    },
  });
  if (entry.packedBytes === 0) await pipeline([], out);
  else {
    const packed = createReadStream(zipFile, { start, end: start + entry.packedBytes - 1 });
    await pipeline(entry.method === 8 ? [packed, createInflateRaw(), count, out] : [packed, count, out]);
  }
  if (written !== entry.bytes) throw new Error(`${entry.name} has ${written} bytes instead of ${entry.bytes}`);
}

/**
 * Unpacks `zipFile`.
 * @param {string} zipFile
 * @param {(name: string) => string | undefined} targetOf where an entry goes, inside `folder`; undefined leaves it out
 * @param {string} folder
 */
export async function unzip(zipFile, targetOf, folder) {
  const handle = await open(zipFile);
  try {
    for (const entry of entriesOf(await centralDirectory(handle))) {
      const relative = entry.name.endsWith("/") ? undefined : targetOf(entry.name);
      if (relative === undefined) continue;
      const target = normalize(join(folder, relative));
      if (!target.startsWith(folder + sep))
        throw new Error(`${entry.name} would be written outside of the target folder`);
      if ((entry.mode & fileTypeMask) === linkType) throw new Error(`${entry.name} is a link, which is not expected`);
      if (entry.method !== 0 && entry.method !== 8) throw new Error(`${entry.name} is packed in an unknown way`);
      await writeEntry(handle, zipFile, entry, target);
    }
  } finally {
    await handle.close();
  }
}
