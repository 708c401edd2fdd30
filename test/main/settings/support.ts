// What the tests of the settings share: throw-away profiles, settings over them, and waiting for a change.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Log } from "../../../app/main/engine/ports.ts";
import { createSettings, type SettingsParts } from "../../../app/main/settings/settings.ts";

export const quiet: Log = { info: () => {}, warn: () => {}, error: () => {} };

export function profileWith(files: Record<string, string> = {}): string {
  const profile = mkdtempSync(join(tmpdir(), "nightjar-settings-"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(profile, name), text);
  onTestFinished(() => rmSync(profile, { recursive: true, force: true }));
  return profile;
}

export function open(
  files: Record<string, string> = {},
  profile = profileWith(files),
  more: Pick<SettingsParts, "checkRules"> = {},
) {
  let changes = 0;
  const tell: (() => void)[] = [];
  const settings = createSettings({
    ...{ profile, log: quiet, systemZone: "UTC" },
    ...more,
    changed: () => {
      changes++;
      for (const one of tell.splice(0)) one();
    },
  });
  onTestFinished(() => settings.close());
  /** Resolves at the next change that makes `met` true; a change that never comes fails by the test's own time limit. */
  const until = async (met: () => boolean): Promise<void> => {
    while (!met()) await new Promise<void>((resolve) => tell.push(resolve));
  };
  const path = (name: string) => join(profile, name);
  return { settings, path, profile, until, changes: () => changes, gap: () => settings.current().outbox.gapSeconds };
}
