// What main watches while the agent process works on a run: its time, its memory, and the word to stop. Promises: after `end` nothing
// is called any more. Refuses: to say what is wrong; whoever watches says it.
import type { Wait } from "../engine/ports.ts";
import type { AgentProcess } from "./agent-process.ts";
import type { Keeper } from "./keeper.ts";
import type { AgentLimits } from "./limits.ts";
import { patiently } from "./patience.ts";

export interface WatchDeps {
  keeper: Keeper;
  wait: Wait;
  limits: AgentLimits;
  /** The process's whole memory in bytes, null when it cannot be told. */
  memoryOf: (process: AgentProcess) => number | null;
}

/** One time limit, that can begin anew. */
export interface TimeWatch {
  begin(milliseconds: number, over: () => void): void;
  stop(): void;
}

export interface Watch {
  time(): TimeWatch;
  /**
   * Looks at the process again and again.
   * @param slice called each time before, with what has gone by since the last time
   */
  memory(over: (bytes: number) => void, slice?: (milliseconds: number) => void): void;
  stopped(signal: AbortSignal, stop: () => void): void;
  end(): void;
}

export function createWatch({ keeper, wait, limits, memoryOf }: WatchDeps): Watch {
  let ended = false;
  const ends = new Set<() => void>();

  function time(): TimeWatch {
    let stop = (): void => undefined;
    ends.add(() => stop());
    return {
      begin(milliseconds, over) {
        stop();
        if (!ended) stop = patiently(wait, milliseconds, over);
      },
      stop: () => stop(),
    };
  }

  function memory(over: (bytes: number) => void, slice?: (milliseconds: number) => void): void {
    const stop = wait(limits.sampleMilliseconds, () => {
      ends.delete(stop);
      slice?.(limits.sampleMilliseconds);
      if (ended) return;
      const process = keeper.process();
      const bytes = process === null ? null : memoryOf(process);
      if (bytes !== null && bytes > limits.memoryBytes) over(bytes);
      else memory(over, slice);
    });
    ends.add(stop);
  }

  return {
    time,
    memory,
    stopped(signal, stop) {
      signal.addEventListener("abort", stop, { once: true });
      ends.add(() => signal.removeEventListener("abort", stop));
    },
    end() {
      ended = true;
      for (const end of ends) end();
    },
  };
}
