// One run of a model over the agent process: carries its questions to main and the answers back, one at a time, within its limits.
// Promises: settles once, never rejects. Refuses: to believe what it says beyond the contract; its time stands still while main works.
import type { FromAgent, ToAgent } from "../../preload/contract/agent.ts";
import type { ThinkBrief } from "../../preload/contract/thinking.ts";
import type { Wait } from "../engine/ports.ts";
import type { AgentFailure, Thinking, Thought } from "../engine/worker/ports.ts";
import type { AgentProcess } from "./agent-process.ts";
import type { Keeper, Loss } from "./keeper.ts";
import type { AgentLimits } from "./limits.ts";
import { patiently } from "./patience.ts";
import { died, nonsense, stopped, tooLongRun, tooMuchMemory, unavailable } from "./sentences.ts";

export interface ThinkDeps {
  keeper: Keeper;
  wait: Wait;
  limits: AgentLimits;
  memoryOf: (process: AgentProcess) => number | null;
}

/** @param runMilliseconds how long the run may take in all, whatever it waits for */
export function runThinking(
  { keeper, wait, limits, memoryOf }: ThinkDeps,
  run: number,
  brief: ThinkBrief,
  thinking: Thinking,
  runMilliseconds: number,
  signal: AbortSignal,
): Promise<Thought> {
  return new Promise((resolve) => {
    let settled = false;
    /** Main works on something it was asked for. */
    let asked = false;
    let requests = 0;
    let appends = 0;
    let stopStepWatch = (): void => undefined;
    const stops = new Set<() => void>();

    function settle(thought: Thought): void {
      if (settled) return;
      settled = true;
      stopStepWatch();
      for (const stop of stops) stop();
      keeper.release();
      if (thought.kind === "lost") keeper.kill();
      resolve(thought);
    }
    const lose = (failure: AgentFailure): void => settle({ kind: "lost", failure });
    const senseless = (what: string): void => lose(nonsense(brief.subject, what));

    function post(message: ToAgent): void {
      asked = false;
      try {
        watchStep();
        keeper.post(message);
      } catch {
        lose(died(brief.subject, { code: null, signal: null, detail: "" }));
      }
    }

    /** What the process itself may take between two questions. */
    function watchStep(): void {
      stopStepWatch();
      stopStepWatch = patiently(wait, limits.stepMilliseconds, () =>
        lose(tooLongRun(brief.subject, limits.stepMilliseconds)),
      );
    }

    function sample(): void {
      const stop = wait(limits.sampleMilliseconds, () => {
        stops.delete(stop);
        const process = keeper.process();
        const bytes = process === null ? null : memoryOf(process);
        if (bytes !== null && bytes > limits.memoryBytes) lose(tooMuchMemory(brief.subject, bytes, limits.memoryBytes));
        else if (!settled) sample();
      });
      stops.add(stop);
    }

    function hear(message: FromAgent): void {
      if (message.type === "ready") return;
      if (!("run" in message) || message.run !== run) return senseless("it answered a question nobody asked.");
      if (asked) return senseless("it went on without waiting for its answer.");
      asked = true;
      stopStepWatch();
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
          const added = thinking.append(entry);
          if (added === null) return lose(stopped);
          return post({ type: "appended", run, append, ...added });
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
          return lose(died(brief.subject, loss.exit));
        case "not_started":
          return lose(unavailable(loss.why));
        case "nonsense":
          return senseless("it said something that makes no sense.");
      }
    }

    if (signal.aborted) return settle({ kind: "lost", failure: stopped });
    const abort = (): void => lose(stopped);
    signal.addEventListener("abort", abort, { once: true });
    stops.add(() => signal.removeEventListener("abort", abort));
    stops.add(patiently(wait, runMilliseconds, () => lose(tooLongRun(brief.subject, runMilliseconds))));
    sample();
    keeper.hand({ ready: () => post({ type: "think", run, brief }), message: hear, lost });
  });
}
