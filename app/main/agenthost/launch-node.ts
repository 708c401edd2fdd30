// Launches the agent process with plain Node (child_process), for the engine outside Electron: tests and the crash harness.
// Promises: a heap limit and a bare environment. Refuses: to be used inside Electron, whose utility process stands apart.
import { fork } from "node:child_process";
import { type AgentExit, type AgentProcess, agentEnvironment, nodeSwitches } from "./agent-process.ts";

const detailLengthMax = 2000;

export interface NodeAgentProcess extends AgentProcess {
  pid: number | undefined;
}

/** A launcher of `entry`, the agent process's main file. */
export function nodeLauncher(
  entry: string,
  environment: Readonly<Record<string, string | undefined>>,
): () => NodeAgentProcess {
  return () => {
    const child = fork(entry, [], {
      execArgv: [...nodeSwitches],
      env: agentEnvironment(environment),
      // The same copying of values as between Electron's processes.
      serialization: "advanced",
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    let detail = "";
    let handedOver = false;
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      if (!handedOver) detail = (detail + text).slice(-detailLengthMax);
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
      post(message) {
        handedOver = true;
        detail = "";
        // A process that is gone tells so by its exit.
        child.send(message, () => undefined);
      },
      onMessage: (listener) => void child.on("message", listener),
      onExit: (listener) => void exited.then(listener),
      kill: () => void child.kill("SIGKILL"),
    };
  };
}
