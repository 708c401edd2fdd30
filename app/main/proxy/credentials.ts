// Credentials by name: where they may go, and the header they travel in. Promises: a value leaves this file only inside the
// header for a destination that is its own. Refuses: whatever is missing, empty, unreadable or could not be scrubbed (fails closed).
import type { CredentialState } from "../../preload/contract/permissions.ts";
import type { CredentialSettings } from "../settings/model.ts";
import { createScrub, type Scrub } from "./scrub.ts";

/** What a reference stands for; `settings/secrets.ts` fills it. */
export type SecretResult = { state: "ok"; value: string } | { state: "missing" | "empty" | "unreadable" };

export type Injection =
  | { ok: true; header: { name: string; value: string }; scrub: Scrub }
  /** A sentence without a full stop. */
  | { ok: false; reason: string };

export interface Credentials {
  /** Why the credential of that name may not go to `origin`; null when it may. Looks at no value. */
  refusal(name: string, origin: string): string | null;
  /** Whether the secret of that name could be sent, wherever it may go; null when there is no such credential. */
  state(name: string): CredentialState | null;
  /** Lower case; null when there is no such credential. */
  headerOf(name: string): string | null;
  /** The header with the value in it. */
  inject(name: string, origin: string): Injection;
}

/** Shorter ones would be taken for ordinary words in answers; longer ones fit into no header. */
const shortest = 8;
const longest = 4096;

/** @param settings the credentials as they stand; asked anew for each request */
export function createCredentials(
  settings: () => readonly CredentialSettings[],
  secret: (reference: string) => SecretResult,
): Credentials {
  const scrubs = new Map<string, { values: string; scrub: Scrub }>();
  const find = (name: string) => settings().find((one) => one.name === name);

  function refusal(name: string, origin: string): string | null {
    const found = find(name);
    if (found === undefined) {
      const known = settings().map((one) => one.name);
      return `there is no credential named "${name.slice(0, 100)}"${known.length === 0 ? "" : ` (there are: ${known.join(", ")})`}`;
    }
    if (found.destinations.includes(origin)) return null;
    const places = found.destinations.length === 0 ? "nowhere yet" : `only to ${found.destinations.join(", ")}`;
    return `the credential ${name} may go ${places}, not to ${origin}. Its destinations are in Permissions`;
  }

  function scrubFor(name: string, values: string[]): Scrub {
    const key = values.join("\0");
    const known = scrubs.get(name);
    if (known?.values === key) return known.scrub;
    const scrub = createScrub(values);
    scrubs.set(name, { values: key, scrub });
    return scrub;
  }

  return {
    refusal,
    state(name) {
      const found = find(name);
      if (found === undefined) return null;
      const held = secret(found.secret);
      return held.state === "ok" ? (flawOf(found.header.value, held.value) ?? "ok") : held.state;
    },
    headerOf: (name) => find(name)?.header.name.toLowerCase() ?? null,
    inject(name, origin) {
      const no = (reason: string): Injection => ({ ok: false, reason });
      const refused = refusal(name, origin);
      const found = find(name);
      if (refused !== null || found === undefined) return no(refused ?? "");
      const held = secret(found.secret);
      if (held.state !== "ok")
        return no(`the secret of the credential ${name} is ${held.state}. Enter it in Permissions`);
      const flaw = flawOf(found.header.value, held.value);
      if (flaw !== null)
        return no(`the secret of the credential ${name} ${sentences[flaw]}. Enter it again in Permissions`);
      const [before, after, ...more] = found.header.value.split("{secret}");
      if (before === undefined || after === undefined || more.length > 0) {
        return no(`the header of the credential ${name} does not hold {secret} once`);
      }
      const value = before + held.value + after;
      return {
        ok: true,
        header: { name: found.header.name.toLowerCase(), value },
        scrub: scrubFor(name, [held.value, ...unpacked(before, held.value)]),
      };
    },
  };
}

/** Why a value can not be sent, or could not be scrubbed. */
export type SecretFlaw = Exclude<CredentialState, SecretResult["state"]>;

const sentences: Record<SecretFlaw, string> = {
  short: `is shorter than ${shortest} characters, so that it could not be told from other text`,
  unfit: "has a line break, a space at its end or another character that no header carries",
  long: `is longer than ${longest} characters`,
};

/** @param written the header's value, with `{secret}` in it. @returns null when it can go */
export function flawOf(written: string, value: string): SecretFlaw | null {
  if (!/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(value)) return "unfit";
  if (value.length > longest) return "long";
  const [before = ""] = written.split("{secret}");
  return [value, ...unpacked(before, value)].some((one) => one.length < shortest) ? "short" : null;
}

/** What `Basic` packs is a secret too: the pair, and the password in it; without a password the user is the key. */
function unpacked(before: string, value: string): string[] {
  if (!/\bbasic\s+$/i.test(before) || !/^[A-Za-z0-9+/_-]+=*$/.test(value)) return [];
  const bytes = Buffer.from(value, "base64");
  const utf8 = bytes.toString("utf8");
  const pair = Buffer.from(utf8, "utf8").equals(bytes) ? utf8 : bytes.toString("latin1");
  const colon = pair.indexOf(":");
  const password = pair.slice(colon + 1);
  return [...new Set([pair, password === "" ? pair.slice(0, colon) : password])];
}
