// How one event of a run ends: a message, nothing, a deferred call, or a failure (rule 12). Promises: what is to be said is queued
// in the transaction that finishes its event. Refuses: to end an event that this generation does not hold.
import type { Unfinished } from "../inbox/claims.ts";
import type { ClaimedEvent } from "../inbox/events.ts";
import type { CallRow } from "../journal/journal.ts";
import type { RunEnding } from "../sessions/sessions.ts";
import { endedMessage } from "./answer-plan.ts";
import type { Taken } from "./claim.ts";
import type { Effect } from "./effects.ts";
import type { Halted } from "./halt.ts";
import type { WorkerParts } from "./parts.ts";
import type { Spoken } from "./ports.ts";
import { doneText, failedText, haltSentence, reasons } from "./texts.ts";

/** What became of one event: how it ended, and whether it died. */
export interface Ended {
  ending: RunEnding;
  dead: number[];
  error: string | null;
}

export interface Ends {
  message(text: string, reason: string, more?: { urgent?: boolean; rule?: string | null }): Ended;
  nothing(reason: string): Ended;
  deferred(reason: string): Ended;
  failed(error: string): Ended;
  /** Rule 4: nothing took effect; no attempt is spent. */
  waits(reason: string, until?: number | null): Ended;
  /** It reached a limit of the person's that another attempt would reach as well. */
  dies(reason: string): Ended;
  /** Queues a message; the event ends separately, in the same transaction. `entry` of the transcript has these words. */
  say(text: string, more: { urgent?: boolean; entry?: number | null }): void;
  /** What Nightjar says by itself to the person's words. */
  reply(spoken: Spoken): Ended;
  /** It ends with what was said. */
  spoken(reason: string): Ended;
  /** A limit of the person's keeps it, with its attempt; it is looked at again from time to time, and `until` when the limit begins anew. */
  parked(reason: string, until: number | null): Ended;
  /** The switch stops its call: it waits, with its attempt, until everything outgoing is on again. */
  held(): Ended;
  /** The run was ended before its own end; only where `halted` was given. */
  halted(): Ended;
  /** It failed because of an event beside it. */
  failedBeside(error: string): Ended;
  /** What a call came to, told as a message (rule 12). `why` it was made: approved, or allowed. */
  effect(call: CallRow, effect: Effect, why: string): Ended;
}

/**
 * The endings of `event`, all in the caller's transaction.
 * @param halted what the run was ended by: then nothing of it waits, fails or is tried again
 */
export function endsOf(
  parts: WorkerParts,
  taken: Taken,
  event: ClaimedEvent,
  now: number,
  halted: Halted | null = null,
): Ends {
  const { claims, outbox, sessions, conversation, approvals, journal, outgoing } = parts;
  const { gen, run, session } = taken;

  const finished = (ending: "message" | "nothing" | "deferred", reason: string): Ended => {
    claims.finish(event.id, gen, ending, reason, now);
    return { ending, dead: [], error: null };
  };
  const unfinished = (error: string, next: Unfinished): Ended => ({
    ending: "failed",
    dead: next.kind === "dead" ? [event.id] : [],
    error,
  });

  /** What is said in the conversation is a reply: not paced, and announced only where nobody sees it. */
  function queue(body: string, more: { urgent?: boolean; rule?: string | null; entry?: number | null }): number {
    const reply = conversation.has(session);
    const kind = reply ? ("reply" as const) : ("message" as const);
    const announce = reply && parts.listening?.watched() !== true;
    const to = { event: event.id, session, run, rule: more.rule ?? null, entry: more.entry ?? null };
    const message = outbox.enqueue({ body, urgent: more.urgent === true, kind, announce, ...to }, now);
    sessions.step({ session, run, event: event.id, kind: "message", body: { message } }, now);
    return message;
  }

  const ends: Ends = {
    message: (body, reason, more = {}) => {
      queue(body, more);
      return finished("message", reason);
    },
    say: (body, more) => void queue(body, more),
    spoken: (reason) => finished("message", reason),
    reply: ({ text, offer }) => {
      const message = queue(text, {});
      if (offer !== null) conversation.offer(message, session, offer, now);
      return finished("message", reasons.heard);
    },
    parked: (reason, until) => {
      if (halted !== null) return ends.halted();
      claims.park(event.id, gen, reason, now, until);
      return { ending: "handed_back", dead: [], error: reason };
    },
    nothing: (reason) => finished("nothing", reason),
    deferred: (reason) => finished("deferred", reason),
    failed: (error) => (halted === null ? unfinished(error, claims.fail(event, gen, error, now)) : ends.halted()),
    waits: (reason, until = null) =>
      halted === null ? unfinished(reason, claims.wait(event, gen, reason, now, until)) : ends.halted(),
    dies: (reason) => (halted === null ? unfinished(reason, claims.giveUp(event.id, gen, reason, now)) : ends.halted()),
    halted: () => {
      if (halted !== "restarted") return { ...finished("nothing", reasons.stopped), error: haltSentence("stopped") };
      claims.giveBack(event.id, gen);
      return { ending: "handed_back", dead: [], error: haltSentence(halted) };
    },
    held: () => {
      if (halted !== null) return ends.halted();
      claims.hold(event.id, gen, reasons.off, outgoing.offSince() !== null);
      return { ending: "handed_back", dead: [], error: reasons.off };
    },
    failedBeside: (error) =>
      halted === null ? unfinished(error, claims.failBeside(event, gen, error, now)) : ends.halted(),
    effect: (call, effect, why) => {
      switch (effect.kind) {
        case "done":
          return ends.message(doneText(call.title, effect.summary), why);
        case "ended":
          return ends.message(endedMessage(call), why);
        case "failed":
          return effect.retry ? ends.failed(effect.error) : ends.message(failedText(call.title, effect.error), why);
        case "transient":
          return ends.waits(effect.reason);
        case "unknown":
          if (call.repeatable === 1) return ends.failed(effect.reason);
          approvals.askUnknown(journal.read(call.id) ?? call, now);
          return ends.deferred(reasons.unknown);
        case "held":
          return ends.held();
        case "waits":
          return ends.deferred(reasons.waits);
        case "asks":
          return ends.deferred(reasons.serverAsks);
        case "refused":
          return ends.nothing(reasons.refused);
        case "fenced":
        case "stopped":
          return ends.failed(reasons.fenced);
      }
    },
  };
  return ends;
}
