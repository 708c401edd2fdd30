// The durable table of events: what comes in, and what the person does with what died. Promises: one row per key for ever;
// what `ingestAll` reported is committed (rule 11). Refuses: a second row for a key, a run for a repeat (rule 10).
import type { Store } from "../store/store.ts";
import { storageTrouble } from "../store/trouble.ts";
import type { IngestResult, NewEvent } from "./events.ts";
import { longestWaitSeconds } from "./retry.ts";
import * as sql from "./statements.ts";

export type Ingested = { ok: true; result: IngestResult } | { ok: false; error: Error };

export interface Inbox {
  /** Stores one event, or says what it is a repeat of. Joins an open transaction. */
  ingest(event: NewEvent, now: number): IngestResult;
  /** Stores many in one commit; one that fails in it fails alone. Throws only when the commit itself fails: then nothing is stored. */
  ingestAll(events: readonly NewEvent[], now: number): Ingested[];
  /** A dead event again, with fresh attempts. False when it is not dead (any more). */
  retry(id: number): boolean;
  /** Takes a dead event out of the panel; a redelivery of it is only counted from then on. */
  discard(id: number, now: number): boolean;
  /** Runs a twin after all. False when it is none. */
  runAnyway(id: number): boolean;
  /** The rules were mended: what backs off after a failed run is due at once (rule 4), its attempts stay spent. How many. */
  hurryRetries(now: number): number;
  deadCount(): number;
  /** The earliest moment a waiting retry is due; null when none waits. */
  nextRetryAt(now: number): number | null;
}

/**
 * The inbox's face towards sources and screens. `now` in seconds.
 * @param touched called in the transaction that gives a session an event to work on: a new one, or one brought back
 */
export function createInbox(store: Store, touched: (session: string) => void = () => undefined): Inbox {
  const twinOf = store.prepare<{ id: number }>(sql.lookUpTwin);
  const insert = store.prepare(sql.insertEvent);
  const insertTwin = store.prepare(sql.insertTwin);
  const statusOf = store.prepare<{ id: number; status: string }>(sql.lookUpStatus);
  const redelivered = store.prepare(sql.countRedelivery);
  const reviveEvent = store.prepare<{ session: string | null }>(sql.reviveEvent);
  const discard = store.prepare(sql.discardEvent);
  const runTwin = store.prepare(sql.runTwin);
  const hurry = store.prepare(sql.hurryRetries);
  const dead = store.prepare<{ n: number }>(sql.countDead);
  const nextRetry = store.prepare<{ at: number | null }>(sql.nextRetry);

  function revive(id: number): boolean {
    const row = reviveEvent.get({ id });
    if (row !== undefined && row.session !== null) touched(row.session);
    return row !== undefined;
  }

  function ingest(event: NewEvent, now: number): IngestResult {
    return store.tx(() => {
      const row = {
        source: event.source,
        source_id: event.source_id,
        payload: event.payload,
        kind: event.kind,
        event: event.event,
        trust: event.trust,
        priority: event.priority ?? 0,
        session: event.session ?? null,
        body_hash: event.body_hash ?? null,
        now,
      };
      const twin =
        row.body_hash === null || event.identical_bodies === "run"
          ? undefined
          : twinOf.get({ source: row.source, body_hash: row.body_hash });
      const inserted = twin === undefined ? insert.run(row) : insertTwin.run({ ...row, twin_of: twin.id });
      if (inserted.changes === 1) {
        if (row.session !== null && twin === undefined) touched(row.session);
        return twin === undefined ? "stored" : "twin";
      }
      const known = statusOf.get({ source: row.source, source_id: row.source_id });
      if (known === undefined) throw new Error(`Event ${row.source}/${row.source_id} is neither new nor known.`);
      redelivered.run({ id: known.id, now });
      if (known.status !== "dead") return "duplicate";
      revive(known.id);
      return "revived";
    });
  }

  return {
    ingest,
    ingestAll: (events, now) =>
      store.tx(() =>
        events.map((event): Ingested => {
          try {
            // One alone has nobody to protect: the statement that fails undoes itself.
            const one = () => ingest(event, now);
            return { ok: true, result: events.length === 1 ? one() : store.savepoint(one) };
          } catch (error) {
            // A disk that refuses has undone the whole transaction: nobody's delivery is stored.
            if (storageTrouble(error) !== null) throw error;
            return { ok: false, error: error instanceof Error ? error : new Error(String(error)) };
          }
        }),
      ),
    retry: (id) => store.tx(() => revive(id)),
    discard: (id, now) => store.tx(() => discard.run({ id, now }).changes === 1),
    runAnyway: (id) => store.tx(() => runTwin.run({ id }).changes === 1),
    hurryRetries: (now) => store.tx(() => hurry.run({ now }).changes),
    deadCount: () => dead.get()?.n ?? 0,
    nextRetryAt: (now) => nextRetry.get({ now, longest: longestWaitSeconds })?.at ?? null,
  };
}
