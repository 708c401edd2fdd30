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

/** @param endOfTurn when to commit what was added; see `createEndOfTurn`. */
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

const turnsMax = 32;

/**
 * The end of a turn is `setImmediate`: everything that had arrived on open connections was read by then (a timer of 2 ms
 * measured a third slower). New connections are taken one a turn, so while each turn brings one, the commit waits for the
 * next turn, up to 32 of them; otherwise a burst of senders that open a connection each would get a commit each.
 */
export function createEndOfTurn(): { connected: () => void; endOfTurn: EndOfTurn } {
  let arrived = false;
  return {
    connected: () => {
      arrived = true;
    },
    endOfTurn(flush) {
      let turns = 0;
      const look = () => {
        if (!arrived || ++turns > turnsMax) return flush();
        arrived = false;
        setImmediate(look);
      };
      setImmediate(look);
    },
  };
}
