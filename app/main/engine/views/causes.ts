// What an event was, for the line that says what caused something. Promises: a payload is read once per question.
// Refuses: payloads too long to read for one line.
import type { Store } from "../store/store.ts";
import * as sql from "./statements.ts";

export interface CauseRow {
  source: string;
  kind: string;
  name: string | null;
  /** Of the approval whose answer or expiry this event is. */
  title: string | null;
  /** Null when it is not kept any more or longer than asked for. */
  payload: string | null;
}

export function createCauseQueries(store: Store) {
  const cause = store.prepare<CauseRow>(sql.causeOfEvent);
  return {
    cause: (id: number, payloadBytesMax: number): CauseRow | undefined => cause.get({ max: payloadBytesMax, id }),
  };
}
