// The audit of uses, written in shared commits. Promises: nothing is sent before its use is on disk; what begins in the same
// turns of the event loop shares a commit, with the ends of what is over. Refuses: to make an answer wait for its end's commit.
import type { Clock, Log } from "../engine/ports.ts";
import type { Closing, Ledger, Opened, Opening } from "../engine/permissions/ledger.ts";

export interface Audit {
  /** Never rejects: what could not be written down is `broken`, and nothing may be sent. */
  begin(opening: Opening): Promise<Opened>;
  end(closing: Closing): void;
  /** Writes what waits, now; for quitting. */
  flush(): void;
}

/** New connections are taken one a turn: while each turn brings a request, the commit waits for the next, this often. */
const turnsMax = 16;
/** An end waits this long for a beginning to share its commit with. */
const endsMs = 25;

export function createAudit(ledger: Ledger, clock: Clock, log: Log): Audit {
  let openings: { opening: Opening; settle: (opened: Opened) => void }[] = [];
  let closings: Closing[] = [];
  let later: NodeJS.Timeout | null = null;

  function flush(): void {
    if (later !== null) clearTimeout(later);
    later = null;
    if (openings.length === 0 && closings.length === 0) return;
    const [begun, over] = [openings, closings];
    [openings, closings] = [[], []];
    let opened: Opened[] = [];
    let reason = "the audit did not say what became of it";
    try {
      opened = ledger.write(
        begun.map(({ opening }) => opening),
        over,
        clock.now(),
      );
    } catch (error) {
      reason = `it could not be written down (${error instanceof Error ? error.message : String(error)})`;
      log.error({ error: String(error), begun: begun.length, over: over.length }, "Uses could not be written down.");
      // The ends are kept for the next commit; a disk that never takes them leaves them open, and a start finds them.
      closings = [...over, ...closings].slice(0, 10_000);
    }
    begun.forEach(({ settle }, at) => settle(opened[at] ?? { ok: false, because: "broken", reason }));
  }

  function soon(turns: number, before: number): void {
    setImmediate(() => {
      if (turns >= turnsMax || openings.length <= before) flush();
      else soon(turns + 1, openings.length);
    });
  }

  return {
    begin: (opening) =>
      new Promise((settle) => {
        openings.push({ opening, settle });
        if (openings.length === 1) soon(1, 0);
      }),
    end(closing) {
      closings.push(closing);
      later ??= setTimeout(flush, endsMs);
    },
    flush,
  };
}
