// Main's side of the agent process: the engine's AgentPort over one warm, replaceable process.
// Promises: never rejects; one bad event is one failure. Refuses: two runs at once, and to evaluate anything in main.
import type { Rule } from "../../preload/contract/agent.ts";
import type { ClaimedEvent } from "../engine/inbox/events.ts";
import type { Log, Wait } from "../engine/ports.ts";
import type { AgentFailure, AgentPort, AgentReport, CallTool, Thought } from "../engine/worker/ports.ts";
import type { AgentProcess } from "./agent-process.ts";
import { createKeeper } from "./keeper.ts";
import { type AgentLimits, defaultLimits } from "./limits.ts";
import { asAgentEvent, runEvents } from "./run.ts";
import { runThinking } from "./think.ts";
import { stopped, unavailable } from "./sentences.ts";

export interface AgentHostDeps {
  launch: () => AgentProcess;
  /** Read at the start of each run, which waits for them if need be. */
  rules: () => Rule[] | Promise<Rule[]>;
  /** What each run of a model is told of memory, and the person's zone. */
  memory?: () => { instructions: string; index: string };
  zone?: () => string;
  wait: Wait;
  log: Log;
  limits?: Partial<AgentLimits>;
  /** The process's whole memory in bytes; null when it cannot be told. Without it only the heap is bounded. */
  memoryOf?: (process: AgentProcess) => number | null;
}

const noTools: CallTool = async () => ({ outcome: "failed", reason: "There is no tool in this run." });

export interface AgentHost extends AgentPort {
  run(run: number, events: ClaimedEvent[], signal: AbortSignal, callTool?: CallTool): Promise<AgentReport>;
  /** Ends the process; a run that is on ends as `stopped`, later runs do too. */
  close(): void;
}

export function createAgentHost(deps: AgentHostDeps): AgentHost {
  const limits = { ...defaultLimits, ...deps.limits };
  const { wait, log, launch } = deps;
  const keeper = createKeeper({ launch, wait, log, limits });
  const memoryOf = deps.memoryOf ?? (() => null);
  let closed = false;
  let stopRun: (() => void) | null = null;
  /** Whether the live process has read a stranger's text, which could have left orders in it, and the run it worked on last. */
  let stained = false;
  let lastRun: number | null = null;

  /** A clean run gets a process that no stranger has spoken to: its calls are decided as a clean run's. */
  function keepClean(run: number, events: readonly { trusted: boolean }[]): void {
    const clean = events.every(({ trusted }) => trusted);
    if (clean && stained && run !== lastRun) {
      keeper.kill();
      stained = false;
    }
    lastRun = run;
    if (!clean) stained = true;
  }

  /** The run that waits for its rules; the keeper does not know of it yet. */
  let waiting: symbol | null = null;

  /** What calls bring is a stranger's text as well. */
  function staining(callTool: CallTool): CallTool {
    return async (event, request) => {
      const answer = await callTool(event, request);
      stained = true;
      return answer;
    };
  }

  function refused(failure: AgentFailure): AgentReport {
    return { decisions: new Map(), failure };
  }

  /** The rules, or none when the run is stopped before they are there: it then ends before it looks at them. */
  async function arrived(rules: Promise<Rule[]>, signal: AbortSignal): Promise<Rule[]> {
    const mine = Symbol();
    waiting = mine;
    const stopped = new Promise<Rule[]>((resolve) => {
      signal.addEventListener("abort", () => resolve([]), { once: true });
    });
    signal.addEventListener("abort", () => free(mine), { once: true });
    try {
      return await Promise.race([rules, stopped]);
    } finally {
      free(mine);
    }
  }

  function free(mine: symbol): void {
    if (waiting === mine) waiting = null;
  }

  return {
    async run(run, events, signal, callTool = noTools): Promise<AgentReport> {
      if (closed || signal.aborted) return refused(stopped);
      if (keeper.busy() || waiting !== null) return refused(unavailable("rules", "it is still busy with another run."));
      if (events.length === 0) return { decisions: new Map(), failure: null };
      keepClean(
        run,
        events.map(({ trust }) => ({ trusted: trust === "trusted" })),
      );
      const stop = new AbortController();
      const onAbort = (): void => stop.abort();
      signal.addEventListener("abort", onAbort, { once: true });
      stopRun = onAbort;
      try {
        const given = deps.rules();
        const rules = Array.isArray(given) ? given : await arrived(given, stop.signal);
        return await runEvents(
          { keeper, wait, limits, memoryOf, callTool: staining(callTool) },
          run,
          rules,
          events.map(asAgentEvent),
          stop.signal,
        );
      } catch (error) {
        log.error({ error: String(error) }, "A run of the agent process failed in a way nobody foresaw.");
        keeper.release();
        keeper.kill();
        return refused(unavailable("rules", "something unforeseen happened in Nightjar itself."));
      } finally {
        signal.removeEventListener("abort", onAbort);
        if (stopRun === onAbort) stopRun = null;
      }
    },
    async think(run, brief, thinking, signal): Promise<Thought> {
      if (closed || signal.aborted) return { kind: "lost", failure: stopped };
      if (keeper.busy() || waiting !== null) {
        return { kind: "lost", failure: unavailable("thinking", "it is still busy with another run.") };
      }
      const stop = new AbortController();
      const onAbort = (): void => stop.abort();
      signal.addEventListener("abort", onAbort, { once: true });
      stopRun = onAbort;
      keepClean(run, brief.events);
      // What a model remembers of its session may be a stranger's, and so may what its calls bring.
      stained = true;
      const { runSeconds, ...model } = brief.model;
      const { instructions, index } = deps.memory?.() ?? { instructions: "", index: "" };
      const whole = { ...brief, model, instructions, remembered: index, zone: deps.zone?.() ?? "UTC" };
      try {
        return await runThinking(
          { keeper, wait, limits, memoryOf, rules: deps.rules },
          run,
          whole,
          thinking,
          runSeconds * 1000,
          stop.signal,
        );
      } finally {
        signal.removeEventListener("abort", onAbort);
        if (stopRun === onAbort) stopRun = null;
      }
    },
    close() {
      closed = true;
      stopRun?.();
      keeper.kill();
    },
  };
}
