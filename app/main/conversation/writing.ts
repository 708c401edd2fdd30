// Takes in what the person writes. Promises: it is on disk when this returns, once for its id (rule 11), in the one conversation there
// is. Refuses: what is empty or too long, with a sentence.
import type { Done } from "../../preload/contract/views.ts";
import { personPriority } from "../engine/defaults.ts";
import type { NewEvent } from "../engine/inbox/events.ts";
import { texts } from "./texts.ts";

/** In characters. */
export const messageMax = 8000;

export interface Written {
  id: string;
  text: string;
  offer: { id: number; yes: boolean } | null;
}

export interface WritingDeps {
  /** The conversation's session, opened by the first message. */
  session: { current(): string | null; begin(now: number): string };
  /** Stores them in one commit, or says of each why not. Throws when the commit failed. */
  ingestAll(events: readonly NewEvent[]): readonly ({ ok: true } | { ok: false; error: Error })[];
  clock: { now(): number };
}

export function createWriting({ session, ingestAll, clock }: WritingDeps) {
  return {
    /** @throws when the disk refuses: then nothing is stored, and the same id may be sent again */
    write({ id, text: given, offer }: Written): Done {
      const text = given.trim();
      if (text === "") return { ok: false, sentence: texts.empty };
      if (text.length > messageMax) return { ok: false, sentence: texts.tooLong(text.length, messageMax) };
      const [stored] = ingestAll([
        {
          source: "chat",
          source_id: id,
          kind: "chat",
          event: null,
          payload: JSON.stringify(offer === null ? { text } : { text, offer }),
          trust: "trusted",
          priority: personPriority,
          // Its row stands before the event is claimed.
          session: session.current() ?? session.begin(clock.now()),
        },
      ]);
      if (stored?.ok !== true) throw stored?.error ?? new Error("A message was neither stored nor refused.");
      return { ok: true, sentence: texts.sent };
    },
    begin(): Done {
      session.begin(clock.now());
      return { ok: true, sentence: texts.begun };
    },
  };
}
