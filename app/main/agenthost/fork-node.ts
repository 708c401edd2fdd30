// Launches a process of ours with plain Node (child_process), for main's parts outside Electron: tests and the crash harness.
// Promises: values are copied as between Electron's processes. Refuses: to be used inside Electron, whose utility process stands apart.
import { fork } from "node:child_process";
import type { AgentExit } from "./agent-process.ts";

const detailLengthMax = 2000;

export interface NodeProcess<Message> {
  pid: number | undefined;
  post(message: Message): void;
  onMessage(listener: (message: unknown) => void): void;
  onExit(listener: (exit: AgentExit) => void): void;
  kill(): void;
}

export interface NodeLaunch {
  execArgv: readonly string[];
  /** Its whole environment. */
  env: Record<string, string>;
  /** Whether what it writes to stderr is told only as long as nothing was posted to it. */
  quiet: boolean;
}

export function forkNode<Message extends object>(
  entry: string,
  { execArgv, env, quiet }: NodeLaunch,
): NodeProcess<Message> {
  const child = fork(entry, [], {
    ...{ execArgv: [...execArgv], env, serialization: "advanced" },
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  let detail = "";
  let told = true;
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    if (told) detail = (detail + text).slice(-detailLengthMax);
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
      if (quiet) {
        told = false;
        detail = "";
      }
      // A process that is gone tells so by its exit.
      child.send(message, () => undefined);
    },
    onMessage: (listener) => void child.on("message", listener),
    onExit: (listener) => void exited.then(listener),
    kill: () => void child.kill("SIGKILL"),
  };
}
