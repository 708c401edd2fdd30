// What part of an address or a header may be data: encoded or random characters, and words that somebody wrote. Promises: linear.
// Refuses: to read it; how it looks is all that is judged.

/** Encoded or random: long, of one alphabet, and mixed as words are not. */
export function isEncoded(text: string, lengthMin: number): boolean {
  if (text.length < lengthMin || !/^[A-Za-z0-9+/_=~.-]+$/.test(text)) return false;
  const digits = text.match(/\d/g)?.length ?? 0;
  const upper = text.match(/[A-Z]/g)?.length ?? 0;
  const lower = text.match(/[a-z]/g)?.length ?? 0;
  if (/^[0-9a-f]+$/i.test(text)) return digits > text.length / 5 && text.length > digits;
  // Words joined by dashes have separators every few letters.
  const longest = text.split(/[-._/]/).reduce((most, part) => Math.max(most, part.length), 0);
  return (
    longest >= lengthMin * 0.6 &&
    (digits > text.length / 20 || upper > 3) &&
    upper + lower > 4 &&
    upper * lower * (digits + 1) > 0
  );
}

/** Words, many of them, escaped: what a person or an agent wrote. */
export const isProse = (value: string, lengthMin: number) =>
  value.length >= lengthMin && (value.match(/%20|\+|%0a|%2c/gi)?.length ?? 0) >= Math.max(4, lengthMin / 16);

/** Escapes that mean nothing stay as they are. */
const unescaped = (text: string) =>
  text.replaceAll(/%([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));

/** Words, whatever joins them. A list of names between commas, as of fields that are wanted, counts for a third. */
export function wordsIn(text: string): number {
  const plain = unescaped(text);
  const words = plain.split(/[^\p{L}\p{N}'\u0080-\u00ff]+/u).filter((word) => /^[^\d]{2,}$/.test(word)).length;
  const commas = plain.match(/,/g)?.length ?? 0;
  return commas > words / 3 && !/,\s/.test(plain) ? words / 3 : words;
}

/** How many characters of it look encoded, in pieces too short to be found by themselves. */
export const encodedIn = (texts: readonly string[]): number =>
  texts
    .flatMap((text) => unescaped(text).split(/[\s,;&"]+/))
    .filter((piece) => isEncoded(piece, 12))
    .reduce((sum, piece) => sum + piece.length, 0);
