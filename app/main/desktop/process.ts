// The process itself: its switches, its files, its ways out. Promises: what keeps Nightjar from starting is said on the
// terminal and on the screen. Refuses: to start with half-understood switches.
import { app, dialog } from "electron";
import { join } from "node:path";
import type { FaultPoint } from "../engine/ports.ts";
import { readFaults } from "./faults.ts";
import { openProfile } from "./instance.ts";
import { readSwitches, type Switches } from "./switches.ts";
import { texts } from "./texts.ts";

export const isLinux = process.platform === "linux";

/** A sentence for whoever started the app from a terminal. */
export function sayOnTerminal(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}

/** Ends at once. @param sentence a last word for the terminal */
export function exitNow(code: number, sentence?: string): void {
  if (sentence !== undefined) process.stderr.write(`${sentence}\n`);
  app.exit(code);
}

/** @returns null when they could not be read: the process then ends with code 2 */
export function readSwitchesOrExit(): Switches | null {
  const read = readSwitches(process.argv.slice(1), process.cwd());
  if (read.ok) return read.switches;
  exitNow(2, read.sentence);
  return null;
}

/** A file of the build, wherever the app lies. @param path below `dist/` */
export function builtFile(path: string): string {
  return join(app.getAppPath(), "dist", path);
}

/** In a packaged app there are no fault points, whatever the environment says. */
export function appFaults(): FaultPoint {
  const wanted = app.isPackaged ? undefined : process.env["NIGHTJAR_FAULTS"];
  return readFaults(wanted, () => process.kill(process.pid, "SIGKILL"));
}

/** @returns null when a folder that was asked for cannot be used: the process then ends with code 2 */
export function openProfileOrExit(chosen: string | null): string | null {
  try {
    return openProfile(chosen);
  } catch (error) {
    // Without a switch nobody looks at a terminal: it is told on the screen like every other failure to start.
    if (chosen === null) throw error;
    exitNow(2, error instanceof Error ? error.message : String(error));
    return null;
  }
}

/** Nightjar could not be built up: says why where the person looks, and ends with code 1. */
export async function tellStartFailure(error: unknown): Promise<void> {
  const why = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${texts.startFailed}: ${error instanceof Error ? (error.stack ?? why) : why}\n`);
  await app.whenReady();
  const { response } = await dialog.showMessageBox({
    ...{ type: "error", title: texts.title, message: texts.startFailed, detail: why },
    ...{ buttons: [texts.tryAgain, texts.quit], defaultId: 0, cancelId: 1 },
  });
  if (response === 0) app.relaunch();
  exitNow(1);
}
