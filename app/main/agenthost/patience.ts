// A time limit that a sleep of main itself cannot fake: when it is over, what already lies in the pipe is heard first.
// Refuses: to be exact; it is late by the grace.
import type { Wait } from "../engine/ports.ts";

/** Long enough for one turn of the event loop, in which the waiting messages are read. */
export const graceMilliseconds = 100;

/**
 * Like `wait`, but when the time is over it waits once more, shortly. After main stood still (a sleep, SIGSTOP) its timers
 * are all due before it has read a single message; without the grace an answer that came in time would count as none.
 */
export function patiently(wait: Wait, milliseconds: number, wake: () => void): () => void {
  let cancel = wait(milliseconds, () => {
    cancel = wait(graceMilliseconds, wake);
  });
  return () => cancel();
}
