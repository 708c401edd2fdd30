// A model thinks about what the rules left, or goes on after an answer. Promises: what it says is committed entry by entry under the
// fence, so that a crash, a sleep or days between find it where it was. Refuses: to think without a model.
import type { ClaimedEvent } from "../inbox/events.ts";
import type { Calls } from "./calls.ts";
import type { Taken } from "./claim.ts";
import { noticedInEvent, withNoticedTools } from "./noticing.ts";
import type { WorkerParts } from "./parts.ts";
import type {
  AgentReport,
  AskedToWait,
  DecideArrived,
  ModelReply,
  Thinking as ThinkingPort,
  Thought,
  ThoughtEvent,
} from "./ports.ts";
import type { NewEntry } from "../sessions/transcript.ts";
import { unlessHalted } from "./halt.ts";
import type { HaltKind } from "../sessions/sessions.ts";
import { haltNotes } from "./texts.ts";
import { createThoughtCalls } from "./thought-calls.ts";

/** How a run's thinking ended, and what main itself kept from the model. */
export interface Thinking {
  thought: Thought;
  obstacle: Extract<ModelReply, { kind: "failed" }> | null;
  /** What its server asked of whoever comes again, with the last answer. */
  wait: AskedToWait | null;
}

/** The events that no rule wanted, which a model is asked about; none while there is no model. */
export function leftOver(
  parts: WorkerParts,
  events: readonly ClaimedEvent[],
  { decisions }: AgentReport,
  held: ReadonlySet<number>,
): ClaimedEvent[] {
  if (parts.models.chosen() === null) return [];
  return events.filter((event) => {
    const decision = decisions.get(event.id);
    if (decision?.kind !== "nothing" || decision.rule !== null || held.has(event.id)) return false;
    return parts.listening?.own(event) !== true;
  });
}

/** What comes while a model thinks and is the same run's. */
export interface Arriving {
  /** Takes it in. Joins the transaction of the entry that was written down. */
  fold(): ClaimedEvent[];
  /** Rules first: those that none of them wanted are for the model. Null when the run may not go on. */
  byRules(came: readonly ClaimedEvent[], decide: DecideArrived): Promise<ClaimedEvent[] | null>;
}

const shown = (event: ClaimedEvent, hosts: readonly string[]): ThoughtEvent => {
  const { id, source, kind, payload, trust, received_at } = event;
  const findings = noticedInEvent(event, hosts);
  return {
    ...{ id, source, kind, payload, findings },
    event: event.event,
    trusted: trust === "trusted",
    receivedAt: received_at,
  };
};

const noteOf = (halt: HaltKind | null): string | null => (halt === null ? null : haltNotes[halt]);

/**
 * @param events what is new; empty when only an answer came
 * @param subject the event that the run's calls belong to
 * @param arriving null where nothing joins the run
 * @returns null when no model is configured, or the run was stopped
 */
export async function think(
  parts: WorkerParts,
  calls: Calls,
  taken: Taken,
  events: readonly ClaimedEvent[],
  subject: ClaimedEvent,
  signal: AbortSignal,
  held: Set<number>,
  stumble: (error: unknown) => void,
  arriving: Arriving | null = null,
): Promise<Thinking | null> {
  const { store, lease, transcript, models, tools, agent, clock, holder } = parts;
  const model = models.chosen();
  if (model === null || signal.aborted) return null;
  // Nothing is started while nothing may leave.
  if (parts.outgoing.offSince() === null) await tools.prepare?.(signal);
  if (signal.aborted) return null;
  const { session, run, gen } = taken;
  const hosts = parts.settings().hosts ?? [];
  let obstacle: Thinking["obstacle"] = null;
  let wait: AskedToWait | null = null;
  const brief = {
    ...{ subject: subject.id, model, now: clock.now() },
    tools: withNoticedTools(tools.specs(), hosts),
    transcript: transcript.read(session),
    events: events.map((event) => shown(event, hosts)),
    note: noteOf(transcript.untoldHalt(session)),
  };
  let writing: Promise<unknown> = Promise.resolve();

  async function append(entry: NewEntry, decide: DecideArrived): ReturnType<ThinkingPort["append"]> {
    try {
      const added = store.tx(() => {
        if (signal.aborted || !lease.holds(holder, gen)) return null;
        const { id, firstCall } = transcript.append(session, run, entry, clock.now());
        return { id, firstCall, came: arriving?.fold() ?? [] };
      });
      parts.fault("entry-appended");
      parts.stepped();
      if (added === null || signal.aborted) return null;
      const { came, ...row } = added;
      if (arriving === null || came.length === 0) return { ...row, arrived: [] };
      const further = await arriving.byRules(came, decide);
      if (further === null || signal.aborted) return null;
      return { ...row, arrived: further.map((event) => shown(event, hosts)) };
    } catch (error) {
      stumble(error);
      return null;
    }
  }

  const callTool = createThoughtCalls(parts, calls, taken, subject, signal, held, stumble);
  const thought = await agent.think(
    run,
    brief,
    {
      ask: async (body) => {
        const asked = models.ask({ session, run, body }, signal);
        parts.stepped();
        const reply = await asked;
        if (reply.kind === "failed") obstacle = reply;
        wait = reply.wait ?? null;
        parts.stepped();
        parts.fault("model-answered");
        return reply;
      },
      append: (entry, decide) => {
        const appended = append(entry, decide);
        writing = appended;
        return appended;
      },
      callTool,
    },
    signal,
  );
  // The process may be lost in the middle of it: what became of those that came is to be known before the run is ended.
  await unlessHalted(writing, signal);
  return signal.aborted ? null : { thought, obstacle, wait };
}
