// Changes to the text of config.yaml. Promises: only what is asked for changes; the person's comments and order stay.
// Refuses: to know files; it turns one text into another.
import { type Document, isMap, isScalar, isSeq, parseDocument, type YAMLMap, type YAMLSeq } from "yaml";
import type { Input } from "../../preload/contract/channels.ts";
import { parseOrigin } from "./origins.ts";

export type SettingsPatch = Input<"settings.save">;
export type SourceInput = Input<"settings.saveSource">;

type Edit = (document: Document) => void;

/** @param text parses without error. @throws when the text is built so that it can't be changed (anchors in the way). */
export function edited(text: string, edit: Edit): string {
  const document = parseDocument(text, { stringKeys: true, version: "1.2" });
  edit(document);
  const result = document.toString({ lineWidth: 0 });
  return text.includes("\r\n") ? result.replace(/\r?\n/g, "\r\n") : result;
}

/** The collection under `key`, made when it is missing. `outbox:` with nothing behind it counts as missing. */
function collectionOf<T extends YAMLMap | YAMLSeq>(
  document: Document,
  key: string,
  is: (n: unknown) => n is T,
  empty: object,
): T {
  if (document.contents === null || document.contents === undefined) document.contents = document.createNode({});
  const present = document.get(key, true);
  if (is(present)) return present;
  if (present !== undefined && !(isScalar(present) && present.value === null)) {
    throw new Error(`"${key}" is written with an anchor`);
  }
  const fresh = document.createNode(empty) as unknown as T;
  if (present?.comment) fresh.commentBefore = present.comment;
  document.set(key, fresh);
  return fresh;
}

const sectionOf = (document: Document, key: string): YAMLMap => collectionOf(document, key, isMap, {});
const listOf = (document: Document, key: string): YAMLSeq => collectionOf(document, key, isSeq, []);

export const patchSettings =
  (patch: SettingsPatch): Edit =>
  (document) => {
    if (patch.port !== undefined) sectionOf(document, "hooks").set("port", patch.port);
    if (patch.gapSeconds !== undefined) sectionOf(document, "outbox").set("gap", patch.gapSeconds);
    if (patch.quietHours === null) sectionOf(document, "outbox").delete("quiet_hours");
    else if (patch.quietHours !== undefined) sectionOf(document, "outbox").set("quiet_hours", patch.quietHours);
    if (patch.windowSeconds !== undefined) sectionOf(document, "approvals").set("window", patch.windowSeconds);
    if (patch.destinations !== undefined) setDestinations(document, patch.destinations);
    dropEmpty(document, "outbox");
  };

function setDestinations(document: Document, wanted: readonly string[]): void {
  const list = listOf(document, "destinations");
  const valueOf = (item: unknown): string => {
    const written = String(isScalar(item) ? item.value : "");
    const origin = parseOrigin(written);
    return origin.ok ? origin.origin : written;
  };
  // Those that stay keep their line and its comment.
  list.items = list.items.filter((item) => wanted.includes(valueOf(item)));
  const kept = new Set(list.items.map(valueOf));
  if (kept.size === 0) list.flow = false;
  for (const origin of wanted) if (!kept.has(origin)) list.add(document.createNode(origin));
}

function dropEmpty(document: Document, key: string): void {
  const section = document.get(key);
  if (isMap(section) && section.items.length === 0 && !section.comment && !section.commentBefore) document.delete(key);
}

export const putSource =
  (source: SourceInput): Edit =>
  (document) => {
    const sources = listOf(document, "sources");
    const present = sources.items.find((item) => isMap(item) && item.get("name") === source.name);
    const entry = isMap(present) ? present : (document.createNode({ name: source.name }) as YAMLMap);
    entry.set("kind", source.kind);
    entry.set("secret", source.secret);
    if (source.identicalBodies === "run") entry.set("identical_bodies", "run");
    else entry.delete("identical_bodies");
    if (present === undefined) {
      sources.flow = false;
      sources.add(entry);
    }
  };

export const dropSource =
  (name: string): Edit =>
  (document) => {
    const sources = document.get("sources");
    if (!isSeq(sources)) return;
    sources.items = sources.items.filter((item) => !(isMap(item) && item.get("name") === name));
  };
