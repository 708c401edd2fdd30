// Launches the tool host with plain Node (child_process), for main's parts outside Electron: tests and the conformance client.
// Promises: a heap limit and a bare environment. Refuses: to be used inside Electron, whose utility process stands apart.
import { fork } from "node:child_process";
import type { AgentExit } from "../agenthost/agent-process.ts";
import { type HostProcess, hostEnvironment, hostNodeSwitches } from "./host-process.ts";

const detailLengthMax = 2000;

export interface NodeHostProcess extends HostProcess {
  pid: number | undefined;
}

/** A launcher of `entry`, the tool host's main file. */
export function nodeHostLauncher(
  entry: string,
  environment: Readonly<Record<string, string | undefined>>,
): () => NodeHostProcess {
  return () => {
    const child = fork(entry, [], {
      execArgv: [...hostNodeSwitches],
      env: hostEnvironment(environment),
      serialization: "advanced",
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    let detail = "";
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      detail = (detail + text).slice(-detailLengthMax);
    });
    const exited = new Promise<AgentExit>((resolve) => {
      child.once("exit", (code, signal) => resolve({ code, signal, detail }));
      child.on("error", (error) => {
        // Without a pid it never started, and no exit follows.
        if (child.pid === undefined) resolve({ code: null, signal: null, detail: error.message });
      });
    });
    return {
      pid: child.pid,
      // A process that is gone tells so by its exit.
      post: (message) => void child.send(message, () => undefined),
      onMessage: (listener) => void child.on("message", listener),
      onExit: (listener) => void exited.then(listener),
      kill: () => void child.kill("SIGKILL"),
    };
  };
}
