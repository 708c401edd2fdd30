// What the screens change in config.yaml: numbers, hours, destinations, sources. Promises: the person's comments and order stay.
// Refuses: to know files; each is an edit of a text.
import { type Document, isAlias, isMap, isScalar, isSeq, type YAMLMap } from "yaml";
import type { Input } from "../../preload/contract/channels.ts";
import { parseOrigin } from "./origins.ts";
import { dropEmpty, type Edit, entryOf, listOf, sectionOf, setTexts } from "./yaml-edit.ts";

export type SettingsPatch = Input<"settings.save">;
export type SourceInput = Input<"settings.saveSource">;

export const plainOrigin = (written: string): string => {
  const origin = parseOrigin(written);
  return origin.ok ? origin.origin : written;
};

/** Tools that stay keep their line and its comment. */
function setWindows(document: Document, wanted: Readonly<Record<string, number>>): void {
  const approvals = sectionOf(document, "approvals");
  const windows = approvals.get("windows", true);
  if (isAlias(windows)) throw new Error("approvals.windows is written with an anchor");
  if (!isMap(windows)) {
    if (Object.keys(wanted).length > 0) approvals.set("windows", document.createNode(wanted));
    return;
  }
  windows.items = windows.items.filter(({ key }) => Object.hasOwn(wanted, String(isScalar(key) ? key.value : key)));
  for (const [tool, seconds] of Object.entries(wanted)) if (windows.get(tool) !== seconds) windows.set(tool, seconds);
  if (windows.items.length === 0) approvals.delete("windows");
}

/** Said only where it is so, or was said before. */
function setPause(document: Document, pause: boolean): void {
  const approvals = sectionOf(document, "approvals");
  if (pause || approvals.has("pause_in_quiet_hours")) approvals.set("pause_in_quiet_hours", pause);
}

export const patchSettings =
  (patch: SettingsPatch): Edit =>
  (document) => {
    if (patch.port !== undefined) sectionOf(document, "hooks").set("port", patch.port);
    if (patch.gapSeconds !== undefined) sectionOf(document, "outbox").set("gap", patch.gapSeconds);
    if (patch.quietHours === null) sectionOf(document, "outbox").delete("quiet_hours");
    else if (patch.quietHours !== undefined) sectionOf(document, "outbox").set("quiet_hours", patch.quietHours);
    if (patch.windowSeconds !== undefined) sectionOf(document, "approvals").set("window", patch.windowSeconds);
    if (patch.windowsSeconds !== undefined) setWindows(document, patch.windowsSeconds);
    if (patch.pauseInQuietHours !== undefined) setPause(document, patch.pauseInQuietHours);
    if (patch.destinations !== undefined) {
      setTexts(document, listOf(document, "destinations"), patch.destinations, plainOrigin);
    }
    dropEmpty(document, "outbox");
    dropEmpty(document, "approvals");
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
    if (source.duringRun === "next") entry.delete("during_run");
    else if (source.duringRun !== undefined) entry.set("during_run", source.duringRun);
    if (source.urgent?.length === 0) entry.delete("urgent");
    else if (source.urgent !== undefined) entry.set("urgent", document.createNode(source.urgent, { flow: true }));
    if (source.expiresOn === null) entry.delete("expires");
    else if (source.expiresOn !== undefined) entry.set("expires", source.expiresOn);
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
