// One file that is followed while it is edited. Promises: what is whole and right counts at once, or once it is checked; what
// is wrong is told only when it stays wrong; the last good value stands meanwhile. Refuses: to flap on a half-written file.
import type { Wait } from "../engine/ports.ts";
import { type Content, sameContent } from "./files.ts";
import type { Flaw } from "./flaw.ts";

export type Judged<T> = { ok: true; value: T } | { ok: false; flaws: Flaw[] };

export interface LiveFile<T> {
  value(): T;
  flaws(): Flaw[];
  /** Whether the value comes from the file as it was at some time since the start, not from the fallback. */
  fromFile(): boolean;
  /** Resolves when the first reading has been judged and checked, however that ended; null when it has been. */
  ready(): Promise<void> | null;
  /** Something may have happened to the file. */
  touched(): void;
  /** Takes what is on disk now, without waiting: at start and after our own writing. */
  settle(): void;
  close(): void;
}

export interface LiveFileParts<T> {
  read: () => Content;
  judge: (content: Content) => Judged<T>;
  /** A second look that takes time; null when none is needed. Empty when all is well. Never rejects. */
  check?: (value: T, content: Content, signal: AbortSignal) => Promise<Flaw[]> | null;
  /** The value is in force from now on. */
  taken?: (content: Content) => void;
  /** What counts until there was a good file. Asked once, when it is needed. */
  fallback: () => T;
  wait: Wait;
  changed: () => void;
}

/** Two readings this far apart that say the same are taken for a whole file. */
const steadyMs = 40;
/** How long an empty or mistaken file gets to become a good one: editors empty a file before they fill it. */
const patienceMs = 400;
/** And a missing one: to remove it has large effects, and some programs write it anew after a while. */
const missingPatienceMs = 2000;

export function createLiveFile<T>(parts: LiveFileParts<T>): LiveFile<T> {
  let good: { value: T; fromFile: boolean } | null = null;
  let flaws: Flaw[] = [];
  let settled: Content | null = null;
  let cancel: (() => void) | null = null;
  let checking: AbortController | null = null;
  let release: () => void = () => undefined;
  let first: Promise<void> | null = new Promise((resolve) => {
    release = resolve;
  });

  const value = (): T => {
    good ??= { value: parts.fallback(), fromFile: false };
    return good.value;
  };

  function conclude(content: Content, found: Judged<T>): void {
    checking = null;
    first = null;
    if (found.ok) good = { value: found.value, fromFile: true };
    flaws = found.ok ? [] : found.flaws;
    if (found.ok) parts.taken?.(content);
    release();
  }

  function take(content: Content, judged: Judged<T>): void {
    cancel?.();
    cancel = null;
    settled = content;
    checking?.abort();
    checking = null;
    const abort = new AbortController();
    const check = judged.ok ? (parts.check?.(judged.value, content, abort.signal) ?? null) : null;
    if (check === null) return conclude(content, judged);
    checking = abort;
    void check.then((found) => {
      // A newer text has taken its place.
      if (checking !== abort) return;
      conclude(content, found.length === 0 ? judged : { ok: false, flaws: found });
      parts.changed();
    });
  }

  const look = (before: Content, patient: boolean): void => {
    const content = parts.read();
    if (settled !== null && sameContent(content, settled)) {
      cancel = null;
      return;
    }
    if (!sameContent(content, before)) return lookAgain(content, steadyMs, false);
    const judged = parts.judge(content);
    const doubtful = content.kind !== "text" || content.text.trim() === "" || !judged.ok;
    if (doubtful && !patient) {
      return lookAgain(content, content.kind === "missing" ? missingPatienceMs : patienceMs, true);
    }
    take(content, judged);
    if (checking === null) parts.changed();
  };

  const lookAgain = (content: Content, ms: number, patient: boolean): void => {
    cancel?.();
    cancel = parts.wait(ms, () => look(content, patient));
  };

  return {
    value,
    flaws: () => flaws,
    fromFile: () => good?.fromFile === true,
    ready: () => first,
    touched: () => {
      const content = parts.read();
      if (settled !== null && sameContent(content, settled)) {
        cancel?.();
        cancel = null;
      } else lookAgain(content, steadyMs, false);
    },
    settle: () => {
      const content = parts.read();
      take(content, parts.judge(content));
    },
    close: () => {
      cancel?.();
      cancel = null;
      checking?.abort();
      checking = null;
      first = null;
      release();
    },
  };
}
