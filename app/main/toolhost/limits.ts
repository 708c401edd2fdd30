// How long the tool host, a server and a call may take. Durations are milliseconds.
// Refuses: to bound a call that has its own limit in the settings; that one goes before.

export interface ToolHostLimits {
  /** From launching the process until it says `ready`. */
  startMilliseconds: number;
  /** From starting a server until its tools are known; `npx` may have to fetch it first. */
  serverMilliseconds: number;
  /** A call, with all the progress it reports; begins anew when the person has answered a question of its server. */
  ceilingMilliseconds: number;
  /** How long the list of a run waits for servers that are only starting. */
  prepareMilliseconds: number;
  /** Between two attempts to start a server: doubling from the first to the last. */
  backoffMilliseconds: { first: number; most: number };
  /** How often a server that was lost is started again although nobody needs it. */
  unaskedStarts: number;
  /** From asking the process to end until it is killed. */
  quitMilliseconds: number;
}

export const defaultLimits: ToolHostLimits = {
  startMilliseconds: 20_000,
  serverMilliseconds: 60_000,
  ceilingMilliseconds: 600_000,
  prepareMilliseconds: 15_000,
  backoffMilliseconds: { first: 1000, most: 300_000 },
  unaskedStarts: 5,
  quitMilliseconds: 4000,
};
