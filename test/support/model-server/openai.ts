// The chat completions protocol as local servers speak it: reads a request, and writes a scripted answer.
// Promises: names what a strict server would refuse. Refuses: streams, images.
import type { ModelRequestSeen, ModelStep, Turn } from "./script.ts";

interface Message {
  role: "system" | "user" | "assistant" | "tool";
  content: string | { type: string; text?: string }[] | null;
  tool_calls?: { id: string; function: { name: string; arguments: string } }[];
  tool_call_id?: string;
}

const textOf = (content: Message["content"]): string =>
  typeof content === "string" ? content : (content ?? []).map(({ text }) => text ?? "").join("\n");

export function readOpenAi(body: Record<string, unknown>): Omit<ModelRequestSeen, "headers" | "body" | "text"> {
  const all = (body.messages ?? []) as Message[];
  const messages = all.filter(({ role }) => role !== "system");
  const tools = ((body.tools ?? []) as { function: { name: string } }[]).map((tool) => tool.function.name);
  const violations: string[] = [];
  if (typeof body.max_tokens !== "number") violations.push("max_tokens is missing");
  if (tools.some((name) => !/^[a-zA-Z0-9_-]{1,64}$/.test(name))) violations.push("a tool has no fit name");

  let open = new Set<string>();
  const turns = messages.map(({ role, content, tool_calls, tool_call_id }, at): Turn => {
    if (role === "tool") {
      if (!open.delete(tool_call_id ?? "")) violations.push(`messages.${at}: a tool message answers no call`);
    } else if (open.size > 0) {
      violations.push(`messages.${at}: tool_call_ids did not have response messages: ${[...open].join(", ")}`);
    }
    if (role === "user" && messages[at - 1]?.role === "user") violations.push(`messages.${at}: roles must alternate`);
    const calls = tool_calls ?? [];
    for (const { id, function: made } of calls) {
      try {
        JSON.parse(made.arguments);
      } catch {
        violations.push(`messages.${at}: ${id} has arguments that are no JSON`);
      }
    }
    if (calls.length > 0) open = new Set(calls.map(({ id }) => id));
    if (open.size !== calls.length && calls.length > 0) violations.push(`messages.${at}: two calls have one id`);
    return {
      role: role === "system" ? "user" : role,
      text: role === "tool" ? "" : textOf(content),
      calls: calls.map(({ id, function: made }) => ({ id, name: made.name })),
      results: role === "tool" ? [{ id: tool_call_id ?? "", text: textOf(content), error: false }] : [],
    };
  });
  if (open.size > 0) violations.push("the last message leaves tool calls without an answer");
  const system = textOf(all.find(({ role }) => role === "system")?.content ?? "");
  const said = turns.filter(({ role }) => role === "assistant").length;
  return { protocol: "openai", system, tools, turns, said, violations };
}

export function writeOpenAi(step: Extract<ModelStep, { kind: "say" }>, turn: number, input: number): string {
  const calls = (step.calls ?? []).map(({ name, input, id }, at) => ({
    id: id ?? `call_${turn}_${at}`,
    type: "function",
    function: { name, arguments: typeof input === "string" ? input : JSON.stringify(input) },
  }));
  const prompt_tokens = step.usage?.input ?? input;
  const completion_tokens = step.usage?.output ?? 20;
  return JSON.stringify({
    id: `chatcmpl-${turn}`,
    object: "chat.completion",
    created: 1,
    model: "scripted",
    choices: [
      {
        index: 0,
        message: {
          role: "assistant",
          content: step.text ?? "",
          ...(step.thinking === undefined ? {} : { reasoning_content: step.thinking }),
          ...(calls.length > 0 ? { tool_calls: calls } : {}),
        },
        finish_reason: step.finish ?? (calls.length > 0 ? "tool_calls" : "stop"),
      },
    ],
    usage: { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens },
  });
}
