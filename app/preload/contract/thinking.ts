// What main and the agent process say to each other while a model thinks. The agent process has no network and no key: a request
// to the model's server is a message to main, and every entry of the transcript is committed by main before it goes on.
// Refuses: two questions at a time; secrets.
import { z } from "zod";
import { reasonLengthMax, textLengthMax } from "./agent-bounds.ts";
import type { AgentEvent } from "./agent-event.ts";

export const modelProviders = ["anthropic", "openai-compatible"] as const;
export type ModelProvider = (typeof modelProviders)[number];

/** The longest request to a model's server, and the longest entry of a transcript, in characters. */
export const modelRequestLengthMax = 8_000_000;
export const entryLengthMax = 2_000_000;
/** The longest note beside an entry, in characters: a summary's has every call that still waits, with its arguments. */
export const metaLengthMax = 6_000_000;
/** How many calls one message of a model may ask for. */
export const callsMaxPerMessage = 32;

export interface ModelTool {
  /** Main's name for it, such as `http.request` or `files/read_file`. */
  name: string;
  description: string;
  /** JSON Schema of its arguments, as JSON text: a server's own may be a stranger's. */
  inputSchema: string;
  /** What was noticed in what its server says of it, in sentences. */
  findings?: string[];
}

export const entryRoles = ["user", "assistant", "tool", "summary"] as const;

/** One committed entry of a session's transcript. */
export interface TranscriptEntry {
  id: number;
  /** `summary` stands for everything before it; its body is a user's message. */
  role: (typeof entryRoles)[number];
  /** JSON text of one message as the model client keeps it. */
  body: string;
  /** JSON text that the agent process alone reads: which events it tells of, which calls have their result. */
  meta: string;
  /** The number of its first call in the session; null when it asks for none. */
  firstCall: number | null;
}

/** An event as the model is shown it. */
export interface ThoughtEvent extends AgentEvent {
  trusted: boolean;
  /** Seconds since the epoch. */
  receivedAt: number;
  /** What was noticed about its text, in sentences. */
  findings: string[];
}

export interface ThinkBrief {
  /** The event that the run's calls belong to. */
  subject: number;
  model: { provider: ModelProvider; name: string; maxOutputTokens: number; contextTokens: number };
  /** The person's standing instructions. */
  instructions: string;
  /** Titles of what can be read again from memory, one a line; only what can be trusted. */
  remembered: string;
  tools: ModelTool[];
  /** From the last summary on. */
  transcript: TranscriptEntry[];
  /** What this run is about; those that stand in the transcript already are told there. Empty when only an answer came. */
  events: ThoughtEvent[];
  /** A word of main's about what became of the session's last run. */
  note: string | null;
  /** Seconds since the epoch, and the person's zone. */
  now: number;
  zone: string;
}

export type ModelAnswer =
  | { kind: "answered"; status: number; headers: Record<string, string>; body: string }
  /** Not sent, cut, or beyond a limit. Main knows why, and ends the run by it. */
  | { kind: "failed"; reason: string };

export type ToThinking =
  | { type: "think"; run: number; brief: ThinkBrief }
  | { type: "model_answer"; run: number; request: number; answer: ModelAnswer }
  /** Committed. `arrived` are further events, taken into this run meanwhile. */
  | { type: "appended"; run: number; append: number; id: number; firstCall: number | null; arrived: ThoughtEvent[] };

const count = z.number().int().min(0);

export const fromThinkingSchemas = [
  z.strictObject({
    type: z.literal("model_request"),
    run: count,
    /** Counts the requests of the run, from 0. */
    request: count,
    body: z.string().min(2).max(modelRequestLengthMax),
  }),
  z.strictObject({
    type: z.literal("append"),
    run: count,
    /** Counts the entries of the run, from 0. */
    append: count,
    entry: z.strictObject({
      role: z.enum(entryRoles),
      body: z.string().min(2).max(entryLengthMax),
      /** Calls that wait are noted in a summary's, with their arguments. */
      meta: z.string().min(2).max(metaLengthMax),
      /** How many calls it asks for; each is one `call` later. */
      calls: count.max(callsMaxPerMessage),
    }),
  }),
  z.strictObject({
    type: z.literal("thought"),
    run: count,
    end: z.discriminatedUnion("kind", [
      /** The model has nothing more to do, or waits for the person. */
      z.strictObject({ kind: z.literal("ended"), text: z.string().max(textLengthMax) }),
      /** `transient`: nothing took effect, and the same request may do later (rule 4). */
      z.strictObject({
        kind: z.literal("failed"),
        transient: z.boolean(),
        /** Seconds the server asked to wait; null when it did not say. */
        retryAfterSeconds: count.max(86_400).nullable(),
        error: z.string().min(1).max(reasonLengthMax),
      }),
    ]),
  }),
] as const;
