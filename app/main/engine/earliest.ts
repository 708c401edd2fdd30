// The first of several moments, some of which may not come.
// Refuses: to invent one.

/** Seconds; null when none is known. */
export function earliest(...moments: (number | null)[]): number | null {
  const known = moments.filter((at) => at !== null);
  return known.length === 0 ? null : Math.min(...known);
}
