// What a kind of source must bring: a proof that a delivery is its own, and the key and name of the event.
// Refuses: to read a body before it is proven.
import type { IncomingHttpHeaders } from "node:http";

/** A delivery as it was received. */
export interface Delivery {
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** Our clock, seconds since the epoch. */
  now: number;
  /** A random key of this listener, for work that only has to take its time. */
  decoyKey: Buffer;
}

/** `why` ends the sentence "last refused: …" in Settings. `forged` is for every signature that does not hold. */
export type Verdict =
  | { kind: "proven" }
  | { kind: "forged"; why: string }
  | { kind: "untimely"; why: string }
  | { kind: "unusable_secret"; why: string };

/** `fresh` asks for an id of ours: the sender brought none and need not. `sentence` says what is wrong with one it brought. */
export type Identity =
  | { kind: "known"; id: string; event: string | null; bodyHash: string | null }
  | { kind: "fresh"; event: string | null }
  | { kind: "malformed"; sentence: string };

export interface Scheme {
  /** Whether `verify` hashes the body, whatever the headers say, or only compares texts (for equal times of refusals). */
  works: "body" | "text";
  /** Constant in time for a given body. */
  verify(secret: string, delivery: Delivery): Verdict;
  /** Only for a proven delivery; `payload` is its parsed body. */
  identify(delivery: Delivery, payload: unknown): Identity;
}

/** A header's one value; several of the same name were joined by Node and then fail whatever is checked next. */
export function header(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(", ") : value;
}

/** An id is part of an event's key for ever: visible ASCII, at most 255. */
export function isId(text: string): boolean {
  return /^[\x21-\x7e]{1,255}$/.test(text);
}

/** The name of an event from a header: visible ASCII, at most 100. */
export function isEventName(text: string): boolean {
  return /^[\x21-\x7e]{1,100}$/.test(text);
}
