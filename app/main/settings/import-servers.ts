// The servers of another app, from the JSON it keeps them in. Promises: says of each what was taken, left out or refused; what looks
// like a secret never goes into a file, it becomes a reference. Refuses: what would be taken for something else than it was.
import { isSecret, maySecret } from "./clear-secrets.ts";
import { readHeader } from "./credential-settings.ts";
import type { Settings } from "./model.ts";
import { referencesIn } from "./references.ts";
import { serverName } from "./server-settings.ts";
import type { ServerInput } from "./thinking-edit.ts";
import { parseYaml } from "./yaml-text.ts";

/** A secret that a server needs. */
export interface ToEnter {
  /** `keychain:NAME`, as it stands in config.yaml now. */
  reference: string;
  server: string;
  /** The variable or header it is for. */
  for: string;
  /** What was pasted; null where only a place for it was. */
  value: string | null;
}

export interface Imported {
  servers: { name: string; server: ServerInput; notes: string[] }[];
  refused: { name: string; reason: string }[];
  toEnter: ToEnter[];
}

export type ReadImport = { ok: true; imported: Imported } | { ok: false; sentence: string };

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isWord = (value: unknown): value is string | number | boolean =>
  ["string", "number", "boolean"].includes(typeof value);

const serversMax = 50;
const wrappers = ["mcpServers", "mcp_servers", "servers", "context_servers"];

/** Tabs between the parts of a JSON are well, and YAML does not know them: its parser gets the same without them. */
function plainText(text: string): string {
  if (text.length > 200_000) return text;
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text.replaceAll(/^\s*\/\/.*$/gm, "");
  }
}

function serversOf(value: unknown): Fields | null {
  if (!isFields(value)) return null;
  for (const key of wrappers) if (isFields(value[key])) return value[key];
  if (isFields(value["mcp"])) return serversOf(value["mcp"]);
  return Object.values(value).every((one) => isFields(one) && (one["command"] ?? urlOf(one)) !== undefined)
    ? value
    : null;
}

const urlOf = (entry: Fields): unknown => entry["url"] ?? entry["serverUrl"] ?? entry["httpUrl"];

export function readImport(text: string, settings: Settings): ReadImport {
  const parsed = parseYaml(plainText(text));
  if (!parsed.ok) {
    const [flaw] = parsed.flaws;
    const line = flaw?.line ? ` (line ${flaw.line})` : "";
    return { ok: false, sentence: `What was pasted can not be read${line}: ${flaw?.reason ?? "it is no JSON."}` };
  }
  const found = serversOf(parsed.value);
  if (found === null) {
    return {
      ok: false,
      sentence:
        'There are no servers in what was pasted. It should look like {"mcpServers": {"name": {"command": …}}}.',
    };
  }
  const imported: Imported = { servers: [], refused: [], toEnter: [] };
  const there = new Set(settings.mcpServers.map(({ name }) => name));
  const taken = new Set(referencesIn(settings).map(({ reference }) => reference));
  for (const [written, entry] of Object.entries(found)) {
    const name = nameOf(written);
    const shown = written.slice(0, 70);
    const refuse = (reason: string) => void imported.refused.push({ name: shown, reason });
    if (imported.servers.length >= serversMax) refuse(`More than ${serversMax} at once are not taken.`);
    else if (name === null) refuse("Its name has nothing in it that a name here may have.");
    else if (there.has(name))
      refuse(`There is a server ${name} already. Remove that one first, or give this one another name.`);
    else if (!isFields(entry)) refuse("It is no map with command or url.");
    else {
      const one = readEntry(name, entry, taken);
      if (!one.ok) refuse(one.reason);
      // Every word of it, names included, is to stand in config.yaml.
      else if (isSecret(name) || JSON.stringify(one.server).split('"').some(isSecret)) {
        refuse("A secret seems to stand where none belongs. Hand it over in a variable or a header.");
      } else {
        there.add(name);
        for (const { reference } of one.toEnter) taken.add(reference);
        const renamed = name === written ? [] : [`It is called ${name} here.`];
        imported.servers.push({ name, server: one.server, notes: [...renamed, ...one.notes] });
        imported.toEnter.push(...one.toEnter);
      }
    }
  }
  return { ok: true, imported };
}

/** One server as it was typed: what looks like a secret among its variables becomes a reference. */
export function readTyped(
  server: Extract<ServerInput, { kind: "command" }>,
  settings: Settings,
): { ok: true; server: ServerInput; toEnter: ToEnter[] } | { ok: false; reason: string } {
  const { name, command, args, env, cwd, enabled, timeoutSeconds } = server;
  // Its own references keep their names; a value that is typed anew gets a fresh one, which nothing else has.
  const taken = new Set(referencesIn(settings).map(({ reference }) => reference));
  const read = readEntry(name, { command, args, env, ...(cwd === null ? {} : { cwd }) }, taken);
  if (!read.ok) return read;
  return { ok: true, server: { ...read.server, enabled, timeoutSeconds }, toEnter: read.toEnter };
}

/** Spaces and slashes become dashes. */
function nameOf(written: string): string | null {
  const name = written
    .trim()
    .replaceAll(/[^A-Za-z0-9_.-]+/g, "-")
    .replaceAll(/^[^A-Za-z0-9]+/g, "")
    .slice(0, 64);
  return serverName.test(name) ? name : null;
}

type One = { ok: true; server: ServerInput; notes: string[]; toEnter: ToEnter[] } | { ok: false; reason: string };

/** A place that is left to be filled, in the ways in which apps and their manuals write it. */
const blank = /^$|^<[^<>]*>$|^\$\{input:|^(your|my|insert|replace|enter|paste)[-_ ]|^x{3,}$|^\.{3}$|^…$|^changeme$/i;
/** `${NAME}`, `${env:NAME}`, `$NAME`, `%NAME%`. */
const variable = /^(?:\$\{(?:env:)?([A-Za-z_][A-Za-z0-9_]*)\}|\$([A-Za-z_][A-Za-z0-9_]*)|%([A-Za-z_][A-Za-z0-9_]*)%)$/;

const known = new Set(
  "command,args,env,cwd,url,serverUrl,httpUrl,headers,type,transport,transportType,disabled,enabled,timeout".split(","),
);
const leftOut: Record<string, string> = {
  alwaysAllow: "what may be used unasked is decided by your permissions",
  autoApprove: "what may be used unasked is decided by your permissions",
  trust: "what may be used unasked is decided by your permissions",
};

function readEntry(name: string, entry: Fields, taken: ReadonlySet<string>): One {
  const no = (reason: string): One => ({ ok: false, reason });
  const notes = Object.keys(entry)
    .filter((key) => !known.has(key))
    .map((key) => `"${key.slice(0, 40)}" was left out${leftOut[key] === undefined ? "" : `: ${leftOut[key]}`}.`);
  if (entry["timeout"] !== undefined) notes.push('"timeout" was left out: other apps count it in other units.');
  const basics = { name, enabled: entry["disabled"] !== true && entry["enabled"] !== false, timeoutSeconds: null };
  const kind = [entry["type"], entry["transport"], entry["transportType"]].find((one) => typeof one === "string");
  const url = urlOf(entry);
  const secrets = keeper(name, taken);
  if (url !== undefined && entry["command"] !== undefined) return no("It has both a command and an address.");
  if (url !== undefined) {
    if (kind === "sse") return no("It speaks an older protocol (SSE) that Nightjar does not.");
    if (typeof url !== "string") return no("Its address is no text.");
    if (isSecret(url) || /[?&][^=&]*(key|token|secret)[^=&]*=/i.test(url)) {
      return no("A secret seems to stand in its address. Ask its maker for a way to send it in a header.");
    }
    const header = readHeaders(entry["headers"], secrets.keep, notes);
    if (typeof header === "string") return no(header);
    return { ok: true, server: { kind: "url", ...basics, url, ...header }, notes, toEnter: secrets.all };
  }
  const command = entry["command"];
  if (typeof command !== "string" || command.trim() === "") return no("It has neither a command nor an address.");
  const args = entry["args"] ?? [];
  if (!Array.isArray(args) || !args.every(isWord)) return no("Its arguments are no list of texts.");
  const words = args.map(String);
  const secret = words.findIndex(
    (word, at) =>
      isSecret(word) ||
      /^--?[\w-]*(key|token|secret|password)[\w-]*=./i.test(word) ||
      (at > 0 && /^--?[\w-]*(api-?key|token|secret|password)$/i.test(words[at - 1] ?? "") && maySecret("key", word)),
  );
  if (secret !== -1) {
    return no(
      `Argument ${secret + 1} seems to be a secret, and arguments stand in config.yaml. Hand it over in a variable, if the server takes one.`,
    );
  }
  if ([command, ...words].some((word) => /\$\{[^}]*\}/.test(word))) {
    return no(
      "Its command has places such as ${workspaceFolder} that only the other app fills. Write out what they stand for.",
    );
  }
  const cwd = entry["cwd"] ?? null;
  if (cwd !== null && typeof cwd !== "string") return no("Its folder (cwd) is no text.");
  const given = entry["env"] ?? {};
  if (!isFields(given) || !Object.values(given).every(isWord)) return no("Its variables are no map of texts.");
  const env = Object.fromEntries(
    Object.entries(given).map(([key, value]) => [key, valueOf(key, String(value), secrets.keep)]),
  );
  return {
    ok: true,
    server: { kind: "command", ...basics, command, args: words, env, cwd },
    notes,
    toEnter: secrets.all,
  };
}

type Keep = (what: string, value: string | null) => string;

/** Gives each secret a name in the keychain that nothing else has. */
function keeper(server: string, taken: ReadonlySet<string>): { keep: Keep; all: ToEnter[] } {
  const all: ToEnter[] = [];
  const keep: Keep = (what, value) => {
    const stem = `keychain:${`${server}.${what}`.replaceAll(/[^A-Za-z0-9._-]/g, "-").slice(0, 90)}`;
    const isTaken = (reference: string) => taken.has(reference) || all.some((one) => one.reference === reference);
    let reference = stem;
    for (let n = 2; isTaken(reference); n++) reference = `${stem}-${n}`;
    all.push({ reference, server, for: what, value });
    return reference;
  };
  return { keep, all };
}

/** What stands in config.yaml for a variable. */
function valueOf(name: string, value: string, keep: Keep): string {
  if (/^(env|keychain):/.test(value)) return value;
  const [, ...inner] = variable.exec(value) ?? [];
  const from = inner.find((one) => one !== undefined);
  if (from !== undefined) return `env:${from}`;
  if (/^\$\{/.test(value)) return keep(name, null);
  if (!maySecret(name, value)) return value;
  return keep(name, blank.test(value) ? null : value);
}

/** Said by every request anyway. */
const usual = new Set(["accept", "content-type", "user-agent"]);

function readHeaders(
  given: unknown,
  keep: Keep,
  notes: string[],
): { key: string | null; header: string | null } | string {
  if (given === undefined || given === null) return { key: null, header: null };
  if (!isFields(given) || !Object.values(given).every(isWord)) return "Its headers are no map of texts.";
  const all = Object.entries(given).map(([name, value]) => [name, String(value)] as const);
  const wanted = all.filter(([name]) => !usual.has(name.toLowerCase()));
  const rank = ([name, value]: readonly [string, string]): number =>
    /^authorization$/i.test(name) ? 2 : Number(maySecret(name, value));
  const [first, ...others] = wanted.toSorted((a, b) => rank(b) - rank(a));
  for (const [name] of others)
    notes.push(`The header "${name.slice(0, 60)}" was left out: a server gets one, with its key.`);
  if (first === undefined) return { key: null, header: null };
  const [name, value] = first;
  const [, scheme = "", rest = ""] = /^((?:bearer|basic|token|apikey)\s+)?(.*)$/is.exec(value) ?? [];
  const header = `${name}: ${scheme}{secret}`;
  if (!readHeader(header).ok) return `The header "${name.slice(0, 60)}" can not carry a key here.`;
  const [, ...inner] = variable.exec(rest) ?? [];
  const from = inner.find((one) => one !== undefined);
  const key = from === undefined ? keep(name, blank.test(rest) || /^\$\{/.test(rest) ? null : rest) : `env:${from}`;
  return { key, header: /^authorization: bearer \{secret\}$/i.test(header) ? null : header };
}
