// Builds the parts in order, starts them, stops them. Promises: nothing is decided here.
// Refuses: logic.
import { systemClock, systemWait } from "./desktop/clock.ts";
import { guardEverything } from "./desktop/guards.ts";
import { claimProfile, openProfile } from "./desktop/instance.ts";
import { createLog } from "./desktop/log.ts";
import { createEnding, endOnCrashes, endOnSignals } from "./desktop/ending.ts";
import { removeFile } from "./desktop/files.ts";
import { openShell, prepareShell, type Shell } from "./desktop/shell.ts";
import { exitNow, readSwitchesOrExit } from "./desktop/process.ts";
import type { Switches } from "./desktop/switches.ts";
import { join } from "node:path";

const switches = readSwitchesOrExit();
if (switches !== null) void start(switches);

async function start(switches: Switches): Promise<void> {
  let shell: Shell | null = null;
  const profile = openProfile(switches.profile);
  if (!claimProfile(profile, () => shell?.show())) {
    return exitNow(0, "Nightjar already runs with this profile; its window is shown.");
  }
  const log = createLog(profile);
  const ending = createEnding({
    log,
    wait: systemWait,
    stop: async () => shell?.close(),
    tidy: () => removeFile(join(profile, "listener.json")),
    exit: exitNow,
  });
  endOnCrashes(ending);
  guardEverything(log);
  await prepareShell();
  // Electron puts its own handlers in place while it becomes ready; ours come after them.
  endOnSignals(ending, exitNow);
  shell = openShell({ log, clock: systemClock, hidden: switches.hidden, quit: () => ending.end("quit") });
}
