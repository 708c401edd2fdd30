// The last good text of each settings file, kept beside them: what a start with a mistake goes on with. Promises: 0600, whole
// or not at all. Refuses: to stop anything; what can't be kept is said in the log.
import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Log } from "../engine/ports.ts";
import { closeToOthers, readContent, writeAtomically } from "./files.ts";

export interface Kept {
  text: string;
  /** When it was taken, in seconds since the epoch. */
  at: number;
}

export interface LastGood {
  read(name: string): Kept | null;
  /** Written only when it differs from what is kept. */
  keep(name: string, text: string): void;
}

/** @param profile the profile folder; the texts lie in `last-good/` in it. */
export function createLastGood(profile: string, bytesMax: number, log: Log): LastGood {
  const folder = join(profile, "last-good");

  function read(name: string): Kept | null {
    const path = join(folder, name);
    const content = readContent(path, bytesMax);
    if (content.kind !== "text") return null;
    return { text: content.text, at: Math.floor(statSync(path).mtimeMs / 1000) };
  }

  return {
    read,
    keep(name, text) {
      try {
        if (read(name)?.text === text) return;
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        closeToOthers(folder, 0o700);
        writeAtomically(join(folder, name), text);
      } catch (error) {
        log.warn({ name, error: String(error) }, "The last good settings could not be kept for the next start.");
      }
    },
  };
}
