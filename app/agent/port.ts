// The agent process's one connection to main: Electron's parent port, or Node's own channel where it was forked by Node.
// Refuses: to run without either, and to outlive the other side.
import type { FromAgent, ToAgent } from "../preload/contract/agent.ts";

/** What Electron puts on `process` in a utility process. */
interface ParentPort {
  on(event: "message", listener: (message: { data: unknown }) => void): void;
  postMessage(message: unknown): void;
}

export interface Port {
  post(message: FromAgent): void;
  onMessage(listener: (message: ToAgent) => void): void;
}

export function openPort(): Port {
  const { parentPort } = process as unknown as { parentPort?: ParentPort | null };
  if (parentPort) {
    return {
      post: (message) => parentPort.postMessage(message),
      onMessage: (listener) => parentPort.on("message", (message) => listener(message.data as ToAgent)),
    };
  }
  if (process.send !== undefined) {
    // Main is gone: nobody is left to decide for.
    process.on("disconnect", () => process.exit(0));
    return {
      post: (message) => void process.send?.(message, undefined, undefined, () => undefined),
      onMessage: (listener) => process.on("message", (message) => listener(message as ToAgent)),
    };
  }
  throw new Error("The agent process was started on its own. It is started by Nightjar's main process only.");
}
