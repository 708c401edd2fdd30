// One run over the agent process: hands over its events one by one and collects what is decided, within its limits.
// Promises: settles once, never rejects; what was decided before a failure stands. Refuses: to decide anything itself.
import type { Decision, FromAgent, Rule } from "../../preload/contract/agent.ts";
import type { AgentEvent } from "../../preload/contract/agent-event.ts";
import { callsMaxPerEvent } from "../engine/defaults.ts";
import type { ClaimedEvent } from "../engine/inbox/events.ts";
import type { AgentFailure, AgentReport, CallTool, EventDecision } from "../engine/worker/ports.ts";
import { couldDecide } from "./check.ts";
import type { Keeper, Loss, ProcessUser } from "./keeper.ts";
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
import { createWatch, type WatchDeps } from "./watch.ts";

export interface RunDeps extends WatchDeps {
  /** Decides and makes a call the agent asks for; the process's time stands still meanwhile. */
  callTool: CallTool;
}

/** `signal` ends it at once with failure `stopped` (rule 2). */
export function runEvents(
  { callTool, ...watched }: RunDeps,
  run: number,
  rules: Rule[],
  events: readonly AgentEvent[],
  signal: AbortSignal,
): Promise<AgentReport> {
  const { keeper, limits } = watched;
  return new Promise((resolve) => {
    const watch = createWatch(watched);
    const eventTime = watch.time();
    const runTime = watch.time();
    const decisions = new Map<number, EventDecision>();
    let next = 0;
    let current: AgentEvent | null = null;
    let settled = false;
    /** How many calls the current event has asked for, and whether one is being made. */
    let calls = 0;
    let calling = false;
    let worked = 0;

    function settle(failure: AgentFailure | null): void {
      if (settled) return;
      settled = true;
      watch.end();
      keeper.release();
      if (failure !== null) keeper.kill();
      resolve({ decisions, failure });
    }

    const tooLong = (): void => settle(tooLongRun(current?.id ?? null, limits.runMilliseconds));

    /** A call renews the clocks; what the process has worked in all is counted apart, in slices. */
    function slice(milliseconds: number): void {
      if (!calling) worked += milliseconds;
      if (worked > limits.runMilliseconds) tooLong();
    }

    function post(message: Parameters<Keeper["post"]>[0]): void {
      try {
        keeper.post(message);
      } catch {
        settle(died("rules", current?.id ?? null, { code: null, signal: null, detail: "" }));
      }
    }

    function handOver(): void {
      eventTime.stop();
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
      eventTime.begin(limits.eventMilliseconds, () => settle(tooLongEvent(id, limits.eventMilliseconds)));
    }

    /** What main does meanwhile is no fault of the agent: both its clocks begin anew with the answer. */
    const watchRun = (): void => runTime.begin(limits.runMilliseconds, tooLong);

    function call(message: Extract<FromAgent, { type: "call" }>, event: number): void {
      const { index } = message;
      // It was told with each answer since then; one that goes on asking would keep the worker for itself.
      if (index > callsMaxPerEvent) return settle(nonsense("rules", event, "it asked for calls without end."));
      calls += 1;
      calling = true;
      eventTime.stop();
      runTime.stop();
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
        if (calling || message.index !== calls) settle(nonsense("rules", id, "it asked for a call out of turn."));
        else call(message, id);
        return;
      }
      if (calling) {
        settle(nonsense("rules", id, "it went on without waiting for its call."));
        return;
      }
      if (message.type !== "decided" || message.run !== run || current === null || message.event !== id) {
        settle(nonsense("rules", id, "it answered a question nobody asked."));
      } else if (!couldDecide(rules, current, message.decision)) {
        settle(nonsense("rules", id, "its decision is not one that the rules could make."));
      } else {
        decisions.set(current.id, asEngine(message.decision));
        current = null;
        if (message.worn) renew();
        else handOver();
      }
    }

    /** A fresh process for the events that are left, or for the next run. */
    function renew(): void {
      eventTime.stop();
      keeper.kill();
      if (next < events.length) keeper.hand(user);
      else settle(null);
    }

    function lost(loss: Loss): void {
      const id = current?.id ?? null;
      switch (loss.kind) {
        case "died":
          return settle(died("rules", id, loss.exit));
        case "not_started":
          return settle(unavailable("rules", loss.why));
        case "nonsense":
          return settle(nonsense("rules", id, "it said something that makes no sense."));
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
    watch.stopped(signal, () => settle(stopped));
    watchRun();
    watch.memory((bytes) => settle(tooMuchMemory("rules", current?.id ?? null, bytes, limits.memoryBytes)), slice);
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
