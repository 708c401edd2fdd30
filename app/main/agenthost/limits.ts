// How long and how much the agent process may take before main ends it. Durations are milliseconds.
// Refuses: to be changed while a run is on.

export interface AgentLimits {
  /** From launch until it says `ready`. */
  startMilliseconds: number;
  /** For one event, from the moment it is handed over. */
  eventMilliseconds: number;
  /** For reading one rule that was saved. */
  ruleMilliseconds: number;
  /** For reading all of them. */
  checkMilliseconds: number;
  /** For a whole run. */
  runMilliseconds: number;
  /** Between two questions of a model's run: composing a request, reading an answer. */
  stepMilliseconds: number;
  /** How often its memory is looked at while a run is on. */
  sampleMilliseconds: number;
  /** The process's whole memory (resident), in bytes. */
  memoryBytes: number;
  /** From the kill until somebody wonders that it still lives. */
  killMilliseconds: number;
}

export const defaultLimits: AgentLimits = {
  startMilliseconds: 20_000,
  eventMilliseconds: 5000,
  ruleMilliseconds: 5000,
  checkMilliseconds: 60_000,
  runMilliseconds: 120_000,
  stepMilliseconds: 60_000,
  sampleMilliseconds: 250,
  memoryBytes: 512 * 1024 * 1024,
  killMilliseconds: 5000,
};
