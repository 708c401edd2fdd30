// An entry of `mcp_servers`: a program that is started, or an address that is asked. Refuses: one that is both or neither, secrets
// in clear text, a key that would travel unencrypted; to echo arguments and values.
import { isSecret } from "./clear-secrets.ts";
import { readHeader } from "./credential-settings.ts";
import type { McpServerSettings } from "./model.ts";
import { isOpenTo, parseService } from "./service-url.ts";
import type { RawServer } from "./thinking-schema.ts";
import type { Path } from "./yaml-text.ts";

type Add = (path: Path, reason: string) => void;

export const serverName = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/;
/** Seconds that one call may take without a word of progress. */
export const timeoutDefault = 60;
export const timeoutMax = 3600;
export const bearer = { name: "Authorization", value: "Bearer {secret}" };

const ofCommand = ["args", "env", "cwd"] as const;
const ofUrl = ["key", "header", "oauth"] as const;
const wholePath = /^(\/|[A-Za-z]:[\\/]|\\\\)/;

export function readServer(name: string, raw: RawServer, add: Add): McpServerSettings {
  const flaw = (key: keyof RawServer | null, why: string): void =>
    add(key === null ? [] : [key], `The server ${name.slice(0, 70)} can not be used: ${why}.`);
  if (!serverName.test(name)) {
    add([], "A server's name must be 1 to 64 of A-Z, a-z, 0-9, dot, - and _, and begin with a letter or digit.");
  }
  const timeoutSeconds = raw.timeout ?? timeoutDefault;
  if (timeoutSeconds > timeoutMax) flaw("timeout", `one call may take ${timeoutMax} seconds at the most`);
  const basics = { name, enabled: raw.enabled ?? true, timeoutSeconds, repeatable: raw.repeatable ?? [] };
  const url = raw.url ?? null;
  const command = raw.command ?? null;
  if ((url === null) === (command === null)) {
    flaw(null, "it needs either command (a program that is started) or url (an address), and not both");
  }
  const strange = (url === null ? ofUrl : ofCommand).filter((key) => raw[key] !== undefined && raw[key] !== null);
  for (const key of strange) flaw(key, `"${key}" belongs to a server with ${url === null ? "url" : "command"}`);
  return url === null
    ? { kind: "command", ...basics, ...readCommand(raw, command ?? "", flaw) }
    : { kind: "url", ...basics, ...readAddress(raw, url, flaw) };
}

type Flaw = (key: keyof RawServer | null, why: string) => void;

function readCommand(raw: RawServer, command: string, flaw: Flaw) {
  const args = raw.args ?? [];
  const env = { ...raw.env };
  const cwd = raw.cwd ?? null;
  if ([command, ...args].some((word) => word.includes("\0")))
    flaw("args", "a text with a zero byte can not be handed over");
  if (isSecret(command)) flaw("command", "its command looks like a secret");
  const at = args.findIndex(isSecret);
  if (at !== -1) {
    flaw("args", `argument ${at + 1} looks like a secret in clear text; hand it over in env, as "keychain:NAME"`);
  }
  for (const [variable, value] of Object.entries(env)) {
    const named = /^[A-Za-z_][A-Za-z0-9_]{0,199}$/.test(variable);
    if (!named) flaw("env", "a variable's name must be of A-Z, a-z, 0-9 and _, and not begin with a digit");
    else if (value.includes("\0")) flaw("env", `the value of ${variable} has a zero byte in it`);
    else if (isSecret(value)) {
      flaw("env", `${variable} looks like a secret in clear text; write "keychain:NAME" or "env:NAME" in its place`);
    } else if (/^(env|keychain):/.test(value) && referenceIn(value) === null) {
      flaw("env", `${variable} begins like a reference and is none; it must be env:NAME or keychain:NAME`);
    }
  }
  if (cwd !== null && !wholePath.test(cwd)) flaw("cwd", "cwd is not a whole path; write it from its very beginning");
  return { command, args, env, cwd };
}

function readAddress(raw: RawServer, written: string, flaw: Flaw) {
  const key = raw.key ?? null;
  const service = parseService(written);
  if (!service.ok) flaw("url", service.reason);
  else if (isSecret(service.url.search)) {
    flaw(
      "url",
      "its address looks as if a secret stood in it; name it under key, and the header it goes in under header",
    );
  } else if (key !== null && isOpenTo(service.url)) {
    flaw("url", "its key would travel unencrypted; write https://, or leave the key out if the server needs none");
  }
  const header = raw.header ?? null;
  if (header !== null && key === null) flaw("header", "a header is for the key, and there is none");
  const read = header === null ? null : readHeader(header);
  if (read?.ok === false) flaw("header", `its header ${read.reason}`);
  const oauth = raw.oauth ?? null;
  if (oauth !== null && key !== null) flaw("oauth", "oauth is for a server without a key: it wants one or the other");
  return {
    ...{ url: service.ok ? service.url.href : "", key, header: read?.ok === true ? read.header : bearer },
    signIn: oauth === null ? null : { clientId: oauth.client_id, clientSecret: oauth.client_secret ?? null },
  };
}

/** The reference that stands in place of a variable's value; null when the value is a text. */
export const referenceIn = (value: string): string | null =>
  /^(env:[A-Za-z_][A-Za-z0-9_]*|keychain:[A-Za-z0-9._-]{1,100})$/.test(value) ? value : null;
