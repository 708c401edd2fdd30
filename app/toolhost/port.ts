// The tool host's one connection to main: Electron's parent port, or Node's own channel where it was forked by Node.
// Refuses: to run without either, and to outlive the other side.
import type { FromToolHost, ToToolHost } from "../preload/contract/toolhost.ts";

/** What Electron puts on `process` in a utility process. */
interface ParentPort {
  on(event: "message", listener: (message: { data: unknown }) => void): void;
  postMessage(message: unknown): void;
}

export interface Port {
  post(message: FromToolHost): void;
  onMessage(listener: (message: ToToolHost) => void): void;
  /** Main is gone. */
  onGone(listener: () => void): void;
}

export function openPort(): Port {
  const { parentPort } = process as unknown as { parentPort?: ParentPort | null };
  if (parentPort) {
    return {
      post: (message) => parentPort.postMessage(message),
      onMessage: (listener) => parentPort.on("message", (message) => listener(message.data as ToToolHost)),
      // Electron ends a utility process together with its main process.
      onGone: () => undefined,
    };
  }
  if (process.send !== undefined) {
    return {
      post: (message) => void process.send?.(message, undefined, undefined, () => undefined),
      onMessage: (listener) => process.on("message", (message) => listener(message as ToToolHost)),
      onGone: (listener) => process.on("disconnect", listener),
    };
  }
  throw new Error("The tool host process was started on its own. It is started by Nightjar's main process only.");
}
