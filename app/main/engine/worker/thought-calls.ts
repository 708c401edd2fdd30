// The calls of a model. Promises: each has one place in its session, so that asking again after a crash, a sleep or days finds what
// became of it and makes nothing twice (rules 8 and 9). Refuses: to trust an agent's word about a call that was written down.
import type { ClaimedEvent } from "../inbox/events.ts";
import type { CallRow } from "../journal/journal.ts";
import { entryOf, isThought, placeOf } from "../sessions/transcript.ts";
import { bringsStrangers, type Calls } from "./calls.ts";
import type { Taken } from "./claim.ts";
import { askFor, type Effect, takeEffect, type Wanted, writeDown } from "./effects.ts";
import { judge, type Judged, titleOf } from "./judge.ts";
import { withNoticed } from "./noticing.ts";
import { messageTool, ownTitle, questionTool } from "./own-tools.ts";
import type { WorkerParts } from "./parts.ts";
import type { CallAnswer, CallRequest, CallTool, JsonObject } from "./ports.ts";
import { asked, inRun, reasons } from "./texts.ts";

const stopped: CallAnswer = { outcome: "failed", reason: inRun.stopped };

/** What a written call came to, for a model that asks; null when it is still to be made. */
function standing(parts: WorkerParts, first: CallRow): { call: CallRow; answer: CallAnswer | null } {
  const { approvals, journal } = parts;
  let call = first;
  let words: string | null = null;
  for (const seen = new Set<string>(); !seen.has(call.id); ) {
    seen.add(call.id);
    for (const approval of approvals.of(call.id)) {
      words = approval.words ?? words;
      const next = approval.replaced_by === null ? undefined : approvals.read(approval.replaced_by);
      call = (next === undefined ? undefined : journal.read(next.tool_call)) ?? call;
    }
  }
  return { call, answer: answerOf(parts, call, words, call.id !== first.id) };
}

function answerOf(parts: WorkerParts, call: CallRow, words: string | null, changed: boolean): CallAnswer | null {
  switch (call.status) {
    case "waiting":
      return { outcome: "deferred", reason: inRun.waits };
    case "refused": {
      if (call.decision === "deny") return { outcome: "denied", reason: call.decision_reason };
      if (call.tool === questionTool) {
        return { outcome: "done", result: { answer: null, why: call.error }, summary: asked.noAnswer };
      }
      return { outcome: "denied", reason: words === null ? (call.error ?? inRun.refused) : reasons.words(words) };
    }
    case "failed":
      return { outcome: "failed", reason: call.error ?? "" };
    case "done": {
      const { summary, ...result } = (call.result === null ? {} : JSON.parse(call.result)) as JsonObject;
      const made = changed ? { changed_by_the_person_to: JSON.parse(call.arguments) as JsonObject } : {};
      const said = typeof summary === "string" ? summary : (call.error ?? reasons.didHappen);
      return { outcome: "done", result: { ...result, ...made }, summary: said };
    }
    case "unknown": {
      const asked = parts.approvals.of(call.id).filter(({ kind }) => kind === "unknown");
      if (asked.some(({ answer }) => answer === null)) return { outcome: "deferred", reason: reasons.unknown };
      return asked.some(({ answer }) => answer === "leave") ? { outcome: "unknown", reason: reasons.left } : null;
    }
    case "ready":
      return call.tool === messageTool ? said : null;
    case "started":
      return null;
  }
}

const said: CallAnswer = { outcome: "done", result: {}, summary: "It is said when this run ends." };

/**
 * @param subject the event the calls belong to
 * @param held where it notes that the switch holds a call: the event is worked on again when it is on
 */
export function createThoughtCalls(
  parts: WorkerParts,
  calls: Calls,
  taken: Taken,
  subject: ClaimedEvent,
  signal: AbortSignal,
  held: Set<number>,
  stumble: (error: unknown) => void,
): CallTool {
  const { store, lease, journal, sessions, approvals, transcript, holder, clock } = parts;

  async function answer(request: CallRequest): Promise<CallAnswer> {
    const place = placeOf(request.index);
    if (!isThought(place.step)) return { outcome: "failed", reason: inRun.noEvent };
    const first = journal.at({ session: taken.session, ...place });
    const known = first === undefined ? null : standing(parts, first);
    if (known?.answer != null) {
      // What it reads again it has read, in whichever run it was made.
      if (known.call.starts > 0 && bringsStrangers(known.call)) sessions.taint(taken.session);
      return known.answer;
    }
    const left = leftBehind(place.step, known?.call ?? null);
    if (left !== null) return left;
    if (held.has(subject.id)) return { outcome: "failed", reason: inRun.off };
    const { tool, arguments: args } = known === null ? request : { ...request, arguments: argumentsOf(known.call) };
    const begun = known !== null && known.call.status !== "ready";
    const verdict = await judge(parts, taken.session, {
      ...{ tool, arguments: args, asked: false, events: taken.events },
      run: begun ? null : { id: taken.run, signal },
    });
    if (!verdict.ok) return { outcome: "failed", reason: verdict.error };
    const judged = tool === questionTool ? put(verdict) : verdict;
    const wanted: Wanted = {
      ...{ event: subject, index: request.index, tool, judged, place },
      title: ownTitle(tool, judged.arguments) ?? titleOf(judged.facts),
    };
    if (tool !== messageTool && (judged.verdict.decide === "allow" || begun)) return made(wanted);
    const call = store.tx(() => {
      if (signal.aborted || !lease.holds(holder, taken.gen)) return null;
      const now = clock.now();
      const row = writeDown(parts, taken, wanted, now);
      if (judged.verdict.decide === "ask") askFor(parts, row, wanted, null, now);
      note(row, request, now);
      return row;
    });
    if (call === null) return stopped;
    if (judged.verdict.decide === "ask") calls.asked();
    if (judged.verdict.decide === "deny") return { outcome: "denied", reason: judged.verdict.reason };
    return call.tool === messageTool && call.status === "ready"
      ? said
      : { outcome: "deferred", reason: judged.verdict.reason };
  }

  /** A call of a run that was ended before its own end, when it had not begun by then: it is for the model to ask anew. */
  function leftBehind(step: number, call: CallRow | null): CallAnswer | null {
    const halted = transcript.haltOf(entryOf(step));
    if (halted === null) return null;
    const reason = inRun.notMade[halted];
    if (call === null) return { outcome: "denied", reason };
    if (call.status === "unknown" && halted === "stopped") return { outcome: "unknown", reason: call.error ?? reason };
    if (call.status !== "ready") return null;
    journal.settle(call.id, "refused", reason, clock.now());
    return { outcome: "denied", reason };
  }

  function note(row: CallRow, request: CallRequest, now: number): void {
    const { session, run } = taken;
    const body = { call: row.id, said: request.title };
    sessions.step({ session, run, event: subject.id, kind: "tool_call", body }, now);
    sessions.settle(session, now);
  }

  async function made(wanted: Wanted): Promise<CallAnswer> {
    const found = await takeEffect(parts, calls, taken, wanted, signal);
    if (found === null) return stopped;
    const { call, effect } = found;
    store.tx(() => {
      const now = clock.now();
      sessions.step(
        { session: taken.session, run: taken.run, event: subject.id, kind: "tool_call", body: { call: call.id } },
        now,
      );
      if (effect.kind === "unknown" && call.repeatable === 0) approvals.askUnknown(call, now);
      sessions.settle(taken.session, now);
    });
    if (effect.kind === "unknown" && call.repeatable === 0) calls.asked();
    if (effect.kind === "held") held.add(subject.id);
    return told(parts, call, effect);
  }

  return async (_event, request) => {
    try {
      const answered = await answer(request);
      const written = journal.at({ session: taken.session, ...placeOf(request.index) });
      return withNoticed(answered, written, parts.settings().hosts ?? []);
    } catch (error) {
      stumble(error);
      return stopped;
    }
  };
}

/** A question that may be put is a card, whatever rule allows it. */
function put(judged: Extract<Judged, { ok: true }>): Extract<Judged, { ok: true }> {
  const { verdict } = judged;
  if (verdict.decide === "deny") return judged;
  return { ...judged, verdict: { ...verdict, decide: "ask", by: "asked", reason: asked.reason } };
}

const argumentsOf = (call: CallRow) => JSON.parse(call.arguments) as JsonObject;

function told(parts: WorkerParts, call: CallRow, effect: Effect): CallAnswer {
  switch (effect.kind) {
    case "done":
      return { outcome: "done", result: effect.result, summary: effect.summary };
    case "failed":
      return { outcome: "failed", reason: effect.error };
    case "transient":
      return { outcome: "failed", reason: effect.reason };
    case "held":
      return { outcome: "failed", reason: inRun.off };
    case "unknown":
      return call.repeatable === 1
        ? { outcome: "unknown", reason: effect.reason }
        : { outcome: "deferred", reason: reasons.unknown };
    case "asks":
      return { outcome: "deferred", reason: inRun.serverAsks };
    case "waits":
    case "ended":
    case "refused":
      return standing(parts, call).answer ?? stopped;
    case "fenced":
    case "stopped":
      return stopped;
  }
}
