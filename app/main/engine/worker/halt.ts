// Ending a run before its own end. Promises: whoever works for it hears of it at once, by one signal, and why it ended is known.
// Refuses: to turn a hand-back into anything else; sleep and quit wait for nothing and write nothing.

/**
 * `back`: sleep, quit or a disk in trouble; its events go back and nothing more is written. `stopped`: by the person.
 * `restarted`: for something that does not wait. The latter two write what they ended.
 */
export type HaltCause = "back" | "stopped" | "restarted";

export type Halted = Exclude<HaltCause, "back">;

/** What a call or a request that is ended with its run says of it. */
export const haltReasons: Readonly<Record<HaltCause, string>> = {
  back: "the run was stopped",
  stopped: "you stopped the run",
  restarted: "the run began again",
};

export interface Halt {
  /** Its reason is the text of the first cause. */
  signal: AbortSignal;
  /** Null while the run goes on. */
  cause(): HaltCause | null;
  end(cause: HaltCause): void;
}

const rank: readonly HaltCause[] = ["restarted", "stopped", "back"];

export function createHalt(): Halt {
  const abort = new AbortController();
  let cause: HaltCause | null = null;
  return {
    signal: abort.signal,
    cause: () => cause,
    end: (next) => {
      if (cause === null || rank.indexOf(next) > rank.indexOf(cause)) cause = next;
      abort.abort(haltReasons[next]);
    },
  };
}

/** `work`, or null as soon as the signal aborts: work that does not look at it is left to end by itself. */
export function unlessHalted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const halted = (): void => resolve(null);
    if (signal.aborted) halted();
    signal.addEventListener("abort", halted, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", halted));
  });
}
