// Changes of permissions, credentials and exchanged secrets in the text of config.yaml. Promises: a permission is written as the
// line that was shown; comments of what stays, stay. Refuses: to decide whether a change may be made.
import { isAlias, isMap, isNode, isSeq, parseDocument, type YAMLMap } from "yaml";
import { ruleLine } from "../engine/permissions/always.ts";
import type { PermissionRule } from "../engine/permissions/rule.ts";
import { plainOrigin } from "./config-edit.ts";
import { type Edit, entryOf, listOf, setTexts } from "./yaml-edit.ts";

export interface CredentialInput {
  name: string;
  /** `env:NAME` or `keychain:NAME`. */
  secret: string;
  /** As in `Authorization: Bearer {secret}`. */
  header: string;
  destinations: string[];
  /** `YYYY-MM-DD`; null when that is not known. */
  expiresOn: string | null;
}

/** The line without its dash. */
const ruleText = (rule: PermissionRule): string => ruleLine(rule).slice(2);

export const putPermission =
  (rule: PermissionRule): Edit =>
  (document, verbatim) => {
    const list = listOf(document, "permissions");
    list.flow = false;
    list.add(verbatim(ruleText(rule)));
  };

export const dropPermission =
  (index: number): Edit =>
  (document) => {
    listOf(document, "permissions").items.splice(index, 1);
  };

/** How the permission at `index` is written, from its dash on and without what stands around it; null is the last one. */
export function permissionText(text: string, index: number | null): string {
  const document = parseDocument(text, { version: "1.2" });
  const { items } = listOf(document, "permissions");
  const item = items.at(index ?? -1);
  const [start, end] = (isNode(item) ? item.range : null) ?? [0, 0];
  // A map over several lines keeps its shape: what stood before its first key is the indent of all.
  const indent = start - (text.lastIndexOf("\n", start) + 1);
  const lines = text.slice(start, end).trimEnd().split(/\r?\n/);
  return `- ${lines.map((line, at) => (at === 0 ? line : `  ${line.slice(Math.min(indent, line.search(/\S|$/)))}`)).join("\n")}`;
}

/** Each key and how the rule's line has it. */
function writtenKeys(rule: PermissionRule): Map<string, { value: string; written: string }> {
  const text = ruleText(rule);
  const parsed = parseDocument(text, { version: "1.2" });
  const map = parsed.contents as unknown as YAMLMap<{ value: string }, { range: [number, number, number] }>;
  const values = parsed.toJS() as Record<string, unknown>;
  return new Map(
    map.items.map(({ key, value }) => [
      key.value,
      { value: JSON.stringify(values[key.value]), written: text.slice(...(value?.range ?? [0, 0])).trim() },
    ]),
  );
}

/** Changes the keys that differ, so that the others keep their comments. */
export const editPermission =
  (index: number, rule: PermissionRule): Edit =>
  (document, verbatim) => {
    const entry = listOf(document, "permissions").items[index];
    if (!isMap(entry) || entry.anchor !== undefined) throw new Error("the permission is written with an anchor");
    const wanted = writtenKeys(rule);
    const before = entry.toJS(document) as Record<string, unknown>;
    for (const key of Object.keys(before)) if (!wanted.has(key)) entry.delete(key);
    for (const [key, { value, written }] of wanted) {
      if (JSON.stringify(before[key]) === value) continue;
      const fresh = verbatim(written);
      const present = entry.get(key, true);
      if (isNode(present) && present.comment) fresh.comment = present.comment;
      entry.set(key, fresh);
    }
  };

export const putCredential =
  (credential: CredentialInput): Edit =>
  (document) => {
    const present = entryOf(document, "credentials", credential.name);
    const entry = present ?? (document.createNode({ name: credential.name }) as YAMLMap);
    entry.set("secret", credential.secret);
    entry.set("header", credential.header);
    const list = entry.get("destinations");
    if (isSeq(list)) setTexts(document, list, credential.destinations, plainOrigin);
    else entry.set("destinations", document.createNode(credential.destinations));
    if (credential.expiresOn === null) entry.delete("expires");
    else entry.set("expires", credential.expiresOn);
    if (present !== undefined) return;
    const credentials = listOf(document, "credentials");
    credentials.flow = false;
    credentials.add(entry);
  };

/** @param withPermissions those that name it go with it. */
export const dropCredential =
  (name: string, withPermissions: boolean): Edit =>
  (document) => {
    const without = (key: string, field: string): void => {
      const list = document.get(key);
      if (!isSeq(list)) return;
      list.items = list.items.filter((item) => {
        const entry: unknown = isAlias(item) ? item.resolve(document) : item;
        return !(isMap(entry) && entry.get(field) === name);
      });
    };
    without("credentials", "name");
    if (withPermissions) without("permissions", "credential");
  };

function sourceEntry(document: Parameters<Edit>[0], name: string): YAMLMap {
  const entry = entryOf(document, "sources", name);
  if (entry === undefined) throw new Error(`the source ${name} is written with an anchor`);
  return entry;
}

/** The references in `secret`, whether it is written as one or as a list. */
const secretsOf = (document: Parameters<Edit>[0], entry: YAMLMap): string[] =>
  [(entry.toJS(document) as { secret: string | string[] }).secret].flat();

function setSecret(document: Parameters<Edit>[0], entry: YAMLMap, secret: string | string[]): void {
  const fresh = document.createNode(secret);
  if (isSeq(fresh)) fresh.flow = true;
  const present = entry.get("secret", true);
  if (isNode(present) && present.comment) fresh.comment = present.comment;
  entry.set("secret", fresh);
}

/** Beside its present secret the one that comes. */
export const putNextSecret =
  (name: string, next: string): Edit =>
  (document) => {
    const entry = sourceEntry(document, name);
    setSecret(document, entry, [secretsOf(document, entry)[0] ?? "", next]);
  };

/** One of two alone. */
export const putOneSecret =
  (name: string, keep: "next" | "present"): Edit =>
  (document) => {
    const entry = sourceEntry(document, name);
    setSecret(document, entry, secretsOf(document, entry).at(keep === "next" ? -1 : 0) ?? "");
    if (keep === "next") entry.delete("expires");
  };

export const putAutoMode =
  (on: boolean): Edit =>
  (document) => {
    if (document.contents === null || document.contents === undefined) document.contents = document.createNode({});
    document.set("auto_mode", on);
  };
