// What main's side needs of a tool host process, however it was launched, and how every launcher must start it.
// Promises: a heap limit and a bare environment. Refuses: to know how to launch one.
import type { AgentExit } from "../agenthost/agent-process.ts";
import type { ToToolHost } from "../../preload/contract/toolhost.ts";

export interface HostProcess {
  /** May throw when the process is gone; its exit is then told as well. */
  post(message: ToToolHost): void;
  /** Whatever the process says, unchecked. */
  onMessage(listener: (message: unknown) => void): void;
  /** Called once, also when the process could not be started at all. */
  onExit(listener: (exit: AgentExit) => void): void;
  /** Ends it at once. No error when it is gone. */
  kill(): void;
}

// Room for two long results of several servers at once; no code made from text.
const v8Switches = ["--max-old-space-size=384", "--disallow-code-generation-from-strings"];

/** `execArgv` for `child_process.fork`. */
export const hostNodeSwitches: readonly string[] = v8Switches;
/** `execArgv` for Electron's `utilityProcess.fork`, which takes V8's switches only as one. */
export const hostElectronSwitches: readonly string[] = [`--js-flags=${v8Switches.join(" ")}`];

const passedOn = ["TZ", "SystemRoot", "windir"];

/** The process's whole environment; what its servers get comes with each. Never empty: Electron would inherit everything. */
export function hostEnvironment(environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const bare: Record<string, string> = { NIGHTJAR_PROCESS: "toolhost" };
  for (const name of passedOn) {
    const value = environment[name];
    if (value !== undefined) bare[name] = value;
  }
  return bare;
}
