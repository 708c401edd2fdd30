// Tells a disk that refuses (full, read-only, failing) from a broken program. Promises: a sentence that says what to do.
// Refuses: to call a broken invariant trouble; that must stop the engine (design, style).

const passing = /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN|BUSY|LOCKED)/;

/** What the person should know, or null when the error is no trouble of the disk. */
export function storageTrouble(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { code } = error as Error & { code?: unknown };
  if (typeof code !== "string" || !passing.test(code)) return null;
  const what = code.startsWith("SQLITE_FULL") ? "the disk is full" : `${error.message} (${code})`;
  return `Could not write to the database: ${what}. Nothing that was acknowledged is lost. Make room or mend the disk; Nightjar tries again every minute.`;
}
