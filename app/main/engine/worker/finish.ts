// The end of a run over fresh events: every decision, message, card and failure in one fenced transaction.
// Promises: a message is queued in the transaction that finishes its event (rule 12). Refuses: anything under an old generation.
import type { ClaimedEvent } from "../inbox/events.ts";
import type { CallRow } from "../journal/journal.ts";
import type { RunEnding } from "../sessions/sessions.ts";
import type { Calls } from "./calls.ts";
import type { Taken } from "./claim.ts";
import { askFor, type Effect, isMade, takeEffect, type Wanted, writeDown } from "./effects.ts";
import { type Ended, type Ends, endsOf } from "./ended.ts";
import { type Judged, judge } from "./judge.ts";
import type { WorkerParts } from "./parts.ts";
import type { AgentReport, EventDecision } from "./ports.ts";
import { sayingOf } from "./saying.ts";
import type { Halted } from "./halt.ts";
import { noteHalt } from "./halted.ts";
import { haltSentence, neighbour, reasons, undecided } from "./texts.ts";
import type { Thinking } from "./think.ts";
import { endThought } from "./thought-end.ts";

const byRule = (rule: string | null) => (rule === null ? reasons.noRule : reasons.rule(rule));

/** What was done for the events before their end: each deferred decision judged, and made where it is allowed. */
export type Prepared = Map<number, { judged: Judged; made: { call: CallRow; effect: Effect } | null }>;

/**
 * An event without a decision. An agent process that can't be started is nobody's fault and took no effect: the events wait
 * (rule 4). One that died of an event fails it, and spends an attempt of those beside it (rule 3).
 */
function undecidedEvent(event: ClaimedEvent, { failure }: AgentReport, ends: Ends): Ended {
  if (failure?.kind === "unavailable") return ends.waits(failure.sentence);
  if (failure !== null && failure.event !== null && failure.event !== event.id) {
    return ends.failedBeside(neighbour(failure.sentence));
  }
  return ends.failed(failure?.sentence ?? undecided);
}

type Deferred = EventDecision & { kind: "deferred" };

/** What `ask` of a rule comes to: made by itself, refused by the person's own rule, or a card. */
function defer(
  parts: WorkerParts,
  taken: Taken,
  event: ClaimedEvent,
  decision: Deferred,
  prepared: Prepared,
  ends: Ends,
  now: number,
): Ended {
  const found = prepared.get(event.id);
  if (found === undefined) return ends.failed(undecided);
  const { judged, made } = found;
  if (!judged.ok) {
    const where = decision.rule === null ? "" : ` Rule “${decision.rule}” asked for this call.`;
    return ends.failed(`${judged.error}${where}`);
  }
  const { session, run } = taken;
  const step = (call: CallRow) =>
    parts.sessions.step(
      { session, run, event: event.id, kind: "tool_call", body: { call: call.id, rule: decision.rule } },
      now,
    );
  if (made !== null) {
    step(made.call);
    const { decision: decided, decision_reason } = made.call;
    return ends.effect(
      made.call,
      made.effect,
      decided === "allow" ? reasons.allowed(decision_reason) : reasons.approved,
    );
  }
  const wanted = wantedOf(event, decision, judged);
  const call = writeDown(parts, taken, wanted, now);
  step(call);
  if (call.status === "refused") {
    const denied = call.decision === "deny";
    return ends.nothing(denied ? reasons.deniedByRule(call.decision_reason) : reasons.refused);
  }
  const begun = call.status === "unknown" && call.repeatable === 0;
  if (judged.verdict.decide === "deny" && !begun) {
    parts.journal.settle(call.id, "refused", judged.verdict.reason, now);
    return ends.nothing(reasons.deniedByRule(judged.verdict.reason));
  }
  askFor(parts, call, wanted, decision.windowSeconds, now);
  return ends.deferred(begun ? reasons.unknown : reasons.asked(decision.rule));
}

const wantedOf = (event: ClaimedEvent, decision: Deferred, judged: Extract<Judged, { ok: true }>): Wanted => ({
  ...{ event, judged, tool: decision.tool, title: decision.title },
  index: 0,
});

/**
 * Judges every deferred decision, in the order of the events, and makes what is allowed. Ends early when the run was stopped or
 * fenced.
 * @param prepared where it notes each as soon as it is done
 */
export async function prepare(
  parts: WorkerParts,
  calls: Calls,
  taken: Taken,
  report: AgentReport,
  held: ReadonlySet<number>,
  signal: AbortSignal,
  prepared: Prepared,
): Promise<void> {
  for (const event of taken.events) {
    if (signal.aborted) return;
    if (held.has(event.id) || prepared.has(event.id)) continue;
    const decision = report.decisions.get(event.id);
    if (decision?.kind !== "deferred") continue;
    const judged = await judge(parts, taken.session, {
      ...{ ...decision, asked: true, events: [event] },
      run: { id: taken.run, signal },
    });
    let made = null;
    const wanted = judged.ok ? wantedOf(event, decision, judged) : null;
    if (wanted !== null && isMade(parts, taken, wanted)) {
      made = await takeEffect(parts, calls, taken, wanted, signal);
      if (made === null) return;
    }
    prepared.set(event.id, { judged, made });
  }
}

function decide(
  parts: WorkerParts,
  taken: Taken,
  event: ClaimedEvent,
  decision: EventDecision,
  prepared: Prepared,
  ends: Ends,
  now: number,
): Ended {
  switch (decision.kind) {
    case "nothing":
      return ends.nothing(byRule(decision.rule));
    case "message":
      return ends.message(decision.text, byRule(decision.rule), decision);
    case "heard":
      return ends.reply(decision.speak());
    case "deferred":
      return defer(parts, taken, event, decision, prepared, ends, now);
    case "failed":
      return ends.failed(decision.error);
  }
}

/** The weightiest ending of its events is the run's. */
function endingOf(all: readonly Ended[]): RunEnding {
  const order = ["failed", "deferred", "message", "handed_back"] as const;
  return order.find((ending) => all.some((one) => one.ending === ending)) ?? "nothing";
}

/** What is left to end when the run is over. */
export interface LeftOver {
  /** The events that a model was asked about, the one that speaks for them first, and how that ended. */
  events: readonly ClaimedEvent[];
  thinking: Thinking | null;
  halted: Halted | null;
  /** How others ended, where that was written before. */
  ended: ReadonlyMap<number, Ended>;
}

/** One event by what the rules decided about it. */
function endByRules(
  parts: WorkerParts,
  taken: Taken,
  event: ClaimedEvent,
  report: AgentReport,
  prepared: Prepared,
  held: ReadonlySet<number>,
  now: number,
  halted: Halted | null,
): Ended {
  const ends = endsOf(parts, taken, event, now, halted);
  const say = sayingOf(event);
  if (say !== null) return ends.message(say.text, reasons.reminder, { urgent: say.urgent });
  const decision = report.decisions.get(event.id);
  if (decision === undefined) return undecidedEvent(event, report, ends);
  return held.has(event.id) ? ends.held() : decide(parts, taken, event, decision, prepared, ends, now);
}

function sayDead({ deadNotice }: WorkerParts, all: readonly Ended[], now: number): void {
  deadNotice.say(
    all.flatMap(({ dead }) => dead),
    now,
  );
}

/**
 * Ends what the rules decided while a model goes on with the rest, in a transaction of its own.
 * @param ended where it notes how
 * @returns false when the generation is no longer current: then nothing was written (rule 2)
 */
export function endDecided(
  parts: WorkerParts,
  taken: Taken,
  decided: readonly ClaimedEvent[],
  report: AgentReport,
  prepared: Prepared,
  held: ReadonlySet<number>,
  now: number,
  ended: Map<number, Ended>,
): boolean {
  const { store, lease, holder } = parts;
  const all = store.tx(() => {
    if (!lease.holds(holder, taken.gen)) return null;
    const ends = decided.map((event) => endByRules(parts, taken, event, report, prepared, held, now, null));
    sayDead(parts, ends, now);
    return ends;
  });
  for (const [at, { id }] of decided.entries()) {
    const end = all?.[at];
    if (end !== undefined) ended.set(id, end);
  }
  return all !== null;
}

/**
 * Records what the agent decided. Joins the caller's transaction.
 * @param held events that wait for the switch, whatever was decided about them
 * @returns false when the generation is no longer current: then nothing was written (rule 2)
 */
export function finishRun(
  parts: WorkerParts,
  taken: Taken,
  report: AgentReport,
  prepared: Prepared,
  held: ReadonlySet<number>,
  now: number,
  { events: left, thinking, halted, ended }: LeftOver,
): boolean {
  const { store, lease, sessions, holder } = parts;
  return store.tx(() => {
    if (!lease.holds(holder, taken.gen)) return false;
    const [subject] = left;
    const rest = taken.events.filter(({ id }) => !ended.has(id));
    const all = rest.map((event) => {
      if (subject === undefined || !left.includes(event)) {
        return endByRules(parts, taken, event, report, prepared, held, now, halted);
      }
      const ends = endsOf(parts, taken, event, now, halted);
      if (halted !== null) return ends.halted();
      if (held.has(subject.id)) return ends.held();
      // The run ended before it came to them.
      if (report.failure !== null) return undecidedEvent(event, report, ends);
      return endThought(parts, taken, event, subject, thinking, ends, now);
    });
    sayDead(parts, all, now);
    if (halted !== null) noteHalt(parts, taken, halted, now);
    // Why its thinking came to no end stays with the run: the event goes on, and forgets.
    const stuck = all.find(({ error }, at) => error !== null && left.includes(rest[at] as ClaimedEvent));
    const failed = report.failure?.sentence ?? stuck?.error ?? null;
    const error = halted === null ? failed : haltSentence(halted);
    sessions.endRun(taken.run, endingOf([...ended.values(), ...all]), error, now);
    sessions.settle(taken.session, now);
    return true;
  });
}
