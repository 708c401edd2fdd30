// How long a delivery that failed waits before it is tried again. Promises: 30 s, doubling to 15 min, for each thing by itself, so
// that one the channel refuses holds up nobody else. Refuses: to outlive a restart; a new start tries at once.
const firstSeconds = 30;
const maxSeconds = 900;

export interface Backoff {
  failed(key: string, now: number): void;
  succeeded(key: string): void;
  /** The earliest moment to try `key` again; `now` when it may be tried at once. */
  notBefore(key: string, now: number): number;
  /** Forgets whatever is not waiting any more. */
  keepOnly(keys: ReadonlySet<string>): void;
}

export function createBackoff(): Backoff {
  const waiting = new Map<string, { waitSeconds: number; at: number }>();
  return {
    failed(key, now) {
      const before = waiting.get(key);
      const waitSeconds = before === undefined ? firstSeconds : Math.min(before.waitSeconds * 2, maxSeconds);
      waiting.set(key, { waitSeconds, at: now + waitSeconds });
    },
    succeeded: (key) => void waiting.delete(key),
    notBefore(key, now) {
      const found = waiting.get(key);
      if (found === undefined) return now;
      // A clock that went back must not stretch the wait.
      found.at = Math.min(found.at, now + found.waitSeconds);
      return Math.max(found.at, now);
    },
    keepOnly(keys) {
      for (const key of waiting.keys()) if (!keys.has(key)) waiting.delete(key);
    },
  };
}
