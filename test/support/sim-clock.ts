// A simulated clock for engine tests: time moves only when a test says so, and waits fire in their order.
// Promises: nothing sleeps. `advance` lives through time; `freeze` is a stopped process; `sleep` is a closed lid.
import type { Clock, Wait } from "../../app/main/engine/ports.ts";

interface Waiting {
  at: number;
  order: number;
  wake: () => void;
}

export interface SimClock extends Clock {
  wait: Wait;
  /** Lives through `seconds`: waits fire at their moments, and what they began is let run. */
  advance(seconds: number): Promise<void>;
  /** Both clocks go on, nothing runs (SIGSTOP); late waits fire afterwards. */
  freeze(seconds: number): Promise<void>;
  /** The wall clock goes on, the monotonic one stands still (a suspended laptop). */
  sleep(seconds: number): Promise<void>;
  /** Lets everything that is due now, and what it begins, run. */
  settle(): Promise<void>;
  pending(): number;
}

const turns = 6;

export function createSimClock(start = 1_800_000_000): SimClock {
  let wall = start;
  let monotonic = 0;
  let order = 0;
  const waiting: Waiting[] = [];

  async function breathe(): Promise<void> {
    for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
  }

  function due(until: number): Waiting | undefined {
    waiting.sort((a, b) => a.at - b.at || a.order - b.order);
    const first = waiting[0];
    if (first === undefined || first.at > until) return undefined;
    waiting.shift();
    return first;
  }

  async function settle(): Promise<void> {
    await breathe();
    for (let next = due(monotonic); next !== undefined; next = due(monotonic)) {
      next.wake();
      await breathe();
    }
  }

  return {
    now: () => Math.floor(wall),
    monotonic: () => monotonic,
    wait: (ms, wake) => {
      const entry = { at: monotonic + ms, order: order++, wake };
      waiting.push(entry);
      return () => {
        const index = waiting.indexOf(entry);
        if (index >= 0) waiting.splice(index, 1);
      };
    },
    settle,
    advance: async (seconds) => {
      await settle();
      const end = monotonic + seconds * 1000;
      for (let next = due(end); next !== undefined; next = due(end)) {
        const step = Math.max(next.at - monotonic, 0);
        monotonic += step;
        wall += step / 1000;
        next.wake();
        await breathe();
      }
      wall += (end - monotonic) / 1000;
      monotonic = end;
      await settle();
    },
    freeze: async (seconds) => {
      wall += seconds;
      monotonic += seconds * 1000;
      await settle();
    },
    sleep: async (seconds) => {
      wall += seconds;
      await settle();
    },
    pending: () => waiting.length,
  };
}
