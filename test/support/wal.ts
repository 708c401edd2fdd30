// Counts commits by reading the write-ahead log itself: a frame that ends a transaction carries the database's size.
// Source of the layout: https://www.sqlite.org/fileformat2.html#the_write_ahead_log
import { readFileSync } from "node:fs";

const headerBytes = 32;
const frameHeaderBytes = 24;

/** How many committed transactions the log of the database at `path` holds. Meaningless once a checkpoint has begun it anew. */
export function commitsInLog(path: string): number {
  const log = readFileSync(`${path}-wal`);
  if (log.length < headerBytes) return 0;
  const pageBytes = log.readUInt32BE(8);
  const salt = log.subarray(16, 24);
  let commits = 0;
  for (let at = headerBytes; at + frameHeaderBytes + pageBytes <= log.length; at += frameHeaderBytes + pageBytes) {
    // Frames left over from before the log was begun anew carry another salt.
    if (!log.subarray(at + 8, at + 16).equals(salt)) break;
    if (log.readUInt32BE(at + 4) !== 0) commits++;
  }
  return commits;
}
