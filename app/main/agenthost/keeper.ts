// Keeps one warm agent process: launches it when first needed, replaces it after its death or a kill.
// Promises: a process that was given up is never heard again. Refuses: to talk about runs.
import type { FromAgent, ToAgent } from "../../preload/contract/agent.ts";
import type { Log, Wait } from "../engine/ports.ts";
import type { AgentExit, AgentProcess } from "./agent-process.ts";
import { readMessage } from "./check.ts";
import type { AgentLimits } from "./limits.ts";
import { patiently } from "./patience.ts";

/** Who uses the process for one run. After `lost` or a kill nothing more is called. */
export interface ProcessUser {
  ready(): void;
  message(message: FromAgent): void;
  lost(loss: Loss): void;
}

export type Loss = { kind: "died"; exit: AgentExit } | { kind: "not_started"; why: string } | { kind: "nonsense" };

export interface Keeper {
  busy(): boolean;
  /** Hands the process to `user` until `release`, starting one when there is none. Only when not `busy` with another. */
  hand(user: ProcessUser): void;
  release(): void;
  post(message: ToAgent): void;
  /** The process as it is now, for looking at its memory. */
  process(): AgentProcess | null;
  /** Ends the present process at once and forgets it. Its user stays, and may be handed a new one. */
  kill(): void;
}

export interface KeeperDeps {
  launch: () => AgentProcess;
  wait: Wait;
  log: Log;
  limits: AgentLimits;
}

interface Live {
  process: AgentProcess;
  ready: boolean;
  stopStartWatch: () => void;
}

export function createKeeper({ launch, wait, log, limits }: KeeperDeps): Keeper {
  let live: Live | null = null;
  let user: ProcessUser | null = null;

  function lose(loss: Loss): void {
    const loser = user;
    user = null;
    loser?.lost(loss);
  }

  function start(): void {
    let process: AgentProcess;
    try {
      process = launch();
    } catch (error) {
      lose({ kind: "not_started", why: `${error instanceof Error ? error.message : String(error)}.` });
      return;
    }
    const started: Live = {
      process,
      ready: false,
      stopStartWatch: patiently(wait, limits.startMilliseconds, () => {
        if (live !== started) return;
        kill();
        lose({ kind: "not_started", why: `it was not ready after ${limits.startMilliseconds / 1000} s.` });
      }),
    };
    live = started;
    process.onMessage((message) => {
      if (live === started) hear(started, message);
    });
    process.onExit((exit) => {
      if (live === started) ended(started, exit);
    });
  }

  function hear(from: Live, message: unknown): void {
    const said = readMessage(message);
    if (said === null || (said.type === "ready") === from.ready || (said.type !== "ready" && user === null)) {
      log.warn({ idle: user === null }, "The agent process said something that makes no sense and was ended.");
      kill();
      lose({ kind: "nonsense" });
      return;
    }
    if (said.type === "ready") {
      from.ready = true;
      from.stopStartWatch();
      user?.ready();
    } else {
      user?.message(said);
    }
  }

  function ended(gone: Live, exit: AgentExit): void {
    live = null;
    gone.stopStartWatch();
    log.warn(
      { code: exit.code, signal: exit.signal, detail: exit.detail, idle: user === null },
      "The agent process ended.",
    );
    const how = exit.signal ?? `code ${exit.code ?? "unknown"}`;
    lose(gone.ready ? { kind: "died", exit } : { kind: "not_started", why: `it ended at once (${how}).` });
  }

  function kill(): void {
    const doomed = live;
    if (doomed === null) return;
    live = null;
    doomed.stopStartWatch();
    const stopWatch = wait(limits.killMilliseconds, () => {
      log.error(
        { waitedMilliseconds: limits.killMilliseconds },
        "A killed agent process still lives; it is killed again.",
      );
      doomed.process.kill();
    });
    doomed.process.onExit(stopWatch);
    doomed.process.kill();
  }

  return {
    busy: () => user !== null,
    hand(next) {
      user = next;
      if (live === null) start();
      else if (live.ready) next.ready();
    },
    release() {
      user = null;
    },
    post(message) {
      live?.process.post(message);
    },
    process: () => live?.process ?? null,
    kill,
  };
}
