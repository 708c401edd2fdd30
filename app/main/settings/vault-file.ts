// `secrets.json`: names and sealed values, base64. Promises: written whole, 0600. Refuses: anything in clear, any other form;
// to lose a file it can't read (it is moved aside, never removed).
import { lstatSync, renameSync } from "node:fs";
import { z } from "zod";
import { closeToOthers, readContent, writeAtomically } from "./files.ts";

export const secretName = /^[A-Za-z0-9._-]{1,100}$/;

const schema = z.strictObject({
  version: z.literal(1),
  // A list, not an object: every name is a name, also `__proto__`.
  sealed: z.array(z.strictObject({ name: z.string().regex(secretName), value: z.base64().max(200_000) })),
});

export type Vault = { ok: true; sealed: Map<string, Uint8Array> } | { ok: false; reason: string };

/** A missing file is an empty vault. */
export function readVault(path: string): Vault {
  closeToOthers(path);
  const content = readContent(path);
  if (content.kind === "missing") return { ok: true, sealed: new Map() };
  if (content.kind === "unreadable") return { ok: false, reason: content.reason };
  try {
    const { sealed } = schema.parse(JSON.parse(content.text));
    return { ok: true, sealed: new Map(sealed.map(({ name, value }) => [name, Buffer.from(value, "base64")])) };
  } catch {
    return { ok: false, reason: "it is not in the form Nightjar writes" };
  }
}

/** @throws when it could not be written; the old file is then as it was. */
export function writeVault(path: string, sealed: ReadonlyMap<string, Uint8Array>): void {
  const list = [...sealed].map(([name, bytes]) => ({ name, value: Buffer.from(bytes).toString("base64") }));
  writeAtomically(path, `${JSON.stringify({ version: 1, sealed: list }, null, 2)}\n`);
}

/**
 * Gives a file that can't be read another name beside it, so that a new one can begin.
 * @returns where it is now. @throws when it could not be moved.
 */
export function moveAside(path: string): string {
  for (let nth = 1; ; nth++) {
    const aside = `${path}.unreadable-${nth}`;
    if (lstatSync(aside, { throwIfNoEntry: false }) !== undefined) continue;
    renameSync(path, aside);
    return aside;
  }
}
