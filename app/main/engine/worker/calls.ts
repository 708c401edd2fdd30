// Making calls (rule 9). Promises: a call starts only under the current generation, together with its journal row; its
// end is recorded whatever has happened since; one call is never in flight twice. Refuses: to wait when the run is stopped.
import type { CallEnd, CallRow } from "../journal/journal.ts";
import { haltReasons } from "./halt.ts";
import type { WorkerParts } from "./parts.ts";
import type { JsonObject, ToolOutcome } from "./ports.ts";
import { reasons } from "./texts.ts";

/** `held`: the switch is off; nothing happened, or what happened is safe to repeat when it is on again. */
export type Made =
  | ToolOutcome
  | { kind: "fenced" }
  | { kind: "stopped" }
  | { kind: "held" }
  /** Its server asks the person in its middle: it goes on, and nobody waits for it meanwhile. */
  | { kind: "asks" };

export interface Calls {
  /** Starts the call, or joins it when it is in flight already. `stopped` when the signal aborts first: the call itself goes on, unless the person stopped the run. */
  make(call: CallRow, run: number, gen: number, signal: AbortSignal): Promise<Made>;
  inFlight(call: string): boolean;
  /** The call waits for the person: whoever waits for it, or will, is told so at once. Returns what ends that. */
  parked(call: string): () => void;
  /** A card was asked in the middle of a run: the window and the notice do not wait for the run's end. */
  asked(): void;
  /** Records the ends that a disk in trouble did not take: an answer that came must not become an unknown. */
  recordKept(): void;
}

function endOf(outcome: ToolOutcome): CallEnd {
  switch (outcome.kind) {
    case "done":
      return { status: "done", result: JSON.stringify({ ...outcome.result, summary: outcome.summary }), error: null };
    case "failed":
      return {
        status: outcome.retry ? "ready" : "failed",
        result: outcome.result === null ? null : JSON.stringify(outcome.result),
        error: outcome.error,
      };
    case "transient":
      return { status: "ready", result: null, error: outcome.reason };
    case "unknown":
      return { status: "unknown", result: null, error: outcome.reason };
  }
}

/** What a call that is under way is told when everything outgoing is switched off. */
const switchedOff = "everything outgoing is switched off";

function stopped(signal: AbortSignal): Promise<{ kind: "stopped" }> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve({ kind: "stopped" });
    else signal.addEventListener("abort", () => resolve({ kind: "stopped" }), { once: true });
  });
}

/** Calls of before there was this fact went to the outside. */
export const bringsStrangers = (call: CallRow): boolean =>
  (JSON.parse(call.facts) as { brings?: unknown }).brings !== "clean";

/** What the person stopped is not tried again. */
function lastEnd(end: CallEnd): CallEnd {
  return end.status === "ready" ? { ...end, status: "failed", error: `${end.error} ${reasons.stoppedCall}` } : end;
}

/**
 * Whoever asked for the call may be gone, and ask for others when it runs again: what may have happened is asked about all the same.
 * @param last nobody repeats it either, safe as that may be; what only reads leaves nothing to ask about.
 */
function askWhatHappened({ journal, approvals, sessions }: WorkerParts, id: string, last: boolean, now: number): void {
  const call = journal.read(id);
  if (call === undefined || call.status !== "unknown") return;
  const reads = (JSON.parse(call.facts) as { reads?: unknown }).reads === true;
  if (call.repeatable === 1 && (!last || reads)) return;
  approvals.askUnknown(call, now);
  sessions.settle(call.session, now);
}

/** @param changed called after a call's end was recorded; @param broken when it could not be */
export function createCalls(parts: WorkerParts, changed: () => void, broken: (error: unknown) => void): Calls {
  const { store, lease, journal, sessions, tools, clock, fault, holder, outgoing } = parts;
  const inFlight = new Map<string, { ending: Promise<ToolOutcome>; stop: AbortController }>();
  const kept = new Map<string, { end: CallEnd; last: boolean }>();
  /** How many questions to the person are open in the middle of a call, and who is to be told. */
  const questions = new Map<string, number>();
  const waiting = new Map<string, Set<() => void>>();

  function start(call: CallRow, run: number, gen: number): Promise<ToolOutcome> | "fenced" | "held" {
    const started = store.tx(() => {
      if (!lease.holds(holder, gen)) return "fenced";
      if (outgoing.offSince() !== null) return "held";
      return journal.start(call.id, gen, run, clock.now()) ? "started" : "fenced";
    });
    if (started !== "started") return started;
    fault("effect-started");
    parts.stepped();
    const args = JSON.parse(call.arguments) as JsonObject;
    // Sleep and quit do not cut a call that was sent: its answer may still come, and an answer is worth more than an unknown.
    // The person who stops the run does.
    const stop = new AbortController();
    const ending = tools
      .call({ tool: call.tool, arguments: args, effectKey: call.effect_key }, stop.signal)
      .then((outcome) => {
        fault("effect-sent");
        // What the switch has cut is made again when it is on.
        const last = stop.signal.aborted && stop.signal.reason !== switchedOff;
        kept.set(call.id, { end: last ? lastEnd(endOf(outcome)) : endOf(outcome), last });
        recordKept();
        fault("effect-ended");
        return outcome;
      })
      .finally(() => {
        inFlight.delete(call.id);
        changed();
      });
    // The run may have gone by the time this settles, and with it whoever would have noticed.
    ending.catch(broken);
    inFlight.set(call.id, { ending, stop });
    return ending;
  }

  // What does not go through the gate, such as a call of a server's program, hears of the switch here. One that waits for the person does
  // nothing meanwhile; the answer to its question is kept until the switch is on.
  outgoing.onChange((offSince) => {
    if (offSince === null) return;
    for (const [id, { stop }] of inFlight) if (!questions.has(id)) stop.abort(switchedOff);
  });

  function recordKept(): void {
    store.tx(() => {
      for (const [id, { end, last }] of kept) {
        journal.end(id, end, clock.now());
        // With the end itself: whatever goes on with it, in whichever run, has read what a stranger may have written.
        const call = journal.read(id);
        if (call !== undefined && end.status !== "ready" && bringsStrangers(call)) sessions.taint(call.session);
        if (end.status === "unknown") askWhatHappened(parts, id, last, clock.now());
      }
    });
    kept.clear();
  }

  function parked(call: string): () => void {
    const count = (step: number) => questions.set(call, (questions.get(call) ?? 0) + step);
    count(1);
    for (const tell of waiting.get(call) ?? []) tell();
    return () => void (count(-1).get(call) === 0 && questions.delete(call));
  }

  /** The call's end, or that it asks the person first. */
  async function endOrQuestion(call: string, ending: Promise<ToolOutcome>): Promise<Made> {
    if (questions.has(call)) return { kind: "asks" };
    const told = waiting.get(call) ?? new Set();
    waiting.set(call, told);
    let tell = (): void => undefined;
    const asked = new Promise<Made>((resolve) => {
      tell = () => resolve({ kind: "asks" });
      told.add(tell);
    });
    try {
      return await Promise.race([ending, asked]);
    } finally {
      told.delete(tell);
      if (told.size === 0) waiting.delete(call);
    }
  }

  /** What the switch has cut is not the call's failure: it is held, and made under the same key when the switch is on. */
  function cut(call: CallRow, made: Made): boolean {
    if (outgoing.offSince() === null) return false;
    return made.kind === "transient" || (made.kind === "unknown" && call.repeatable === 1);
  }

  return {
    ...{ recordKept, parked, asked: changed },
    inFlight: (call) => inFlight.has(call),
    make: async (call, run, gen, signal) => {
      const known = inFlight.get(call.id)?.ending;
      // A run that was ended starts nothing more, although its generation may still be current.
      if (known === undefined && signal.aborted) return { kind: "stopped" };
      const ending = known ?? start(call, run, gen);
      if (ending === "fenced" || ending === "held") return { kind: ending };
      const made = await Promise.race([endOrQuestion(call.id, ending), stopped(signal)]);
      if (made.kind === "stopped" && signal.reason === haltReasons.stopped) {
        inFlight.get(call.id)?.stop.abort(haltReasons.stopped);
      }
      return cut(call, made) ? { kind: "held" } : made;
    },
  };
}
