// The processes that a process has started, and what stands in their memory. Linux alone, as /proc is.
// Refuses: to look into a process that is not below the one named.
import { closeSync, openSync, readdirSync, readFileSync, readSync } from "node:fs";

export interface Below {
  pid: number;
  /** "renderer", "utility", "zygote", "gpu-process"; empty for another program. */
  type: string;
}

function parentOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return 0;
  }
}

/** Every process below `root`, at any depth. */
export function processesBelow(root: number): Below[] {
  const pids = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  const isBelow = (pid: number): boolean => {
    for (let at = parentOf(pid); at > 1; at = parentOf(at)) if (at === root) return true;
    return false;
  };
  return pids.filter(isBelow).map((pid) => {
    const line = readFileSync(`/proc/${pid}/cmdline`, "utf8");
    return { pid, type: /--type=([a-z-]+)/.exec(line)?.[1] ?? "" };
  });
}

const pieceBytes = 16 * 1024 * 1024;

/** Which of `needles` stand in the readable memory of a process. Memory that can't be read (the kernel's own) is left out. */
export function foundInMemory(pid: number, needles: readonly Buffer[]): Buffer[] {
  const found = new Set<Buffer>();
  const overlap = Math.max(...needles.map(({ length }) => length));
  const memory = openSync(`/proc/${pid}/mem`, "r");
  try {
    for (const line of readFileSync(`/proc/${pid}/maps`, "utf8").split("\n")) {
      const [, from = "", until = "", rights = ""] = /^([0-9a-f]+)-([0-9a-f]+) (\S+)/.exec(line) ?? [];
      if (!rights.startsWith("r")) continue;
      const end = BigInt(`0x${until}`);
      for (let at = BigInt(`0x${from}`); at < end; at += BigInt(pieceBytes - overlap)) {
        const left = end - at;
        const piece = Buffer.alloc(left < BigInt(pieceBytes) ? Number(left) : pieceBytes);
        let length: number;
        try {
          length = readSync(memory, piece, 0, piece.length, at as unknown as number);
        } catch {
          break;
        }
        for (const needle of needles) if (piece.subarray(0, length).includes(needle)) found.add(needle);
        if (length < piece.length) break;
      }
    }
  } finally {
    closeSync(memory);
  }
  return [...found];
}
