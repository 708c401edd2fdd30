// Tells a disk that refuses (full, read-only, failing) from a broken program. Promises: a sentence that says what to do.
// Refuses: to call a broken invariant trouble; that must stop the engine (design, style).

const passing = /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN|BUSY|LOCKED)/;

// Under a full disk SQLite can't make the two files that stand beside its own, and calls that an error of input and output.
const whatOf = ({ message }: Error, code: string): string =>
  /^SQLITE_(FULL|IOERR_SHM|IOERR_WRITE)/.test(code)
    ? `the disk is full, or takes nothing more (${code})`
    : `${message} (${code})`;

/** The same for a database that could not be opened: there is no engine yet that would try again. */
export function openingTrouble(error: unknown, path: string): Error | null {
  if (storageTrouble(error) === null) return null;
  const { code } = error as Error & { code: string };
  return new Error(
    `Could not open the database ${path}: ${whatOf(error as Error, code)}. Nothing that was acknowledged is lost. Make room or mend the disk, then start Nightjar again.`,
    { cause: error },
  );
}

/** What the person should know, or null when the error is no trouble of the disk. */
export function storageTrouble(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { code } = error as Error & { code?: unknown };
  if (typeof code !== "string" || !passing.test(code)) return null;
  const what = whatOf(error, code);
  return `Could not write to the database: ${what}. Nothing that was acknowledged is lost. Make room or mend the disk; Nightjar tries again every minute.`;
}
