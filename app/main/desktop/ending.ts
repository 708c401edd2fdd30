// How Nightjar ends. Promises: one tidy end with a limit, at once on a second signal, and never half alive: an error nobody
// caught is written down and ends the app. Refuses: to wait for a call in flight longer than the limit.
import type { Wait } from "../engine/ports.ts";
import type { AppLog } from "./log.ts";

/** Work is handed back well within this; what is not done by then the next start repairs. */
const endLimitMs = 2000;

export interface EndingDeps {
  log: AppLog;
  wait: Wait;
  /** Hands work back and closes everything, in order. */
  stop: () => Promise<void>;
  /** What must go even in a crash, synchronously. */
  tidy: () => void;
  exit: (code: number) => void;
}

export interface Ending {
  /** Ends the app once; further calls change nothing. @param why for the log */
  end(why: string): void;
  /** Whether the end has begun. */
  begun(): boolean;
  /** An error that nobody caught. */
  crash(error: unknown, where: string): void;
}

export function createEnding(deps: EndingDeps): Ending {
  let began = false;
  let exited = false;

  function exit(code: number): void {
    if (exited) return;
    exited = true;
    deps.exit(code);
  }

  async function stopAndExit(): Promise<void> {
    let cancel = () => {};
    const limit = new Promise<"late">((late) => {
      cancel = deps.wait(endLimitMs, () => late("late"));
    });
    try {
      const ended = await Promise.race([deps.stop(), limit]);
      if (ended === "late")
        deps.log.warn({ limitMs: endLimitMs }, "Something did not stop in time; ending without it.");
      cancel();
      deps.tidy();
      deps.log.info({}, "Nightjar ended.");
      exit(0);
    } catch (error) {
      cancel();
      crash(error, "while stopping");
    }
  }

  function crash(error: unknown, where: string): void {
    if (exited) return;
    try {
      deps.log.fatal({ error, where }, "An error nobody expected ends Nightjar.");
      deps.tidy();
    } finally {
      exit(1);
    }
  }

  return {
    end(why) {
      if (began) return;
      began = true;
      deps.log.info({ why }, "Nightjar ends.");
      void stopAndExit();
    },
    begun: () => began,
    crash,
  };
}

/** The first signal asks for a tidy end, the second one gets an immediate one. */
export function endOnSignals(ending: Ending, exit: (code: number) => void): void {
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
    process.on(signal, () => {
      if (ending.begun()) exit(130);
      else ending.end(signal);
    });
  }
}

/** Whatever nobody caught ends the app. A terminal that was closed is no such error. */
export function endOnCrashes(ending: Ending): void {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  process.on("uncaughtException", (error) => {
    process.stderr.write(`Nightjar ends after an unexpected error: ${error.stack ?? error.message}\n`);
    ending.crash(error, "uncaught exception");
  });
  process.on("unhandledRejection", (reason) => {
    process.stderr.write(`Nightjar ends after an unexpected error: ${String(reason)}\n`);
    ending.crash(reason, "unhandled rejection");
  });
}
