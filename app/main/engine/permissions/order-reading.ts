// A text as words that can be compared: case, accents, look-alike letters, digits for letters and unseen characters make no
// difference, nor do letters that are spaced out. Promises: linear; each word keeps its place. Refuses: to guess at misspelling.
import { skeleton } from "./confusables.ts";

const digits: Record<string, string> = { "3": "e", "4": "a", "5": "s", "7": "t", "@": "a", $: "s" };
const wordMax = 60;

/** The form under which two ways of writing a word are the same. */
export function fold(word: string): string {
  const seen = word.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, "");
  const plain = seen.normalize("NFKC").toLowerCase();
  const letters = /\p{L}/u.test(plain)
    ? plain.replace(/^[@$]+/, "").replaceAll(/[3457@$]/g, (one) => digits[one] ?? one)
    : plain;
  // Sharp s has no accent to drop.
  return skeleton(letters.replaceAll("ß", "ss"));
}

/**
 * Words whose inner letters changed places are read as if they had not (`igonre`).
 * @param word folded. @returns the same for all of them; null for words so short that many others are among them
 */
export function shape(word: string): string | null {
  if (word.length < 6 || word.length > 14 || !/^[a-z]+$/.test(word)) return null;
  return `${word[0]}${[...word.slice(1, -1)].sort().join("")}${word.at(-1)}`;
}

export interface Words {
  words: string[];
  /** Where each begins in the text. */
  places: number[];
}

const inAscii = /[A-Za-z0-9@$]+/g;
const inAny = /[\p{L}\p{N}\p{M}\p{Default_Ignorable_Code_Point}@$]+/gu;
const rememberedMax = 50_000;
/** Letters that stand alone this often, one after the other, are one word that was spaced out. */
const spacedMin = 4;
const gapMax = 3;

/** @param text what is looked through; long words are cut, since no order has one. */
export function wordsOf(text: string): Words {
  const remembered = new Map<string, string>();
  const folded = (raw: string): string => {
    const before = remembered.get(raw);
    if (before !== undefined) return before;
    const fresh = fold(raw.slice(0, wordMax));
    if (remembered.size < rememberedMax) remembered.set(raw, fresh);
    return fresh;
  };
  const words: string[] = [];
  const places: number[] = [];
  const ends: number[] = [];
  for (const match of text.matchAll(/[^\u0000-\u007f]/.test(text) ? inAny : inAscii)) {
    words.push(folded(match[0]));
    places.push(match.index);
    ends.push(match.index + match[0].length);
  }
  return joined(words, places, ends);
}

/** Letters that were spaced out become words again; a wider gap than the first is the end of one. */
function joined(words: string[], places: number[], ends: number[]): Words {
  const result: Words = { words: [], places: [] };
  const gapBefore = (at: number) => (places[at] ?? 0) - (ends[at - 1] ?? 0);
  const alone = (at: number) => at < words.length && [...(words[at] ?? "")].length === 1;
  for (let at = 0; at < words.length; ) {
    let end = at;
    while (alone(end) && (end === at || gapBefore(end) <= gapMax)) end += 1;
    if (end - at < spacedMin) {
      for (const stop = Math.max(end, at + 1); at < stop; at++) {
        result.words.push(words[at] ?? "");
        result.places.push(places[at] ?? 0);
      }
      continue;
    }
    const gap = gapBefore(at + 1);
    let [word, from] = ["", at];
    for (; at < end; at++) {
      if (at > from && gapBefore(at) > gap) {
        result.words.push(fold(word));
        result.places.push(places[from] ?? 0);
        [word, from] = ["", at];
      }
      word += words[at] ?? "";
    }
    result.words.push(fold(word));
    result.places.push(places[from] ?? 0);
  }
  return result;
}
