// A server that is a program: started in a process group of its own, asked over its standard input and output. Promises: its
// whole group is gone with the session; what it writes is bounded. Refuses: to hand it any variable that was not named.
import { type ChildProcess, spawn } from "node:child_process";
import {
  deserializeMessage,
  type JSONRPCMessage,
  serializeMessage,
  type Transport,
} from "@modelcontextprotocol/client";
import type { Launch } from "../preload/contract/toolhost.ts";
import { toolBounds } from "../preload/contract/toolhost.ts";
import { createLines } from "./lines.ts";
import { isModest } from "./modest.ts";
import { createMeter } from "./meter.ts";

type Command = Extract<Launch, { kind: "command" }>;

export interface ServerTransport extends Transport {
  /** Why it is over, in words; null while nobody knows. */
  why(): string | null;
  /** The end of what it wrote to its standard error. */
  said(): string;
  /** Ends it without asking. */
  kill(why: string): void;
}

/** One message may be this long; a result is cut later, where it is understood. */
export const lineBytesMax = 8_388_608;
const politeMilliseconds = 1000;
const isWindows = process.platform === "win32";

/** @param told a process that was started, or that is gone */
export function createStdioTransport(launch: Command, told: (pid: number, alive: boolean) => void): ServerTransport {
  const meter = createMeter();
  const lines = createLines(lineBytesMax);
  let child: ChildProcess | null = null;
  let exited: Promise<void> = Promise.resolve();
  let said = "";
  let why: string | null = null;
  let closed = false;

  function signal(name: "SIGTERM" | "SIGKILL"): void {
    if (child?.pid === undefined) return;
    try {
      // The whole group: `npx` and the like start the server as a process of their own.
      if (isWindows) child.kill(name);
      else process.kill(-child.pid, name);
    } catch {
      // It is gone already.
    }
  }

  function over(reason: string): void {
    why ??= reason;
    if (closed) return;
    closed = true;
    transport.onclose?.();
  }

  function kill(reason: string): void {
    over(reason);
    signal("SIGKILL");
  }

  function read(chunk: Buffer): void {
    if (closed) return;
    if (!meter.bytes(chunk.length)) return kill("it wrote more than anybody could read, and was ended");
    const complete = lines.push(chunk);
    if (complete === null) return kill(`it wrote one message of more than ${lineBytesMax} bytes, and was ended`);
    for (const line of complete) {
      if (!meter.message()) return kill("it wrote more messages than anybody could read, and was ended");
      let message: JSONRPCMessage;
      try {
        message = deserializeMessage(line);
      } catch {
        // Not every program keeps its standard output for messages: what is none is passed over.
        continue;
      }
      if (!isModest(message)) return kill("it wrote a message of more parts than anybody could read, and was ended");
      transport.onmessage?.(message);
      if (closed) return;
    }
  }

  function start(): Promise<void> {
    return new Promise((resolve, reject) => {
      const { command, args, env, cwd } = launch;
      const started = spawn(command, args, {
        ...{ env, cwd, shell: false, windowsHide: true, detached: !isWindows },
        stdio: ["pipe", "pipe", "pipe"],
      });
      child = started;
      exited = new Promise((gone) => {
        started.once("exit", (code, name) => {
          over(`it ended (${name === null ? `exit code ${code ?? "unknown"}` : `signal ${name}`})`);
          // What it started itself goes with it.
          signal("SIGKILL");
          if (started.pid !== undefined) told(started.pid, false);
          gone();
        });
        started.once("error", (error) => {
          if (started.pid === undefined) gone();
          reject(error);
        });
      });
      started.once("spawn", () => {
        if (started.pid !== undefined) told(started.pid, true);
        resolve();
      });
      started.stdout?.on("data", read).on("error", () => undefined);
      started.stderr?.setEncoding("utf8").on("data", (text: string) => {
        said = (said + text).slice(-toolBounds.saidCharacters);
        if (!closed && !meter.bytes(text.length)) kill("it wrote more than anybody could read, and was ended");
      });
      // That nobody reads any more is told by its exit.
      started.stdin?.on("error", () => undefined);
    });
  }

  const transport: ServerTransport = {
    start,
    kill,
    why: () => why,
    said: () => said,
    send(message: JSONRPCMessage) {
      if (closed || child === null) return Promise.reject(new Error("The server is gone."));
      child.stdin?.write(serializeMessage(message));
      return Promise.resolve();
    },
    async close() {
      over("it was stopped");
      child?.stdin?.end();
      for (const name of ["SIGTERM", "SIGKILL"] as const) {
        if (await within(exited, politeMilliseconds)) return;
        signal(name);
      }
      await exited;
    },
  };
  return transport;
}

/** Whether it came within that time. */
function within(promise: Promise<void>, milliseconds: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), milliseconds);
    void promise.then(() => {
      clearTimeout(timer);
      resolve(true);
    });
  });
}
