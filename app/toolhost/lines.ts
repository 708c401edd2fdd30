// Cuts what a server writes into lines. Promises: each byte is looked at once, however long a line becomes, and none longer than the
// bound is kept. Refuses: to know what a line means.

export interface Lines {
  /** The lines that are complete now; null when one is longer than may be. */
  push(chunk: Buffer): string[] | null;
}

export function createLines(bytesMax: number): Lines {
  let parts: Buffer[] = [];
  let size = 0;
  return {
    push(chunk) {
      const lines: string[] = [];
      let from = 0;
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
        if (size + at - from > bytesMax) return null;
        const line = Buffer.concat([...parts, chunk.subarray(from, at)]).toString("utf8");
        lines.push(line.endsWith("\r") ? line.slice(0, -1) : line);
        [parts, size, from] = [[], 0, at + 1];
      }
      if (from < chunk.length) parts.push(chunk.subarray(from));
      size += chunk.length - from;
      return size > bytesMax ? null : lines;
    },
  };
}
