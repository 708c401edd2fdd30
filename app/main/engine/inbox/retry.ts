// When a failed or waiting event is due again, and when it is dead (rules 3 and 4). Pure arithmetic on seconds.
// Refuses: a retry without end.
import {
  attemptsMax,
  backoffSeconds,
  retryAfterMaxSeconds,
  transientFirstSeconds,
  transientGiveUpSeconds,
  transientMaxSeconds,
} from "../defaults.ts";

/** Nothing is parked further ahead than this; what is was parked by a clock that ran ahead, and is due (rule 6). */
export const longestWaitSeconds = Math.floor(
  Math.max(...backoffSeconds, transientMaxSeconds, retryAfterMaxSeconds) * 1.2,
);

export type Next = { kind: "retries"; at: number } | { kind: "waits"; at: number } | { kind: "dead"; error: string };

/** Jitter of up to a fifth, from the event's id, so that a crowd that failed together does not come back together. */
export function jitterSeconds(id: number, seconds: number): number {
  const spread = Math.floor(seconds / 5);
  return spread === 0 ? 0 : (Math.imul(id, 2_654_435_761) >>> 0) % (spread + 1);
}

/**
 * After a failed attempt: 30 s, 5 min, 30 min with jitter; dead when the attempts are spent.
 * @param event its id and its attempts, the failed one counted
 */
export function afterFailure(event: { id: number; attempts: number }, error: string, now: number): Next {
  if (event.attempts >= attemptsMax) return { kind: "dead", error };
  const seconds = backoffSeconds[Math.min(event.attempts, backoffSeconds.length) - 1] ?? backoffSeconds[0];
  return { kind: "retries", at: now + seconds + jitterSeconds(event.id, seconds) };
}

/**
 * After a transient failure: 5 s doubling to 15 min, no attempt spent, dead after 24 h of waiting.
 * @param until the moment before which a server asked not to be asked again; null when none did
 */
export function afterWait(
  event: { waits: number; waiting_since: number | null },
  error: string,
  now: number,
  until: number | null = null,
): Next {
  // A clock that was set back must not make an event wait for ever or die early: a start in the future counts as now.
  const since = event.waiting_since === null || event.waiting_since > now ? now : event.waiting_since;
  if (now - since >= transientGiveUpSeconds)
    return { kind: "dead", error: `${error} It waited 24 hours for this to pass.` };
  const seconds = Math.min(transientFirstSeconds * 2 ** Math.min(event.waits, 20), transientMaxSeconds);
  const asked = until === null ? now : Math.min(until, now + retryAfterMaxSeconds);
  return { kind: "waits", at: Math.max(now + seconds, asked) };
}
