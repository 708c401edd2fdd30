// The end of a run over fresh events: every decision, message, card and failure in one fenced transaction.
// Promises: a message is queued in the transaction that finishes its event (rule 12). Refuses: anything under an old generation.
import type { Unfinished } from "../inbox/claims.ts";
import type { ClaimedEvent } from "../inbox/events.ts";
import type { RunEnding } from "../sessions/sessions.ts";
import type { Taken } from "./claim.ts";
import type { WorkerParts } from "./parts.ts";
import type { AgentReport, EventDecision } from "./ports.ts";
import { neighbour, reasons, undecided } from "./texts.ts";

const byRule = (rule: string | null) => (rule === null ? reasons.noRule : reasons.rule(rule));

/** What became of one event: how it ended, and whether it died. */
interface Ended {
  ending: Exclude<RunEnding, "handed_back">;
  dead: number[];
}
const ended = (ending: Ended["ending"]): Ended => ({ ending, dead: [] });
const failed = (dead: number[]): Ended => ({ ending: "failed", dead });

/**
 * An event without a decision. An agent process that can't be started is nobody's fault and took no effect: the events wait
 * (rule 4). One that died of an event fails it, and spends an attempt of those beside it (rule 3).
 */
function undecidedEvent(
  parts: WorkerParts,
  taken: Taken,
  event: ClaimedEvent,
  report: AgentReport,
  now: number,
): number[] {
  const { failure } = report;
  if (failure?.kind === "unavailable") {
    return deadOf(event, parts.claims.wait(event, taken.gen, failure.sentence, now));
  }
  if (failure !== null && failure.event !== null && failure.event !== event.id) {
    return deadOf(event, parts.claims.failBeside(event, taken.gen, neighbour(failure.sentence), now));
  }
  return failEvent(parts, taken, event, failure?.sentence ?? undecided, now);
}

const deadOf = (event: ClaimedEvent, next: Unfinished): number[] => (next.kind === "dead" ? [event.id] : []);

/** Records one event's failure; its id when it died of it. */
export function failEvent(parts: WorkerParts, taken: Taken, event: ClaimedEvent, error: string, now: number): number[] {
  return deadOf(event, parts.claims.fail(event, taken.gen, error, now));
}

function defer(
  parts: WorkerParts,
  taken: Taken,
  event: ClaimedEvent,
  decision: EventDecision & { kind: "deferred" },
  now: number,
): Ended {
  const { tools, journal, approvals, claims, sessions, settings } = parts;
  const checked = tools.check(decision.tool, decision.arguments);
  if (!checked.ok) {
    const where = decision.rule === null ? "" : ` Rule “${decision.rule}” asked for this call.`;
    return failed(failEvent(parts, taken, event, `${checked.error}${where}`, now));
  }
  const call = journal.write(
    {
      session: taken.session,
      run: taken.run,
      event: event.id,
      step: event.id,
      call_index: 0,
      tool: decision.tool,
      arguments: checked.arguments,
      title: decision.title,
      repeatable: checked.repeatable,
      decision: "ask",
      decision_reason: "effects ask by default",
    },
    now,
  );
  if (call.status === "waiting") approvals.ask(call, decision.windowSeconds ?? settings().windowSeconds, now);
  const { session, run } = taken;
  sessions.step(
    { session, run, event: event.id, kind: "tool_call", body: { call: call.id, rule: decision.rule } },
    now,
  );
  claims.finish(event.id, taken.gen, "deferred", reasons.asked(decision.rule), now);
  return ended("deferred");
}

function decide(parts: WorkerParts, taken: Taken, event: ClaimedEvent, decision: EventDecision, now: number): Ended {
  const { claims, outbox, sessions } = parts;
  switch (decision.kind) {
    case "nothing":
      claims.finish(event.id, taken.gen, "nothing", byRule(decision.rule), now);
      return ended("nothing");
    case "message": {
      const { session, run } = taken;
      const { text: body, urgent, rule } = decision;
      const message = outbox.enqueue({ body, urgent, kind: "message", event: event.id, session, run, rule }, now);
      sessions.step({ session, run, event: event.id, kind: "message", body: { message } }, now);
      claims.finish(event.id, taken.gen, "message", byRule(rule), now);
      return ended("message");
    }
    case "deferred":
      return defer(parts, taken, event, decision, now);
    case "failed":
      return failed(failEvent(parts, taken, event, decision.error, now));
  }
}

/** The weightiest ending of its events is the run's. */
function endingOf(all: readonly Ended[]): RunEnding {
  const order = ["failed", "deferred", "message"] as const;
  return order.find((ending) => all.some((one) => one.ending === ending)) ?? "nothing";
}

/**
 * Records what the agent decided. Joins the caller's transaction.
 * @returns false when the generation is no longer current: then nothing was written (rule 2)
 */
export function finishRun(parts: WorkerParts, taken: Taken, report: AgentReport, now: number): boolean {
  const { store, lease, sessions, deadNotice, holder } = parts;
  return store.tx(() => {
    if (!lease.holds(holder, taken.gen)) return false;
    const all = taken.events.map((event) => {
      const decision = report.decisions.get(event.id);
      return decision === undefined
        ? failed(undecidedEvent(parts, taken, event, report, now))
        : decide(parts, taken, event, decision, now);
    });
    deadNotice.say(
      all.flatMap(({ dead }) => dead),
      now,
    );
    const ending = endingOf(all);
    sessions.endRun(taken.run, ending, report.failure?.sentence ?? null, now);
    sessions.settle(taken.session, now);
    return true;
  });
}
