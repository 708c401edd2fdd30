// One request to a model and its answer, through the AI SDK as a plain transport: tools that only main makes, one step, no retry.
// Promises: whatever the server says comes back as a value. Refuses: the network (main sends), keys, streams. All of the SDK is here.
import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { generateText, jsonSchema, type ModelMessage, modelMessageSchema, type ToolSet, wrapLanguageModel } from "ai";
import { z } from "zod";
import type { ModelAnswer, ThinkBrief } from "../../preload/contract/thinking.ts";
import { modelRequestLengthMax } from "../../preload/contract/thinking.ts";
import { broken, byMain, type ModelFailure, nonsenseAnswer, serverFailure, tooLong } from "./model-failure.ts";
import { wellFormedIds } from "./call-ids.ts";

// Code made from text is forbidden in this process, so zod need not try; and the SDK's advice is for nobody here.
z.config({ jitless: true });
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });

/** One message as it is kept in a transcript. */
export type Message = ModelMessage;
export type AssistantPart = Exclude<Extract<Message, { role: "assistant" }>["content"], string>[number];
export type ToolPart = Extract<Extract<Message, { role: "tool" }>["content"][number], { type: "tool-result" }>;

export interface WireTool {
  name: string;
  description: string;
  schema: Readonly<Record<string, unknown>>;
}

export interface ModelRequest {
  system: string;
  messages: Message[];
  tools: readonly WireTool[];
}

/** A call as the model wrote it: `text` is its arguments, not yet read. */
export interface WrittenCall {
  id: string;
  name: string;
  text: string;
}

export type Reply =
  | {
      kind: "answered";
      /** What is kept of it, byte for byte where a provider wants it back so; a call's input is `{}` where it can not be read. */
      content: AssistantPart[];
      calls: WrittenCall[];
      finish: "stop" | "length" | "content-filter" | "tool-calls" | "error" | "other";
      usage: { input: number; output: number } | null;
    }
  | { kind: "failed"; failure: ModelFailure };

export interface ClientDeps {
  model: ThinkBrief["model"];
  /** Hands the request's body to main. */
  send(body: string): Promise<ModelAnswer>;
  /** Node's own; the process has given up its global. */
  Response: typeof globalThis.Response;
  /** The ids of calls that stand in the session as it is now. */
  taken(): ReadonlySet<string>;
}

export type Client = (request: ModelRequest) => Promise<Reply>;

/** A part of the message, as the SDK's providers hand it over. */
type Given = Awaited<ReturnType<ReturnType<typeof wrapLanguageModel>["doGenerate"]>>["content"][number];

/** Main puts the real one in. */
const placeholder = "kept-by-main";
/** Main sends to the server that the person chose; this address is never looked at. */
const baseURL = "http://model.invalid/v1";

const cached = { anthropic: { cacheControl: { type: "ephemeral" } } } as const;

export function createClient({ model, send, Response, taken }: ClientDeps): Client {
  let failure: ModelFailure | null = null;
  let given: Given[] = [];

  const fetch = async (_url: unknown, init?: { body?: unknown }): Promise<Response> => {
    const body = typeof init?.body === "string" ? init.body : "";
    if (body.length > modelRequestLengthMax) throw fail(tooLong(`${body.length} characters`));
    const answer = await send(body);
    if (answer.kind === "failed") throw fail(byMain(answer.reason));
    const { status, headers } = answer;
    if (status < 200 || status > 299) throw fail(serverFailure(status, headers, answer.body));
    return new Response(answer.body, { status: 200, headers: { "content-type": "application/json" } });
  };

  function fail(reason: ModelFailure): Error {
    failure = reason;
    return new Error("The model's server gave no answer.");
  }

  const provider =
    model.provider === "anthropic"
      ? createAnthropic({ apiKey: placeholder, baseURL, fetch }).languageModel(model.name)
      : createOpenAICompatible({ name: "server", baseURL, fetch }).chatModel(model.name);

  const wrapped = wrapLanguageModel({
    model: provider,
    middleware: {
      specificationVersion: "v4",
      async wrapGenerate({ doGenerate }) {
        const result = await doGenerate();
        // The SDK tells calls apart by their ids: two with one id would become the first one twice.
        given = wellFormedIds(result.content, taken());
        return { ...result, content: given };
      },
    },
  });

  return async ({ system, messages, tools }) => {
    failure = null;
    given = [];
    const toolSet: ToolSet = {};
    for (const [index, { name, description, schema }] of tools.entries()) {
      toolSet[name] = {
        description,
        inputSchema: jsonSchema(schema),
        ...(index === tools.length - 1 ? { providerOptions: cached } : {}),
      };
    }
    try {
      const result = await generateText({
        model: wrapped,
        maxRetries: 0,
        maxOutputTokens: model.maxOutputTokens,
        instructions: { role: "system", content: system, providerOptions: cached },
        messages,
        ...(tools.length > 0 ? { tools: toolSet } : {}),
      });
      const { inputTokens, outputTokens } = result.usage;
      return {
        kind: "answered",
        content: given.flatMap(kept),
        calls: given.flatMap((part) =>
          part.type === "tool-call" ? [{ id: part.toolCallId, name: part.toolName, text: part.input }] : [],
        ),
        finish: asFinish(result.finishReason),
        usage: inputTokens ? { input: inputTokens, output: outputTokens ?? 0 } : null,
      };
    } catch (error) {
      return { kind: "failed", failure: failure ?? unread(error) };
    }
  };
}

function asFinish(reason: string): Extract<Reply, { kind: "answered" }>["finish"] {
  switch (reason) {
    case "stop":
    case "length":
    case "content-filter":
    case "tool-calls":
    case "error":
      return reason;
    default:
      return "other";
  }
}

/** Nothing was sent, or what came is not what the protocol says. The SDK's error holds the request: none of it is passed on. */
function unread(error: unknown): ModelFailure {
  const name = error instanceof Error ? error.name : "";
  return name === "AI_MissingToolResultsError" || name === "AI_InvalidPromptError" ? broken(name) : nonsenseAnswer;
}

/** Words, thinking and calls are kept; anything else a server may put into a message is not ours to repeat. */
function kept(part: Given): AssistantPart[] {
  const more = "providerMetadata" in part && part.providerMetadata ? { providerOptions: part.providerMetadata } : {};
  if (part.type === "text") return part.text === "" ? [] : [{ type: "text", text: part.text, ...more }];
  if (part.type === "reasoning") return [{ type: "reasoning", text: part.text, ...more }];
  if (part.type !== "tool-call" || part.providerExecuted === true) return [];
  const { toolCallId, toolName } = part;
  return [{ type: "tool-call", toolCallId, toolName, input: asObject(part.input), ...more }];
}

function asObject(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
  } catch {
    return {};
  }
}

/** A message read back from its JSON text; null when it is none. */
export function readMessage(text: string): Message | null {
  try {
    const read = modelMessageSchema.safeParse(JSON.parse(text));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}
