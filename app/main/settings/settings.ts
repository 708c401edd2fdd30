// The settings in force: config.yaml and rules.yaml, read, checked, followed and written back. Promises: a mistake never
// takes effect, and is told with its line. Refuses: to overwrite a file that is broken.
import { join } from "node:path";
import type { Rule } from "../../preload/contract/agent.ts";
import type { Done } from "../../preload/contract/views.ts";
import type { Log, Wait } from "../engine/ports.ts";
import { dropSource, edited, patchSettings, putSource, type SettingsPatch, type SourceInput } from "./config-edit.ts";
import { readConfig } from "./config-file.ts";
import { defaultConfig } from "./default-config.ts";
import { defaultRules } from "./default-rules.ts";
import { type Content, closeToOthers, readContent, sameContent, writeAtomically } from "./files.ts";
import { createLiveFile, type Judged } from "./live-file.ts";
import { defaultSettings, type FileProblem, type Settings } from "./model.ts";
import { readRules } from "./rules-file.ts";
import { watchFiles } from "./watch.ts";
import type { Flaw } from "./yaml-text.ts";

export interface SettingsParts {
  /** The profile folder; it exists and is 0700. */
  profile: string;
  log: Log;
  /** Something of the three below is different now. Never called before `createSettings` has returned. */
  changed: () => void;
  wait?: Wait;
  systemZone?: string;
}

export interface SettingsFiles {
  /** The same object until something changes. */
  current(): Settings;
  rules(): Rule[];
  problems(): FileProblem[];
  /** Each: written, on disk and in force when it returns ok; nothing changed otherwise. */
  save(patch: SettingsPatch): Done;
  saveSource(source: SourceInput): Done;
  removeSource(name: string): Done;
  close(): void;
}

const systemWait: Wait = (ms, wake) => {
  const timer = setTimeout(wake, ms);
  return () => clearTimeout(timer);
};

const unreadable = (name: string, reason: string): { ok: false; flaws: Flaw[] } => ({
  ok: false,
  flaws: [{ line: null, reason: `${name} could not be read: ${reason}.` }],
});

export function createSettings(parts: SettingsParts): SettingsFiles {
  const { profile, log } = parts;
  const wait = parts.wait ?? systemWait;
  const zone = parts.systemZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const configPath = join(profile, "config.yaml");
  const rulesPath = join(profile, "rules.yaml");

  const judgeConfig = (content: Content): Judged<Settings> => {
    if (content.kind === "missing") return { ok: true, value: defaultSettings };
    if (content.kind === "unreadable") return unreadable("config.yaml", content.reason);
    const read = readConfig(content.text, zone);
    return read.ok ? { ok: true, value: read.settings } : read;
  };
  const judgeRules = (content: Content): Judged<Rule[]> => {
    if (content.kind === "unreadable") return unreadable("rules.yaml", content.reason);
    if (content.kind === "missing") {
      const reason =
        "The file is gone; the last good rules stay in force. A new one with the default rules is written at the next start.";
      return { ok: false, flaws: [{ line: null, reason }] };
    }
    const read = readRules(content.text);
    return read.ok ? { ok: true, value: read.rules } : read;
  };

  const firstRules = readRules(defaultRules);
  const common = { wait, changed: parts.changed };
  const config = createLiveFile({
    ...common,
    read: () => readContent(configPath),
    judge: judgeConfig,
    fallback: defaultSettings,
  });
  const rules = createLiveFile({
    ...common,
    read: () => readContent(rulesPath),
    judge: judgeRules,
    fallback: firstRules.ok ? firstRules.rules : [],
  });

  for (const [path, text] of [
    [configPath, defaultConfig],
    [rulesPath, defaultRules],
  ] as const)
    begin(path, text, log);
  config.settle();
  rules.settle();
  // Told once, while the file of the start is still the broken one: what counts in its place.
  const standIn = new Map<string, Flaw[]>([
    ["config.yaml", config.flaws()],
    ["rules.yaml", rules.flaws()],
  ]);
  const endWatching = watchFiles(profile, ["config.yaml", "rules.yaml"], log, (name) => {
    (name === "config.yaml" ? config : rules).touched();
  });

  function problemsOf(file: FileProblem["file"], flaws: Flaw[]): FileProblem[] {
    const problems: FileProblem[] = flaws.map((flaw) => ({ file, ...flaw }));
    if (flaws.length > 0 && standIn.get(file) === flaws) {
      const what = file === "config.yaml" ? "default settings" : "default rules";
      problems.push({ file, line: null, reason: `Until it is mended, the ${what} are in force.` });
    }
    return problems;
  }

  function change(what: string, verb: "saved" | "removed", edit: Parameters<typeof edited>[1]): Done {
    const no = (why: string): Done => ({ ok: false, sentence: `${what} could not be ${verb}: ${why}` });
    const before = readContent(configPath);
    const judged = judgeConfig(before);
    if (!judged.ok) return no(`config.yaml has a mistake${place(judged.flaws)} Mend it first, then try again.`);
    let text: string;
    try {
      text = edited(before.kind === "text" ? before.text : defaultConfig, edit);
    } catch (error) {
      return no(
        `config.yaml is written in a way that can't be changed from here (${String(error)}). Change it in the file.`,
      );
    }
    const after = readConfig(text, zone);
    if (!after.ok) return no(after.flaws.map(({ reason }) => reason).join(" "));
    if (!sameContent(before, readContent(configPath))) return no("config.yaml changed in the same moment. Try again.");
    try {
      writeAtomically(configPath, text);
    } catch (error) {
      return no(
        `config.yaml could not be written (${String(error)}). Make room, or make the folder yours, and try again.`,
      );
    }
    config.settle();
    parts.changed();
    return { ok: true, sentence: `${what} ${what.endsWith("settings") ? "are" : "is"} ${verb}.` };
  }

  return {
    current: config.value,
    rules: rules.value,
    problems: () => [...problemsOf("config.yaml", config.flaws()), ...problemsOf("rules.yaml", rules.flaws())],
    save: (patch) => change("The settings", "saved", patchSettings(patch)),
    saveSource: (source) => change(`The source ${source.name}`, "saved", putSource(source)),
    removeSource: (name) => {
      if (!config.value().sources.some((source) => source.name === name)) {
        return { ok: false, sentence: `There is no source ${name} to remove.` };
      }
      return change(`The source ${name}`, "removed", dropSource(name));
    },
    close: () => {
      endWatching();
      config.close();
      rules.close();
    },
  };
}

function place(flaws: Flaw[]): string {
  const [first] = flaws;
  if (first === undefined) return ".";
  return first.line === null ? `: ${first.reason}` : ` on line ${first.line}: ${first.reason}`;
}

/** Writes a missing file, closes one that stood open to others. Neither stops the start: the defaults count anyway. */
function begin(path: string, text: string, log: Log): void {
  try {
    if (readContent(path).kind === "missing") writeAtomically(path, text);
    else if (closeToOthers(path)) log.warn({ path }, "A settings file was open to other users and was closed to them.");
  } catch (error) {
    log.warn({ path, error: String(error) }, "A settings file could not be prepared; it is used as it is.");
  }
}
