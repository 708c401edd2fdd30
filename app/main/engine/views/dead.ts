// Dead events with their reasons, newest first. Promises: never more payload than asked for, and how long it is in all.
// Refuses: retrying and discarding; that is the inbox's.
import type { Store } from "../store/store.ts";
import * as sql from "./statements.ts";

export interface DeadRow {
  id: number;
  source: string;
  name: string | null;
  error: string | null;
  reason: string | null;
  attempts: number;
  received_at: number;
  finished_at: number | null;
  redelivered: number;
  redelivered_at: number | null;
  /** At most the asked-for characters; null when it is no longer kept. */
  payload: string | null;
  payload_length: number | null;
}

export function createDeadQueries(store: Store) {
  const dead = store.prepare<DeadRow>(sql.deadEvents);
  return {
    dead: (payloadCharacters: number, limitRows: number): DeadRow[] => dead.all(payloadCharacters, limitRows),
  };
}
