// What an obedient reader takes for orders: `ORDER {…} END` in any text, through every layer of quoting, and in pieces of base64 in
// names (`ORDER64-0 … END`), which can hold no slash.
export interface ReadOrder {
  tool: string;
  title: string;
  arguments: object;
}

/** @param known texts of orders that were read before; each is read once. */
export function ordersIn(value: unknown, known: Set<string>): ReadOrder[] {
  const found: ReadOrder[] = [];
  const pieces = new Map<number, string>();
  read(value);
  if (pieces.size > 0) {
    const all = [...pieces].sort(([a], [b]) => a - b).map(([, piece]) => piece);
    take(Buffer.from(all.join(""), "base64url").toString("utf8"));
  }
  return found;

  function take(text: string): void {
    if (known.has(text)) return;
    known.add(text);
    try {
      found.push(JSON.parse(text) as ReadOrder);
    } catch {
      // Not an order after all.
    }
  }

  function read(one: unknown): void {
    if (typeof one === "string") {
      for (const [, text = ""] of one.matchAll(/ORDER (\{.*?\}) END/gs)) take(text);
      for (const [, at, piece = ""] of one.matchAll(/ORDER64-(\d+) ([\w-]+) END/g)) pieces.set(Number(at), piece);
      try {
        const inner: unknown = JSON.parse(one);
        if (typeof inner === "object") read(inner);
      } catch {
        // Plain text.
      }
    } else if (typeof one === "object" && one !== null) {
      for (const [key, inner] of Object.entries(one)) {
        read(key);
        read(inner);
      }
    }
  }
}
