// What the worker is handed: the agent that thinks, the tools that act. Promises: each failure is a value of a closed union.
// Refuses: to know processes, sockets or providers.
import type { ClaimedEvent } from "../inbox/events.ts";
import type { Asks, FormValue } from "../permissions/asks.ts";
import type { CallFacts } from "../permissions/facts.ts";
import type { Entry, NewEntry } from "../sessions/transcript.ts";

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/** How one event of a run ends (rule 12), or that it failed. `rule` is null when no rule matched. */
export type EventDecision =
  | { kind: "message"; rule: string | null; text: string; urgent: boolean }
  | { kind: "nothing"; rule: string | null }
  /** No rule matched the person's own words, and Nightjar answers them by itself. */
  | { kind: "heard"; rule: null; speak: () => Spoken }
  | {
      kind: "deferred";
      rule: string | null;
      title: string;
      tool: string;
      arguments: JsonObject;
      windowSeconds: number | null;
    }
  | { kind: "failed"; rule: string | null; error: string };

/** Why the agent process gave no further decisions. `event` is the one it was working on. */
export interface AgentFailure {
  kind: "died" | "timed_out" | "nonsense" | "stopped" | "unavailable";
  event: number | null;
  /** Whole sentence: what was tried, why not, what to do. */
  sentence: string;
}

export interface AgentReport {
  /** By inbox id; whatever was decided before a failure stands. */
  decisions: Map<number, EventDecision>;
  failure: AgentFailure | null;
}

/** A call that an agent asks for in the middle of a run. `index` counts the calls of its event, from 0. */
export interface CallRequest {
  index: number;
  tool: string;
  arguments: JsonObject;
  title: string;
}

/** What the agent is told of it. Everything but `done` says why, so that it can find a safer way. */
export type CallAnswer =
  | { outcome: "done"; result: JsonObject; summary: string; findings?: string[] }
  /** It can not be made so, or it was made and failed; nothing more comes of it. */
  | { outcome: "failed"; reason: string; findings?: string[] }
  | { outcome: "denied"; reason: string }
  /** A card waits for the person; its answer continues the session. */
  | { outcome: "deferred"; reason: string }
  /** It was started and its end is not known: neither repeat it nor build on it. */
  | { outcome: "unknown"; reason: string; findings?: string[] };

/** Decides one call for the event that is being worked on, writes it down, makes it when it may be made. Never rejects. */
export type CallTool = (event: number, request: CallRequest) => Promise<CallAnswer>;

/** An entry of a transcript, and an event as a model is shown it. */
export interface ThoughtEvent {
  id: number;
  source: string;
  kind: string;
  event: string | null;
  payload: string;
  trusted: boolean;
  receivedAt: number;
  /** What was noticed about its text, in sentences. */
  findings: string[];
}

export interface ThoughtBrief {
  /** The event that the calls belong to. */
  subject: number;
  model: ModelChoice;
  tools: ToolSpec[];
  transcript: Entry[];
  events: ThoughtEvent[];
  /** A word of main's about what became of the session's last run. */
  note: string | null;
  now: number;
}

/** Applies the rules to events that were taken into the run, in order. Never rejects. */
export type DecideArrived = (events: readonly ClaimedEvent[]) => Promise<AgentReport>;

/** What the thinking agent asks of main, one thing at a time. None of it rejects. */
export interface Thinking {
  ask(body: string): Promise<ModelReply>;
  /**
   * Commits an entry, and takes events into the run that came meanwhile: `decide` applies the rules to those, and the model is told
   * of what they leave. Null: the run may not write any more.
   */
  append(
    entry: NewEntry,
    decide: DecideArrived,
  ): Promise<{ id: number; firstCall: number | null; arrived: ThoughtEvent[] } | null>;
  callTool: CallTool;
}

export type Thought =
  /** `text`: the last words, where they are newer than every call. */
  | { kind: "ended"; text?: string }
  | { kind: "failed"; transient: boolean; error: string }
  /** It took all the time a run may have. */
  | { kind: "limit"; sentence: string }
  /** The agent process was lost, or the run was stopped. */
  | { kind: "lost"; failure: AgentFailure };

export interface ModelChoice {
  provider: "anthropic" | "openai-compatible";
  name: string;
  maxOutputTokens: number;
  contextTokens: number;
  /** How long one run may think. */
  runSeconds: number;
}

/** What a model's server asks of whoever comes again. */
export interface AskedToWait {
  /** Seconds since the epoch. */
  until: number;
  sentence: string;
}

export type ModelReply =
  | { kind: "answered"; status: number; headers: Record<string, string>; body: string; wait?: AskedToWait }
  /**
   * `transient`: surely nothing took effect, another time it may work. `day`: the day's limit is reached. `run`: this run's is.
   * `off`: everything outgoing is switched off. `refused`: it will be refused again.
   */
  | { kind: "failed"; why: "transient" | "day" | "run" | "off" | "refused"; reason: string; wait?: AskedToWait };

export interface ModelAsk {
  session: string;
  run: number;
  body: string;
  /** A second opinion on a call is no step of a session; it counts in the limits like one. */
  purpose?: "thought" | "opinion";
}

export interface ModelPort {
  /** Null: no model is configured, and the rules are all there is. */
  chosen(): ModelChoice | null;
  /** One request to the model's server, within the limits. Never rejects. */
  ask(request: ModelAsk, signal: AbortSignal): Promise<ModelReply>;
}

/** What Nightjar says by itself to the person's own words, and what it offers with it. */
export interface Spoken {
  text: string;
  offer: object | null;
}

/** Answers the person's words where neither a rule nor a model does. */
export interface ConversationPort {
  /** Also with a model: it answers something that Nightjar itself has offered. */
  own(event: ClaimedEvent): boolean;
  /** May change files, the same once and again. What it returns is called in the transaction that ends the event. */
  hear(event: ClaimedEvent): () => Spoken;
  /** Whether the person has the window before their eyes. */
  watched(): boolean;
}

export interface AgentPort {
  /** A model thinks about what the rules left. Never rejects; when `signal` aborts it ends at once as `lost`, `stopped`. */
  think(run: number, brief: ThoughtBrief, thinking: Thinking, signal: AbortSignal): Promise<Thought>;
  /**
   * One run over the events, in order. Never rejects. When `signal` aborts it ends at once with failure `stopped`
   * (rule 2: sleep and quit wait for nobody).
   */
  run(run: number, events: ClaimedEvent[], signal: AbortSignal, callTool: CallTool): Promise<AgentReport>;
}

/** What a server asks the person in the middle of a call, and what it is told. */
export type ServerAsks = Exclude<Asks, { kind: "question" }>;
export type Asked =
  | { action: "accept"; values: Record<string, FormValue> }
  | { action: "decline" }
  /** Nobody answered, or nobody can be asked. */
  | { action: "cancel" };

export interface ToolCall {
  tool: string;
  arguments: JsonObject;
  /** Rule 9: the idempotency key under which the effect happens once. */
  effectKey: string;
}

/** How one call ended. `transient`: surely nothing took effect (rule 4). `unknown`: it was sent, its end is not known (rule 9). */
export type ToolOutcome =
  | { kind: "done"; result: JsonObject; summary: string }
  | { kind: "failed"; error: string; result: JsonObject | null; retry: boolean }
  | { kind: "transient"; reason: string }
  | { kind: "unknown"; reason: string };

export type ToolCheck =
  /** `facts` are what a decision reads: made from the normalised arguments, never by an agent. */
  | { ok: true; arguments: JsonObject; repeatable: boolean; facts: CallFacts }
  /** Refused before any card: unknown tool, wrong arguments, a destination that is not listed. */
  | { ok: false; error: string };

/** A tool as an agent is told of it. */
export interface ToolSpec {
  name: string;
  description: string;
  /** JSON Schema of its arguments, as JSON text. */
  inputSchema: string;
  /** What was noticed in what its server says of it, in sentences. */
  findings?: string[];
}

export interface ToolPort {
  /** Before `specs`, where some of them come from elsewhere: waits a moment until those are known. Never rejects. */
  prepare?(signal: AbortSignal): Promise<void>;
  /** The tools as they are now: settings and servers change them. */
  specs(): ToolSpec[];
  /** Checks and normalises a call without doing anything. */
  check(tool: string, args: JsonObject): ToolCheck;
  /** Does it. Never rejects. After an abort it still settles, with what is known. */
  call(call: ToolCall, signal: AbortSignal): Promise<ToolOutcome>;
}
