// Every text in a JSON value, names included, each with its place. Promises: no recursion, bounded in characters and values.
// Refuses: to leave out the rest without a word.

/** Twice what a delivery may hold at first. */
const charactersMax = 2_500_000;
const valuesMax = 200_000;

const pathTo = (where: string, key: string | number): string => {
  if (where.length > 200) return where;
  const name = typeof key === "number" ? `[${key}]` : key.slice(0, 60).replaceAll(/[^\w -]/g, "?");
  return typeof key === "number" ? `${where}${name}` : where === "" ? name : `${where}.${name}`;
};

/**
 * @param value a text, or JSON.
 * @param look called with each text of three characters and more; `where` as in `issue.title`, `text` for a text by itself.
 * @returns whether that was all of it
 */
export function eachText(value: unknown, look: (text: string, where: string) => void): boolean {
  const open: [where: string, value: unknown][] = [["", value]];
  let characters = 0;
  for (let values = 0; open.length > 0; values++) {
    const [where, one] = open.pop() as [string, unknown];
    if (typeof one === "string") {
      const text = one.slice(0, charactersMax - characters);
      characters += one.length;
      if (text.length > 2) look(text, where === "" ? "text" : where);
    } else if (Array.isArray(one)) {
      for (let at = Math.min(one.length, valuesMax) - 1; at >= 0; at--) open.push([pathTo(where, at), one[at]]);
    } else if (typeof one === "object" && one !== null) {
      const keys = Object.keys(one).slice(0, valuesMax);
      for (const key of keys.toReversed()) {
        open.push([pathTo(where, key), (one as Record<string, unknown>)[key]]);
        if (key.length > 2 && !/^[\w-]+$/.test(key)) open.push([pathTo(where, "a name in it"), key]);
      }
    }
    if (characters >= charactersMax || values >= valuesMax) return open.length === 0 && characters <= charactersMax;
  }
  return true;
}
