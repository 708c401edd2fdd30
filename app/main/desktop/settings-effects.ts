// What follows from changed settings: schedules, retries, the listener's port, the engine's next moment. Promises: hand edits and the
// screens have the same effect, at once. Refuses: to read files.
import type { Rule } from "../../preload/contract/agent.ts";
import type { Clock, Log } from "../engine/ports.ts";
import type { ConfiguredSchedule } from "../engine/timers/rows.ts";
import type { FileProblem, Settings } from "../settings/model.ts";
import { referencesIn } from "../settings/references.ts";

/** The switch wins over the file, for as long as this Nightjar runs. */
export function withHooksPort(settings: () => Settings, port: number | null): () => Settings {
  if (port === null) return settings;
  let of: Settings | null = null;
  let changed: Settings | null = null;
  return () => {
    const now = settings();
    if (changed === null || now !== of) {
      of = now;
      changed = { ...now, hooks: { ...now.hooks, port } };
    }
    return changed;
  };
}

export interface EffectParts {
  settings: () => Settings;
  rules: () => readonly Rule[];
  /** The mistakes in the files as they are now. */
  problems: () => FileProblem[];
  engine: {
    wake(): void;
    /** Does it now, or once the disk takes it, before anything fires. @returns what the disk refuses, as a sentence */
    settle(work: () => void): string | null;
    inbox: { hurryRetries(now: number): number };
    timers: { syncSchedules(schedules: readonly ConfiguredSchedule[], now: number): string[] };
  };
  listener: { start(): Promise<{ ok: true; url: string } | { ok: false; sentence: string }> };
  /** Looks a secret up, so that from then on its value is known: to the log, and to those who look for it in calls. */
  resolve: (reference: string) => unknown;
  /** MCP servers: those that were changed or removed are stopped. */
  servers: { refresh(): void };
  /** Sets the reminders of secrets that stop working. */
  remind: () => void;
  /** To the terminal the app was started from. */
  say: (sentence: string) => void;
  clock: Clock;
  log: Log;
  changed: () => void;
}

const unwritten = "The schedules and reminders of config.yaml could not be written down; nothing fires until they are.";

/** What an event's failure may lie in; where a rule stands and how it is called is not among it. */
const decisive = (rules: readonly Rule[], { destinations, credentials, model, limits }: Settings): string =>
  JSON.stringify([
    rules.map(({ on, event, if: condition, ending }) => [on, event, condition, ending]),
    ...[destinations, credentials, model, limits],
  ]);

/** @returns what to call at start and after each change of the files */
export function createSettingsEffects(parts: EffectParts): () => void {
  const { settings, rules, problems, engine, listener, clock, log, say, changed } = parts;
  let told = new Set<string>();
  let decided: string | null = null;

  /** What failed by the rules from before is tried with those of now; at the start nothing has changed. */
  function hurryRetries(): void {
    const now = decisive(rules(), settings());
    if (decided !== null && decided !== now) engine.inbox.hurryRetries(clock.now());
    decided = now;
  }
  let toldUrl: string | null = null;

  /** Each mistake once, for the log and the terminal; the window shows what stands. */
  function tellMistakes(): void {
    const sentences = problems().map(
      ({ file, line, reason }) => `${file}${line === null ? "" : `, line ${line}`}: ${reason}`,
    );
    for (const sentence of sentences.filter((one) => !told.has(one))) {
      log.warn({}, sentence);
      say(sentence);
    }
    told = new Set(sentences);
  }

  let toldRefused: string | null = null;

  /** The schedules of the file before anything fires: what was removed or edited must not fire as it was. */
  function writeDown(): void {
    for (const problem of engine.timers.syncSchedules(settings().schedules, clock.now())) log.warn({}, problem);
    parts.remind();
    hurryRetries();
  }

  return () => {
    for (const { reference } of referencesIn(settings())) parts.resolve(reference);
    tellMistakes();
    const refused = engine.settle(writeDown);
    if (refused !== null && refused !== toldRefused) say(`${unwritten} ${refused}`);
    toldRefused = refused;
    parts.servers.refresh();
    engine.wake();
    // The window has it from the listener's status; whoever starts the app from a terminal reads it there too.
    void listener.start().then((result) => {
      const url = result.ok ? result.url : null;
      if (!result.ok) say(result.sentence);
      else if (url !== toldUrl) say(`Listening at ${result.url}`);
      toldUrl = url;
    });
    changed();
  };
}
