// The settings in force: config.yaml and rules.yaml, read, checked, followed and written back. Promises: a mistake never
// takes effect, and is told with its line. Refuses: to overwrite a file that is broken.
import { join } from "node:path";
import type { Rule } from "../../preload/contract/agent.ts";
import type { Done } from "../../preload/contract/views.ts";
import type { Log, Wait } from "../engine/ports.ts";
import { type AccessChanges, type Change, createAccessChanges, type Plan, type Planned } from "./access-changes.ts";
import { dropSource, patchSettings, putSource, type SettingsPatch, type SourceInput } from "./config-edit.ts";
import { readConfig } from "./config-file.ts";
import { defaultConfig } from "./default-config.ts";
import { defaultRules } from "./default-rules.ts";
import { type Content, closeToOthers, readContent, sameContent, writeAtomically } from "./files.ts";
import { createLastGood } from "./last-good.ts";
import { createLiveFile, type Judged, type LiveFile } from "./live-file.ts";
import { defaultSettings, type FileProblem, type Settings } from "./model.ts";
import { missingCredentials, withoutCredential } from "./permission-settings.ts";
import { readRules } from "./rules-file.ts";
import { createStandIns } from "./stand-ins.ts";
import { createThinkingChanges, type ThinkingChanges } from "./thinking-changes.ts";
import { watchFiles } from "./watch.ts";
import { charactersMax } from "./yaml-bounds.ts";
import { type Flaw, fewFlaws } from "./flaw.ts";
import { edited } from "./yaml-edit.ts";
import type { Path } from "./yaml-text.ts";

export interface SettingsParts {
  /** The profile folder; it exists and is 0700. */
  profile: string;
  log: Log;
  /** Something of the three below is different now. Never called before `createSettings` has returned. */
  changed: () => void;
  /** Looks into conditions and templates, which main itself does not. Never rejects; without it they are not looked at. */
  checkRules?: (rules: Rule[], signal: AbortSignal) => Promise<RuleFlaw[]>;
  wait?: Wait;
  systemZone?: string;
}

/** A mistake inside a rule, by its place in the list and the text in it; `line` is the text's own, from 1. */
export interface RuleFlaw {
  rule: number;
  path: Path;
  line: number | null;
  reason: string;
}

export interface SettingsFiles extends AccessChanges, ThinkingChanges {
  /** The same object until something changes. */
  current(): Settings;
  rules(): Rule[];
  /** The same; right after the start only once what the file says has been checked, so that no event meets a stand-in for it. */
  rulesOnceChecked(): Rule[] | Promise<Rule[]>;
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

/** No settings file may be larger; what is in force was read from one that is not. */
const bytesMax = charactersMax;

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
  const lastGood = createLastGood(profile, bytesMax, log);
  const standIns = createStandIns(lastGood, zone);

  const judgeConfig = (content: Content): Judged<Settings> => {
    if (content.kind === "missing") return { ok: true, value: defaultSettings };
    if (content.kind === "unreadable") return unreadable("config.yaml", content.reason);
    const read = readConfig(content.text, zone);
    return read.ok ? { ok: true, value: read.settings } : read;
  };
  const judgeRules = (content: Content): Judged<Rule[]> => {
    if (content.kind === "missing") return { ok: true, value: standIns.defaultRules() };
    if (content.kind === "unreadable") return unreadable("rules.yaml", content.reason);
    const read = readRules(content.text);
    return read.ok ? { ok: true, value: read.rules } : read;
  };

  const common = { wait, changed: parts.changed };
  const config = createLiveFile({
    ...common,
    read: () => readContent(configPath, bytesMax),
    judge: judgeConfig,
    taken: (content) => lastGood.keep("config.yaml", content.kind === "text" ? content.text : defaultConfig),
    fallback: () => standIns.settings(),
  });
  const rules = createLiveFile({
    ...common,
    read: () => readContent(rulesPath, bytesMax),
    judge: judgeRules,
    check: (value, content, signal) => {
      if (content.kind !== "text" || parts.checkRules === undefined) return null;
      // It was checked when it was taken; and ours are tested.
      if (content.text === defaultRules || content.text === lastGood.read("rules.yaml")?.text) return null;
      return checked(parts.checkRules(value, signal), content.text);
    },
    taken: (content) => lastGood.keep("rules.yaml", content.kind === "text" ? content.text : defaultRules),
    fallback: () => standIns.rules(),
  });

  for (const [path, text] of [
    [configPath, defaultConfig],
    [rulesPath, defaultRules],
  ] as const)
    begin(path, text, log);
  config.settle();
  rules.settle();
  const endWatching = watchFiles(profile, ["config.yaml", "rules.yaml"], log, (name) => {
    (name === "config.yaml" ? config : rules).touched();
  });
  // What was written between the first reading and the watching.
  config.touched();
  rules.touched();

  /** The mistakes of one file, and what is in force in its place. */
  function problemsOf(file: FileProblem["file"], live: LiveFile<unknown>): FileProblem[] {
    const flaws = live.flaws();
    if (flaws.length === 0) return [];
    // What stands in is looked for when it is first needed; only then is it known since when it stands.
    live.value();
    const reason = standIns.sentence(file, live.fromFile());
    return [...flaws.map((flaw) => ({ file, ...flaw })), { file, line: null, reason }];
  }

  /** What config.yaml says to no effect; while it has a mistake, its lines are others. */
  function asleep(): FileProblem[] {
    const file = "config.yaml";
    const found = config.flaws().length > 0 ? [] : fewFlaws(missingCredentials(config.value()));
    return found.length === 0
      ? []
      : [...found.map((flaw) => ({ file, ...flaw }) as const), { file, line: null, reason: standIns.allElse }];
  }

  /** The text that a change would write, checked as if it stood there. */
  const plan: Plan = (edit, guard) => {
    const no = (why: string): Planned => ({ ok: false, why });
    const before = readContent(configPath, bytesMax);
    const judged = judgeConfig(before);
    if (!judged.ok) return no(`config.yaml has a mistake${place(judged.flaws)} Mend it first, then try again.`);
    const refused = guard?.refuse?.(judged.value) ?? null;
    if (refused !== null) return no(refused);
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
    const lost = missingCredentials(after.settings).at(-1);
    if (lost !== undefined && namesAnother(after.settings, judged.value)) return no(lost.reason);
    const different = guard?.verify?.(after.settings, judged.value) ?? null;
    if (different !== null) return no(different);
    return { ok: true, before, text };
  };

  const change: Change = (what, verb, edit, guard) => {
    const no = (why: string): Done => ({ ok: false, sentence: `${what} could not be ${verb}: ${why}` });
    const planned = plan(edit, guard);
    if (!planned.ok) return no(planned.why);
    const { before, text } = planned;
    if (!sameContent(before, readContent(configPath, bytesMax)))
      return no("config.yaml changed in the same moment. Try again.");
    try {
      writeAtomically(configPath, text);
    } catch (error) {
      return no(
        `config.yaml could not be written (${String(error)}). Make room, or make the folder yours, and try again.`,
      );
    }
    config.settle();
    parts.changed();
    return { ok: true, sentence: `${what} ${/(settings|limits|\))$/.test(what) ? "are" : "is"} ${verb}.` };
  };

  return {
    ...createAccessChanges(change, plan),
    ...createThinkingChanges(change, config.value),
    current: config.value,
    rules: rules.value,
    rulesOnceChecked: () => rules.ready()?.then(rules.value) ?? rules.value(),
    problems: () => [...asleep(), ...problemsOf("config.yaml", config), ...problemsOf("rules.yaml", rules)],
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

/** Whether a permission in it names a credential that is not there, as none did before. */
function namesAnother(after: Settings, before: Settings): boolean {
  const left = withoutCredential(before).map(({ credential }) => credential);
  return withoutCredential(after).some(({ credential }) => {
    const at = left.indexOf(credential);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** What a check found, with the lines of the file. */
async function checked(check: Promise<RuleFlaw[]>, text: string): Promise<Flaw[]> {
  const found = await check;
  if (found.length === 0) return [];
  const read = readRules(text);
  if (!read.ok) return read.flaws;
  return fewFlaws(
    found.map(({ rule, path, line, reason }) => ({
      line: read.lineIn(rule, path, line ?? 1),
      reason: `The rule "${read.rules[rule]?.name ?? rule + 1}" can not be used: ${reason}`,
    })),
  );
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
