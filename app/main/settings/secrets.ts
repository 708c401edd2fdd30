// The vault: what `env:NAME` and `keychain:NAME` stand for. Promises: on disk only sealed; in memory from start to quit.
// Refuses: a keychain that does not protect; to give a value to anything but a reference.
import { join } from "node:path";
import type { Done, SecretState } from "../../preload/contract/views.ts";
import type { Log } from "../engine/ports.ts";
import { readVault, secretName, writeVault } from "./vault-file.ts";

/** Seals with the system's keychain. `usable` says whether that protects, and what to do when it does not. */
export interface Sealer {
  usable(): { usable: boolean; backend: string; sentence: string };
  seal(text: string): Promise<Uint8Array>;
  open(sealed: Uint8Array): Promise<string>;
}

export type Resolved = { state: "ok"; value: string } | { state: Exclude<SecretState, "ok"> };

export interface Secrets {
  /** Nothing is waited for: sealed values were opened at start. */
  resolve(ref: string): Resolved;
  /** Keeps a secret: sealed on disk, or in memory until quit (which then goes before a sealed one of that name). */
  set(name: string, value: string, untilQuit: boolean): Promise<Done>;
  forget(name: string): Promise<Done>;
  names(): { name: string; kept: "sealed" | "until_quit"; state: SecretState }[];
  /** Every value known in this life of the app, replaced ones too, longest first: what a log must never hold. */
  liveValues(): readonly string[];
}

export interface SecretsParts {
  /** The profile folder. */
  profile: string;
  sealer: Sealer;
  environment: Readonly<Record<string, string | undefined>>;
  log?: Log;
}

const valueCharactersMax = 10_000;

/** Opens what is sealed, once. Never rejects: what can't be opened is `unreadable`, the rest works. */
export async function createSecrets({ profile, sealer, environment, log }: SecretsParts): Promise<Secrets> {
  const path = join(profile, "secrets.json");
  const opened = new Map<string, string>();
  const untilQuit = new Map<string, string>();
  const everSeen = new Set<string>();
  const vault = readVault(path);
  const sealed = vault.ok ? vault.sealed : new Map<string, Uint8Array>();
  if (!vault.ok) log?.error({ path, reason: vault.reason }, "The sealed secrets could not be read.");

  const keep = (into: Map<string, string>, name: string, value: string): void => {
    into.set(name, value);
    everSeen.add(value);
  };

  for (const [name, bytes] of sealed) {
    try {
      keep(opened, name, await sealer.open(bytes));
    } catch {
      // The reason may quote what was opened; that it failed is enough.
      log?.warn({ name }, "A sealed secret could not be opened; it stays unreadable until it is set again.");
    }
  }

  const stateOf = (value: string | undefined): Resolved => {
    if (value === undefined) return { state: "missing" };
    return value.trim() === "" ? { state: "empty" } : { state: "ok", value };
  };

  function resolve(ref: string): Resolved {
    const [kind, name] = splitRef(ref);
    if (kind === "env") {
      const found = stateOf(Object.hasOwn(environment, name) ? environment[name] : undefined);
      if (found.state === "ok") everSeen.add(found.value);
      return found;
    }
    if (kind !== "keychain") return { state: "missing" };
    const value = untilQuit.get(name) ?? opened.get(name);
    if (value !== undefined) return stateOf(value);
    return { state: sealed.has(name) || !vault.ok ? "unreadable" : "missing" };
  }

  async function seal(name: string, value: string): Promise<Done> {
    const no = (why: string): Done => ({ ok: false, sentence: `The secret ${name} was not kept: ${why}` });
    if (!vault.ok) return no(`secrets.json can't be read (${vault.reason}). Move it away and start Nightjar again.`);
    const { usable, sentence } = sealer.usable();
    if (!usable) return no(`${sentence}`);
    let bytes: Uint8Array;
    try {
      bytes = await sealer.seal(value);
      if ((await sealer.open(bytes)) !== value) return no("the keychain gave back something else than it was given.");
    } catch {
      return no(
        "the keychain refused. Unlock it and try again, name an environment variable (env:NAME), or keep the secret until you quit.",
      );
    }
    // (Shorter values may stand in sealed bytes by chance.)
    if (value.length >= 8 && Buffer.from(bytes).includes(value))
      return no("the keychain did not seal it. Keep the secret until you quit, or use env:NAME.");
    const next = new Map(sealed).set(name, bytes);
    const failed = write(next);
    if (failed !== null) return no(failed);
    sealed.set(name, bytes);
    untilQuit.delete(name);
    keep(opened, name, value);
    return { ok: true, sentence: `The secret ${name} is kept, sealed by your system's keychain.` };
  }

  function write(next: ReadonlyMap<string, Uint8Array>): string | null {
    try {
      writeVault(path, next);
      return null;
    } catch (error) {
      const code: unknown = error instanceof Error && "code" in error ? error.code : null;
      return `secrets.json could not be written (${typeof code === "string" ? code : "unknown reason"}).`;
    }
  }

  async function set(name: string, value: string, onlyUntilQuit: boolean): Promise<Done> {
    if (!secretName.test(name)) {
      return {
        ok: false,
        sentence: "The secret was not kept: its name must be 1 to 100 of A-Z, a-z, 0-9, dot, - and _.",
      };
    }
    if (value.trim() === "" || value.length > valueCharactersMax) {
      return {
        ok: false,
        sentence: `The secret ${name} was not kept: it is empty, or longer than ${valueCharactersMax} characters.`,
      };
    }
    // Known to the log's scrubber before anything is tried with it.
    everSeen.add(value);
    if (!onlyUntilQuit) return seal(name, value);
    keep(untilQuit, name, value);
    return { ok: true, sentence: `The secret ${name} is kept until you quit, and is not written to disk.` };
  }

  async function forget(name: string): Promise<Done> {
    if (!untilQuit.has(name) && !sealed.has(name))
      return { ok: false, sentence: `There is no secret ${name} to forget.` };
    if (sealed.has(name)) {
      const next = new Map(sealed);
      next.delete(name);
      const failed = write(next);
      if (failed !== null) return { ok: false, sentence: `The secret ${name} was not forgotten: ${failed}` };
    }
    sealed.delete(name);
    opened.delete(name);
    untilQuit.delete(name);
    return { ok: true, sentence: `The secret ${name} is forgotten.` };
  }

  // One change at a time: two that are sealed side by side must not overwrite each other's file.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = (work: () => Promise<Done>): Promise<Done> => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };

  return {
    resolve,
    set: (name, value, onlyUntilQuit) => inTurn(() => set(name, value, onlyUntilQuit)),
    forget: (name) => inTurn(() => forget(name)),
    names: () =>
      [...new Set([...sealed.keys(), ...untilQuit.keys()])].sort().map((name) => ({
        name,
        kept: untilQuit.has(name) ? ("until_quit" as const) : ("sealed" as const),
        state: resolve(`keychain:${name}`).state,
      })),
    liveValues: () => [...everSeen].sort((a, b) => b.length - a.length),
  };
}

function splitRef(ref: string): [string, string] {
  const colon = ref.indexOf(":");
  return [ref.slice(0, colon), ref.slice(colon + 1)];
}
