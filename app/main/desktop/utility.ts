// Launches a process of ours as Electron's utility process. Promises: the environment it is given and no other, death at once when
// asked for. Refuses: to let it inherit what main has.
import { utilityProcess } from "electron";
import type { AgentExit } from "../agenthost/agent-process.ts";

const detailLengthMax = 2000;

export interface UtilitySetup {
  /** The built main file, such as `dist/agent/index.cjs`. */
  entry: string;
  serviceName: string;
  execArgv: readonly string[];
  environment: Record<string, string>;
}

export interface Utility<To> {
  pid(): number | undefined;
  post(message: To): void;
  onMessage(listener: (message: unknown) => void): void;
  onExit(listener: (exit: AgentExit) => void): void;
  kill(): void;
}

export function launchUtility<To>({ entry, serviceName, execArgv, environment }: UtilitySetup): Utility<To> {
  const child = utilityProcess.fork(entry, [], {
    ...{ serviceName, execArgv: [...execArgv], env: environment },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let detail = "";
  let handedOver = false;
  let killed = false;
  // A pipe nobody reads would fill up and stop the process.
  child.stderr?.on("data", (chunk: Buffer) => {
    if (!handedOver) detail = (detail + chunk.toString("utf8")).slice(-detailLengthMax);
  });
  const exited = new Promise<AgentExit>((resolve) => {
    child.once("exit", (code) => resolve({ code, signal: killed ? "SIGKILL" : null, detail }));
  });
  const killHard = () => {
    // Electron's own kill is a SIGTERM, which an endless loop may never hear.
    if (child.pid !== undefined) killProcess(child.pid);
  };
  child.once("spawn", () => {
    if (killed) killHard();
  });
  return {
    pid: () => child.pid,
    post(message) {
      handedOver = true;
      detail = "";
      child.postMessage(message);
    },
    onMessage: (listener) => void child.on("message", listener),
    onExit: (listener) => void exited.then(listener),
    kill() {
      killed = true;
      killHard();
      child.kill();
    },
  };
}

function killProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It is gone already.
  }
}
