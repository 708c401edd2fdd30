// What the host needs of an agent process, however it was launched, and how every launcher must start it.
// Promises: a heap limit and a bare environment. Refuses: to know how to launch one.
import type { ToAgent } from "../../preload/contract/agent.ts";

export interface AgentExit {
  code: number | null;
  signal: string | null;
  /** What it wrote to stderr before it was ready; empty once it had been handed an event, whose text may stand in it. */
  detail: string;
}

export interface AgentProcess {
  /** May throw when the process is gone; its exit is then told as well. */
  post(message: ToAgent): void;
  /** Whatever the process says, unchecked. */
  onMessage(listener: (message: unknown) => void): void;
  /** Called once, also when the process could not be started at all. */
  onExit(listener: (exit: AgentExit) => void): void;
  /** Ends it at once (SIGKILL, not SIGTERM: a process in an endless loop hears nothing else). No error when it is gone. */
  kill(): void;
}

/** The heap the agent process may fill, in MiB. Strings count; what lies outside the heap is watched by `memoryOf`. */
export const heapMegabytes = 192;

// A heap limit, and no code made from text.
const v8Switches = [`--max-old-space-size=${heapMegabytes}`, "--disallow-code-generation-from-strings"];

/** `execArgv` for `child_process.fork`. */
export const nodeSwitches: readonly string[] = v8Switches;

/**
 * `execArgv` for Electron's `utilityProcess.fork`. It ignores V8's switches, in `NODE_OPTIONS` too, unless they come as one
 * `--js-flags` (tried on Electron 33: only then is the heap limited). A full heap ends it with exit code 6 there.
 */
export const electronSwitches: readonly string[] = [`--js-flags=${v8Switches.join(" ")}`];

const passedOn = ["TZ", "SystemRoot", "windir"];

/** The agent process's whole environment. Never empty: Electron takes an empty one as "inherit everything". */
export function agentEnvironment(environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const bare: Record<string, string> = { NIGHTJAR_PROCESS: "agent" };
  for (const name of passedOn) {
    const value = environment[name];
    if (value !== undefined) bare[name] = value;
  }
  return bare;
}
