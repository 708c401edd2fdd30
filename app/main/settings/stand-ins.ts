// What is in force when the file of the start has a mistake: the last good text, and only without one the defaults.
// Refuses: to leave the person guessing which; each has its sentence.
import type { Rule } from "../../preload/contract/agent.ts";
import { readConfig } from "./config-file.ts";
import { defaultRules } from "./default-rules.ts";
import type { LastGood } from "./last-good.ts";
import { defaultSettings, type FileProblem, type Settings } from "./model.ts";
import { readRules } from "./rules-file.ts";

/** What a person who took something away must know. */
const meanwhile = {
  "config.yaml": "what was removed or denied in it since then is not in force yet",
  "rules.yaml": "what was removed from it since then is still in force",
};

export interface StandIns {
  settings(): Settings;
  rules(): Rule[];
  defaultRules(): Rule[];
  /** @param fromFile the file has been good since the start: then what it said then is in force. */
  sentence(file: FileProblem["file"], fromFile: boolean): string;
  /** Beside what has no effect in a file without a mistake. */
  allElse: string;
}

/** @param zone for schedules without one, and for the date in the sentence. */
export function createStandIns(lastGood: LastGood, zone: string): StandIns {
  /** Since when what stands in was in force, by file; a file that is not in here has its defaults. */
  const since = new Map<FileProblem["file"], number>();

  function defaults(): Rule[] {
    const read = readRules(defaultRules);
    return read.ok ? read.rules : [];
  }

  return {
    settings() {
      const kept = lastGood.read("config.yaml");
      const read = kept === null ? null : readConfig(kept.text, zone);
      if (kept === null || read === null || !read.ok) return defaultSettings;
      since.set("config.yaml", kept.at);
      return read.settings;
    },
    rules() {
      const kept = lastGood.read("rules.yaml");
      const read = kept === null ? null : readRules(kept.text);
      if (kept === null || read === null || !read.ok) return defaults();
      since.set("rules.yaml", kept.at);
      return read.rules;
    },
    defaultRules: defaults,
    allElse: "All else in it is in force.",
    sentence(file, fromFile) {
      const what = file === "config.yaml" ? "settings" : "rules";
      if (fromFile) return `Until it is mended, the ${what} from before stay in force: ${meanwhile[file]}.`;
      const at = since.get(file);
      if (at === undefined) return `Until it is mended, the default ${what} are in force.`;
      return `Until it is mended, the ${what} of ${dateText(at, zone)} stay in force: ${meanwhile[file]}.`;
    },
  };
}

function dateText(seconds: number, timeZone: string): string {
  const format = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", timeZone });
  return format.format(new Date(seconds * 1000)).replace(" at ", ", ");
}
