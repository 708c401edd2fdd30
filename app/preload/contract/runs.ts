// A run of a model as the window shows it: what it was about, each step, what it used. Types only, as in views.ts.
// Refuses: texts of any length; what is long is cut, and the rest is asked for by its place.
import type { CardFinding, StandingAnswer } from "./approvals.ts";
import type { ActivityRow, Decided } from "./views.ts";

/** Where a long text stands: a part of an entry of the transcript, or a call of the journal. */
export type TextPlace = { entry: number; part: number } | { call: string; of: "arguments" | "result" | "error" };

/** The beginning of a text. Everything in it may be a stranger's. */
export interface LongText {
  text: string;
  /** How many characters of the whole it shows, and how many there are. */
  shown: number;
  length: number;
  place: TextPlace;
}

/** What requests to a model have used. `input` is what was neither read from the cache nor written to it. */
export interface Use {
  requests: number;
  /** Those that brought no answer of a model. */
  unanswered: number;
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
  /** Millionths of a US dollar; null when no price is known. */
  costMicros: number | null;
  /** Some of it had no known price. */
  partly: boolean;
  seconds: number;
}

export interface RunCall {
  /** The tool by main's name, or as the model named it. */
  tool: string;
  /** What it asked for, in words of main's; null for a call that was never made one. */
  title: string | null;
  arguments: LongText;
  /** Why it could not be made at all, as the model was told. */
  refused: string | null;
  /** As the journal has it. */
  made: {
    id: string;
    decided: Decided;
    status: string;
    starts: number;
    startedAt: number | null;
    endedAt: number | null;
    result: LongText | null;
    error: LongText | null;
    findings: CardFinding[];
    approvals: {
      id: string;
      title: string;
      answer: StandingAnswer | null;
      askedAt: number;
      answeredAt: number | null;
      from: string | null;
      words: string | null;
    }[];
    /** The person changed another call to this one. */
    changed: boolean;
  } | null;
}

interface StepBase {
  id: number;
  /** Seconds since the epoch. */
  at: number;
  run: number;
  /** Set on the first step of another run than the step before it. */
  begins: { id: number; startedAt: number; ending: string | null } | null;
}

export type RunStep =
  /** It was told what is new. */
  | (StepBase & {
      kind: "told";
      events: { id: number; cause: string; findings: CardFinding[] }[];
      eventsMore: number;
      /** Titles of calls that had waited, and of which it hears now. */
      outcomes: string[];
      text: LongText;
    })
  /** One message of the model. */
  | (StepBase & {
      kind: "answered";
      thinking: LongText[];
      said: LongText[];
      calls: RunCall[];
      /** Cut at its longest. */
      cut: boolean;
      use: Use | null;
    })
  /** It was told what came of its calls. `waits`: how many of them it was told to wait for. */
  | (StepBase & {
      kind: "results";
      waits: number;
      results: { tool: string; failed: boolean; text: LongText }[];
    })
  /** It summed up what was before, and goes on from that. */
  | (StepBase & { kind: "summary"; text: LongText; use: Use | null })
  | (StepBase & { kind: "unreadable"; text: LongText });

export interface RunSteps {
  steps: RunStep[];
  earlier: boolean;
  later: boolean;
}

/** What a run that is on does now. */
export interface RunDoing {
  kind: "model" | "opinion" | "call" | "working";
  /** The call's title. */
  what: string | null;
  since: number;
}

export interface RunView {
  now: number;
  id: number;
  startedAt: number;
  endedAt: number | null;
  ending: string | null;
  /** It was ended before its own end: by the person, or for something that does not wait. */
  halted: "stopped" | "restarted" | null;
  /** Why it came to no good end. */
  error: string | null;
  doing: RunDoing | null;
  /** Whether a model has thought in its session. */
  thought: boolean;
  provenance: "clean" | "untrusted";
  /** Its model, by provider and name; null before the first request. */
  model: { provider: string; name: string } | null;
  events: (Pick<ActivityRow, "id" | "cause" | "status" | "outcome" | "reason"> & { attempt: number })[];
  messages: { id: number; body: string; created: number; sentAt: number | null; delivery: number | null }[];
  use: Use;
  /** Of these, the second opinions that auto mode asked for about its calls; null when there was none. */
  opinions: Use | null;
  /** Of all runs of its session; null when it is the only one. */
  session: { runs: number; earlier: number | null; later: number | null; use: Use } | null;
  /** The page of steps that ends with its last begins after this one. */
  mark: number;
}

/** What models have used today, and the person's limits. */
export interface SpentView {
  now: number;
  /** A model is chosen now. */
  model: boolean;
  use: Use;
  limits: { dayTokens: number; dayUsd: number };
}
