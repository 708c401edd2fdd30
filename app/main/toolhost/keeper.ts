// Keeps one tool host process: launched when first needed, forgotten when it dies or talks nonsense. Promises: what it says is parsed
// before anybody hears it; the programs it started are gone when it is. Refuses: to know servers and calls.
import { isSmallPlainData } from "../agenthost/weigh.ts";
import { patiently } from "../agenthost/patience.ts";
import type { Log, Wait } from "../engine/ports.ts";
import { type FromToolHost, fromToolHostSchema, type ToToolHost } from "../../preload/contract/toolhost.ts";
import type { HostProcess } from "./host-process.ts";
import type { ToolHostLimits } from "./limits.ts";

export interface KeeperDeps {
  launch: () => HostProcess;
  wait: Wait;
  log: Log;
  limits: ToolHostLimits;
  heard: (message: FromToolHost) => void;
  /** The process is gone, and with it every session. A sentence without a full stop. */
  lost: (why: string) => void;
  /** Ends a process and its group by the number of its leader. */
  killGroup: (pid: number) => void;
}

export interface Keeper {
  /** Starts the process when there is none; what is posted before it is ready waits. */
  post(message: ToToolHost): void;
  /** Only to a process that is there. */
  tell(message: ToToolHost): void;
  /** Ends it for a reason of main's own. */
  kill(why: string): void;
  /** Asks it to stop its servers and to end; kills it when it does not. */
  quit(): Promise<void>;
}

/** 200 tools with all that may stand in them. */
const charactersMax = 6_000_000;

interface Live {
  process: HostProcess;
  ready: boolean;
  queue: ToToolHost[];
  stopStartWatch: () => void;
}

export function createKeeper({ launch, wait, log, limits, heard, lost, killGroup }: KeeperDeps): Keeper {
  let live: Live | null = null;
  /** Leaders of groups that the process started. */
  const children = new Set<number>();

  function forget(why: string): void {
    const gone = live;
    if (gone === null) return;
    live = null;
    gone.stopStartWatch();
    gone.process.kill();
    for (const pid of children) killGroup(pid);
    children.clear();
    lost(why);
  }

  function hear(from: Live, message: unknown): void {
    const read = isSmallPlainData(message, charactersMax) ? fromToolHostSchema.safeParse(message) : null;
    if (read?.success !== true || (read.data.type === "ready") === from.ready) {
      log.error({}, "The tool host process said something that makes no sense and was ended.");
      return forget("it said something that makes no sense, and was ended");
    }
    const said = read.data;
    if (said.type === "ready") {
      from.ready = true;
      from.stopStartWatch();
      for (const waiting of from.queue.splice(0)) send(from, waiting);
    } else if (said.type === "child") {
      if (said.alive) children.add(said.pid);
      else children.delete(said.pid);
    } else heard(said);
  }

  function send(to: Live, message: ToToolHost): void {
    try {
      to.process.post(message);
    } catch {
      // Its exit is told as well.
    }
  }

  function start(): Live | null {
    let process: HostProcess;
    try {
      process = launch();
    } catch (error) {
      lost(`it could not be started (${error instanceof Error ? error.message : String(error)})`);
      return null;
    }
    const started: Live = {
      ...{ process, ready: false, queue: [] },
      stopStartWatch: patiently(wait, limits.startMilliseconds, () => {
        if (live === started) forget(`it was not ready after ${limits.startMilliseconds / 1000} s`);
      }),
    };
    live = started;
    process.onMessage((message) => {
      if (live === started) hear(started, message);
    });
    process.onExit((exit) => {
      if (live !== started) return;
      const how = exit.signal ?? `exit code ${exit.code ?? "unknown"}`;
      log.error({ code: exit.code, signal: exit.signal, detail: exit.detail }, "The tool host process ended.");
      forget(`it ended (${how})`);
    });
    return started;
  }

  return {
    post(message) {
      const to = live ?? start();
      if (to === null) return;
      if (to.ready) send(to, message);
      else to.queue.push(message);
    },
    tell(message) {
      if (live === null) return;
      if (live.ready) send(live, message);
      else live.queue.push(message);
    },
    kill: forget,
    quit() {
      const leaving = live;
      if (leaving === null) return Promise.resolve();
      if (!leaving.ready) {
        forget("Nightjar quits");
        return Promise.resolve();
      }
      return new Promise((resolve) => {
        const stopWatch = wait(limits.quitMilliseconds, () => leaving.process.kill());
        leaving.process.onExit(() => {
          stopWatch();
          live = null;
          for (const pid of children) killGroup(pid);
          children.clear();
          resolve();
        });
        // From here on nothing it says counts.
        live = null;
        send(leaving, { type: "quit" });
      });
    },
  };
}

/** SIGKILL for a whole group. */
export function killProcessGroup(pid: number): void {
  try {
    if (process.platform === "win32") process.kill(pid, "SIGKILL");
    else process.kill(-pid, "SIGKILL");
  } catch {
    // It is gone already.
  }
}
