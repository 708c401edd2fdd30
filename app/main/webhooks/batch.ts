// Rule 11: deliveries proven in the same turn of the event loop share one commit. Promises: each learns its own outcome,
// after the commit. Refuses: to wait for more to come; a lone delivery is committed in its own turn.
import type { IngestResult, NewEvent } from "../engine/inbox/events.ts";

export type IngestOutcome = { ok: true; result: IngestResult } | { ok: false; error: Error };
/** The engine's shared commit: outcome `i` is that of event `i`; throws when the commit as a whole failed. */
export type IngestAll = (events: NewEvent[]) => IngestOutcome[];
/** Calls `flush` when the turn is over. */
export type EndOfTurn = (flush: () => void) => void;

export interface SharedCommit {
  add(event: NewEvent): Promise<IngestOutcome>;
  /** Commits what waits, now. */
  flush(): void;
}

/** @param endOfTurn `setImmediate`: it runs once everything that had arrived was read (a timer of 2 ms measured a third slower). */
export function createSharedCommit(ingestAll: IngestAll, endOfTurn: EndOfTurn): SharedCommit {
  let waiting: { event: NewEvent; settle: (outcome: IngestOutcome) => void }[] = [];

  function flush(): void {
    if (waiting.length === 0) return;
    const batch = waiting;
    waiting = [];
    let outcomes: IngestOutcome[] = [];
    let failure = new Error("The inbox did not say what became of this delivery.");
    try {
      outcomes = ingestAll(batch.map(({ event }) => event));
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error));
    }
    batch.forEach(({ settle }, at) => settle(outcomes[at] ?? { ok: false, error: failure }));
  }

  return {
    flush,
    add(event) {
      return new Promise((settle) => {
        waiting.push({ event, settle });
        if (waiting.length === 1) endOfTurn(flush);
      });
    },
  };
}
