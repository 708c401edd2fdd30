// The engine's one wait. Promises: wakes at the next due moment, in slices of at most 60 s, and notices a sleep nobody told
// of: a slice more than 10 s late, or wall and monotonic clock more than 10 s apart (rule 2). Refuses: polling.
import { jumpSeconds, sliceSeconds } from "../defaults.ts";
import type { Clock, Wait } from "../ports.ts";

export interface PulseDeps {
  clock: Clock;
  wait: Wait;
  /** The next moment something is due, in seconds; null when nothing is. */
  nextAt: () => number | null;
  onDue: () => void;
  /** A jump was found: the clock stood at `from`, and stands at `until`. */
  onJump: (from: number, until: number) => void;
}

export interface Pulse {
  /** Looks for a jump, then waits for the next due moment anew. */
  arm(): void;
  stop(): void;
}

export function createPulse({ clock, wait, nextAt, onDue, onJump }: PulseDeps): Pulse {
  let cancel: (() => void) | null = null;
  let wall = 0;
  let monotonic = 0;
  let slice = 0;

  function mark(): void {
    wall = clock.now();
    monotonic = clock.monotonic();
  }

  /** Whether more time went by than one slice allows, by either clock. */
  function jumped(): boolean {
    const byWall = clock.now() - wall;
    const byMonotonic = (clock.monotonic() - monotonic) / 1000;
    const limit = slice + jumpSeconds;
    return byWall > limit || byMonotonic > limit || Math.abs(byWall - byMonotonic) > jumpSeconds;
  }

  function look(): void {
    const from = wall;
    const found = cancel !== null && jumped();
    mark();
    if (found) onJump(from, wall);
  }

  /** @param shortest what was due a moment ago and still is (a delivery under way) must not make the wait spin */
  function begin(shortest: number): void {
    cancel?.();
    const at = nextAt();
    slice = at === null ? sliceSeconds : Math.min(Math.max(at - clock.now(), shortest), sliceSeconds);
    cancel = wait(slice * 1000, () => {
      look();
      onDue();
      if (cancel !== null) begin(1);
    });
  }

  return {
    arm: () => {
      look();
      begin(0);
    },
    stop: () => {
      cancel?.();
      cancel = null;
    },
  };
}
