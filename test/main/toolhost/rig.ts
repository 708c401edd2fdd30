// The real tool host process over real servers, with waits that a test lets pass by hand where time matters.
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import type { Wait } from "../../../app/main/engine/ports.ts";
import type { JsonObject } from "../../../app/main/engine/worker/ports.ts";
import type { CommandServer, McpServerSettings, UrlServer } from "../../../app/main/settings/model.ts";
import { type NodeHostProcess, nodeHostLauncher } from "../../../app/main/toolhost/launch-node.ts";
import { createToolHost, type ServerView, type ToolHostDeps } from "../../../app/main/toolhost/tool-host.ts";

const fileAt = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
export const hostile = fileAt("test/support/mcp/hostile.ts");
const entry = fileAt("app/toolhost/index.ts");

export const command = (name: string, args: string[], more: Partial<CommandServer> = {}): CommandServer => ({
  ...{
    kind: "command",
    name,
    enabled: true,
    timeoutSeconds: 60,
    repeatable: [],
    command: process.execPath,
    args,
    env: {},
    cwd: null,
  },
  ...more,
});
export const hostileServer = (name: string, mode = "", more: Partial<CommandServer> = {}): CommandServer =>
  command(name, [hostile, mode], more);
export const urlServer = (name: string, url: string, more: Partial<UrlServer> = {}): UrlServer => ({
  ...{ kind: "url", name, enabled: true, timeoutSeconds: 60, repeatable: [], url, key: null, signIn: null },
  header: { name: "Authorization", value: "Bearer {secret}" },
  ...more,
});
/** The program of a published server. */
export const published = (packageName: string): string => fileAt(`node_modules/${packageName}/dist/index.js`);

export const quiet = { info: () => {}, warn: () => {}, error: () => {} };
export const realWait: Wait = (ms, wake) => {
  const timer = setTimeout(wake, ms);
  return () => clearTimeout(timer);
};

/** Time that passes only when the test says so. */
export interface HandWait {
  wait: Wait;
  /** How many waits of that length are open. */
  open(milliseconds: number): number;
  /** Resolves once as many of that length were begun, open or not. */
  begun(milliseconds: number, count: number): Promise<void>;
  /** Lets those of that length pass, and the grace behind them. */
  pass(milliseconds: number): void;
}

export function handWait(): HandWait {
  const waits = new Set<{ ms: number; wake: () => void }>();
  const began: number[] = [];
  const lookers = new Set<() => void>();
  const fire = (ms: number): void => {
    for (const one of [...waits].filter((wait) => wait.ms === ms)) {
      waits.delete(one);
      one.wake();
    }
  };
  return {
    wait: (ms, wake) => {
      const one = { ms, wake };
      waits.add(one);
      began.push(ms);
      for (const look of lookers) look();
      return () => void waits.delete(one);
    },
    open: (ms) => [...waits].filter((wait) => wait.ms === ms).length,
    begun: (ms, count) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (began.filter((one) => one === ms).length < count) return;
          lookers.delete(look);
          resolve();
        };
        lookers.add(look);
        look();
      }),
    pass: (ms) => {
      fire(ms);
      fire(100);
    },
  };
}

export interface Rig {
  host: ReturnType<typeof createToolHost>;
  launched: NodeHostProcess[];
  servers: McpServerSettings[];
  call(tool: string, args?: JsonObject, signal?: AbortSignal): ReturnType<ReturnType<typeof createToolHost>["call"]>;
  /** Resolves when `states()` is so; looked at after each change. */
  until(is: (states: ServerView[]) => boolean): Promise<ServerView[]>;
}

const noProxy: ToolHostDeps["proxy"] = {
  start: () => Promise.reject(new Error("There is no proxy in this test.")),
  grant: () => {
    throw new Error("There is no proxy in this test.");
  },
  revoke: () => 0,
};

export function memorySeen(kept: Record<string, Record<string, string>> = {}) {
  let now = kept;
  return {
    read: () => now,
    write: (seen: Record<string, Record<string, string>>) => {
      now = seen;
    },
  };
}

export function rigOf(servers: McpServerSettings[], more: Partial<ToolHostDeps> = {}): Rig {
  const launched: NodeHostProcess[] = [];
  const launch = nodeHostLauncher(entry, process.env);
  const current = { servers };
  const lookers = new Set<() => void>();
  const host = createToolHost({
    launch: () => {
      const process = launch();
      launched.push(process);
      return process;
    },
    servers: () => current.servers,
    seen: memorySeen(),
    ...{ wait: realWait, log: quiet, proxy: noProxy, environment: process.env },
    clock: { now: () => Math.floor(Date.now() / 1000), monotonic: () => performance.now() },
    secret: () => ({ state: "missing" }),
    ...{ home: () => ({ ports: [], folders: [] }), secretValues: () => [], destinations: () => [] },
    changed: () => {
      for (const look of lookers) look();
    },
    ...more,
  });
  onTestFinished(() => host.close());
  return {
    host,
    launched,
    get servers() {
      return current.servers;
    },
    set servers(next) {
      current.servers = next;
    },
    call: (tool, args = {}, signal = new AbortController().signal) =>
      host.call({ tool, arguments: args, effectKey: "ek_test" }, signal),
    until: (is) =>
      new Promise((resolve) => {
        const look = (): void => {
          const states = host.states();
          if (!is(states)) return;
          lookers.delete(look);
          resolve(states);
        };
        lookers.add(look);
        look();
      }),
  };
}

/** The text of a result's first part. */
export const textOf = (outcome: { kind: string; result?: JsonObject | null }): string => {
  const [first] = (outcome.result?.content ?? []) as { text?: string }[];
  return first?.text ?? `(${outcome.kind})`;
};
