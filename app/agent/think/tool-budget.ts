// Fits the tools into what a request may spend on them: whole while they fit, then with shorter descriptions, then by name only.
// Promises: Nightjar's own tools keep theirs longest; whatever is cut is said. Refuses: more tools than providers take.
import type { ModelTool } from "../../preload/contract/thinking.ts";
import { showable } from "../text.ts";
import type { WireTool } from "./client.ts";
import { tokensOf } from "./estimate.ts";
import { type JsonObject, readSchema, wireSchema } from "./schemas.ts";

type NamedTool = ModelTool & { wire: string };

export interface FittedTools {
  tools: WireTool[];
  /** Sentences for the model about what was cut. */
  notes: string[];
  /** Names on the wire of tools that can't be called in this run. */
  leftOut: ReadonlySet<string>;
}

/** What the common providers take in one request. */
const toolsMax = 120;
const descriptionLengthMax = 2000;
/** From whole to bare: how long a description may be, and whether the schema keeps its words, or is there at all. */
const stages = [
  { description: descriptionLengthMax, words: true, schema: true },
  { description: 400, words: true, schema: true },
  { description: 160, words: false, schema: true },
  { description: 80, words: false, schema: false },
] as const;
const namesShownMax = 200;

/** @param tokensMax estimated tokens for all of them. */
export function fitTools(tools: readonly NamedTool[], tokensMax: number): FittedTools {
  // A server's tool has the server's name before a slash; the others are Nightjar's own.
  const order = [...tools].sort((a, b) => Number(a.name.includes("/")) - Number(b.name.includes("/")));
  const offered = order.slice(0, toolsMax);
  const stage = new Map(offered.map(({ wire }) => [wire, 0]));
  const cost = new Map(offered.map((tool) => [tool.wire, stages.map((_, at) => costOf(tool, at))]));
  let total = offered.reduce((sum, { wire }) => sum + (cost.get(wire)?.[0] ?? 0), 0);
  const leftOut = new Set(order.slice(toolsMax).map(({ wire }) => wire));

  // Stage by stage, the servers' tools before our own, and the dearest first: few are cut, and those that cost most.
  for (let next = 1; next <= stages.length && total > tokensMax; next += 1) {
    for (const own of [false, true]) {
      const group = offered
        .filter(({ name, wire }) => name.includes("/") !== own && !leftOut.has(wire))
        .sort((a, b) => (cost.get(b.wire)?.[next - 1] ?? 0) - (cost.get(a.wire)?.[next - 1] ?? 0));
      for (const { wire } of group) {
        if (total <= tokensMax) break;
        // Our own are never left out: without them there is no way to speak.
        if (next === stages.length && own) break;
        total -= (cost.get(wire)?.[next - 1] ?? 0) - (cost.get(wire)?.[next] ?? 0);
        if (next === stages.length) leftOut.add(wire);
        else stage.set(wire, next);
      }
    }
  }

  const kept = tools.filter(({ wire }) => !leftOut.has(wire));
  return {
    tools: kept.map((tool) => onWire(tool, stage.get(tool.wire) ?? 0)),
    notes: notesOn(kept, stage, leftOut),
    leftOut,
  };
}

const costOf = (tool: NamedTool, stage: number): number => tokensOf(JSON.stringify(onWire(tool, stage)));

function onWire({ wire, description, inputSchema }: NamedTool, at: number): WireTool {
  const stage = stages[at] ?? stages[stages.length - 1] ?? { description: 0, words: false, schema: false };
  const schema = wireSchema(readSchema(inputSchema));
  return {
    name: wire,
    description: showable(description, stage.description),
    schema: !stage.schema ? { type: "object", properties: {} } : stage.words ? schema : wordless(schema),
  };
}

function notesOn(
  kept: readonly NamedTool[],
  stage: ReadonlyMap<string, number>,
  leftOut: ReadonlySet<string>,
): string[] {
  const bare = kept.filter(({ wire }) => stage.get(wire) === stages.length - 1).map(({ wire }) => wire);
  const cut = kept.some(({ wire }) => (stage.get(wire) ?? 0) > 0);
  return [
    ...(cut ? ["There is not room for every tool's whole description: some are shortened."] : []),
    ...(bare.length > 0
      ? [
          `These are given without their arguments; a call with wrong ones is answered with what is wrong: ${list(bare)}.`,
        ]
      : []),
    ...(leftOut.size > 0 ? [`These did not fit and can not be called in this run: ${list([...leftOut].sort())}.`] : []),
  ];
}

function list(names: readonly string[]): string {
  const more = names.length > namesShownMax ? ` and ${names.length - namesShownMax} more` : "";
  return `${names.slice(0, namesShownMax).join(", ")}${more}`;
}

/** The schema without the words that only explain. */
function wordless(value: unknown, inNames = false): JsonObject {
  if (Array.isArray(value)) return value.map((one) => wordless(one)) as unknown as JsonObject;
  if (typeof value !== "object" || value === null) return value as JsonObject;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]): [string, unknown][] => {
      if (!inNames && ["description", "title", "examples", "$comment"].includes(key)) return [];
      return [[key, wordless(one, !inNames && key === "properties")]];
    }),
  );
}
