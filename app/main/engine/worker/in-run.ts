// A call that an agent asks for in the middle of a run. Promises: decided, written down and made under the fence; whatever stops
// it is said with its reason, so that the agent can find a safer way. Refuses: more calls of one event than a run can mean.
import { callsMaxPerEvent } from "../defaults.ts";
import type { Calls } from "./calls.ts";
import type { Taken } from "./claim.ts";
import { askFor, type Effect, isMade, takeEffect, type Wanted, writeDown } from "./effects.ts";
import { judge, titleOf } from "./judge.ts";
import type { WorkerParts } from "./parts.ts";
import type { CallAnswer, CallRequest, CallTool, JsonObject } from "./ports.ts";
import { inRun } from "./texts.ts";

const stopped: CallAnswer = { outcome: "failed", reason: inRun.stopped };

/**
 * @param held where it notes the events whose calls the switch holds: they are worked on again when it is on
 * @param stumble what to do when the disk refuses, or an invariant broke
 */
export function createCallTool(
  parts: WorkerParts,
  calls: Calls,
  taken: Taken,
  signal: AbortSignal,
  held: Set<number>,
  stumble: (error: unknown) => void,
): CallTool {
  const { store, lease, sessions, journal, holder, clock } = parts;

  async function answer(eventId: number, request: CallRequest): Promise<CallAnswer> {
    const event = taken.events.find(({ id }) => id === eventId);
    if (event === undefined) return { outcome: "failed", reason: inRun.noEvent };
    if (held.has(event.id)) return { outcome: "failed", reason: inRun.off };
    if (request.index >= callsMaxPerEvent) return { outcome: "failed", reason: inRun.tooMany(callsMaxPerEvent) };
    const judged = await judge(parts, taken.session, {
      ...request,
      asked: false,
      events: taken.events,
      run: { id: taken.run, signal },
    });
    if (!judged.ok) return { outcome: "failed", reason: judged.error };
    const title = titleOf(judged.facts);
    const wanted: Wanted = { event, index: request.index, tool: request.tool, title, judged };
    if (isMade(parts, taken, wanted)) return made(wanted);
    const status = store.tx(() => {
      if (signal.aborted || !lease.holds(holder, taken.gen)) return null;
      const now = clock.now();
      const call = writeDown(parts, taken, wanted, now);
      // What a rule denies by now is not asked about; what may have happened always is.
      if (judged.verdict.decide === "ask" || call.status === "unknown") askFor(parts, call, wanted, null, now);
      const { session, run } = taken;
      const body = { call: call.id, said: request.title };
      sessions.step({ session, run, event: event.id, kind: "tool_call", body }, now);
      sessions.settle(session, now);
      return call.status;
    });
    if (status === null) return stopped;
    const { decide, reason } = judged.verdict;
    if (decide === "deny") return { outcome: "denied", reason };
    if (status === "refused") return { outcome: "denied", reason: inRun.refused };
    return { outcome: "deferred", reason: status === "ready" ? inRun.waits : reason };
  }

  async function made(wanted: Wanted): Promise<CallAnswer> {
    const found = await takeEffect(parts, calls, taken, wanted, signal);
    if (found === null) return stopped;
    const { call, effect } = found;
    if (effect.kind === "held") held.add(wanted.event.id);
    const answered = told(effect, journal.read(call.id)?.result ?? null, call.error);
    if (effect.kind === "unknown" && call.repeatable === 0) {
      store.tx(() => {
        parts.approvals.askUnknown(call, clock.now());
        sessions.settle(taken.session, clock.now());
      });
    }
    return answered;
  }

  return async (event, request) => {
    try {
      return await answer(event, request);
    } catch (error) {
      stumble(error);
      return stopped;
    }
  };
}

function told(effect: Effect, result: string | null, error: string | null): CallAnswer {
  switch (effect.kind) {
    case "done":
      return { outcome: "done", result: effect.result, summary: effect.summary };
    case "ended": {
      if (error !== null || result === null) return { outcome: "failed", reason: error ?? "" };
      const { summary, ...rest } = JSON.parse(result) as JsonObject;
      return { outcome: "done", result: rest, summary: typeof summary === "string" ? summary : "" };
    }
    case "failed":
      return { outcome: "failed", reason: effect.error };
    case "transient":
      return { outcome: "failed", reason: effect.reason };
    case "unknown":
      return { outcome: "unknown", reason: effect.reason };
    case "asks":
      return { outcome: "deferred", reason: inRun.serverAsks };
    case "waits":
      return { outcome: "deferred", reason: inRun.waits };
    case "held":
      return { outcome: "failed", reason: inRun.off };
    case "refused":
      return { outcome: "denied", reason: inRun.refused };
    case "fenced":
    case "stopped":
      return stopped;
  }
}
