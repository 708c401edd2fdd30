// Promises requests to bridge.py with their answers as promises, and its events to listeners.
// Refuses to wait for ever: each request has a deadline, and a bridge that ends fails everything that waits.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { z } from "zod";

const deadlineMilliseconds = 20_000;
// Another python3 may come first on PATH; only the system's has the D-Bus modules.
const python = "/usr/bin/python3";

const answerSchema = z.object({
  id: z.number(),
  error: z.string().optional(),
  values: z.array(z.unknown()).optional(),
});
const eventSchema = z.object({ event: z.string(), values: z.array(z.unknown()) });

/** A value with its D-Bus type, where the plain one would be ambiguous. */
interface Typed {
  type: "s" | "u" | "i" | "b" | "o";
  value: string | number | boolean;
}
type Argument = string | number | boolean | Typed | Argument[];
export type BusName = "session" | "system";

export interface Call {
  bus: BusName;
  destination: string;
  path: string;
  interface: string;
  method: string;
  signature: string;
  args: Argument[];
}

export interface Bridge {
  /** Starts a program that ends with the bridge; its output goes to the file `log`. */
  start(program: { argv: string[]; env: Record<string, string>; log: string; input?: string }): Promise<void>;
  connect(bus: BusName, address: string): Promise<void>;
  /** Resolves as soon as somebody owns `name` on the bus. */
  waitForName(bus: BusName, name: string): Promise<void>;
  /** Calls a method and returns its results. */
  call(call: Call): Promise<unknown[]>;
  /** Hands each such signal to `listener`. */
  listen(
    signal: { bus: BusName; interface: string; path: string; signal: string },
    listener: (values: unknown[]) => void,
  ): Promise<void>;
  /** Lets a mock emit a signal. */
  emit(
    mock: { bus: BusName; destination: string; path: string },
    signal: { interface: string; name: string; signature: string; args: Typed[] },
  ): Promise<void>;
  stop(): Promise<void>;
}

/** Starts bridge.py. `folder` is its working folder, which it removes at its end. */
export function createBridge(folder: string): Bridge {
  const child = spawn(python, [fileURLToPath(new URL("./bridge.py", import.meta.url))], {
    cwd: folder,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const waiting = new Map<number, { settle: (values: unknown[]) => void; fail: (error: Error) => void }>();
  const listeners = new Map<string, (values: unknown[]) => void>();
  let lastId = 0;
  let ended: Error | undefined;

  child.once("exit", (code) => {
    ended = new Error(`the test desktop's bridge ended with code ${code}`);
    for (const request of waiting.values()) request.fail(ended);
    waiting.clear();
  });
  createInterface({ input: child.stdout }).on("line", (line) => {
    const message: unknown = JSON.parse(line);
    const event = eventSchema.safeParse(message);
    if (event.success) {
      listeners.get(event.data.event)?.(event.data.values);
      return;
    }
    const answer = answerSchema.parse(message);
    const request = waiting.get(answer.id);
    waiting.delete(answer.id);
    if (answer.error === undefined) request?.settle(answer.values ?? []);
    else request?.fail(new Error(answer.error));
  });

  const ask = (operation: string, fields: object): Promise<unknown[]> =>
    new Promise((resolve, reject) => {
      if (ended !== undefined) {
        reject(ended);
        return;
      }
      lastId += 1;
      const id = lastId;
      const what = `${operation} ${JSON.stringify(fields)}`;
      const deadline = setTimeout(() => {
        waiting.delete(id);
        reject(new Error(`the test desktop did not answer within ${deadlineMilliseconds / 1000} s: ${what}`));
      }, deadlineMilliseconds);
      waiting.set(id, {
        settle: (values) => {
          clearTimeout(deadline);
          resolve(values);
        },
        fail: (error) => {
          clearTimeout(deadline);
          reject(new Error(`the test desktop failed: ${what}: ${error.message}`));
        },
      });
      child.stdin.write(`${JSON.stringify({ id, operation, ...fields })}\n`);
    });

  const call = (request: Call): Promise<unknown[]> => ask("call", request);
  return {
    call,
    start: async (program) => void (await ask("start", program)),
    connect: async (bus, address) => void (await ask("connect", { bus, address })),
    waitForName: async (bus, name) => void (await ask("wait-name", { bus, name })),
    listen: async (signal, listener) => {
      const tag = `${signal.bus} ${signal.path} ${signal.interface}.${signal.signal}`;
      listeners.set(tag, listener);
      await ask("listen", { ...signal, tag });
    },
    emit: async (mock, signal) =>
      void (await call({
        ...mock,
        interface: "org.freedesktop.DBus.Mock",
        method: "EmitSignal",
        signature: "sssav",
        args: [signal.interface, signal.name, signal.signature, signal.args],
      })),
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, "exit");
      child.stdin.end();
      await exited;
    },
  };
}
