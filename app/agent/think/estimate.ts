// How many tokens a text will be, roughly, before the server has counted any.
// Refuses: to be exact; what it decides has room to spare.

/** Characters of JSON or prose in a token, on the careful side. */
export const charactersPerToken = 3.5;

export const tokensOf = (text: string): number => Math.ceil(text.length / charactersPerToken);

/**
 * Shares of `total` for texts of these lengths: short ones get what they need, long ones an equal part of what is left, and
 * none less than `least`.
 */
export function shares(lengths: readonly number[], total: number, least: number): number[] {
  let left = total;
  let waiting = lengths.length;
  const share = new Map<number, number>();
  const order = [...lengths.keys()].sort((a, b) => (lengths[a] ?? 0) - (lengths[b] ?? 0));
  for (const at of order) {
    const fair = Math.max(Math.floor(left / waiting), least);
    const given = Math.min(lengths[at] ?? 0, fair);
    share.set(at, given);
    left = Math.max(left - given, 0);
    waiting -= 1;
  }
  return lengths.map((_, at) => share.get(at) ?? 0);
}
