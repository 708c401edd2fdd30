// A person's words as a query of the full-text index. Promises: every text is a query that SQLite takes, whatever stands in it.
// Refuses: the index's own operators; words are words.

const wordsMax = 16;
const wordLengthMax = 60;

/** What the index itself would take for one word. */
const words = /[\p{L}\p{N}\p{M}\p{Co}]+/gu;

/**
 * All words must be there, the last one may have just been begun.
 * @returns null when there is no word in it
 */
export function queryOf(text: string): string | null {
  const found = (text.slice(0, 1000).match(words) ?? [])
    .slice(0, wordsMax)
    .map((word) => `"${word.slice(0, wordLengthMax)}"`);
  if (found.length === 0) return null;
  return `${found.join(" ")}*`;
}
