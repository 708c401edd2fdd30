// A mistake in a file, and how many of them are told at once. Refuses: a notice of ten thousand lines.

/** A mistake in a text; `line` is from 1, null when the text as a whole is meant. */
export interface Flaw {
  line: number | null;
  reason: string;
}

/** More mistakes than these are counted, not told. */
export const flawsMax = 20;

/** The first flaws in the order of the file, and how many more there are. `more` are those that were not even collected. */
export function fewFlaws(all: readonly Flaw[], more = 0): Flaw[] {
  const sorted = [...all].sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
  const few = sorted.slice(0, flawsMax);
  const left = all.length - few.length + more;
  return left > 0 ? [...few, { line: null, reason: `And ${left} more, shown when these are mended.` }] : few;
}
