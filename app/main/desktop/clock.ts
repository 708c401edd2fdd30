// The real clock, waits and ids that the engine is handed. Promises: whole seconds; ids nobody can guess.
// Refuses: nothing; a test hands the engine its own.
import { randomBytes } from "node:crypto";
import type { Clock, Ids, Wait } from "../engine/ports.ts";

/** `monotonic` stands still while a Linux laptop sleeps and wall time does not: their difference is how a sleep is noticed (rule 2). */
export const systemClock: Clock = {
  now: () => Math.floor(Date.now() / 1000),
  monotonic: () => performance.now(),
};

export const systemWait: Wait = (ms, wake) => {
  const timer = setTimeout(wake, ms);
  return () => clearTimeout(timer);
};

export const systemIds: Ids = {
  next: (prefix) => `${prefix}_${randomBytes(16).toString("base64url")}`,
};

/** The person's IANA zone; asked each time, since people travel. */
export const systemZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
