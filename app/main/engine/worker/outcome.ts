// What one run comes to: its rules, what a model thinks about the rest, its calls. Promises: what it returns writes all of it in one
// transaction, or nothing when the run was handed back (rule 2). Refuses: to write before that what is not a step of its own.
import { runAnswer } from "./answer.ts";
import type { Calls } from "./calls.ts";
import type { Taken } from "./claim.ts";
import type { Ended } from "./ended.ts";
import { endDecided, finishRun, type Prepared, prepare } from "./finish.ts";
import { type Halt, unlessHalted } from "./halt.ts";
import { endHaltedAnswer } from "./halted.ts";
import { createCallTool } from "./in-run.ts";
import type { WorkerParts } from "./parts.ts";
import type { AgentReport } from "./ports.ts";
import { sayingOf } from "./saying.ts";
import { leftOver, think } from "./think.ts";

/** Writes the end of the run; false when this run may not write any more. */
export type Write = () => boolean;

export async function outcomeOf(
  parts: WorkerParts,
  calls: Calls,
  taken: Taken,
  halt: Halt,
  stumble: (error: unknown) => void,
  changed: () => void,
): Promise<Write> {
  const { lease, clock, holder } = parts;
  const { signal } = halt;
  if (taken.events[0]?.kind === "approval") {
    const end = await unlessHalted(runAnswer(parts, calls, taken, signal, stumble), signal);
    return () => {
      const cause = halt.cause();
      if (cause === "back" || !lease.holds(holder, taken.gen)) return false;
      if (cause !== null) return endHaltedAnswer(parts, taken, cause, clock.now());
      end?.(clock.now());
      return end !== null;
    };
  }
  const held = new Set<number>();
  const callTool = createCallTool(parts, calls, taken, signal, held, stumble);
  const events = taken.events.filter((event) => sayingOf(event) === null);
  const report: AgentReport =
    events.length === 0
      ? { decisions: new Map(), failure: null }
      : await parts.agent.run(taken.run, events, signal, callTool);
  const left = leftOver(parts, taken, report, held);
  const [subject] = left;
  const prepared: Prepared = new Map();
  await unlessHalted(prepare(parts, calls, taken, report, held, signal, prepared), signal);
  const goesOn = subject !== undefined && report.failure === null && !signal.aborted;
  let before: Ended[] = [];
  if (goesOn && left.length < taken.events.length) {
    // What the rules decided does not wait for a model's minutes.
    const ended = endDecided(parts, taken, report, prepared, held, clock.now(), left);
    if (ended === null) return () => false;
    before = ended;
    parts.fault("rules-ended");
    changed();
  }
  const thinking = goesOn ? await think(parts, calls, taken, left, subject, signal, held, stumble) : null;
  return () => {
    const cause = halt.cause();
    if (cause === "back") return false;
    const end = { events: left, thinking, halted: cause, before };
    return finishRun(parts, taken, report, prepared, held, clock.now(), end);
  };
}
