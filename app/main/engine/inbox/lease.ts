// Who may work on the inbox, and until when. Promises: every takeover raises the generation; generations only rise (rules 1, 2, 6).
// Refuses: a second holder while a lease lives, and adopting anything under an old generation.
import { leaseSeconds } from "../defaults.ts";
import type { Store } from "../store/store.ts";
import { selectLease, writeLease } from "./statements.ts";

export interface LeaseRow {
  holder: string;
  gen: number;
  until: number;
}

export interface Lease {
  /** Renews the holder's living lease, or takes an expired one over. The generation, or null when somebody else holds it. */
  acquire(holder: string, now: number): number | null;
  /** Rule 1: whoever holds the profile's lock takes the lease at once, with a new generation. */
  takeOver(holder: string, now: number): number;
  /** Keeps the generation; false when the lease was lost or has lapsed. */
  renew(holder: string, gen: number, now: number): boolean;
  /** Whether this holder and generation are the current ones: what finishing and starting an effect check (rule 2). */
  holds(holder: string, gen: number): boolean;
  /** Rule 1: sets `until` to 0 and keeps the row. */
  release(holder: string, gen: number): void;
  read(): LeaseRow | undefined;
}

/** Rule 6: a lease further ahead than twice its length was written under another clock and counts as expired. */
export function leaseIsAlive(until: number, now: number): boolean {
  return until >= now && until <= now + 2 * leaseSeconds;
}

/** The lease over the one row of table `lease`. Every function joins the caller's transaction or opens its own. */
export function createLease(store: Store): Lease {
  const select = store.prepare<LeaseRow>(selectLease);
  const write = store.prepare(writeLease);

  function take(holder: string, gen: number, now: number): number {
    write.run({ holder, gen, until: now + leaseSeconds });
    return gen;
  }

  return {
    acquire: (holder, now) =>
      store.tx(() => {
        const row = select.get();
        if (row === undefined) return take(holder, 1, now);
        if (!leaseIsAlive(row.until, now)) return take(holder, row.gen + 1, now);
        return row.holder === holder ? take(holder, row.gen, now) : null;
      }),
    takeOver: (holder, now) => store.tx(() => take(holder, (select.get()?.gen ?? 0) + 1, now)),
    renew: (holder, gen, now) =>
      store.tx(() => {
        const row = select.get();
        if (row?.holder !== holder || row.gen !== gen || !leaseIsAlive(row.until, now)) return false;
        take(holder, gen, now);
        return true;
      }),
    holds: (holder, gen) => {
      const row = select.get();
      return row?.holder === holder && row.gen === gen;
    },
    release: (holder, gen) =>
      store.tx(() => {
        const row = select.get();
        if (row?.holder === holder && row.gen === gen) write.run({ holder, gen, until: 0 });
      }),
    read: () => select.get(),
  };
}
