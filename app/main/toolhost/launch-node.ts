// Launches the tool host with plain Node, for main's parts outside Electron: tests and the conformance client.
// Promises: a heap limit and a bare environment. Refuses: to be used inside Electron, whose utility process stands apart.
import type { ToToolHost } from "../../preload/contract/toolhost.ts";
import { forkNode, type NodeProcess } from "../agenthost/fork-node.ts";
import { hostEnvironment, hostNodeSwitches } from "./host-process.ts";

export type NodeHostProcess = NodeProcess<ToToolHost>;

/** A launcher of `entry`, the tool host's main file. */
export function nodeHostLauncher(
  entry: string,
  environment: Readonly<Record<string, string | undefined>>,
): () => NodeHostProcess {
  return () => forkNode(entry, { execArgv: hostNodeSwitches, env: hostEnvironment(environment), quiet: false });
}
