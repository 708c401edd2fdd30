// Anthropic's messages protocol: reads a request as the real server would, and writes a scripted answer.
// Promises: names what the real server would refuse. Refuses: streams, images, server tools.
import type { ModelRequestSeen, ModelStep, Turn } from "./script.ts";

interface Block {
  type: string;
  text?: string;
  id?: string;
  name?: string;
  input?: unknown;
  tool_use_id?: string;
  content?: string | Block[];
  is_error?: boolean;
  cache_control?: unknown;
}
interface Message {
  role: "user" | "assistant";
  content: string | Block[];
}

const blocksOf = (content: string | Block[]): Block[] =>
  typeof content === "string" ? [{ type: "text", text: content }] : content;

export function readAnthropic(body: Record<string, unknown>): Omit<ModelRequestSeen, "headers" | "body" | "text"> {
  const messages = (body.messages ?? []) as Message[];
  const tools = (body.tools ?? []) as { name: string; input_schema?: { type?: string } }[];
  const violations: string[] = [];
  if (typeof body.max_tokens !== "number") violations.push("max_tokens: Field required");
  for (const { name, input_schema } of tools) {
    if (!/^[a-zA-Z0-9_-]{1,64}$/.test(name)) violations.push(`tools: ${name} is no name`);
    if (input_schema?.type !== "object") violations.push(`tools.${name}: input_schema.type must be object`);
  }
  if ((JSON.stringify(body).match(/"cache_control"/g) ?? []).length > 4)
    violations.push("more than 4 cache_control blocks");

  const seen = new Set<string>();
  let open: string[] = [];
  const turns = messages.map(({ role, content }, at): Turn => {
    const blocks = blocksOf(content);
    if (blocks.length === 0) violations.push(`messages.${at}: all messages must have non-empty content`);
    if (blocks.some((block) => block.type === "text" && (block.text ?? "").trim() === "")) {
      violations.push(`messages.${at}: text content blocks must be non-empty`);
    }
    if (role === "assistant" && ["thinking", "redacted_thinking"].includes(blocks.at(-1)?.type ?? "")) {
      violations.push(`messages.${at}: the final block in an assistant message cannot be thinking`);
    }
    const results = blocks.filter(({ type }) => type === "tool_result");
    const given = results.map(({ tool_use_id }) => tool_use_id ?? "");
    if (open.some((id) => !given.includes(id))) {
      violations.push(
        `messages.${at}: tool_use ids were found without tool_result blocks immediately after: ${open.join(", ")}`,
      );
    }
    if (given.some((id) => !open.includes(id)) || new Set(given).size !== given.length) {
      violations.push(`messages.${at}: unexpected or repeated tool_use_id in tool_result`);
    }
    const calls = blocks.filter(({ type }) => type === "tool_use");
    for (const { id = "", input } of calls) {
      if (seen.has(id)) violations.push(`messages.${at}: tool_use ids must be unique`);
      if (!/^[a-zA-Z0-9_-]+$/.test(id)) violations.push(`messages.${at}: ${id} is no id`);
      if (typeof input !== "object" || input === null) violations.push(`messages.${at}: input must be an object`);
      seen.add(id);
    }
    open = calls.map(({ id }) => id ?? "");
    return {
      role,
      text: blocks.flatMap((block) => (block.type === "text" ? [block.text ?? ""] : [])).join("\n"),
      calls: calls.map(({ id = "", name = "" }) => ({ id, name })),
      results: results.map((block) => ({
        id: block.tool_use_id ?? "",
        text: blocksOf(block.content ?? "")
          .map(({ text }) => text ?? "")
          .join("\n"),
        error: block.is_error === true,
      })),
    };
  });
  if (open.length > 0) violations.push("the last message leaves tool_use blocks without a tool_result");
  if (messages[0]?.role !== "user") violations.push("messages: first message must use the user role");
  const system = blocksOf((body.system ?? []) as string | Block[])
    .map(({ text }) => text ?? "")
    .join("\n");
  const said = turns.filter(({ role }) => role === "assistant").length;
  return { protocol: "anthropic", system, tools: tools.map(({ name }) => name), turns, said, violations };
}

export function writeAnthropic(
  step: Extract<ModelStep, { kind: "say" }>,
  turn: number,
  counted: { input: number; read: number; written: number },
): string {
  const calls = (step.calls ?? []).map(({ name, input, id }, at) => ({
    type: "tool_use",
    id: id ?? `toolu_${turn}_${at}`,
    name,
    input,
  }));
  return JSON.stringify({
    id: `msg_${turn}`,
    type: "message",
    role: "assistant",
    model: "scripted",
    content: [
      ...(step.thinking === undefined
        ? []
        : [{ type: "thinking", thinking: step.thinking, signature: `sig:${step.thinking}==` }]),
      ...(step.redacted === undefined ? [] : [{ type: "redacted_thinking", data: step.redacted }]),
      ...(step.text === undefined || step.text === "" ? [] : [{ type: "text", text: step.text }]),
      ...calls,
    ],
    stop_reason: step.finish ?? (calls.length > 0 ? "tool_use" : "end_turn"),
    stop_sequence: null,
    usage: {
      input_tokens: step.usage?.input ?? counted.input,
      output_tokens: step.usage?.output ?? 20,
      cache_read_input_tokens: step.usage === undefined ? counted.read : 0,
      cache_creation_input_tokens: step.usage === undefined ? counted.written : 0,
    },
  });
}

/** The beginnings of the request that its cache marks ask to be kept, shortest first, without the marks themselves. */
export function cachedBeginnings(body: Record<string, unknown>): { beginnings: string[]; whole: string } {
  const blocks: { block: Block; marked: boolean }[] = [];
  const add = (block: Block): void => {
    const { cache_control, ...rest } = block;
    blocks.push({ block: rest, marked: cache_control !== undefined && cache_control !== null });
  };
  for (const tool of (body.tools ?? []) as Block[]) add(tool);
  for (const block of blocksOf((body.system ?? []) as string | Block[])) add(block);
  for (const { role, content } of (body.messages ?? []) as Message[]) {
    for (const block of blocksOf(content)) add({ ...block, name: `${role} ${block.name ?? ""}` });
  }
  const beginnings: string[] = [];
  let text = "";
  for (const { block, marked } of blocks) {
    text += `${JSON.stringify(block)}\n`;
    if (marked) beginnings.push(text);
  }
  return { beginnings, whole: text };
}
