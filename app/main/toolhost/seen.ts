// What each tool was when the person looked at it last, as hashes. Promises: a tool that changed is told until it is looked at; the
// first list of a server counts as looked at, for the person has just added it. Refuses: to keep a server's texts.
import { createHash } from "node:crypto";
import { z } from "zod";
import type { ToolChange } from "../../preload/contract/thinking-settings.ts";
import type { ServerTool } from "../../preload/contract/toolhost.ts";

export interface SeenStore {
  /** By server and tool; empty when nothing was kept, or it can not be read. */
  read(): Record<string, Record<string, string>>;
  write(seen: Record<string, Record<string, string>>): void;
}

/** What a file says of it; whatever makes no sense counts as not seen. */
export function parseSeen(text: string): Record<string, Record<string, string>> {
  try {
    const read = seenSchema.safeParse(JSON.parse(text));
    return read.success ? read.data : {};
  } catch {
    return {};
  }
}

const seenSchema = z.record(z.string(), z.record(z.string(), z.string()));

export interface Seen {
  /** Those that are not as they were seen, new ones included, and what is different. */
  changed(server: string, tools: readonly ServerTool[]): Map<string, ToolChange[]>;
  /** The person has looked at them. */
  look(server: string, tools: readonly ServerTool[]): void;
  /** Forgets servers that are not there any more. */
  keep(servers: readonly string[]): void;
}

const hash = (...parts: unknown[]): string => createHash("sha256").update(JSON.stringify(parts)).digest("hex");

/** One hash for each thing that can be told apart when it changes, in the order of `parts`. */
const hashOf = ({ title, description, inputSchema, hints }: ServerTool): string =>
  [hash(title, description), hash(inputSchema), hash(hints)].join(" ");
const parts = ["text", "arguments", "hints"] as const;

/** Stands for a list of tools as it is: the same list has the same. */
export const printOf = (tools: readonly ServerTool[]): string => hash(tools.map((tool) => [tool.name, hashOf(tool)]));

export function createSeen(store: SeenStore): Seen {
  const seen = new Map(Object.entries(store.read()).map(([server, tools]) => [server, new Map(Object.entries(tools))]));

  function save(): void {
    store.write(Object.fromEntries([...seen].map(([server, tools]) => [server, Object.fromEntries(tools)])));
  }

  function look(server: string, tools: readonly ServerTool[]): void {
    seen.set(server, new Map(tools.map((tool) => [tool.name, hashOf(tool)])));
    save();
  }

  return {
    look,
    changed(server, tools) {
      const known = seen.get(server);
      if (known === undefined) {
        look(server, tools);
        return new Map();
      }
      return new Map(
        tools.flatMap((tool): [string, ToolChange[]][] => {
          const before = known.get(tool.name)?.split(" ");
          if (before === undefined) return [[tool.name, ["new"]]];
          const now = hashOf(tool).split(" ");
          const different = parts.filter((_, at) => before[at] !== now[at]);
          return different.length === 0 ? [] : [[tool.name, different]];
        }),
      );
    },
    keep(servers) {
      const gone = [...seen.keys()].filter((server) => !servers.includes(server));
      for (const server of gone) seen.delete(server);
      if (gone.length > 0) save();
    },
  };
}
