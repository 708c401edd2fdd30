// What follows from changed settings: schedules, the listener's port, the engine's next moment. Promises: hand edits and the
// screens have the same effect, at once. Refuses: to read files.
import type { Clock, Log } from "../engine/ports.ts";
import type { ConfiguredSchedule } from "../engine/timers/rows.ts";
import type { FileProblem, Settings } from "../settings/model.ts";

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
  /** The mistakes in the files as they are now. */
  problems: () => FileProblem[];
  engine: {
    wake(): void;
    timers: { syncSchedules(schedules: readonly ConfiguredSchedule[], now: number): string[] };
  };
  listener: { start(): Promise<{ ok: true; url: string } | { ok: false; sentence: string }> };
  /** To the terminal the app was started from. */
  say: (sentence: string) => void;
  clock: Clock;
  log: Log;
  changed: () => void;
}

/** @returns what to call at start and after each change of the files */
export function createSettingsEffects(parts: EffectParts): () => void {
  const { settings, problems, engine, listener, clock, log, say, changed } = parts;
  let told = new Set<string>();
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

  return () => {
    tellMistakes();
    for (const problem of engine.timers.syncSchedules(settings().schedules, clock.now())) log.warn({}, problem);
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
