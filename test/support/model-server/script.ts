// What a scripted model says, protocol by protocol the same, and the usual ways of choosing it.
// Promises: a step is chosen by the request or by its turn, never by the clock.

export interface ScriptedCall {
  /** The tool's name on the wire. */
  name: string;
  /** An object, or the text that stands where its JSON should (only OpenAI's protocol can say that). */
  input: object | string;
  id?: string;
}

export type ModelStep = (
  | {
      kind: "say";
      text?: string;
      calls?: ScriptedCall[];
      /** Anthropic: signed thinking blocks before the words; OpenAI-compatible: `reasoning_content`. */
      thinking?: string;
      /** Anthropic: a block of thinking that only the provider can read. */
      redacted?: string;
      /** The protocol's own word; by default what fits. */
      finish?: string;
      usage?: { input: number; output: number };
    }
  | { kind: "status"; status: number; headers?: Record<string, string>; body?: string }
  /** A success whose body is this. */
  | { kind: "raw"; body: string }
  /** The connection ends before the answer, or in the middle of it. */
  | { kind: "cut"; after?: "half" }
) & {
  /** The answer waits for it. */
  hold?: Promise<unknown>;
};

/** A request as both protocols mean it. */
export interface ModelRequestSeen {
  protocol: "anthropic" | "openai";
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Record<string, unknown>;
  /** The body as it came, byte for byte. */
  text: string;
  system: string;
  tools: string[];
  turns: Turn[];
  /** How many of the turns are the model's. */
  said: number;
  /** What a real server would have refused it for. */
  violations: string[];
}

export interface Turn {
  role: "user" | "assistant" | "tool";
  text: string;
  calls: { id: string; name: string }[];
  results: { id: string; text: string; error: boolean }[];
}

/** @param count how many requests came before this one. */
export type Script = (request: ModelRequestSeen, count: number) => ModelStep;

const over: ModelStep = { kind: "say", text: "Nothing more to do." };

/** Each step once, in the order in which requests come; then it ends its turn. */
export const inOrder =
  (steps: readonly ModelStep[]): Script =>
  (_, count) =>
    steps[count] ?? over;

/** The step that follows what the model has said so far: the same request always gets the same answer. */
export const byTurn =
  (steps: readonly ModelStep[]): Script =>
  ({ said }) =>
    steps[said] ?? over;

export const say = (text: string, ...calls: ScriptedCall[]): ModelStep => ({ kind: "say", text, calls });
