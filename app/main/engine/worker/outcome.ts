// What one run comes to: its rules, what a model thinks about the rest, its calls. Promises: what it returns writes all of it in one
// transaction, or nothing when the run was handed back (rule 2). Refuses: to write before that what is not a step of its own.
import type { ClaimedEvent } from "../inbox/events.ts";
import { runAnswer } from "./answer.ts";
import type { Calls } from "./calls.ts";
import type { Taken } from "./claim.ts";
import type { Ended } from "./ended.ts";
import { endDecided, finishRun, type Prepared, prepare } from "./finish.ts";
import { type Halt, type Halted, unlessHalted } from "./halt.ts";
import { endHaltedAnswer } from "./halted.ts";
import { createCallTool } from "./in-run.ts";
import type { WorkerParts } from "./parts.ts";
import type { AgentReport } from "./ports.ts";
import { wordsOf } from "./personal.ts";
import { sayingOf } from "./saying.ts";
import { type Arriving, leftOver, type Thinking, think } from "./think.ts";

/** Writes the end of the run; false when this run may not write any more. */
export type Write = () => boolean;

/** What may end the run while it thinks, and what may join it. */
export interface Meanwhile {
  /** From here until `false` the run may begin again for what does not wait. */
  breakable(on: boolean): void;
  /** Takes in what came, in the caller's transaction; nothing when the run ends for it. */
  fold(): ClaimedEvent[];
  /** In the transaction that ends the run: what it ended for is taken next. */
  putFirst(halted: Halted): void;
}

/** The person's words that no rule wanted and no model is asked about are answered by Nightjar itself. */
function hearAll(
  { listening, conversation }: WorkerParts,
  events: readonly ClaimedEvent[],
  { decisions }: AgentReport,
  left: readonly ClaimedEvent[],
): void {
  if (listening === null) return;
  for (const event of events) {
    const decision = decisions.get(event.id);
    const unwanted = decision?.kind === "nothing" && decision.rule === null && !left.includes(event);
    if (!unwanted || wordsOf(event) === null || event.session === null || !conversation.has(event.session)) continue;
    decisions.set(event.id, { kind: "heard", rule: null, speak: listening.hear(event) });
  }
}

export async function outcomeOf(
  parts: WorkerParts,
  calls: Calls,
  taken: Taken,
  halt: Halt,
  meanwhile: Meanwhile,
  stumble: (error: unknown) => void,
  changed: () => void,
): Promise<Write> {
  const { store, lease, clock, holder } = parts;
  const { signal } = halt;

  /** Whatever ended the run early is written beside its end. */
  const ending = (end: (halted: Halted | null) => boolean) => (): boolean =>
    store.tx(() => {
      const cause = halt.cause();
      if (cause === "back" || !end(cause)) return false;
      if (cause !== null) meanwhile.putFirst(cause);
      return true;
    });

  if (taken.events[0]?.kind === "approval") {
    meanwhile.breakable(true);
    const end = await unlessHalted(runAnswer(parts, calls, taken, signal, stumble), signal);
    meanwhile.breakable(false);
    return ending((halted) => {
      if (!lease.holds(holder, taken.gen)) return false;
      if (halted !== null) return endHaltedAnswer(parts, taken, halted, clock.now());
      end?.(clock.now());
      return end !== null;
    });
  }
  const held = new Set<number>();
  const callTool = createCallTool(parts, calls, taken, signal, held, stumble);
  const events = taken.events.filter((event) => sayingOf(event) === null);
  const report: AgentReport =
    events.length === 0
      ? { decisions: new Map(), failure: null }
      : await parts.agent.run(taken.run, events, signal, callTool);
  const left = leftOver(parts, taken.events, report, held);
  hearAll(parts, taken.events, report, left);
  const [subject] = left;
  const prepared: Prepared = new Map();
  const ended = new Map<number, Ended>();
  await unlessHalted(prepare(parts, calls, taken, report, held, signal, prepared), signal);

  /** What the rules decided does not wait for a model's minutes. False when this run may not write any more. */
  function settleDecided(): boolean {
    const decided = taken.events.filter((event) => !left.includes(event) && !ended.has(event.id));
    if (decided.length === 0) return true;
    if (!endDecided(parts, taken, decided, report, prepared, held, clock.now(), ended)) return false;
    parts.fault("rules-ended");
    changed();
    return true;
  }

  const arriving: Arriving = {
    fold: meanwhile.fold,
    async byRules(came, decide) {
      taken.events.push(...came);
      const ruled = await decide(came);
      for (const [id, decision] of ruled.decisions) report.decisions.set(id, decision);
      report.failure ??= ruled.failure;
      if (ruled.failure !== null) return null;
      const further = leftOver(parts, came, report, held);
      left.push(...further);
      hearAll(parts, came, report, further);
      await unlessHalted(prepare(parts, calls, taken, report, held, signal, prepared), signal);
      return !signal.aborted && settleDecided() ? further : null;
    },
  };

  let thinking: Thinking | null = null;
  if (subject !== undefined && report.failure === null && !signal.aborted && settleDecided()) {
    meanwhile.breakable(true);
    // What has been taken in since belongs to `left` as well; the model is handed those of now.
    thinking = await think(parts, calls, taken, [...left], subject, signal, held, stumble, arriving);
    meanwhile.breakable(false);
  }
  return ending((halted) =>
    finishRun(parts, taken, report, prepared, held, clock.now(), { events: left, thinking, halted, ended }),
  );
}
