// One run over the agent process: hands over its events one by one and collects what is decided, within its limits.
// Promises: settles once, never rejects; what was decided before a failure stands. Refuses: to decide anything itself.
import type { Decision, FromAgent, Rule } from "../../preload/contract/agent.ts";
import type { AgentEvent } from "../../preload/contract/agent-event.ts";
import { callsMaxPerEvent } from "../engine/defaults.ts";
import type { ClaimedEvent } from "../engine/inbox/events.ts";
import type { Wait } from "../engine/ports.ts";
import type { AgentFailure, AgentReport, CallTool, EventDecision } from "../engine/worker/ports.ts";
import type { AgentProcess } from "./agent-process.ts";
import { couldDecide } from "./check.ts";
import type { Keeper, Loss, ProcessUser } from "./keeper.ts";
import type { AgentLimits } from "./limits.ts";
import { patiently } from "./patience.ts";
import {
  died,
  nonsense,
  ruleFailed,
  stopped,
  tooLongEvent,
  tooLongRun,
  tooMuchMemory,
  unavailable,
} from "./sentences.ts";

export interface RunDeps {
  keeper: Keeper;
  wait: Wait;
  limits: AgentLimits;
  /** The process's whole memory in bytes, null when it cannot be told. */
  memoryOf: (process: AgentProcess) => number | null;
  /** Decides and makes a call the agent asks for; the process's time stands still meanwhile. */
  callTool: CallTool;
}

/** `signal` ends it at once with failure `stopped` (rule 2). */
export function runEvents(
  { keeper, wait, limits, memoryOf, callTool }: RunDeps,
  run: number,
  rules: Rule[],
  events: readonly AgentEvent[],
  signal: AbortSignal,
): Promise<AgentReport> {
  return new Promise((resolve) => {
    const decisions = new Map<number, EventDecision>();
    let next = 0;
    let current: AgentEvent | null = null;
    let settled = false;
    const stops = new Set<() => void>();
    let stopEventWatch = (): void => undefined;
    let stopRunWatch = (): void => undefined;
    /** How many calls the current event has asked for, and whether one is being made. */
    let calls = 0;
    let calling = false;
    let worked = 0;

    function settle(failure: AgentFailure | null): void {
      if (settled) return;
      settled = true;
      stopEventWatch();
      stopRunWatch();
      for (const stop of stops) stop();
      keeper.release();
      if (failure !== null) keeper.kill();
      resolve({ decisions, failure });
    }

    /** A repeating wait, for looking at the memory. */
    function sample(): void {
      const stop = wait(limits.sampleMilliseconds, () => {
        stops.delete(stop);
        const process = keeper.process();
        const bytes = process === null ? null : memoryOf(process);
        // A call renews the clocks; what the process has worked in all is counted apart, in slices.
        if (!calling) worked += limits.sampleMilliseconds;
        if (worked > limits.runMilliseconds) settle(tooLongRun(current?.id ?? null, limits.runMilliseconds));
        else if (bytes !== null && bytes > limits.memoryBytes) {
          settle(tooMuchMemory(current?.id ?? null, bytes, limits.memoryBytes));
        } else if (!settled) sample();
      });
      stops.add(stop);
    }

    function post(message: Parameters<Keeper["post"]>[0]): void {
      try {
        keeper.post(message);
      } catch {
        settle(died(current?.id ?? null, { code: null, signal: null, detail: "" }));
      }
    }

    function handOver(): void {
      stopEventWatch();
      const event = events[next];
      if (event === undefined) {
        settle(null);
        return;
      }
      next += 1;
      current = event;
      calls = 0;
      watchEvent(event.id);
      post({ type: "event", run, event });
    }

    function watchEvent(id: number): void {
      stopEventWatch = patiently(wait, limits.eventMilliseconds, () =>
        settle(tooLongEvent(id, limits.eventMilliseconds)),
      );
    }

    /** What main does meanwhile is no fault of the agent: both its clocks begin anew with the answer. */
    function watchRun(): void {
      stopRunWatch = patiently(wait, limits.runMilliseconds, () =>
        settle(tooLongRun(current?.id ?? null, limits.runMilliseconds)),
      );
    }

    function call(message: Extract<FromAgent, { type: "call" }>, event: number): void {
      const { index } = message;
      // It was told with each answer since then; one that goes on asking would keep the worker for itself.
      if (index > callsMaxPerEvent) return settle(nonsense(event, "it asked for calls without end."));
      calls += 1;
      calling = true;
      stopEventWatch();
      stopRunWatch();
      void callTool(event, message).then((answer) => {
        calling = false;
        if (settled) return;
        watchEvent(event);
        watchRun();
        post({ type: "call_result", run, event, index, answer });
      });
    }

    function hear(message: FromAgent): void {
      if (message.type === "ready") return;
      const id = current?.id ?? null;
      if (message.type === "call" && message.run === run && id !== null && message.event === id) {
        if (calling || message.index !== calls) settle(nonsense(id, "it asked for a call out of turn."));
        else call(message, id);
        return;
      }
      if (calling) {
        settle(nonsense(id, "it went on without waiting for its call."));
        return;
      }
      if (message.type !== "decided" || message.run !== run || current === null || message.event !== id) {
        settle(nonsense(id, "it answered a question nobody asked."));
      } else if (!couldDecide(rules, current, message.decision)) {
        settle(nonsense(id, "its decision is not one that the rules could make."));
      } else {
        decisions.set(current.id, asEngine(message.decision));
        current = null;
        if (message.worn) renew();
        else handOver();
      }
    }

    /** A fresh process for the events that are left, or for the next run. */
    function renew(): void {
      stopEventWatch();
      keeper.kill();
      if (next < events.length) keeper.hand(user);
      else settle(null);
    }

    function lost(loss: Loss): void {
      const id = current?.id ?? null;
      switch (loss.kind) {
        case "died":
          return settle(died(id, loss.exit));
        case "not_started":
          return settle(unavailable(loss.why));
        case "nonsense":
          return settle(nonsense(id, "it said something that makes no sense."));
      }
    }

    const user: ProcessUser = {
      ready() {
        post({ type: "run", run, rules });
        if (!settled) handOver();
      },
      message: hear,
      lost,
    };

    if (signal.aborted) return settle(stopped);
    const abort = (): void => settle(stopped);
    signal.addEventListener("abort", abort, { once: true });
    stops.add(() => signal.removeEventListener("abort", abort));
    watchRun();
    sample();
    keeper.hand(user);
  });
}

/** As the agent process is shown it. */
export function asAgentEvent({ id, source, kind, event, payload }: ClaimedEvent): AgentEvent {
  return { id, source, kind, event, payload };
}

export function asEngine(decision: Decision): EventDecision {
  if (decision.kind !== "failed") return decision;
  return { kind: "failed", rule: decision.rule, error: ruleFailed(decision.rule, decision.line, decision.error) };
}
