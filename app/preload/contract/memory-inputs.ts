// What the window may ask of memory, as schemas. Refuses: paths outside of memory's own two folders.
import { z } from "zod";

const path = z.string().regex(/^(notes|tasks)\/[^/\\]{1,250}$/);
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const text = z.string().max(131_072);

export const memoryInputs = {
  "memory.get": z.undefined(),
  /** One note or task, whole. */
  "memory.read": z.strictObject({ path }),
  "memory.search": z.strictObject({ query: z.string().max(1000) }),
  /** `base` is the hash of what the person began from; null when there was nothing. */
  "memory.saveInstructions": z.strictObject({ base: hash.nullable(), text }),
  /** `path` is null for a new one. */
  "memory.save": z.strictObject({
    path: path.nullable(),
    base: hash.nullable(),
    folder: z.enum(["notes", "tasks"]),
    title: z.string().trim().min(1).max(120),
    text: text.min(1),
    done: z.boolean(),
  }),
  "memory.remove": z.strictObject({ path, base: hash }),
  /** The person vouches for it: runs are told of it like of their own words. */
  "memory.trust": z.strictObject({ path, base: hash }),
  /** Of two versions one is kept. */
  "memory.resolve": z.strictObject({ clash: z.string().min(1).max(300), keep: z.enum(["stands", "kept"]) }),
  "memory.undo": z.strictObject({ change: z.string().regex(/^[0-9a-f]{16}$/) }),
} as const;
