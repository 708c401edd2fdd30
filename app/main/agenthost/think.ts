// One run of a model over the agent process: carries its questions to main and the answers back, one at a time, within its limits.
// Promises: settles once, never rejects. Refuses: to believe what it says beyond the contract; its time stands still while main works.
import type { Decision, FromAgent, Rule, ToAgent } from "../../preload/contract/agent.ts";
import type { ThinkBrief } from "../../preload/contract/thinking.ts";
import type { AgentEvent } from "../../preload/contract/agent-event.ts";
import type { ClaimedEvent } from "../engine/inbox/events.ts";
import type { AgentFailure, AgentReport, EventDecision, Thinking, Thought } from "../engine/worker/ports.ts";
import { couldDecide } from "./check.ts";
import type { Loss } from "./keeper.ts";
import { asAgentEvent, asEngine } from "./run.ts";
import {
  type Doing,
  died,
  nonsense,
  stopped,
  tooLongEvent,
  tooLongStep,
  tooLongThought,
  tooMuchMemory,
  unavailable,
} from "./sentences.ts";
import { createWatch, type WatchDeps } from "./watch.ts";

export interface ThinkDeps extends WatchDeps {
  /** For events that come while the run is on. */
  rules: () => Rule[] | Promise<Rule[]>;
}

/** An event that came, while the rules are applied to it. */
interface Deciding {
  event: AgentEvent;
  rules: Rule[];
  /** Null: the process was lost. */
  decided(decision: Decision | null): void;
}

/** @param runMilliseconds how long the run may take in all, whatever it waits for */
export function runThinking(
  { rules, ...watched }: ThinkDeps,
  run: number,
  brief: ThinkBrief,
  thinking: Thinking,
  runMilliseconds: number,
  signal: AbortSignal,
): Promise<Thought> {
  const { keeper, limits } = watched;
  return new Promise((resolve) => {
    const watch = createWatch(watched);
    const stepTime = watch.time();
    let settled = false;
    /** Main works on something it was asked for. */
    let asked = false;
    let deciding: Deciding | null = null;
    let failure: AgentFailure = stopped;
    let requests = 0;
    let appends = 0;

    function settle(thought: Thought): void {
      if (settled) return;
      settled = true;
      watch.end();
      keeper.release();
      if (thought.kind === "lost") failure = thought.failure;
      if (thought.kind === "lost" || thought.kind === "limit") keeper.kill();
      resolve(thought);
      deciding?.decided(null);
    }
    const lose = (why: AgentFailure): void => settle({ kind: "lost", failure: why });
    /** What it works on: an event that came is to blame for itself alone. */
    const blamed = (): number => deciding?.event.id ?? brief.subject;
    const doing = (): Doing => (deciding === null ? "thinking" : "rules");
    /** A limit of the person's: nobody is to blame, and another attempt would take as long. */
    function outOfTime(): void {
      const sentence = tooLongThought(runMilliseconds / 1000);
      failure = { kind: "timed_out", event: null, sentence };
      settle({ kind: "limit", sentence });
    }
    const senseless = (what: string): void => lose(nonsense(doing(), blamed(), what));

    function hand(message: ToAgent): void {
      try {
        keeper.post(message);
      } catch {
        lose(died(doing(), blamed(), { code: null, signal: null, detail: "" }));
      }
    }

    /** Rules first, also for what comes in the middle of a run: in the same process, which waits for its answer meanwhile. */
    async function decide(events: readonly ClaimedEvent[]): Promise<AgentReport> {
      const decisions = new Map<number, EventDecision>();
      const ruled = await rules();
      if (!settled) hand({ type: "run", run, rules: ruled });
      for (const event of events.map(asAgentEvent)) {
        if (settled) return { decisions, failure };
        const decision = await new Promise<Decision | null>((decided) => {
          deciding = { event, rules: ruled, decided };
          hand({ type: "event", run, event });
          stepTime.begin(limits.eventMilliseconds, () => lose(tooLongEvent(event.id, limits.eventMilliseconds)));
        });
        deciding = null;
        stepTime.stop();
        if (decision === null) return { decisions, failure };
        decisions.set(event.id, asEngine(decision));
      }
      return { decisions, failure: null };
    }

    function hearDecision({ event, rules: ruled, decided }: Deciding, message: FromAgent): void {
      if (message.type !== "decided" || message.event !== event.id) return senseless("it answered another question.");
      if (!couldDecide(ruled, event, message.decision)) {
        return senseless("its decision is not one that the rules could make.");
      }
      decided(message.decision);
    }

    function post(message: ToAgent): void {
      asked = false;
      watchStep();
      hand(message);
    }

    /** What the process itself may take between two questions. */
    function watchStep(): void {
      stepTime.begin(limits.stepMilliseconds, () => lose(tooLongStep(brief.subject, limits.stepMilliseconds)));
    }

    function hear(message: FromAgent): void {
      if (message.type === "ready") return;
      if (!("run" in message) || message.run !== run) return senseless("it answered a question nobody asked.");
      if (deciding !== null) return hearDecision(deciding, message);
      if (asked) return senseless("it went on without waiting for its answer.");
      asked = true;
      stepTime.stop();
      switch (message.type) {
        case "model_request": {
          const { request, body } = message;
          if (request !== requests++) return senseless("it counted its requests wrongly.");
          void thinking.ask(body).then((reply) => {
            if (settled) return;
            const answer = reply.kind === "answered" ? reply : { kind: reply.kind, reason: reply.reason };
            post({ type: "model_answer", run, request, answer });
          });
          return;
        }
        case "append": {
          const { append, entry } = message;
          if (append !== appends++) return senseless("it counted its entries wrongly.");
          void thinking.append(entry, decide).then((added) => {
            if (settled) return;
            if (added === null) lose(stopped);
            else post({ type: "appended", run, append, ...added });
          });
          return;
        }
        case "call": {
          const { event, index } = message;
          if (event !== brief.subject) return senseless("it asked for a call of another event.");
          void thinking.callTool(event, message).then((answer) => {
            if (!settled) post({ type: "call_result", run, event, index, answer });
          });
          return;
        }
        case "thought": {
          const { end } = message;
          return settle(end.kind === "ended" ? end : { kind: "failed", transient: end.transient, error: end.error });
        }
        case "decided":
          return senseless("it decided an event that was not handed over.");
      }
    }

    function lost(loss: Loss): void {
      switch (loss.kind) {
        case "died":
          return lose(died(doing(), blamed(), loss.exit));
        case "not_started":
          return lose(unavailable("thinking", loss.why));
        case "nonsense":
          return senseless("it said something that makes no sense.");
      }
    }

    if (signal.aborted) return settle({ kind: "lost", failure: stopped });
    watch.stopped(signal, () => lose(stopped));
    watch.time().begin(runMilliseconds, outOfTime);
    watch.memory((bytes) => lose(tooMuchMemory(doing(), blamed(), bytes, limits.memoryBytes)));
    keeper.hand({ ready: () => post({ type: "think", run, brief }), message: hear, lost });
  });
}
