// How memory is changed. Promises: what it was stands in the history first; two writers lose nothing: what lies apart is merged, and
// what touches is kept beside as a second version. Refuses: to overwrite what the writer has not seen.
import { hashOf } from "./hash.ts";
import type { Found, MemoryFiles } from "./files.ts";
import type { Edit, History, Record } from "./history.ts";
import { mergeTexts } from "./merge.ts";
import { clashPath } from "./names.ts";

export interface Wish {
  path: string;
  /** The text the writer saw; null when there was none. */
  base: string | null;
  /** What it is to be; null to remove it. */
  text: string | null;
}

export type Changed =
  | {
      ok: true /** For undoing it; null when there was nothing to do. */;
      change: string | null;
      merged: boolean /** Where a version is kept that could not be merged. */;
      clash: string | null;
    }
  | { ok: false; reason: string };

export interface ChangeParts {
  files: MemoryFiles;
  history: History;
  now: () => number;
}

interface Plan extends Edit {
  merged: boolean;
  clash: string | null;
}

const triesMax = 5;

/** What is to be written where, for one wish and the file as it is; null when nothing is. */
function planOf({ path, base, text }: Wish, found: Exclude<Found, { kind: "refused" }>): Plan | null {
  const current = found.kind === "text" ? found.text : null;
  if (current === text) return null;
  const plain = { merged: false, clash: null };
  if (current === base) return { path, before: current, after: text, ...plain };
  if (current !== null && base !== null && text !== null) {
    const merged = mergeTexts(base, text, current);
    if (merged === current) return null;
    if (merged !== null) return { path, before: current, after: merged, merged: true, clash: null };
  }
  // Removed by the one and changed by the other: what is left of it stays, whoever wanted it gone.
  if (text === null) return { path, before: current, after: current, merged: false, clash: path };
  if (current === null) return { path, before: null, after: text, ...plain };
  const beside = clashPath(path, hashOf(text));
  return { path: beside, before: null, after: text, merged: false, clash: beside };
}

/** Makes the changes one after another, in this order, under one record. */
export function makeChanges(parts: ChangeParts, by: Record["by"], what: string, wishes: readonly Wish[]): Changed {
  const { files, history, now } = parts;
  const plans: Plan[] = [];
  for (const wish of wishes) {
    const found = files.read(wish.path, Number.MAX_SAFE_INTEGER);
    if (found.kind === "refused") return { ok: false, reason: found.reason };
    const plan = planOf(wish, found);
    if (plan !== null) plans.push(plan);
  }
  const edits = plans.filter(({ before, after }) => before !== after);
  const [stays] = plans.filter(({ before, after }) => before === after);
  if (edits.length === 0) {
    return stays === undefined
      ? { ok: true, change: null, merged: false, clash: null }
      : { ok: false, reason: "it was changed in the meantime; look at it again" };
  }
  let change: string;
  try {
    change = history.write({
      at: now(),
      by,
      what,
      edits: edits.map(({ path, before, after }) => ({ path, before, after })),
    });
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error) };
  }
  const done = {
    merged: edits.some(({ merged }) => merged),
    clash: edits.find(({ clash }) => clash !== null)?.clash ?? null,
  };
  for (const edit of edits) {
    const made = make(parts, edit);
    if (!made.ok) return made;
    done.merged ||= made.merged;
    done.clash ??= made.clash;
  }
  return { ok: true, change, ...done };
}

/** One file, tried again when somebody writes it in the same moment. */
function make(
  { files }: ChangeParts,
  edit: Edit,
): { ok: true; merged: boolean; clash: string | null } | { ok: false; reason: string } {
  let { path, before, after } = edit;
  const done = { merged: false, clash: null as string | null };
  for (let tries = 0; tries < triesMax; tries++) {
    const put = files.put(path, after, before === null ? null : hashOf(before));
    if (put.ok) {
      // Written into the old file while it was being replaced: it is kept beside, like any version nobody can merge.
      if (put.late !== null && put.late !== "") {
        done.clash = clashPath(path, hashOf(put.late));
        files.put(done.clash, put.late, null);
      }
      return { ok: true, ...done };
    }
    if (!put.changed) return { ok: false, reason: put.reason };
    const found = files.read(path, Number.MAX_SAFE_INTEGER);
    if (found.kind === "refused") return { ok: false, reason: found.reason };
    const plan = planOf({ path, base: before, text: after }, found);
    if (plan === null) return { ok: true, ...done };
    if (plan.before === plan.after) return { ok: false, reason: "it was changed in the same moment; look at it again" };
    ({ path, before, after } = plan);
    done.merged ||= plan.merged;
    done.clash ??= plan.clash;
  }
  return { ok: false, reason: "another program keeps changing it" };
}
