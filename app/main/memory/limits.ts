// How much memory holds. Promises: every bound in one place, so that the window can name it. Refuses: to be without an end.

export const limits = {
  /** Of one note or task, front matter included. */
  entryBytes: 65_536,
  instructionsBytes: 131_072,
  /** Characters of front matter that are read. */
  frontCharacters: 8192,
  titleCharacters: 120,
  /** What a tool may write at once, in characters. */
  textCharacters: 16_000,
  notes: 2000,
  tasks: 500,
  /** Versions that wait for the person. */
  clashes: 100,
  /** Changes that can be undone, and what they may take together. */
  changes: 200,
  historyBytes: 16_777_216,
} as const;
