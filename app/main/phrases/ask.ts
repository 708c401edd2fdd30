// Questions with choices. Promises: each choice is the whole phrase with that one doubt gone, so that pressing it says the same as
// writing it. Refuses: to keep anything between question and answer.
import type { Token } from "./tokens.ts";

export interface Choice {
  label: string;
  /** What the phrase becomes. */
  phrase: string;
}

export interface Unclear {
  kind: "unclear";
  question: string;
  choices: Choice[];
}

export interface Impossible {
  kind: "impossible";
  sentence: string;
}

export const unclear = (question: string, choices: Choice[]): Unclear => ({ kind: "unclear", question, choices });
export const impossible = (sentence: string): Impossible => ({ kind: "impossible", sentence });

/** `source` with `words` in the place of a part of it. */
export function replaced(source: string, { start, end }: { start: number; end: number }, words: string): string {
  return `${source.slice(0, start).trimEnd()} ${words} ${source.slice(end).trimStart()}`
    .replace(/\s+([,.;:!?])/g, "$1")
    .replace(/\s{2,}/g, " ")
    .trim();
}

/** `source` with `words` right after what says when. */
export function added(source: string, tokens: readonly Token[], words: string): string {
  const end = Math.max(0, ...tokens.map((token) => token.end));
  return replaced(source, { start: end, end }, words);
}
