// Launches the agent process with plain Node, for the engine outside Electron. Promises: a heap limit and a bare environment.
// Refuses: to tell what it wrote after an event was handed over, whose text may stand in it.
import type { ToAgent } from "../../preload/contract/agent.ts";
import { agentEnvironment, nodeSwitches } from "./agent-process.ts";
import { forkNode, type NodeProcess } from "./fork-node.ts";

export type NodeAgentProcess = NodeProcess<ToAgent>;

/** A launcher of `entry`, the agent process's main file. */
export function nodeLauncher(
  entry: string,
  environment: Readonly<Record<string, string | undefined>>,
): () => NodeAgentProcess {
  return () => forkNode(entry, { execArgv: nodeSwitches, env: agentEnvironment(environment), quiet: true });
}
