// How a call to a server's tool ended, in the words of the journal. Promises: `transient` only where surely nothing was sent (rules 4
// and 9). Refuses: guesses.
import type { HostOutcome } from "../../preload/contract/toolhost.ts";
import type { ToolOutcome } from "../engine/worker/ports.ts";

export function outcomeOf(name: string, outcome: HostOutcome): ToolOutcome {
  switch (outcome.kind) {
    case "done":
      return { kind: "done", result: outcome.result, summary: `${name} answered` };
    case "failed":
      return { kind: "failed", error: `${name} was called: ${outcome.reason}.`, result: outcome.result, retry: false };
    case "not_sent":
      return { kind: "transient", reason: `${name} was not called: ${outcome.reason}.` };
    case "unknown":
      return { kind: "unknown", reason: `${name} was called, but its outcome is not known: ${outcome.reason}.` };
  }
}

/** Settles when `signal` aborts: surely nothing was sent until then. */
export function abortion(signal: AbortSignal): Promise<{ ok: false; sentence: string }> {
  const stopped = { ok: false, sentence: "It was stopped." } as const;
  if (signal.aborted) return Promise.resolve(stopped);
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(stopped), { once: true }));
}
