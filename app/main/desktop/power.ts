// Passes on what the system says about sleep, wake and shutdown. Promises: however often a signal comes, it is only passed
// on (the engine counts real gaps, rule 2). Refuses: to take a locked screen for sleep.
import { powerMonitor } from "electron";
import type { Log } from "../engine/ports.ts";

export interface PowerSignals {
  on(event: "suspend" | "resume", listener: () => void): unknown;
  on(event: "shutdown", listener: (event: { preventDefault(): void }) => void): unknown;
}

/** @param deps.signals Electron's powerMonitor unless a test speaks for the system */
export function watchPower(deps: {
  signals?: PowerSignals;
  log: Log;
  suspend: () => void;
  resume: () => void;
  quit: () => void;
}): void {
  const signals = deps.signals ?? (powerMonitor as unknown as PowerSignals);
  signals.on("suspend", () => {
    deps.log.info({}, "The computer goes to sleep.");
    deps.suspend();
  });
  signals.on("resume", () => {
    deps.log.info({}, "The computer woke up.");
    deps.resume();
  });
  signals.on("shutdown", (event) => {
    // Asks the system for the second it takes to hand work back.
    event.preventDefault();
    deps.log.info({}, "The computer shuts down.");
    deps.quit();
  });
}
