// What the Settings view says of each source since the listener was made. Promises: counts and moments only.
// Refuses: bodies, secrets, and names of sources that do not exist.

export interface SourceTally {
  /** Seconds since the epoch; null when not yet. */
  lastAcceptedAt: number | null;
  lastRefusedAt: number | null;
  /** Why, as the end of a sentence: "last refused: bad signature". */
  lastRefusal: string | null;
  /** Since midnight of this computer's day. */
  refusedToday: number;
  /** The last delivery that only the secret that comes has proven, while one is exchanged for another. */
  nextProved: { reference: string; at: number } | null;
}

interface Kept extends SourceTally {
  day: string;
  /** Deliveries whose signature was right and whose time was not, since the last one that was right in both. */
  untimelyInARow: number;
  everTimely: boolean;
}

export interface Tally {
  /** @param next the secret that proved it, when it is not the source's first. */
  accepted(source: string, now: number, next?: string | null): void;
  refused(source: string, why: string, now: number, onlyOnTime: boolean): void;
  /** What an exchange that is over has proven says nothing of the next one, even of one with the same reference. */
  endedExchanges(sources: readonly { name: string; nextSecret: string | null }[]): void;
  /** @param sources the names that exist now. */
  of(sources: readonly string[], now: number): Map<string, SourceTally>;
  clockLooksWrong(sources: readonly string[]): boolean;
}

export function createTally(): Tally {
  const kept = new Map<string, Kept>();

  function entry(source: string, now: number): Kept {
    const day = new Date(now * 1000).toDateString();
    let found = kept.get(source);
    if (found === undefined) {
      found = { ...blank(), day, untimelyInARow: 0, everTimely: false };
      kept.set(source, found);
    }
    if (found.day !== day) Object.assign(found, { day, refusedToday: 0 });
    return found;
  }

  return {
    accepted(source, now, next = null) {
      const of = entry(source, now);
      if (next !== null) of.nextProved = { reference: next, at: now };
      of.lastAcceptedAt = now;
      of.untimelyInARow = 0;
      of.everTimely = true;
    },
    refused(source, why, now, onlyOnTime) {
      const of = entry(source, now);
      of.lastRefusedAt = now;
      of.lastRefusal = why;
      of.refusedToday++;
      if (onlyOnTime) of.untimelyInARow++;
    },
    endedExchanges(sources) {
      const going = new Map(sources.map(({ name, nextSecret }) => [name, nextSecret]));
      for (const [name, of] of kept) if (of.nextProved?.reference !== going.get(name)) of.nextProved = null;
    },
    of(sources, now) {
      return new Map(
        sources.map((source) => {
          if (!kept.has(source)) return [source, blank()];
          const { lastAcceptedAt, lastRefusedAt, lastRefusal, refusedToday, nextProved } = entry(source, now);
          return [source, { lastAcceptedAt, lastRefusedAt, lastRefusal, refusedToday, nextProved }];
        }),
      );
    },
    // One delivery is enough where the time was never right; after one that was, a single stale one is a late repeat.
    clockLooksWrong: (sources) =>
      sources.some((source) => {
        const of = kept.get(source);
        return of !== undefined && of.untimelyInARow >= (of.everTimely ? 3 : 1);
      }),
  };
}

function blank(): SourceTally {
  return { lastAcceptedAt: null, lastRefusedAt: null, lastRefusal: null, refusedToday: 0, nextProved: null };
}
