// Runs, and the sessions they continue, step by step. Promises: what a run did can be read afterwards.
// Refuses: a run without a session.
import type { Store } from "../store/store.ts";
import * as sql from "./statements.ts";

export type RunEnding = "message" | "nothing" | "deferred" | "failed" | "handed_back";
export type Provenance = "clean" | "untrusted";
export type HaltKind = "stopped" | "restarted";
export type StepKind = "event" | "decision" | "tool_call" | "tool_result" | "message" | "note";

export interface Step {
  session: string;
  run: number;
  event: number | null;
  kind: StepKind;
  /** What happened, as a value that becomes JSON text. */
  body: unknown;
}

/** A text from outside that a session has read: an event's payload, or what a tool brought. */
export interface ReadText {
  /** Its row: the event's, or the call's. */
  at: number;
  /** The tool that brought it; null for an event. */
  tool: string | null;
  text: string;
}

export interface Sessions {
  open(id: string, origin: string, title: string, provenance: Provenance, now: number): void;
  /** Whether anything untrusted was read in it. An unknown session is taken for untrusted. */
  provenance(id: string): Provenance;
  /** It has read something untrusted, and stays so. */
  taint(id: string): void;
  /** Texts from outside that it has read; bounded, the newest first. */
  readTexts(id: string): ReadText[];
  /** Makes the status what is true: at the end of a run, and whenever an event of the session is buried, settled or brought back. */
  settle(id: string, now: number): void;
  /** The same for the sessions of these events. */
  settleOf(events: readonly number[], now: number): void;
  step(step: Step, now: number): void;
  /** Another call stands where `of` stood: the same step once more, about `call`. */
  stepChanged(session: string, of: string, call: string, now: number): void;
  /** The id the next run will have: events are stamped with it in the transaction that makes it. */
  nextRun(): number;
  startRun(session: string, gen: number, events: readonly { id: number; attempts: number }[], now: number): number;
  /** Further events of a run that is on. */
  joinRun(run: number, events: readonly { id: number; attempts: number }[]): void;
  endRun(run: number, ending: RunEnding, error: string | null, now: number): void;
  /** It was ended before its own end: by the person, or for something that does not wait. */
  halt(run: number, halted: HaltKind): void;
  /** Runs that older generations left open ended when their process did. */
  endOldRuns(gen: number, now: number): void;
  /** A stretch without work, for the day strip: the computer slept, or Nightjar was not running. */
  sleep(cause: "suspend" | "jump" | "quit" | "stopped", from: number, until: number | null): void;
  wake(now: number): void;
}

/** Sessions over their tables. Every function joins an open transaction. */
export function createSessions(store: Store): Sessions {
  const open = store.prepare(sql.insertSession);
  const provenance = store.prepare<{ provenance: Provenance }>(sql.selectProvenance);
  const taint = store.prepare(sql.taintSession);
  const readTexts = store.prepare<ReadText>(sql.selectReadTexts);
  const settle = store.prepare(sql.settleSession);
  const sessionOf = store.prepare<{ session: string }>(sql.sessionOfEvent);
  const step = store.prepare(sql.insertStep);
  const repeatStep = store.prepare(sql.repeatStep);
  const nextRun = store.prepare<{ id: number }>(sql.nextRunId);
  const insertRun = store.prepare(sql.insertRun);
  const insertRunEvent = store.prepare(sql.insertRunEvent);
  const endRun = store.prepare(sql.endRun);
  const halt = store.prepare(sql.haltRun);
  const endOld = store.prepare(sql.endOldRuns);
  const sleep = store.prepare(sql.insertSleep);
  const wake = store.prepare(sql.endSleep);
  return {
    open: (id, origin, title, provenance, now) => void open.run({ id, origin, title, provenance, now }),
    provenance: (id) => provenance.get({ id })?.provenance ?? "untrusted",
    taint: (id) => void taint.run({ id }),
    readTexts: (session) => readTexts.all({ session }).filter(({ text }) => typeof text === "string"),
    settle: (id, now) => void settle.run({ id, now }),
    settleOf: (events, now) => {
      const sessions = new Set(events.map((event) => sessionOf.get({ event })?.session));
      for (const id of sessions) if (id !== undefined) settle.run({ id, now });
    },
    step: (entry, now) => void step.run({ ...entry, body: JSON.stringify(entry.body), now }),
    stepChanged: (session, of, call, now) => void repeatStep.run({ session, of, call, now }),
    nextRun: () => nextRun.get()?.id ?? 1,
    startRun: (session, gen, events, now) => {
      const run = Number(insertRun.run({ session, gen, now }).lastInsertRowid);
      for (const event of events) insertRunEvent.run({ run, event: event.id, attempt: event.attempts });
      return run;
    },
    joinRun: (run, events) => {
      for (const event of events) insertRunEvent.run({ run, event: event.id, attempt: event.attempts });
    },
    endRun: (run, ending, error, now) => void endRun.run({ run, ending, error, now }),
    halt: (run, halted) => void halt.run({ run, halted }),
    endOldRuns: (gen, now) => void endOld.run({ gen, now, error: "Nightjar ended during this run." }),
    sleep: (cause, from, until) => void sleep.run({ cause, from, until }),
    wake: (now) => void wake.run({ now }),
  };
}
