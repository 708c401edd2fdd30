// What the screens change in config.yaml: numbers, hours, destinations, sources. Promises: the person's comments and order stay.
// Refuses: to know files; each is an edit of a text.
import { isMap, isSeq, type YAMLMap } from "yaml";
import type { Input } from "../../preload/contract/channels.ts";
import { parseOrigin } from "./origins.ts";
import { dropEmpty, type Edit, entryOf, listOf, sectionOf, setTexts } from "./yaml-edit.ts";

export type SettingsPatch = Input<"settings.save">;
export type SourceInput = Input<"settings.saveSource">;

export const plainOrigin = (written: string): string => {
  const origin = parseOrigin(written);
  return origin.ok ? origin.origin : written;
};

export const patchSettings =
  (patch: SettingsPatch): Edit =>
  (document) => {
    if (patch.port !== undefined) sectionOf(document, "hooks").set("port", patch.port);
    if (patch.gapSeconds !== undefined) sectionOf(document, "outbox").set("gap", patch.gapSeconds);
    if (patch.quietHours === null) sectionOf(document, "outbox").delete("quiet_hours");
    else if (patch.quietHours !== undefined) sectionOf(document, "outbox").set("quiet_hours", patch.quietHours);
    if (patch.windowSeconds !== undefined) sectionOf(document, "approvals").set("window", patch.windowSeconds);
    if (patch.destinations !== undefined) {
      setTexts(document, listOf(document, "destinations"), patch.destinations, plainOrigin);
    }
    dropEmpty(document, "outbox");
  };

export const putSource =
  (source: SourceInput): Edit =>
  (document) => {
    const sources = listOf(document, "sources");
    const present = entryOf(document, "sources", source.name);
    const entry = present ?? (document.createNode({ name: source.name }) as YAMLMap);
    entry.set("kind", source.kind);
    // One of two that are being exchanged stays beside the other.
    const secret = entry.get("secret");
    if (!(isSeq(secret) && secret.get(0) === source.secret)) entry.set("secret", source.secret);
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
