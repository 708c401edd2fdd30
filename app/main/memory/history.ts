// What each change of memory replaced, to the byte. Promises: written down before the change is made, bounded in number and size, oldest
// let go first. Refuses: to guess; a record it can't read is none.
import { join } from "node:path";
import { z } from "zod";
import { hashOf } from "./hash.ts";
import type { MemoryFiles } from "./files.ts";
import { limits } from "./limits.ts";

export interface Edit {
  path: string;
  /** Null: it was, or is, not there. */
  before: string | null;
  after: string | null;
}

export interface Record {
  id: string;
  at: number;
  by: "person" | "agent" | "dream";
  /** What was done, as a sentence for the person. */
  what: string;
  edits: Edit[];
}

const schema = z.strictObject({
  at: z.number().int(),
  by: z.enum(["person", "agent", "dream"]),
  what: z.string().max(1000),
  edits: z
    .array(z.strictObject({ path: z.string(), before: z.string().nullable(), after: z.string().nullable() }))
    .max(1000),
});

const folder = ".history";
/** So that names sort as they were written. */
const nameOf = (at: number, number: number, id: string): string =>
  `${String(at).padStart(12, "0")}-${String(number).padStart(6, "0")}-${id}.json`;
const named = /^\d{12}-(\d{6})-([0-9a-f]{16})\.json$/;

export interface History {
  /** @returns the record's id. @throws when it can't be written: then nothing may be changed. */
  write(record: Omit<Record, "id">): string;
  read(id: string): Record | null;
  /** Newest first, without their texts. */
  list(): Omit<Record, "edits">[];
}

export function createHistory(files: MemoryFiles): History {
  const names = (): string[] => files.list(folder).names.filter((name) => named.test(name));
  const sizes = new Map<string, number>();
  let number = Number(named.exec(names().at(-1) ?? "")?.[1] ?? 0);

  function load(name: string): Record | null {
    const found = files.read(join(folder, name), limits.historyBytes);
    if (found.kind !== "text") return null;
    sizes.set(name, found.text.length);
    try {
      const read = schema.safeParse(JSON.parse(found.text));
      return read.success ? { ...read.data, id: named.exec(name)?.[2] ?? "" } : null;
    } catch {
      return null;
    }
  }

  function trim(): void {
    const kept = names().toReversed();
    let length = 0;
    for (const [at, name] of kept.entries()) {
      if (!sizes.has(name)) load(name);
      length += sizes.get(name) ?? 0;
      if (at === 0 || (at < limits.changes && length <= limits.historyBytes)) continue;
      files.remove(join(folder, name));
      sizes.delete(name);
    }
  }

  return {
    write(record) {
      const text = JSON.stringify(record);
      const id = hashOf(`${number}:${text}`).slice(0, 16);
      number = (number + 1) % 1_000_000;
      const name = nameOf(record.at, number, id);
      const put = files.put(join(folder, name), text, null);
      if (!put.ok) throw new Error(put.changed ? "its history was changed by another program" : put.reason);
      sizes.set(name, text.length);
      trim();
      return id;
    },
    read(id) {
      const name = names().find((one) => named.exec(one)?.[2] === id);
      return name === undefined ? null : load(name);
    },
    list: () =>
      names()
        .toReversed()
        .flatMap((name) => {
          const record = load(name);
          return record === null ? [] : [{ id: record.id, at: record.at, by: record.by, what: record.what }];
        }),
  };
}
