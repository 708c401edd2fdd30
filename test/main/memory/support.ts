// Memory over a folder of its own, and a real store for its index.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createMemoryIndex } from "../../../app/main/engine/memory/search.ts";
import { openStore } from "../../../app/main/engine/store/store.ts";
import { createMemory, type Memory } from "../../../app/main/memory/memory.ts";
import { toolPort } from "../../../app/main/memory/tool-port.ts";

const ends: (() => void)[] = [];

/** For `afterEach`. */
export function endMemories(): void {
  for (const end of ends.splice(0)) end();
}

export function memoryWorld(prepare: (at: (path: string) => string) => void = () => undefined) {
  const profile = mkdtempSync(join(tmpdir(), "nightjar-memory-"));
  const at = (path: string) => join(profile, "memory", path);
  mkdirSync(at("."), { recursive: true });
  prepare(at);
  const store = openStore(join(profile, "nightjar.db"));
  const index = createMemoryIndex(store);
  const clock = { now: (): number => world.now };
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const open = (): Memory =>
    createMemory({
      ...{ profile, clock, log, index, wait: () => () => undefined },
      fault: (name) => world.fault(name),
      changed: () => void (world.changes += 1),
    });
  const world = {
    ...{ profile, at, store, index, now: 1_800_000_000, changes: 0 },
    fault: (_name: string): void => undefined,
    memory: null as unknown as Memory,
    port: () => toolPort(world.memory, index, clock),
    reopen: () => {
      world.memory.close();
      world.memory = open();
    },
    put: (path: string, text: string) => {
      mkdirSync(dirname(at(path)), { recursive: true });
      writeFileSync(at(path), text);
    },
    text: (path: string) => readFileSync(at(path), "utf8"),
    names: (folder: string) => readdirSync(at(folder)).sort(),
  };
  world.memory = open();
  ends.push(() => {
    world.memory.close();
    store.close();
    rmSync(profile, { recursive: true, force: true });
  });
  return world;
}
