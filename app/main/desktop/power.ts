// Passes on what the system says about sleep, wake and shutdown. Promises: however often a signal comes, it is only passed
// on (the engine counts real gaps, rule 2). Refuses: to take a locked screen for sleep.
import type { Log } from "../engine/ports.ts";

export interface PowerSignals {
  on(event: "suspend" | "resume", listener: () => void): unknown;
  on(event: "shutdown", listener: (event: { preventDefault(): void }) => void): unknown;
}

/** @param signals Electron's powerMonitor, or anything that speaks like it */
export function watchPower(deps: {
  signals: PowerSignals;
  log: Log;
  suspend: () => void;
  resume: () => void;
  quit: () => void;
}): void {
  deps.signals.on("suspend", () => {
    deps.log.info({}, "The computer goes to sleep.");
    deps.suspend();
  });
  deps.signals.on("resume", () => {
    deps.log.info({}, "The computer woke up.");
    deps.resume();
  });
  deps.signals.on("shutdown", (event) => {
    // Asks the system for the second it takes to hand work back.
    event.preventDefault();
    deps.log.info({}, "The computer shuts down.");
    deps.quit();
  });
}
