// Fault points of the real app: nothing in the product; in an unpackaged app NIGHTJAR_FAULTS=<point>:kill[,…] makes the
// process kill itself there, as a power cut would. `<point>@3:kill` waits for the third time. Refuses: a packaged app.
import type { FaultPoint } from "../engine/ports.ts";

const shape = /^([a-z0-9.-]+)(?:@([1-9]\d*))?:kill$/;

/**
 * @param wanted the variable's text; undefined or empty means none
 * @param kill ends the process at once, without any tidying
 * @throws when the text cannot be read: a crash test that never crashes would prove nothing
 */
export function readFaults(wanted: string | undefined, kill: () => void): FaultPoint {
  if (wanted === undefined || wanted === "") return () => undefined;
  const left = new Map<string, number>();
  for (const part of wanted.split(",")) {
    const match = shape.exec(part.trim());
    if (match === null) throw new Error(`NIGHTJAR_FAULTS: "${part}" is not <point>:kill or <point>@<n>:kill.`);
    left.set(match[1] ?? "", Number(match[2] ?? 1));
  }
  return (name) => {
    const times = left.get(name);
    if (times === undefined) return;
    if (times > 1) left.set(name, times - 1);
    else kill();
  };
}
