// Changes of model, limits, servers and folders in the text of config.yaml. Promises: what does not change keeps its line, its
// order and its comments. Refuses: to decide whether a change may be made.
import { type Document, isMap, isNode, isScalar, isSeq, type YAMLMap } from "yaml";
import type { FolderSettings, LimitSettings } from "./model.ts";
import { plainPath } from "./folder-settings.ts";
import { dropEmpty, type Edit, listOf, sectionOf } from "./yaml-edit.ts";

export interface ModelInput {
  provider: "anthropic" | "openai-compatible";
  name: string;
  /** `env:NAME` or `keychain:NAME`; null: asked without one. */
  key: string | null;
  /** As the person wrote it; null for the provider's own. */
  baseUrl: string | null;
  /** Null: what is usual. */
  maxOutputTokens: number | null;
  contextTokens: number | null;
  price: { input: number; output: number; cacheRead: number | null; cacheWrite: number | null } | null;
}

interface ServerBasics {
  name: string;
  enabled: boolean;
  /** Null: what is usual. */
  timeoutSeconds: number | null;
}

export type ServerInput = ServerBasics &
  (
    | { kind: "command"; command: string; args: string[]; env: Record<string, string>; cwd: string | null }
    /** `header` as in `X-Api-Key: {secret}`; null for a bearer token. */
    | { kind: "url"; url: string; key: string | null; header: string | null }
  );

type Value = string | number | boolean | null | Value[] | { [key: string]: Value };

const isEmpty = (value: Value): boolean =>
  value === null || (typeof value === "object" && Object.keys(value).length === 0);

/** Makes the map say this and nothing else. A key that says it already keeps its line; an empty value leaves its key out. */
function setKeys(document: Document, map: YAMLMap, wanted: { [key: string]: Value }): void {
  if (map.anchor !== undefined) throw new Error("a part of it is written with an anchor");
  const before = map.toJS(document) as Record<string, unknown>;
  for (const key of Object.keys(before))
    if (!Object.hasOwn(wanted, key) || isEmpty(wanted[key] ?? null)) map.delete(key);
  for (const [key, value] of Object.entries(wanted)) {
    if (isEmpty(value) || JSON.stringify(before[key]) === JSON.stringify(value)) continue;
    const present = map.get(key, true);
    if (isMap(present) && typeof value === "object" && value !== null && !Array.isArray(value)) {
      setKeys(document, present, value);
      continue;
    }
    const fresh = document.createNode(value);
    if (isSeq(fresh)) fresh.flow = true;
    if (isNode(present) && present.comment) fresh.comment = present.comment;
    map.set(key, fresh);
  }
}

export const putModel =
  ({ provider, name, key, baseUrl, maxOutputTokens, contextTokens, price }: ModelInput): Edit =>
  (document) => {
    const fresh = !isMap(document.get("model"));
    const section = sectionOf(document, "model");
    if (fresh) section.flow = false;
    setKeys(document, section, {
      ...{ provider, name, key, base_url: baseUrl },
      ...{ max_output_tokens: maxOutputTokens, context_tokens: contextTokens },
      price: price && {
        ...{ input: price.input, output: price.output },
        ...(price.cacheRead === null ? {} : { cache_read: price.cacheRead }),
        ...(price.cacheWrite === null ? {} : { cache_write: price.cacheWrite }),
      },
    });
  };

export const dropModel: Edit = (document) => {
  if (document.has("model")) document.delete("model");
};

/** Only what is named. */
export const putLimits =
  ({ runSteps, runSeconds, dayTokens, dayUsd }: Partial<LimitSettings>): Edit =>
  (document) => {
    const limits = sectionOf(document, "limits");
    const named = { run_steps: runSteps, run_seconds: runSeconds, day_tokens: dayTokens, day_usd: dayUsd };
    for (const [key, value] of Object.entries(named)) if (value !== undefined) limits.set(key, value);
  };

function serverKeys(server: ServerInput): { [key: string]: Value } {
  const { enabled, timeoutSeconds } = server;
  const basics = { enabled: enabled ? null : false, timeout: timeoutSeconds };
  if (server.kind === "url") return { url: server.url, key: server.key, header: server.header, ...basics };
  return { command: server.command, args: server.args, env: server.env, cwd: server.cwd, ...basics };
}

export const putServers =
  (servers: readonly ServerInput[]): Edit =>
  (document) => {
    const section = sectionOf(document, "mcp_servers");
    if (section.items.length === 0) section.flow = false;
    for (const server of servers) {
      const present = section.get(server.name, true);
      // What no screen asks for stays as the person wrote it.
      const kept = isMap(present) ? (present.toJS(document) as { repeatable?: Value; oauth?: Value }) : {};
      const wanted = { ...serverKeys(server), repeatable: kept.repeatable ?? null, oauth: kept.oauth ?? null };
      if (isMap(present)) setKeys(document, present, wanted);
      else if (present === undefined || (isScalar(present) && present.value === null)) {
        const entry = document.createNode({}) as YAMLMap;
        if (section.flow !== true) entry.flow = false;
        setKeys(document, entry, serverKeys(server));
        section.set(server.name, entry);
      } else throw new Error(`the server ${server.name} is written with an anchor`);
    }
  };

/** Said only where it is off. */
export const putEnabled =
  (name: string, enabled: boolean): Edit =>
  (document) => {
    const entry = sectionOf(document, "mcp_servers").get(name, true);
    if (!isMap(entry)) throw new Error(`the server ${name} is written with an anchor`);
    if (enabled) entry.delete("enabled");
    else entry.set("enabled", false);
  };

export const dropServer =
  (name: string): Edit =>
  (document) => {
    sectionOf(document, "mcp_servers").delete(name);
    dropEmpty(document, "mcp_servers");
  };

const folderEntry = (document: Document, path: string): YAMLMap | undefined =>
  listOf(document, "folders").items.find(
    (item): item is YAMLMap => isMap(item) && plainPath(String(item.get("path"))) === plainPath(path),
  );

export const putFolder =
  ({ path, write, trusted }: FolderSettings): Edit =>
  (document) => {
    const present = folderEntry(document, path);
    const entry = present ?? (document.createNode({ path }) as YAMLMap);
    for (const [key, value] of Object.entries({ write, trusted })) {
      if (value) entry.set(key, true);
      else entry.delete(key);
    }
    if (present !== undefined) return;
    const folders = listOf(document, "folders");
    folders.flow = false;
    folders.add(entry);
  };

export const dropFolder =
  (path: string): Edit =>
  (document) => {
    const entry = folderEntry(document, path);
    const folders = listOf(document, "folders");
    folders.items = folders.items.filter((item) => item !== entry);
  };
