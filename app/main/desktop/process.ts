// The process itself: its switches, its two ways out. Promises: a wrong switch is said on the terminal and ends with code 2.
// Refuses: to start with half-understood switches.
import { app } from "electron";
import { readSwitches, type Switches } from "./switches.ts";

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
