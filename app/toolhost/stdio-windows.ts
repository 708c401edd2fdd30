// The same as `stdio.ts` where there are no process groups: the client library's own transport, which finds `npx.cmd` and quotes
// its arguments. Promises: what the server writes is bounded. Refuses: to reach what that program has started in turn.
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import type { Launch } from "../preload/contract/toolhost.ts";
import { toolBounds } from "../preload/contract/toolhost.ts";
import { createMeter } from "./meter.ts";
import { isModest } from "./modest.ts";
import { lineBytesMax, type ServerTransport } from "./stdio.ts";

/** @param told a process that was started, or that is gone */
export function createWindowsTransport(
  { command, args, env, cwd }: Extract<Launch, { kind: "command" }>,
  told: (pid: number, alive: boolean) => void,
): ServerTransport {
  const meter = createMeter();
  const inner = new StdioClientTransport({ command, args, env, cwd, stderr: "pipe", maxBufferSize: lineBytesMax });
  let said = "";
  let why: string | null = null;
  let pid: number | null = null;

  function gone(): void {
    if (pid !== null) told(pid, false);
    pid = null;
  }

  function kill(reason: string): void {
    why ??= reason;
    try {
      if (pid !== null) process.kill(pid, "SIGKILL");
    } catch {
      // It is gone already.
    }
    void transport.close();
  }

  inner.stderr?.on("data", (chunk: Buffer) => {
    said = (said + chunk.toString("utf8")).slice(-toolBounds.saidCharacters);
    if (!meter.bytes(chunk.length)) kill("it wrote more than anybody could read, and was ended");
  });
  inner.onclose = () => {
    why ??= "it ended";
    gone();
    transport.onclose?.();
  };
  inner.onerror = (error) => transport.onerror?.(error);
  inner.onmessage = (message) => {
    if (isModest(message) && meter.message() && meter.bytes(JSON.stringify(message).length))
      transport.onmessage?.(message);
    else kill("it wrote more than anybody could read, and was ended");
  };

  const transport: ServerTransport = {
    async start() {
      await inner.start();
      pid = inner.pid;
      if (pid !== null) told(pid, true);
    },
    kill,
    why: () => why,
    said: () => said,
    send: (message) => inner.send(message),
    async close() {
      why ??= "it was stopped";
      await inner.close();
      gone();
    },
  };
  return transport;
}
