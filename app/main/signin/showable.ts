// A stranger's words in a sentence of ours: one line, bounded, nothing that hides.

/** @param lengthMax in characters */
export const showable = (text: string, lengthMax: number): string =>
  text
    .replace(/[\s\p{C}\p{Z}]+/gu, " ")
    .trim()
    .slice(0, lengthMax);
