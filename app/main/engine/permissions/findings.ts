// Collects what was noticed in a text, and keeps it short. Promises: bounded in number and length, excerpts made visible.
// Refuses: a second finding of the same kind at the same place.
import type { Finding, FindingKind } from "./facts.ts";

export interface Report {
  /** Enough of this kind was found; looking for more of it is a waste. */
  isFull(kind: FindingKind): boolean;
  /** @param sentence what a card says; the words around `at` in `text` are added to it. */
  add(kind: FindingKind, sentence: string, text?: string, at?: number): void;
  /** Text from outside as it may stand in a sentence: cut, and what is unseen written out. */
  shown(text: string): string;
}

/** Between a finding's own words and the excerpt. */
export const excerptBegins = ' Around it: "';
const kindMax = 4;
const shownMax = 60;
const whereMax = 120;

const visible = (text: string): string =>
  text.replaceAll(/\p{C}|\p{Zl}|\p{Zp}|\p{Default_Ignorable_Code_Point}/gu, (one) =>
    /[\t\n\r ]/.test(one) ? " " : `[U+${(one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}]`,
  );

function shown(text: string): string {
  const seen = visible(text.slice(0, shownMax * 2)).trim();
  return seen.length > shownMax ? `${seen.slice(0, shownMax - 1)}…` : seen;
}

export interface Collected {
  /** The report for one place of what is looked through. */
  at(where: string): Report;
  all(): Finding[];
}

export function createFindings(): Collected {
  const found: Finding[] = [];
  const ofKind = (kind: FindingKind) => found.filter((one) => one.kind === kind);
  return {
    at(where) {
      const place = where.length > whereMax ? `${where.slice(0, whereMax - 1)}…` : where;
      const isFull = (kind: FindingKind) =>
        ofKind(kind).length >= kindMax || ofKind(kind).some((one) => one.where === place);
      return {
        isFull,
        shown,
        add(kind, sentence, text, at = 0) {
          if (isFull(kind)) return;
          const around =
            text === undefined ? "" : `${excerptBegins}${shown(text.slice(Math.max(0, at - 20), at + 30))}".`;
          found.push({ kind, where: place, what: `${sentence}${around}` });
        },
      };
    },
    all: () => found,
  };
}
