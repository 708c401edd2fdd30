// Memory's face: instructions, notes and tasks as files that a person can edit, and what runs are told of them. Promises: the files are
// the truth; whatever is changed can be undone. Refuses: to take for an instruction what the person did not write.
import { join } from "node:path";
import { watch } from "node:fs";
import type { FaultPoint, Log, Wait } from "../engine/ports.ts";
import { type Changed, makeChanges, type Wish } from "./changing.ts";
import { createMemoryFiles, type MemoryFiles } from "./files.ts";
import { createHistory, type Record } from "./history.ts";
import { writeIndex } from "./index-file.ts";
import { limits } from "./limits.ts";
import { mergeTexts } from "./merge.ts";
import { createReader, type Snapshot } from "./snapshot.ts";

/** What is searched: the engine's, kept in step with the files. */
export interface IndexPort {
  sync(
    entries: readonly {
      path: string;
      hash: string;
      folder: string;
      title: string;
      body: string;
      trusted: boolean;
      writtenAt: number | null;
    }[],
  ): void;
}

export interface MemoryDeps {
  profile: string;
  clock: { now(): number };
  wait: Wait;
  log: Log;
  fault: FaultPoint;
  index: IndexPort;
  /** Something of it is not as it was, by whatever hand. */
  changed: () => void;
}

export interface Memory {
  /** As the files are now. */
  look(): Snapshot;
  change(by: Record["by"], what: string, wishes: readonly Wish[]): Changed;
  /** Takes a change back; what was changed since stays where it lies apart. */
  undo(id: string): Changed;
  history(): Omit<Record, "edits">[];
  changeOf(id: string): Record | null;
  /** A text that was seen lately, by its hash. */
  textOf(hash: string): string | null;
  close(): void;
}

const settleMs = 150;
const seenMax = 3000;

const broken: Snapshot = { instructions: { text: "", hash: null }, entries: new Map(), clashes: [], problems: [] };

export function createMemory({ profile, clock, wait, log, fault, index, changed }: MemoryDeps): Memory {
  const root = join(profile, "memory");
  const seen = new Map<string, string>();
  let files: MemoryFiles | null = null;
  let trouble: string | null = null;
  let last: Snapshot = broken;
  let lastKey = "";
  let cancel = (): void => undefined;

  function remember(hash: string, text: string): void {
    seen.delete(hash);
    seen.set(hash, text);
    if (seen.size > seenMax) seen.delete(seen.keys().next().value ?? "");
  }

  try {
    files = createMemoryFiles(root, fault);
  } catch (error) {
    trouble = error instanceof Error ? error.message : String(error);
    log.error({ error: trouble }, "The folder of memory can't be used.");
  }
  const opened = files;
  if (opened === null) {
    const reason = `The folder memory can't be used: ${trouble ?? ""}.`;
    const refused: Changed = { ok: false, reason };
    const snapshot = { ...broken, problems: [{ path: "memory", line: null, reason }] };
    return {
      ...{ look: () => snapshot, change: () => refused, undo: () => refused, history: () => [] },
      ...{ changeOf: () => null, textOf: () => null, close: () => undefined },
    };
  }
  const history = createHistory(opened);
  const read = createReader(opened, remember);
  const parts = { files: opened, history, now: () => clock.now() };

  function look(): Snapshot {
    const next = read();
    const key = JSON.stringify([
      next.instructions.hash,
      [...next.entries.values()].map(({ path, hash }) => [path, hash]),
      ...[next.clashes.map(({ path, hash }) => [path, hash]), next.problems],
    ]);
    if (key === lastKey) return last;
    lastKey = key;
    last = next;
    const entries = [...next.entries.values()];
    try {
      index.sync(entries);
    } catch (error) {
      // A disk that refuses: the files stand, and the next look tries again.
      lastKey = "";
      log.error({ error: String(error) }, "Memory's index could not be brought up to date.");
    }
    const notes = entries.filter(({ folder }) => folder === "notes");
    const why = writeIndex(parts.files, history, notes, clock.now());
    if (why !== null) last.problems.push({ path: "notes/index.md", line: null, reason: why });
    changed();
    return last;
  }

  function changeAndLook(by: Record["by"], what: string, wishes: readonly Wish[]): Changed {
    const tooLarge = wishes.find(
      ({ text, path }) =>
        Buffer.byteLength(text ?? "") > (path.includes("/") ? limits.entryBytes : limits.instructionsBytes),
    );
    if (tooLarge !== undefined) return { ok: false, reason: "it is longer than memory keeps" };
    const result = makeChanges(parts, by, what, wishes);
    look();
    return result;
  }

  function undo(id: string): Changed {
    const record = history.read(id);
    if (record === null)
      return { ok: false, reason: "it is too long ago, and what was there before is not kept any more" };
    const wishes: Wish[] = [];
    for (const { path, before, after } of record.edits.toReversed()) {
      const found = parts.files.read(path, Number.MAX_SAFE_INTEGER);
      if (found.kind === "refused") return { ok: false, reason: found.reason };
      const current = found.kind === "text" ? found.text : null;
      if (current === before) continue;
      // Only what this change brought is taken away: later work stays, or nothing is done at all.
      const whole = current === after ? before : null;
      const merged =
        current !== after && current !== null && before !== null && after !== null
          ? mergeTexts(after, before, current)
          : null;
      if (current !== after && merged === null)
        return { ok: false, reason: `${path} was changed since then. Change it by hand` };
      wishes.push({ path, base: current, text: current === after ? whole : merged });
    }
    return changeAndLook("person", `Undone: ${record.what}`.slice(0, 900), wishes);
  }

  const soon = (): void => {
    cancel();
    cancel = wait(settleMs, look);
  };
  const watchers = [".", "notes", "tasks"].flatMap((folder) => {
    try {
      // A name that begins with a full stop is our own.
      const watcher = watch(join(root, folder), { persistent: false }, (_event, name) => {
        if (name?.startsWith(".") !== true) soon();
      });
      return [watcher.on("error", (error) => log.warn({ error: String(error) }, "Memory is not watched any more."))];
    } catch (error) {
      // Every run and every look of the window read the files anyway.
      log.warn({ error: String(error) }, "Memory can't be watched.");
      return [];
    }
  });
  look();
  return {
    ...{ look, change: changeAndLook, undo, history: history.list, changeOf: history.read },
    textOf: (hash) => seen.get(hash) ?? null,
    close() {
      cancel();
      for (const watcher of watchers) watcher.close();
    },
  };
}
