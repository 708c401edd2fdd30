// Two changes of one text, brought together. Promises: a pure function; what both changed to the same is taken once, and what lies
// apart is taken from both. Refuses: to choose where they touch the same lines.

/** The lines of a text, each with its own end, so that joining them gives the text back to the byte. */
const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

interface Change {
  /** Lines of the base from `start` to before `end` became `lines`. */
  start: number;
  end: number;
  lines: string[];
}

function changeOf(base: readonly string[], text: readonly string[]): Change {
  let start = 0;
  while (start < base.length && start < text.length && base[start] === text[start]) start += 1;
  let tail = 0;
  const most = Math.min(base.length, text.length) - start;
  while (tail < most && base[base.length - 1 - tail] === text[text.length - 1 - tail]) tail += 1;
  return { start, end: base.length - tail, lines: text.slice(start, text.length - tail) };
}

/** @returns null when both changed the same lines, or lines side by side, differently. */
export function mergeTexts(base: string, mine: string, theirs: string): string | null {
  if (mine === theirs || base === theirs) return mine;
  if (base === mine) return theirs;
  const lines = linesOf(base);
  const [one, other] = [changeOf(lines, linesOf(mine)), changeOf(lines, linesOf(theirs))];
  const [first, second] = one.start <= other.start ? [one, other] : [other, one];
  // A line of the base must stand between them: without it nobody knows which of the two comes first.
  if (first.end >= second.start) return null;
  const middle = lines.slice(first.end, second.start);
  const parts = [
    ...lines.slice(0, first.start),
    ...first.lines,
    ...middle,
    ...second.lines,
    ...lines.slice(second.end),
  ];
  return parts.every((line, at) => line.endsWith("\n") || at === parts.length - 1) ? parts.join("") : null;
}
