// What the person does with memory in the window. Promises: nothing they did not see is overwritten, and each change can be taken back.
// Refuses: to call what they correct untrusted words their own, unless they say so.
import type { Changed } from "./changing.ts";
import { byHand, oneLine, printEntry } from "./entry.ts";
import { limits } from "./limits.ts";
import type { Memory } from "./memory.ts";
import { type Folder, instructionsPath } from "./names.ts";
import { freePath } from "./remembering.ts";
import { sentences } from "./sentences.ts";

export type ByHandDone = { ok: boolean; sentence: string; change: string | null };

export interface SaveEntry {
  path: string | null;
  base: string | null;
  folder: Folder;
  title: string;
  text: string;
  done: boolean;
}

export function createByHand(memory: Memory, clock: { now(): number }) {
  const not = (what: string, why: string): ByHandDone => ({
    ok: false,
    sentence: sentences.not(what, why),
    change: null,
  });

  function told(what: string, changed: Changed, yes: string): ByHandDone {
    if (!changed.ok) return not(what, changed.reason);
    const sentence =
      changed.clash !== null
        ? sentences.clash
        : changed.merged
          ? sentences.merged
          : changed.change === null
            ? sentences.same
            : yes;
    return { ok: changed.clash === null, sentence, change: changed.change };
  }

  /** The text a hash stands for; without it a change can only be kept beside what stands. */
  const textOf = (base: string | null, now: { text: string; hash: string | null }): string | null =>
    base === null ? null : base === now.hash ? now.text : memory.textOf(base);

  return {
    saveInstructions(base: string | null, text: string): ByHandDone {
      const { instructions } = memory.look();
      const made = memory.change("person", sentences.changedInstructions, [
        { path: instructionsPath, base: textOf(base, instructions), text },
      ]);
      return told(sentences.theInstructions, made, sentences.savedInstructions);
    },

    save({ path, base, folder, title: given, text, done }: SaveEntry): ByHandDone {
      const { entries } = memory.look();
      const title = oneLine(given, limits.titleCharacters);
      const what = sentences.entry(folder, title);
      if (title === "") return not(what, sentences.noTitle);
      const now = clock.now();
      if (path === null) {
        const facts = {
          title,
          writtenAt: now,
          trusted: true,
          origins: [byHand],
          pointer: null,
          done,
          until: null,
          call: null,
        };
        const fresh = { path: freePath(entries, folder, title), base: null, text: printEntry(facts, text) };
        return told(what, memory.change("person", sentences.wrote(what), [fresh]), sentences.saved(what));
      }
      const before = entries.get(path);
      if (before === undefined && base === null) return not(what, sentences.gone);
      const seen = textOf(base, before ?? { text: "", hash: null });
      const { writtenAt: _at, ...known } = before ?? {
        trusted: false,
        origins: [],
        pointer: null,
        until: null,
        call: null,
      };
      const origins = known.origins.some(({ by }) => by === "person") ? known.origins : [...known.origins, byHand];
      const facts = { ...known, title, done, writtenAt: now, origins };
      const after = printEntry(facts, text, seen ?? before?.text ?? null);
      return told(
        what,
        memory.change("person", sentences.changed(what), [{ path, base: seen, text: after }]),
        sentences.saved(what),
      );
    },

    remove(path: string, base: string): ByHandDone {
      const entry = memory.look().entries.get(path);
      const what = sentences.entry(path.startsWith("tasks/") ? "tasks" : "notes", entry?.title ?? path);
      if (entry === undefined) return not(what, sentences.gone);
      const made = memory.change("person", sentences.removedWhat(what), [
        { path, base: textOf(base, entry), text: null },
      ]);
      return told(what, made, sentences.removed(what));
    },

    trust(path: string, base: string): ByHandDone {
      const entry = memory.look().entries.get(path);
      const what = sentences.entry(path.startsWith("tasks/") ? "tasks" : "notes", entry?.title ?? path);
      if (entry === undefined) return not(what, sentences.gone);
      // Vouched for is what was read, and nothing that came after.
      if (entry.hash !== base) return not(what, sentences.changedSince);
      if (entry.flaw !== null) return not(what, sentences.flawed);
      const text = printEntry({ ...entry, trusted: true, origins: [...entry.origins, byHand] }, entry.body, entry.text);
      return told(
        what,
        memory.change("person", sentences.vouched(what), [{ path, base: entry.text, text }]),
        sentences.trusted(what),
      );
    },

    resolve(path: string, keep: "stands" | "kept"): ByHandDone {
      const { clashes, entries, instructions } = memory.look();
      const clash = clashes.find((one) => one.path === path);
      if (clash === undefined) return not(path, sentences.gone);
      const stands =
        clash.of === instructionsPath
          ? instructions.hash === null
            ? null
            : instructions.text
          : (entries.get(clash.of)?.text ?? null);
      // The one that stands first: whatever is cut off after it, both are still there.
      const wishes = [
        ...(keep === "kept" ? [{ path: clash.of, base: stands, text: clash.text }] : []),
        { path, base: clash.text, text: null },
      ];
      return told(clash.of, memory.change("person", sentences.chose(clash.of), wishes), sentences.chosen);
    },

    undo(change: string): ByHandDone {
      const record = memory.changeOf(change);
      const undone = memory.undo(change);
      if (!undone.ok) return not(sentences.theUndo, undone.reason);
      return { ok: true, sentence: sentences.undone(record?.what ?? ""), change: undone.change };
    },
  };
}
