// The vault: what `env:NAME` and `keychain:NAME` stand for. Promises: on disk only sealed; in memory from start to quit.
// Refuses: a keychain that does not protect; to give a value to anything but a reference.
import { renameSync } from "node:fs";
import { basename, join } from "node:path";
import type { Done, SecretState } from "../../preload/contract/views.ts";
import type { Log } from "../engine/ports.ts";
import { moveAside, readVault, secretName, writeVault } from "./vault-file.ts";

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
  /** What is wrong with the sealed secrets as a whole, and what to do: a sentence; null when nothing is. */
  problem(): string | null;
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
  const sealed = new Map<string, Uint8Array>();
  /** Why the file can't be read; null when it can. */
  let broken: string | null = null;

  const keep = (into: Map<string, string>, name: string, value: string): void => {
    into.set(name, value);
    everSeen.add(value);
  };

  async function load(): Promise<void> {
    const vault = readVault(path);
    broken = vault.ok ? null : vault.reason;
    if (!vault.ok) log?.error({ path, reason: vault.reason }, "The sealed secrets could not be read.");
    for (const [name, bytes] of vault.ok ? vault.sealed : []) {
      sealed.set(name, bytes);
      try {
        keep(opened, name, await sealer.open(bytes));
      } catch {
        // The reason may quote what was opened; that it failed is enough.
        log?.warn({ name }, "A sealed secret could not be opened; it stays unreadable until it is set again.");
      }
    }
  }
  await load();

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
    return { state: sealed.has(name) || broken !== null ? "unreadable" : "missing" };
  }

  async function seal(name: string, value: string): Promise<Done> {
    const no = (why: string): Done => ({ ok: false, sentence: `The secret ${name} was not kept: ${why}` });
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
    // Perhaps it was away only for a while, or was mended by hand: then its secrets are kept.
    if (broken !== null) await load();
    const begun = broken === null ? null : beginAnew();
    if (begun?.ok === false) return no(begun.why);
    const failed = write(new Map(sealed).set(name, bytes));
    if (failed !== null) {
      begun?.undo();
      return no(failed);
    }
    broken = null;
    sealed.set(name, bytes);
    untilQuit.delete(name);
    keep(opened, name, value);
    const kept = `The secret ${name} is kept, sealed by your system's keychain.`;
    return { ok: true, sentence: begun === null ? kept : `${kept} ${begun.sentence}` };
  }

  /** Moves a file that can't be read out of the way. */
  function beginAnew(): { ok: true; sentence: string; undo: () => void } | { ok: false; why: string } {
    try {
      const aside = moveAside(path);
      log?.warn({ aside }, "The sealed secrets that could not be read were moved aside.");
      return {
        ok: true,
        sentence: `The secrets from before could not be read (${broken}): they lie in ${basename(aside)} beside it. Enter the others again.`,
        undo: () => putBack(aside),
      };
    } catch (error) {
      const why = `secrets.json can't be read (${broken}) and could not be moved away (${codeOf(error)}). Move it away yourself.`;
      return { ok: false, why };
    }
  }

  function putBack(aside: string): void {
    try {
      renameSync(aside, path);
    } catch (error) {
      log?.error({ aside, code: codeOf(error) }, "The secrets that were moved aside could not be put back.");
    }
  }

  function write(next: ReadonlyMap<string, Uint8Array>): string | null {
    try {
      writeVault(path, next);
      return null;
    } catch (error) {
      return `secrets.json could not be written (${codeOf(error)}).`;
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
    const before = sealed.has(name) ? " The sealed one from before stays on disk, and counts again after that." : "";
    return { ok: true, sentence: `The secret ${name} is kept until you quit, and is not written to disk.${before}` };
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
    problem: () =>
      broken === null
        ? null
        : `The sealed secrets can't be read: secrets.json, ${broken}. Mend it and start Nightjar again, or enter the secrets again; the file is then moved aside.`,
    liveValues: () => [...everSeen].sort((a, b) => b.length - a.length),
  };
}

/** The system's code alone: its messages may quote paths and more. */
function codeOf(error: unknown): string {
  const code: unknown = error instanceof Error && "code" in error ? error.code : null;
  return typeof code === "string" ? code : "unknown reason";
}

function splitRef(ref: string): [string, string] {
  const colon = ref.indexOf(":");
  return [ref.slice(0, colon), ref.slice(colon + 1)];
}
