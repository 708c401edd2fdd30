// Whether a message from the agent process is small, shallow, plain data: looked at before any schema walks through it.
// Refuses: loops, class instances, `__proto__` keys, and more than the bounds below.

/** One decision holds at the most 200,000 characters of arguments; this leaves room around them. */
const agentCharactersMax = 500_000;
const valuesMax = 50_000;
const depthMax = 64;

/**
 * True when `message` may be parsed. Takes bounded time whatever it is handed.
 * @param charactersMax of all its texts and names together
 */
export function isSmallPlainData(message: unknown, charactersMax = agentCharactersMax): boolean {
  let characters = 0;
  let values = 0;
  const rest: [value: unknown, depth: number][] = [[message, 0]];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const [value, depth] = next;
    values += 1;
    if (values > valuesMax || depth > depthMax) return false;
    if (typeof value === "string") {
      characters += value.length;
      if (characters > charactersMax) return false;
    } else if (Array.isArray(value)) {
      if (value.length > valuesMax) return false;
      for (const item of value) rest.push([item, depth + 1]);
    } else if (typeof value === "object" && value !== null) {
      const prototype: unknown = Object.getPrototypeOf(value);
      if (prototype !== Object.prototype && prototype !== null) return false;
      for (const key of Object.keys(value)) {
        characters += key.length;
        if (key === "__proto__" || rest.length > valuesMax) return false;
        rest.push([(value as Record<string, unknown>)[key], depth + 1]);
      }
    } else if (value !== null && typeof value !== "boolean" && typeof value !== "number") {
      return false;
    }
  }
  return characters <= charactersMax;
}
