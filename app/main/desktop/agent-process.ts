// Launches the agent process as Electron's utility process. Promises: a bare environment, its heap limited and its memory told to
// the host. Refuses: to let it inherit what main has.
import { app } from "electron";
import type { ToAgent } from "../../preload/contract/agent.ts";
import { type AgentProcess, agentEnvironment, electronSwitches } from "../agenthost/agent-process.ts";
import { launchUtility, type Utility } from "./utility.ts";

/** @param entry the built agent process, `dist/agent/index.cjs` */
export function utilityLauncher(
  entry: string,
  environment: Readonly<Record<string, string | undefined>>,
): () => AgentProcess {
  return () =>
    launchUtility<ToAgent>({
      ...{ entry, serviceName: "Nightjar agent", execArgv: electronSwitches },
      environment: agentEnvironment(environment),
    });
}

/** The resident memory of a process that `utilityLauncher` launched, in bytes; null when the system does not tell. */
export function memoryOfAgent(agent: AgentProcess): number | null {
  const pid = (agent as Utility<ToAgent>).pid();
  const metrics = app.getAppMetrics().find((metric) => metric.pid === pid);
  return metrics === undefined ? null : metrics.memory.workingSetSize * 1024;
}
