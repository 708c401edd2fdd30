// An entry of `permissions` as the rule that decisions read. Promises: what could never match as it is written is a mistake, so
// that no denial is asleep; a credential that is not there is told, and rejects nothing. Refuses: hosts that are not written plainly.
import type { PermissionRule } from "../engine/permissions/rule.ts";
import type { RawPermission } from "./config-schema.ts";
import type { Flaw } from "./flaw.ts";
import type { Settings } from "./model.ts";
import { parseWritten } from "./origins.ts";
import type { Path } from "./yaml-text.ts";

type Read = { ok: true; host: string } | { ok: false; reason: string };

const plainHttp = "http://";

/** @param exact a star in it is only a character, and it is as a call showed it, plain http with its scheme. */
function readHost(whole: string, exact: boolean): Read {
  const no = (reason: string): Read => ({ ok: false, reason });
  const scheme = exact && whole.startsWith(plainHttp) ? plainHttp : "";
  const written = whole.slice(scheme.length);
  const below = !exact && written.startsWith("*.");
  const host = below ? written.slice(2) : written;
  if (host.includes("://")) return no("it begins with a scheme; write the host alone, as in api.github.com");
  if (/[/?#]/.test(host)) return no("it goes on after the host; a path stands under path");
  if (!exact && host.includes("*")) {
    return no('a star can only stand in front, as in "*.example.com"; leave host out when any will do');
  }
  const plain = parseWritten(`https://${host}`);
  if (!plain.ok) return no(plain.reason);
  return { ok: true, host: `${scheme}${below ? "*." : ""}${host.toLowerCase()}` };
}

/** Why a path or folder could never match; null when it could. */
function pathFlaw(path: string, exact: boolean): string | null {
  if (!path.startsWith("/")) return "it does not start with a slash";
  if (/[?#]/.test(path)) return "a path ends before ? and #";
  if (!exact && path.includes("*")) return "a star means nothing in it; a path is for everything below it anyway";
  return null;
}

function folderFlaw(folder: string, exact: boolean): string | null {
  if (!/^(\/|[A-Za-z]:[\\/]|\\\\)/.test(folder)) return "it is not a whole path; write it from its very beginning";
  if (!exact && folder.includes("*")) return "a star means nothing in it; a folder is for everything below it anyway";
  return null;
}

/** "Always allow" writes a tool's name as its server gave it; a denial with such a character in it would sleep. */
const unseen = /[\p{C}\p{Default_Ignorable_Code_Point}]/u;

/** @param line where it stands in the file, from 1. */
export function readPermission(
  raw: RawPermission,
  line: number | null,
  add: (path: Path, reason: string) => void,
): PermissionRule {
  const exact = raw.exact ?? false;
  const flaw = (key: keyof RawPermission, why: string | null): void => {
    if (why !== null) add([key], `The ${key} of this permission can not be used: ${why}.`);
  };
  if (!exact && !/^[^\s*]*\*?$/.test(raw.tool)) {
    flaw("tool", "a tool has no spaces, and a star can only stand at its end, as in files/*");
  }
  if ((!exact || raw.decide !== "allow") && unseen.test(raw.tool)) {
    flaw("tool", "it has a character in it that nobody sees, so it would not match the tool it looks like");
  }
  const host = raw.host === undefined ? null : readHost(raw.host, exact);
  if (host?.ok === false) flaw("host", host.reason);
  if (raw.path !== undefined) flaw("path", pathFlaw(raw.path, exact));
  if (raw.folder !== undefined) flaw("folder", folderFlaw(raw.folder, exact));
  if (raw.amount !== undefined && !exact && raw.amount < 0) flaw("amount", "it is less than 0");
  return {
    tool: raw.tool,
    methods: raw.method === undefined ? null : [...new Set([raw.method].flat())],
    host: host?.ok === true ? host.host : null,
    path: raw.path ?? null,
    folder: raw.folder ?? null,
    recipient: raw.recipient ?? null,
    amountMax: raw.amount ?? null,
    credential: raw.credential ?? null,
    exact,
    decide: raw.decide,
    trusted: raw.trusted ?? true,
    windowSeconds: raw.window ?? null,
    line,
  };
}

/**
 * The permissions that name a credential that is not there: they match nothing, since no call can name it either. No reason to
 * reject the file: with the settings from before in its place, a credential that was just removed would go on being sent.
 */
export function withoutCredential({ credentials, permissions }: Pick<Settings, "credentials" | "permissions">) {
  return permissions.filter(
    ({ credential }) => credential !== null && credentials.every(({ name }) => name !== credential),
  );
}

/** What is told of each of them, with its line. */
export function missingCredentials(settings: Pick<Settings, "credentials" | "permissions">): Flaw[] {
  const names = settings.credentials.map(({ name }) => name);
  const known = names.length === 0 ? "There are none" : `There are: ${names.join(", ")}`;
  const reason = `This permission names a credential that is not there, so it matches nothing. ${known}. Add it under credentials, name another, or remove the permission.`;
  return withoutCredential(settings).map(({ line }) => ({ line, reason }));
}
