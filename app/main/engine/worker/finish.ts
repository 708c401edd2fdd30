// The end of a run over fresh events: every decision, message, card and failure in one fenced transaction.
// Promises: a message is queued in the transaction that finishes its event (rule 12). Refuses: anything under an old generation.
import type { ClaimedEvent } from "../inbox/events.ts";
import type { RunEnding } from "../sessions/sessions.ts";
import type { Taken } from "./claim.ts";
import type { WorkerParts } from "./parts.ts";
import type { AgentReport, EventDecision } from "./ports.ts";
import { neighbour, reasons, undecided } from "./texts.ts";

const byRule = (rule: string | null) => (rule === null ? reasons.noRule : reasons.rule(rule));

/** What an event without a decision failed of: its own doing, or its neighbour's (rule 3: each spends an attempt). */
function blame(event: ClaimedEvent, report: AgentReport): string {
  if (report.failure === null) return undecided;
  return report.failure.event === null || report.failure.event === event.id
    ? report.failure.sentence
    : neighbour(report.failure.sentence);
}

/** An agent process that can't be started at all is nobody's fault and took no effect: the events wait (rule 4). */
function undecidedEvent(
  parts: WorkerParts,
  taken: Taken,
  event: ClaimedEvent,
  report: AgentReport,
  now: number,
): number[] {
  if (report.failure?.kind !== "unavailable") return failEvent(parts, taken, event, blame(event, report), now);
  const next = parts.claims.wait(event, taken.gen, report.failure.sentence, now);
  return next.kind === "dead" ? [event.id] : [];
}

/** Records one event's failure; its id when it died of it. */
export function failEvent(parts: WorkerParts, taken: Taken, event: ClaimedEvent, error: string, now: number): number[] {
  const next = parts.claims.fail(event, taken.gen, error, now);
  return next.kind === "dead" ? [event.id] : [];
}

function defer(
  parts: WorkerParts,
  taken: Taken,
  event: ClaimedEvent,
  decision: EventDecision & { kind: "deferred" },
  now: number,
): number[] {
  const { tools, journal, approvals, claims, sessions, settings } = parts;
  const checked = tools.check(decision.tool, decision.arguments);
  if (!checked.ok) {
    const where = decision.rule === null ? "" : ` Rule “${decision.rule}” asked for this call.`;
    return failEvent(parts, taken, event, `${checked.error}${where}`, now);
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
  return [];
}

function decide(parts: WorkerParts, taken: Taken, event: ClaimedEvent, decision: EventDecision, now: number): number[] {
  const { claims, outbox, sessions } = parts;
  switch (decision.kind) {
    case "nothing":
      claims.finish(event.id, taken.gen, "nothing", byRule(decision.rule), now);
      return [];
    case "message": {
      const { session, run } = taken;
      const { text: body, urgent, rule } = decision;
      const message = outbox.enqueue({ body, urgent, kind: "message", event: event.id, session, run, rule }, now);
      sessions.step({ session, run, event: event.id, kind: "message", body: { message } }, now);
      claims.finish(event.id, taken.gen, "message", byRule(rule), now);
      return [];
    }
    case "deferred":
      return defer(parts, taken, event, decision, now);
    case "failed":
      return failEvent(parts, taken, event, decision.error, now);
  }
}

function endingOf(taken: Taken, report: AgentReport): RunEnding {
  const kinds = taken.events.map((event) => report.decisions.get(event.id)?.kind);
  if (report.failure !== null || kinds.includes("failed") || kinds.includes(undefined)) return "failed";
  if (kinds.includes("deferred")) return "deferred";
  return kinds.includes("message") ? "message" : "nothing";
}

/**
 * Records what the agent decided. Joins the caller's transaction.
 * @returns false when the generation is no longer current: then nothing was written (rule 2)
 */
export function finishRun(parts: WorkerParts, taken: Taken, report: AgentReport, now: number): boolean {
  const { store, lease, sessions, deadNotice, holder } = parts;
  return store.tx(() => {
    if (!lease.holds(holder, taken.gen)) return false;
    const dead: number[] = [];
    for (const event of taken.events) {
      const decision = report.decisions.get(event.id);
      dead.push(
        ...(decision === undefined
          ? undecidedEvent(parts, taken, event, report, now)
          : decide(parts, taken, event, decision, now)),
      );
    }
    deadNotice.say(dead, now);
    const ending = endingOf(taken, report);
    sessions.endRun(taken.run, ending, report.failure?.sentence ?? null, now);
    const status = ending === "deferred" ? "waiting" : ending === "failed" ? "open" : "closed";
    sessions.setStatus(taken.session, status, now);
    return true;
  });
}
