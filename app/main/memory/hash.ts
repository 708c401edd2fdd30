// What tells one text of memory from another. Promises: SHA-256 of its UTF-8 bytes. Refuses: nothing.
import { createHash } from "node:crypto";

/** 64 lower-case hex digits. */
export const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");
