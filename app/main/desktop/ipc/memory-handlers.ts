// Memory, as the person reads and changes it. Promises: whatever was changed is told to the window. Refuses: decisions; memory's own.
import type { Input } from "../../../preload/contract/channels.ts";
import type { MemoryDone } from "../../../preload/contract/memory.ts";
import type { Topic } from "../../../preload/contract/views.ts";
import type { Views } from "../views/views.ts";
import type { Handlers } from "./gate.ts";

export interface MemoryParts {
  views: Views;
  memory: {
    saveInstructions(base: string | null, text: string): MemoryDone;
    save(entry: Input<"memory.save">): MemoryDone;
    remove(path: string, base: string): MemoryDone;
    trust(path: string, base: string): MemoryDone;
    resolve(clash: string, keep: "stands" | "kept"): MemoryDone;
    undo(change: string): MemoryDone;
  };
  changed: (topics: readonly Topic[]) => void;
}

export function memoryHandlers({ views, memory, changed }: MemoryParts) {
  function told(done: MemoryDone): MemoryDone {
    changed(["memory"]);
    return done;
  }
  return {
    "memory.get": () => views.memory(),
    "memory.read": ({ path }) => views.memoryEntry(path),
    "memory.search": ({ query }) => views.memorySearch(query),
    "memory.saveInstructions": ({ base, text }) => told(memory.saveInstructions(base, text)),
    "memory.save": (entry) => told(memory.save(entry)),
    "memory.remove": ({ path, base }) => told(memory.remove(path, base)),
    "memory.trust": ({ path, base }) => told(memory.trust(path, base)),
    "memory.resolve": ({ clash, keep }) => told(memory.resolve(clash, keep)),
    "memory.undo": ({ change }) => told(memory.undo(change)),
  } satisfies Partial<Handlers>;
}
