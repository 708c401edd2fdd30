// What the tests of thinking share: a small main that keeps the transcript, makes calls from a journal and sends requests by real
// HTTP, over a real agent process or in this one.
import { afterAll, afterEach } from "vitest";
import { join } from "node:path";
import { createDialogue } from "../../../app/agent/think/dialogue.ts";
import { think } from "../../../app/agent/think/loop.ts";
import { nodeLauncher } from "../../../app/main/agenthost/launch-node.ts";
import {
  type AgentCallAnswer,
  type FromAgent,
  fromAgentSchema,
  type ToAgent,
} from "../../../app/preload/contract/agent.ts";
import type {
  ModelAnswer,
  ModelProvider,
  ModelTool,
  ThinkBrief,
  ThoughtEvent,
  TranscriptEntry,
} from "../../../app/preload/contract/thinking.ts";
import { createModelServer, type ModelServer } from "../../support/model-server/server.ts";
import type { Script } from "../../support/model-server/script.ts";

export type End = Extract<FromAgent, { type: "thought" }>["end"];
type CallMade = Extract<FromAgent, { type: "call" }>;

const closers: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

export async function modelServer(script: Script): Promise<ModelServer> {
  const server = await createModelServer(script);
  closers.push(server.close);
  return server;
}

export const tool = (name: string, properties: object = {}, required: string[] = []): ModelTool => ({
  name,
  description: `What ${name} does.`,
  inputSchema: JSON.stringify({ type: "object", properties, required }),
});

export const tools: ModelTool[] = [
  tool("message", { text: { type: "string" } }, ["text"]),
  tool("files.read", { path: { type: "string" } }, ["path"]),
  tool("notes/add", { text: { type: "string" } }, ["text"]),
];

export const thoughtEvent = (id: number, payload: string, more: Partial<ThoughtEvent> = {}): ThoughtEvent => ({
  id,
  source: "github",
  kind: "github",
  event: "issues",
  payload,
  trusted: false,
  receivedAt: 1_800_000_000 + id,
  findings: [],
  ...more,
});

export function briefOf(provider: ModelProvider, more: Partial<ThinkBrief> = {}): ThinkBrief {
  return {
    subject: 7,
    model: { provider, name: "scripted", maxOutputTokens: 1000, contextTokens: 100_000 },
    instructions: "Keep it short.",
    remembered: "",
    tools,
    transcript: [],
    events: [thoughtEvent(7, '{"issue":"It is broken"}')],
    note: null,
    now: 1_800_000_100,
    zone: "Europe/Lisbon",
    ...more,
  };
}

/** Sends a body as main would: by the provider's path, without retry. */
export async function sendTo(server: ModelServer, provider: ModelProvider, body: string): Promise<ModelAnswer> {
  const path = provider === "anthropic" ? "/v1/messages" : "/v1/chat/completions";
  try {
    const response = await fetch(`${server.origin}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", "anthropic-version": "2023-06-01" },
      body,
      redirect: "manual",
    });
    const text = await response.text();
    return { kind: "answered", status: response.status, headers: Object.fromEntries(response.headers), body: text };
  } catch {
    return { kind: "failed", reason: "The connection to the model's server broke." };
  }
}

/** What main does with each thing the agent process says, with a transcript and a journal that outlive a run. */
export interface SmallMain {
  transcript: TranscriptEntry[];
  /** Calls that took effect, each index once. */
  effects: { index: number; tool: string; arguments: object }[];
  asked: CallMade[];
  bodies: string[];
  /** What the last run that ended left as its last words. */
  lastWords: string | null;
  /** Main's answer to what was said; null when there is nothing to answer. */
  answer(message: FromAgent): Promise<ToAgent | null>;
}

export interface MainOptions {
  server: ModelServer;
  provider: ModelProvider;
  decide?: (call: CallMade) => AgentCallAnswer;
  /** Events that come with the commit of this append (counted over the session). */
  arrive?: (append: number) => ThoughtEvent[];
  send?: (body: string) => Promise<ModelAnswer>;
}

const done: AgentCallAnswer = { outcome: "done", result: { ok: true }, summary: "Done." };

export function smallMain(options: MainOptions): SmallMain {
  const transcript: TranscriptEntry[] = [];
  const journal = new Map<number, AgentCallAnswer>();
  const main: SmallMain = { transcript, effects: [], asked: [], bodies: [], lastWords: null, answer };
  let calls = 0;

  async function answer(message: FromAgent): Promise<ToAgent | null> {
    switch (message.type) {
      case "model_request": {
        main.bodies.push(message.body);
        const send = options.send ?? ((body: string) => sendTo(options.server, options.provider, body));
        return { type: "model_answer", run: message.run, request: message.request, answer: await send(message.body) };
      }
      case "append": {
        const { role, body, meta, calls: asked } = message.entry;
        const firstCall = asked > 0 ? calls : null;
        calls += asked;
        const id = transcript.length + 1;
        transcript.push({ id, role, body, meta, firstCall });
        const arrived = options.arrive?.(id - 1) ?? [];
        return { type: "appended", run: message.run, append: message.append, id, firstCall, arrived };
      }
      case "call": {
        main.asked.push(message);
        const known = journal.get(message.index);
        const given = known && known.outcome !== "deferred" ? known : (options.decide?.(message) ?? done);
        if (given.outcome === "done" && known?.outcome !== "done") {
          main.effects.push({ index: message.index, tool: message.tool, arguments: message.arguments });
        }
        journal.set(message.index, given);
        return { type: "call_result", run: message.run, event: message.event, index: message.index, answer: given };
      }
      case "thought":
        return null;
      case "ready":
      case "decided":
      case "checked":
        throw new Error(`Thinking does not say ${message.type}.`);
    }
  }
  return main;
}

export type Fate = "go" | "die" | "die after";

/** Thinks in this process, message by message as over the real port. `fate` says where the process dies instead. */
export function thinkHere(main: SmallMain, brief: ThinkBrief, fate: (message: FromAgent) => Fate = () => "go") {
  return new Promise<{ kind: "ended" } | Exclude<End, { kind: "ended" }> | "stopped">((resolve, reject) => {
    const dialogue = createDialogue(1, brief.subject, (said) => {
      const message = fromAgentSchema.parse(structuredClone(said));
      const next = fate(message);
      if (next === "die") return resolve("stopped");
      main.answer(message).then((answer) => {
        if (next === "die after") resolve("stopped");
        else if (answer !== null && !dialogue.hear(structuredClone(answer))) reject(new Error("It heard nothing."));
      }, reject);
    });
    think(brief, dialogue, Response).then((end) => {
      if (end.kind === "ended") {
        main.lastWords = end.text;
        return resolve({ kind: "ended" });
      }
      const { transient, retryAfterSeconds, sentence: error } = end.failure;
      resolve({ kind: "failed", transient, retryAfterSeconds, error });
    }, reject);
  });
}

const agentEntry = join(import.meta.dirname, "../../../app/agent/index.ts");
const exits: Promise<unknown>[] = [];
afterAll(() => Promise.all(exits));

/** The same in a real agent process, hardened as in the app. */
export function thinkThere(main: SmallMain, brief: ThinkBrief, entry = agentEntry): Promise<object> {
  const agent = nodeLauncher(entry, process.env)();
  exits.push(new Promise((resolve) => agent.onExit(resolve)));
  closers.push(() => agent.kill());
  return new Promise((resolve, reject) => {
    agent.onExit((exit) => reject(new Error(`The agent process ended: ${JSON.stringify(exit)}`)));
    agent.onMessage((raw) => {
      const message = fromAgentSchema.parse(raw);
      if (message.type === "ready") return agent.post({ type: "think", run: 1, brief });
      if (message.type === "thought") {
        if (message.end.kind !== "ended") return resolve(message.end);
        main.lastWords = message.end.text;
        return resolve({ kind: "ended" });
      }
      main.answer(message).then((answer) => {
        if (answer !== null) agent.post(answer);
      }, reject);
    });
  });
}
