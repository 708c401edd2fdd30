// The one switch for everything outgoing. Promises: off holds at once, whatever the disk says, and through a restart; on again
// only by hand, and only once that is on disk. Refuses: to know what it stops; others ask it, or are told.
import type { Clock } from "../ports.ts";
import type { Store } from "../store/store.ts";
import * as sql from "./statements.ts";

export interface OutgoingSwitch {
  /** Since when nothing may leave, in seconds since the epoch; null while it may. */
  offSince(): number | null;
  /** @throws when the disk refuses. Off holds all the same, and `keep` writes it down later; on does not. */
  set(off: boolean, from: string): void;
  /** Told at once how it stands, and after every change. */
  onChange(listener: (offSince: number | null) => void): void;
  /** Writes down what the disk has refused. @throws when it does so again. */
  keep(): void;
}

export interface SwitchDeps {
  store: Store;
  clock: Pick<Clock, "now">;
  /** Lets go what was held, in the transaction that turns it on. */
  release: (now: number) => void;
}

export function createOutgoingSwitch({ store, clock, release }: SwitchDeps): OutgoingSwitch {
  const write = store.prepare(sql.writeSwitch);
  const listeners: ((offSince: number | null) => void)[] = [];
  let offSince = store.prepare<{ off_since: number | null }>(sql.selectSwitch).get()?.off_since ?? null;
  let unwritten: string | null = null;

  function keep(): void {
    if (unwritten === null) return;
    const from = unwritten;
    store.tx(() => write.run({ off_since: offSince, now: clock.now(), from }));
    unwritten = null;
  }

  /** Each hears it, whatever another makes of it. @throws the first error, when all have heard. */
  const tell = (): void => {
    const errors: unknown[] = [];
    for (const listener of listeners) {
      try {
        listener(offSince);
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  };

  return {
    offSince: () => offSince,
    set: (off, from) => {
      if (off === (offSince !== null)) return;
      const now = clock.now();
      if (off) {
        // What is under way is cut before anything is written: the person may have a reason not to wait for a disk.
        offSince = now;
        unwritten = from;
        try {
          tell();
        } finally {
          keep();
        }
        return;
      }
      store.tx(() => {
        write.run({ off_since: null, now, from });
        release(now);
      });
      offSince = null;
      unwritten = null;
      tell();
    },
    onChange: (listener) => {
      listeners.push(listener);
      listener(offSince);
    },
    keep,
  };
}
