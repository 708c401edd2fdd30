// Events that come while a run thinks: folded into it, or what it begins again for. Promises: one is taken into a run in the commit
// of the entry before it, with its attempt; a run begins again for something once. Refuses: retries, which run alone (rule 4).
import { batchMax, urgentPriority } from "../defaults.ts";
import type { ClaimedEvent, WaitingEvent } from "../inbox/events.ts";
import type { Taken } from "./claim.ts";
import type { Halted } from "./halt.ts";
import type { DuringRun, WorkerParts } from "./parts.ts";
import { personal, wordsOf } from "./personal.ts";

const stopWord = /^\s*(stop|halt|cancel)\s*[.!]*\s*$/iu;

/** The person says nothing but that what is on has to end. */
export const isStopWord = (event: WaitingEvent): boolean => stopWord.test(wordsOf(event) ?? "");

const inReach = ({ session }: WaitingEvent, of: string) => session === null || session === of;

export interface Breaking {
  events: WaitingEvent[];
  /** `stopped`: the person's word, about a run that the word itself is no part of. */
  halted: Halted;
}

export interface Arrivals {
  /** What the run that is on ends for; null when nothing of the kind came. */
  breaking(taken: Taken): Breaking | null;
  /** Takes in what may join the run; also what it has begun again for before. Joins the caller's transaction. */
  fold(taken: Taken): ClaimedEvent[];
}

export function createArrivals({ claims, sessions, settings, conversation }: WorkerParts): Arrivals {
  /** What waits and is not the next run's. */
  function waiting(): WaitingEvent[] {
    const all: Record<string, DuringRun> = { [personal]: "fold", ...settings().duringRun };
    return claims.waiting(Object.keys(all).filter((source) => all[source] !== "next"));
  }

  /** The person's own words join, whatever their place in the line. */
  const restarts = ({ source, priority }: WaitingEvent): boolean =>
    source !== personal && (priority >= urgentPriority || settings().duringRun?.[source] === "restart");

  return {
    breaking: ({ session }) => {
      const events = waiting().filter((one) => isStopWord(one) || restarts(one));
      if (events.length === 0) return null;
      const away = events.some((one) => isStopWord(one) && !inReach(one, session));
      return { events, halted: away ? "stopped" : "restarted" };
    },
    fold: (taken) => {
      const room = batchMax - taken.events.length;
      if (taken.kind === "retry" || room <= 0) return [];
      // What others write does not get into the conversation.
      const alone = conversation.has(taken.session);
      const found = waiting().filter((one) => (alone ? one.session : (one.session ?? taken.session)) === taken.session);
      if (found.length === 0) return [];
      const ids = found.slice(0, room).map(({ id }) => id);
      const events = claims.into(ids, taken.gen, taken.run, taken.session);
      sessions.joinRun(taken.run, events);
      // From here on its session has read what a stranger wrote.
      if (events.some(({ trust }) => trust === "untrusted")) sessions.taint(taken.session);
      return events;
    },
  };
}
