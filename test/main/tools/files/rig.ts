// A throw-away home with chosen folders, a profile, and what lies outside of them, on a real disk.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { JsonObject } from "../../../../app/main/engine/worker/ports.ts";
import type { FolderSettings } from "../../../../app/main/settings/model.ts";
import { createFileTools } from "../../../../app/main/tools/files/files.ts";

export const outsideText = "outside: nobody chose this";

export function openHome(
  more: { folders?: (home: string) => FolderSettings[]; secrets?: string[]; fault?: (point: string) => void } = {},
) {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "nightjar-files-")));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const [notes, outside, profile] = ["notes", "outside", "notes/.profile"].map((name) => join(home, name)) as [
    string,
    string,
    string,
  ];
  for (const folder of [notes, outside, profile]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(notes, "plan.md"), "# Plan\nbuy milk\nwalk the dog\n");
  writeFileSync(join(outside, "secret.txt"), outsideText);
  writeFileSync(join(profile, "config.yaml"), "destinations: []\n");
  const folders = more.folders?.(home) ?? [{ path: notes, write: true, trusted: false }];
  const tools = createFileTools({
    folders: () => folders,
    home: () => ({ ports: [], folders: [profile] }),
    secretValues: () => more.secrets ?? [],
    ...(more.fault && { fault: more.fault }),
  });
  const tool = (name: string) => {
    const found = tools.get(name);
    if (found === undefined) throw new Error(name);
    return found;
  };
  const check = (name: string, args: JsonObject) => tool(name).check(args);
  const call = (name: string, args: JsonObject, effectKey = "k") =>
    tool(name).call({ tool: name, arguments: args, effectKey }, new AbortController().signal);
  /** As the engine does it: checked, then called with what the check gave back. */
  const use = async (name: string, args: JsonObject, effectKey = "k") => {
    const checked = check(name, args);
    return checked.ok ? call(name, checked.arguments, effectKey) : checked;
  };
  return { home, notes, outside, profile, folders, tools, check, call, use, at: (name: string) => join(notes, name) };
}
