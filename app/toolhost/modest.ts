// Whether a message has few enough parts to be read by the client library, which looks at each of them with many schemas.
// Refuses: to look at more parts than the bound.

const partsMax = 100_000;

export function isModest(message: unknown): boolean {
  let left = partsMax;
  const rest: unknown[] = [message];
  while (rest.length > 0) {
    const value = rest.pop();
    if (typeof value !== "object" || value === null) continue;
    const parts: unknown[] = Array.isArray(value) ? value : Object.values(value);
    left -= parts.length;
    if (left < 0) return false;
    for (const part of parts) rest.push(part);
  }
  return true;
}
