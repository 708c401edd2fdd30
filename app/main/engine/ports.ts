// What the engine is handed from outside: clock, ids, log, fault points. Promises: nothing in the engine reaches for the world.
// Refuses: to know what a wall clock, a random source or a file is.

/** Wall time in integer seconds since the epoch, and a monotonic reading in milliseconds that stands still in no sleep of ours. */
export interface Clock {
  now(): number;
  monotonic(): number;
}

/** Fresh, unguessable ids: `next("ap")` gives `ap_…`. */
export interface Ids {
  next(prefix: string): string;
}

/** SHA-256 of UTF-8 text as 64 lower-case hex digits. */
export type Sha256 = (text: string) => string;

/** Structured log: facts as an object, then a sentence. Never a secret, never a payload. */
export interface Log {
  info(facts: object, sentence: string): void;
  warn(facts: object, sentence: string): void;
  error(facts: object, sentence: string): void;
}

/** Called at named points where a crash would be most telling; tests throw or kill there. */
export type FaultPoint = (name: string) => void;

/** Calls back once after `ms` milliseconds; the returned function cancels. */
export type Wait = (ms: number, wake: () => void) => () => void;

/** What every primitive may be handed. */
export interface EnginePorts {
  clock: Clock;
  ids: Ids;
  log: Log;
  fault: FaultPoint;
}
