// What a person reads when the agent process failed an event: what was tried, why not, what to do.
// Refuses: anything of the event's own text.
import type { AgentFailure } from "../engine/worker/ports.ts";
import type { AgentExit } from "./agent-process.ts";
import { heapMegabytes } from "./agent-process.ts";

/** What the process worked on: an event's rules, or a run of a model. */
export type Doing = "rules" | "thinking";

const way: Record<Doing, string> = {
  rules: "Look at the `if` and the texts of the rules that match this event, then Retry.",
  thinking: "Look at the run in Activity; Retry goes on where it was.",
};

/** A rule's own failure, with its name and line. */
export function ruleFailed(rule: string | null, line: number | null, reason: string): string {
  if (rule === null) return `The rules could not be applied to this event: ${reason}`;
  const where = line === null ? "" : ` (rules.yaml, line ${line})`;
  return `The rule "${rule}"${where} failed: ${reason}`;
}

export function died(doing: Doing, event: number | null, exit: AgentExit): AgentFailure {
  const how = exit.signal !== null ? `signal ${exit.signal}` : `exit code ${exit.code ?? "unknown"}`;
  const needy = doing === "rules" ? "a rule needs" : "the model's session and answers need";
  const cause = outOfMemory(exit) ? ` This is how it ends when ${needy} more than ${heapMegabytes} MB of memory.` : "";
  const what = doing === "rules" ? "it applied the rules" : "it carried on a run of the model";
  return { kind: "died", event, sentence: `The agent process ended (${how}) while ${what}.${cause} ${way[doing]}` };
}

/** V8 aborts when the heap is full: SIGABRT or SIGTRAP, as a signal or as the exit code that stands for it. */
function outOfMemory({ code, signal }: AgentExit): boolean {
  if (signal !== null) return ["SIGABRT", "SIGTRAP", "SIGILL"].includes(signal);
  return code !== null && [5, 6, 132, 133, 134, 0x80000003 | 0].includes(code);
}

export function tooMuchMemory(doing: Doing, event: number | null, bytes: number, limitBytes: number): AgentFailure {
  const what = doing === "rules" ? "applying the rules" : "carrying on a run of the model";
  const sentence = `The agent process was stopped: ${what} took ${megabytes(bytes)} MB of memory, and ${megabytes(limitBytes)} MB is its limit. ${way[doing]}`;
  return { kind: "died", event, sentence };
}

export function tooLongEvent(event: number | null, milliseconds: number): AgentFailure {
  const sentence = `The agent process was stopped: applying the rules to this event took longer than ${milliseconds / 1000} s. ${way.rules}`;
  return { kind: "timed_out", event, sentence };
}

export function tooLongRun(event: number | null, milliseconds: number): AgentFailure {
  const sentence = `The agent process was stopped: this run took longer than ${milliseconds / 1000} s in all. ${way.rules}`;
  return { kind: "timed_out", event, sentence };
}

/** Between two questions of a model's run: no answer of a model takes that long to read. */
export function tooLongStep(event: number | null, milliseconds: number): AgentFailure {
  const sentence = `The agent process was stopped: it worked on one step of the model's run for longer than ${milliseconds / 1000} s. ${way.thinking}`;
  return { kind: "timed_out", event, sentence };
}

export function tooLongThought(seconds: number): string {
  return `The model was stopped: this run has taken ${seconds} s, which is its limit. Look at the run in Activity; Retry goes on where it was, and a longer "Time for one run" in Settings allows more.`;
}

export function nonsense(doing: Doing, event: number | null, what: string): AgentFailure {
  const sentence = `The agent process was stopped: ${what} Nothing it said about this ${doing === "rules" ? "event" : "step"} was believed. ${way[doing]}`;
  return { kind: "nonsense", event, sentence };
}

export const stopped: AgentFailure = {
  kind: "stopped",
  event: null,
  sentence: "The run was stopped because Nightjar pauses or quits; its events go back and are run later.",
};

export function unavailable(doing: Doing, why: string): AgentFailure {
  const left = doing === "rules" ? "No rule was applied." : "The model was not asked.";
  const sentence = `The agent process could not be started: ${why} ${left} If this lasts, restart Nightjar.`;
  return { kind: "unavailable", event: null, sentence };
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1024 / 1024);
}

/** What is wrong with a rule that can't be checked; the rule's name stands before it. */
export const ruleEndsProcess = "reading it ends the agent process. Make its `if` and its texts simpler.";

export function ruleTooLong(milliseconds: number): string {
  return `reading it takes longer than ${milliseconds / 1000} s. Make its \`if\` and its texts simpler.`;
}
