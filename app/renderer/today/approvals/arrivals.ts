// The order in which waiting things stand on the screen: what is there keeps its place, what comes joins at the end, and
// what comes while the person has scrolled waits. Pure.

export interface Arranged<T> {
  shown: { key: string; item: T | null }[];
  waiting: T[];
}

/**
 * `known` is what stands now, top to bottom. An item that went away gives up its place, unless `keepPlaces`: while the
 * pointer is among the cards the place stays, empty (`item` null), so that no other card slides under a hand about to tap.
 */
export function arrange<T>(
  known: readonly string[],
  items: readonly T[],
  keyOf: (item: T) => string,
  { hold, keepPlaces }: { hold: boolean; keepPlaces: boolean },
): Arranged<T> {
  const byKey = new Map(items.map((item) => [keyOf(item), item]));
  const shown: Arranged<T>["shown"] = [];
  for (const key of known) {
    const item = byKey.get(key);
    if (item !== undefined || keepPlaces) shown.push({ key, item: item ?? null });
  }
  const fresh = items.filter((item) => !known.includes(keyOf(item)));
  if (hold) return { shown, waiting: fresh };
  return { shown: [...shown, ...fresh.map((item) => ({ key: keyOf(item), item }))], waiting: [] };
}
