// Which of the calls in a model's message can be made. What can't is told to the model in its own words' place, and never
// reaches main. Promises: arguments that main can take as they are. Refuses: to guess what the model may have meant.
import { callsMaxPerMessage } from "../../preload/contract/thinking.ts";
import { argumentsDepthMax, argumentsLengthMax } from "../limits.ts";
import { showable } from "../text.ts";
import type { AssistantPart, WrittenCall } from "./client.ts";
import type { AssistantMeta } from "./meta.ts";
import { flawIn, type JsonObject } from "./schemas.ts";

export interface KnownTool {
  /** Main's name, and the one on the wire. */
  name: string;
  wire: string;
  schema: JsonObject;
}

const reasonLengthMax = 600;
const argumentValuesMax = 20_000;
/** How many calls of a message are kept at all. */
const callsKeptMax = 2 * callsMaxPerMessage;
const namesShownMax = 60;

export interface CheckedMessage {
  content: AssistantPart[];
  calls: AssistantMeta["calls"];
  refused: AssistantMeta["refused"];
}

/** @param cut the message was cut at its longest, so its last call may be half of one. */
export function checkCalls(
  content: readonly AssistantPart[],
  written: readonly WrittenCall[],
  tools: readonly KnownTool[],
  cut: boolean,
): CheckedMessage {
  const calls: AssistantMeta["calls"] = [];
  const refused: AssistantMeta["refused"] = [];
  for (const [position, call] of written.slice(0, callsKeptMax).entries()) {
    const tool = tools.find((one) => one.wire === call.name);
    const reason =
      cut && position === written.length - 1
        ? "Your message was cut at its longest before this call was complete. Make it again, shorter."
        : flawOf(call, tool, calls.length);
    if (reason === null && tool !== undefined) calls.push({ id: call.id, tool: tool.name });
    else refused.push({ id: call.id, reason: showable(`Not made: ${reason}`, reasonLengthMax) });
  }
  const keptIds = new Set(written.slice(0, callsKeptMax).map(({ id }) => id));
  return {
    content: content.filter((part) => part.type !== "tool-call" || keptIds.has(part.toolCallId)),
    calls,
    refused,
  };

  function flawOf(call: WrittenCall, tool: KnownTool | undefined, made: number): string | null {
    if (tool === undefined) return unknownTool(call.name, tools);
    if (made >= callsMaxPerMessage)
      return `one message may ask for ${callsMaxPerMessage} calls. Ask again for the rest.`;
    if (call.text.length > argumentsLengthMax) {
      return `its arguments are longer than ${argumentsLengthMax} characters. Make it in smaller parts.`;
    }
    const read = readArguments(call.text);
    if ("flaw" in read) return read.flaw;
    const flaw = flawIn(tool.schema, read.value);
    return flaw === null ? null : `its arguments do not fit the tool: ${flaw}`;
  }
}

function unknownTool(name: string, tools: readonly KnownTool[]): string {
  const names = tools.slice(0, namesShownMax).map(({ wire }) => wire);
  const some = names.length > 0 ? ` There are: ${names.join(", ")}.` : " There are none in this run.";
  return `there is no tool “${name.slice(0, 80)}”.${some}`;
}

/** Some servers write nothing where a call has no arguments. */
export function readArguments(text: string): { value: JsonObject } | { flaw: string } {
  let value: unknown;
  try {
    value = text.trim() === "" ? {} : JSON.parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : "it can not be read";
    return { flaw: `its arguments are not JSON (${why}). Write them anew as one JSON object.` };
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return { flaw: "its arguments are not a JSON object." };
  }
  const flaw = unplain(value);
  return flaw === null ? { value: value as JsonObject } : { flaw };
}

/** What main would refuse: too deep, too many values, a key that means something to JavaScript, a number without an end. */
function unplain(root: object): string | null {
  let values = 0;
  const rest: [value: unknown, depth: number][] = [[root, 0]];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const [value, depth] = next;
    values += 1;
    if (values > argumentValuesMax) return `its arguments hold more than ${argumentValuesMax} values.`;
    if (depth > argumentsDepthMax) return `its arguments nest deeper than ${argumentsDepthMax}.`;
    if (typeof value === "number" && !exact(value)) {
      return "a number in its arguments is too large to be exact. Write it as a text, in quotes.";
    }
    if (typeof value !== "object" || value === null) continue;
    for (const [key, item] of Object.entries(value) as [string, unknown][]) {
      if (key === "__proto__") return "its arguments have a key `__proto__`, which is not allowed.";
      rest.push([item, depth + 1]);
    }
  }
  return null;
}

/** A rounded number could name another thing than the one that was meant. */
const exact = (value: number): boolean =>
  Number.isSafeInteger(value) || (Number.isFinite(value) && !Number.isInteger(value));

const titleLengthMax = 160;

/** What a card calls it: the tool and its arguments, by no word of the model's beyond them. */
export function titleOf(tool: string, given: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(given).map(
    ([name, value]) =>
      `${name} ${typeof value === "string" ? `“${value.slice(0, titleLengthMax)}”` : (JSON.stringify(value) ?? "").slice(0, titleLengthMax)}`,
  );
  const all = parts.length === 0 ? tool : `${tool}: ${parts.join(", ")}`;
  return showable(all.replace(/\s+/g, " "), titleLengthMax) || "A call";
}
