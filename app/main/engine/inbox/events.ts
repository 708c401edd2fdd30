// The shapes of inbox rows and of what may be put in. Promises: a column and its field have one name.
// Refuses: nothing; types only.

export type EventStatus = "pending" | "running" | "done" | "dead";
export type EventOutcome = "message" | "nothing" | "deferred" | "twin" | "discarded" | "dead";
export type Trust = "trusted" | "untrusted";

/** What a source hands in; `(source, source_id)` is its key for ever (the article's UNIQUE key). */
export interface NewEvent {
  source: string;
  source_id: string;
  /** JSON text. */
  payload: string;
  /** Kind of source: github, standard-webhooks, token, timer, approval, chat. */
  kind: string;
  /** What the source calls this event (`$event` in rules). */
  event: string | null;
  trust: Trust;
  /** Higher is claimed first; 0 unless its source calls it urgent or a person waits. */
  priority?: number;
  /** The session it continues; null opens one. */
  session?: string | null;
  /** SHA-256 (hex) of the signed body, where the sender's id is not signed (rule 10). */
  body_hash?: string | null;
  /** What to do with a body that was seen before under another id; default `twin`. */
  identical_bodies?: "twin" | "run";
}

/** Rule 10's four answers. */
export type IngestResult = "stored" | "duplicate" | "revived" | "twin";

/** One that came while a run is on. */
export type WaitingEvent = Pick<ClaimedEvent, "id" | "source" | "kind" | "session" | "trust" | "payload"> & {
  priority: number;
};

/** An event as a run sees it. */
export interface ClaimedEvent {
  id: number;
  source: string;
  source_id: string;
  kind: string;
  event: string | null;
  payload: string;
  attempts: number;
  waits: number;
  waiting_since: number | null;
  session: string | null;
  trust: Trust;
  /** How often it was brought back from dead (rule 8: then a yes is asked again). */
  revived: number;
  received_at: number;
}
