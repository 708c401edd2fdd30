// A text as whoever receives it may read it: as it is, and unescaped again and again (percent, JSON, HTML). Promises: bounded.
// Refuses: to say which reading is the right one.

const unescapesMax = 3;
const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const escapes = /(?:%[0-9a-f]{2})+|\\u00([0-9a-f]{2})|&(?:#(\d{2,3})|#x([0-9a-f]{2})|(amp|lt|gt|quot|apos));/gi;

/** As it is first, the last one read most often; an escape that means nothing hides none of the others. */
export function readings(text: string): string[] {
  const read = [text];
  for (let last = text; read.length <= unescapesMax; ) {
    const next = last.replaceAll(escapes, (run, unicode?: string, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return entities[name.toLowerCase()] ?? run;
      if (decimal !== undefined) return String.fromCharCode(Number(decimal));
      const code = unicode ?? hex;
      if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
      return Buffer.from(run.replaceAll("%", ""), "hex").toString("utf8");
    });
    if (next === last) break;
    read.push(next);
    last = next;
  }
  return read;
}
