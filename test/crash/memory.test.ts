// SIGKILL at every step of every write to memory: the old or the new file, whole, and the next start goes on as if nothing had been.
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { createMemory } from "../../app/main/memory/memory.ts";

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const long = (word: string) => `${word}\n`.repeat(4000);

interface Ended {
  signal: string | null;
  points: number;
}

function run(args: string[]): Promise<Ended> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [join(import.meta.dirname, "memory-victim.ts"), ...args], (error, stdout) => {
      const signal = (error as { signal?: string } | null)?.signal ?? null;
      if (error !== null && signal === null) reject(new Error(error.message));
      else resolve({ signal, points: signal === null ? (JSON.parse(stdout) as { points: number }).points : 0 });
    });
  });
}

/** A profile with that file; `null` for none. */
function profileOf(path: string, old: string | null): string {
  const profile = mkdtempSync(join(tmpdir(), "nightjar-memory-kill-"));
  mkdirSync(join(profile, "memory", "notes"), { recursive: true });
  if (old !== null) writeFileSync(join(profile, "memory", path), old);
  return profile;
}

async function killAt(point: number, path: string, old: string | null, text: string | null) {
  const profile = profileOf(path, old);
  const file = join(profile, "memory", path);
  const { signal, points } = await run([profile, path, old ?? "-", text ?? "-", String(point)]);
  expect(signal).toBe(point === 0 ? null : "SIGKILL");
  const now = () => (existsSync(file) ? readFileSync(file, "utf8") : null);
  const after = now();
  expect([old, text]).toContain(after);
  const memory = createMemory({
    ...{ profile, log, clock: { now: () => 1_800_000_001 }, wait: () => () => undefined, changed: () => undefined },
    ...{ index: { sync: () => undefined }, fault: () => undefined },
  });
  expect(memory.look()).toMatchObject({ problems: [], clashes: [] });
  expect(readdirSync(join(profile, "memory", ".new"))).toEqual([]);
  // Whatever the crash left, the old one can be had: it stands, or is undone to.
  if (after !== old) expect(memory.undo(memory.history()[0]?.id ?? "")).toMatchObject({ ok: true });
  expect(now()).toBe(old);
  memory.close();
  rmSync(profile, { recursive: true });
  return { points, is: after === old ? ("old" as const) : ("new" as const) };
}

/** @returns what the file was after a kill at each point in turn */
async function killEverywhere(path: string, old: string | null, text: string | null): Promise<string> {
  const { points, is } = await killAt(0, path, old, text);
  expect(is).toBe("new");
  const found: string[] = [];
  const left = Array.from({ length: points }, (_, at) => at + 1);
  const work = async () => {
    for (let point = left.shift(); point !== undefined; point = left.shift()) {
      found[point - 1] = (await killAt(point, path, old, text)).is;
    }
  };
  await Promise.all([work(), work(), work()]);
  return found.join(" ");
}

// Each point is a process of its own.
vi.setConfig({ testTimeout: 90_000 });

test("a note that is changed", async () => {
  expect(await killEverywhere("notes/a.md", long("old"), long("new"))).toBe("old old old old old old new");
});

test("instructions that are written for the first time", async () => {
  expect(await killEverywhere("instructions.md", null, long("new"))).toBe("old old old old old new");
});

test("a note that is removed", async () => {
  expect(await killEverywhere("notes/a.md", long("old"), null)).toBe("old old old old old new");
});
