// Launches the agent process as Electron's utility process. Promises: a bare environment, death at once when asked for, its
// heap limited and its memory told to the host. Refuses: to let it inherit what main has.
import { app, utilityProcess } from "electron";
import { type AgentExit, type AgentProcess, agentEnvironment, electronSwitches } from "../agenthost/agent-process.ts";

const detailLengthMax = 2000;

interface UtilityAgent extends AgentProcess {
  pid(): number | undefined;
}

/** @param entry the built agent process, `dist/agent/index.cjs` */
export function utilityLauncher(
  entry: string,
  environment: Readonly<Record<string, string | undefined>>,
): () => AgentProcess {
  return () => {
    const child = utilityProcess.fork(entry, [], {
      serviceName: "Nightjar agent",
      execArgv: [...electronSwitches],
      env: agentEnvironment(environment),
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
    const agent: UtilityAgent = {
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
    return agent;
  };
}

function killProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It is gone already.
  }
}

/** The resident memory of a process that `utilityLauncher` launched, in bytes; null when the system does not tell. */
export function memoryOfAgent(agent: AgentProcess): number | null {
  const pid = (agent as UtilityAgent).pid();
  const metrics = app.getAppMetrics().find((metric) => metric.pid === pid);
  return metrics === undefined ? null : metrics.memory.workingSetSize * 1024;
}
