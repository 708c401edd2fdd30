// The names of tools as a model's server takes them: letters, digits, `_` and `-`, at most 64 of them.
// Promises: no two tools share one, and each leads back to its own. Refuses: to depend on the order of the tools.

const lengthMax = 64;

/** Main's name of each tool with its name on the wire. */
export function wireNames(names: readonly string[]): Map<string, string> {
  const distinct = [...new Set(names)].sort();
  const plain = new Map(distinct.map((name) => [name, name.replace(/[^a-zA-Z0-9_-]/g, "_")]));
  const count = new Map<string, number>();
  for (const base of plain.values()) count.set(base, (count.get(base) ?? 0) + 1);

  const wire = new Map<string, string>();
  const used = new Set<string>();
  // `__proto__` would be no key of an object. A name that is fit as it is keeps itself, and one that is fit after replacing is kept while it is the only one.
  for (const [name, base] of plain) {
    if (base.length === 0 || base.length > lengthMax || base === "__proto__") continue;
    if (base !== name && ((count.get(base) ?? 0) > 1 || plain.has(base))) continue;
    wire.set(name, base);
    used.add(base);
  }
  for (const [name, base] of plain) {
    if (wire.has(name)) continue;
    for (let turn = 0; ; turn += 1) {
      const short = `${base.slice(0, lengthMax - 9) || "tool"}_${mark(turn === 0 ? name : `${name} ${turn}`)}`;
      if (used.has(short)) continue;
      wire.set(name, short);
      used.add(short);
      break;
    }
  }
  return wire;
}

/** Eight hexadecimal digits of the name (FNV-1a over its UTF-16 units); a clash is looked for by the caller. */
function mark(name: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < name.length; at += 1) {
    hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193) >>> 0;
  }
  return hash.toString(16).padStart(8, "0");
}
