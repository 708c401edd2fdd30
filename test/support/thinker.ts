// The real loop of the agent process in this one, over a scripted model that answers as Anthropic's server would: no network, no
// clock. Promises: what main does not answer any more is never gone on with, as in a process that has died.
import { startThinking } from "../../app/agent/think/think.ts";
import type { AgentPort, ModelPort, Thought } from "../../app/main/engine/worker/ports.ts";
import type { FromAgent, ToAgent } from "../../app/preload/contract/agent.ts";
import type { World } from "./engine.ts";
import { readAnthropic, writeAnthropic } from "./model-server/anthropic.ts";
import type { ModelRequestSeen, Script } from "./model-server/script.ts";

/** For `world.thinker`. */
export const thinkInProcess: AgentPort["think"] = (run, { model, ...brief }, thinking, signal) =>
  new Promise<Thought>((resolve) => {
    const { runSeconds: _runSeconds, ...asked } = model;
    const whole = { ...brief, model: asked, instructions: "", remembered: "", zone: "UTC" };
    const stopped = { kind: "stopped" as const, event: null, sentence: "The run was stopped." };
    signal.addEventListener("abort", () => resolve({ kind: "lost", failure: stopped }), { once: true });
    const { dialogue, done } = startThinking(run, whole, post, Response);
    done.catch((error: unknown) => resolve({ kind: "failed", transient: false, error: String(error) }));
    const hear = (message: ToAgent): void => void dialogue.hear(message);

    async function answer(message: FromAgent): Promise<void> {
      if (signal.aborted) return;
      switch (message.type) {
        case "model_request": {
          const { request, body } = message;
          const reply = await thinking.ask(body);
          const told = reply.kind === "answered" ? reply : { kind: reply.kind, reason: reply.reason };
          return hear({ type: "model_answer", run, request, answer: told });
        }
        case "append": {
          // The engine's world puts its own decisions in here.
          const added = await thinking.append(message.entry, async () => ({ decisions: new Map(), failure: null }));
          if (added === null) resolve({ kind: "lost", failure: stopped });
          else hear({ type: "appended", run, append: message.append, ...added });
          return;
        }
        case "call": {
          const { event, index } = message;
          return hear({ type: "call_result", run, event, index, answer: await thinking.callTool(event, message) });
        }
        case "thought":
          return resolve({ ...message.end });
        case "ready":
        case "decided":
        case "checked":
          throw new Error(`A run of a model does not say ${message.type}.`);
      }
    }

    function post(message: FromAgent): void {
      // What throws here died with its engine.
      setImmediate(() => void answer(message).catch(() => undefined));
    }
  });

/** For `world.models`: answers by the script, and keeps what it was asked. */
export function scriptedModel(script: Script): ModelPort & { requests: ModelRequestSeen[] } {
  const requests: ModelRequestSeen[] = [];
  return {
    requests,
    chosen: () => ({
      ...{ provider: "anthropic" as const, name: "scripted", maxOutputTokens: 1000, contextTokens: 100_000 },
      runSeconds: 600,
    }),
    ask: async ({ body }) => {
      const parsed = JSON.parse(body) as Record<string, unknown>;
      const request = { headers: {}, body: parsed, text: body, ...readAnthropic(parsed) };
      requests.push(request);
      const step = script(request, requests.length - 1);
      if (step.kind === "say") {
        const answered = writeAnthropic(step, request.said, { input: 10, read: 0, written: 0 });
        return { kind: "answered", status: 200, headers: { "content-type": "application/json" }, body: answered };
      }
      if (step.kind !== "status") throw new Error(`A model in this process can not ${step.kind}.`);
      return { kind: "answered", status: step.status, headers: step.headers ?? {}, body: step.body ?? "{}" };
    },
  };
}

/** Lets the loop of the agent, which takes turns of its own, come to its end: nothing runs and nothing is due at once. */
export async function quiet(world: World, dead = () => false): Promise<void> {
  for (let still = 0; still < 20 && !dead(); ) {
    await world.clock.settle();
    still = world.engine.status().working === null ? still + 1 : 0;
  }
}
