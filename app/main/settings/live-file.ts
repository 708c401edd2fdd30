// One file that is followed while it is edited. Promises: what is whole and right counts at once; what is wrong is told only
// when it stays wrong; the last good value stands meanwhile. Refuses: to flap on a file that is being written.
import type { Wait } from "../engine/ports.ts";
import { type Content, sameContent } from "./files.ts";
import type { Flaw } from "./yaml-text.ts";

export type Judged<T> = { ok: true; value: T } | { ok: false; flaws: Flaw[] };

export interface LiveFile<T> {
  value(): T;
  flaws(): Flaw[];
  /** Something may have happened to the file. */
  touched(): void;
  /** Takes what is on disk now, without waiting: at start and after our own writing. */
  settle(): void;
  close(): void;
}

export interface LiveFileParts<T> {
  read: () => Content;
  judge: (content: Content) => Judged<T>;
  /** What counts until there was a good file. */
  fallback: T;
  wait: Wait;
  changed: () => void;
}

/** Two readings this far apart that say the same are taken for a whole file. */
const steadyMs = 40;
/** How long an empty, missing or mistaken file gets to become a good one: editors empty a file before they fill it. */
const patienceMs = 400;

export function createLiveFile<T>(parts: LiveFileParts<T>): LiveFile<T> {
  let value = parts.fallback;
  let flaws: Flaw[] = [];
  let settled: Content | null = null;
  let cancel: (() => void) | null = null;

  const take = (content: Content): void => {
    cancel?.();
    cancel = null;
    settled = content;
    const judged = parts.judge(content);
    if (judged.ok) value = judged.value;
    flaws = judged.ok ? [] : judged.flaws;
  };

  const look = (before: Content, patient: boolean): void => {
    const content = parts.read();
    if (settled !== null && sameContent(content, settled)) {
      cancel = null;
      return;
    }
    if (!sameContent(content, before)) return lookAgain(content, steadyMs, false);
    const doubtful = content.kind !== "text" || content.text.trim() === "" || !parts.judge(content).ok;
    if (doubtful && !patient) return lookAgain(content, patienceMs, true);
    take(content);
    parts.changed();
  };

  const lookAgain = (content: Content, ms: number, patient: boolean): void => {
    cancel?.();
    cancel = parts.wait(ms, () => look(content, patient));
  };

  return {
    value: () => value,
    flaws: () => flaws,
    touched: () => {
      const content = parts.read();
      if (settled !== null && sameContent(content, settled)) {
        cancel?.();
        cancel = null;
      } else lookAgain(content, steadyMs, false);
    },
    settle: () => take(parts.read()),
    close: () => {
      cancel?.();
      cancel = null;
    },
  };
}
