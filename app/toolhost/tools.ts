// A server's list of tools, read page by page. Promises: a bounded number of pages and tools, each of bounded size; what is left out
// is said. Refuses: names that can not stand in a rule, a name twice, a schema that is too large to be shown to a model.
import type { Client, Tool } from "@modelcontextprotocol/client";
import { type ServerTool, toolBounds } from "../preload/contract/toolhost.ts";
import { smallJson } from "./results.ts";
import { plainText, quote } from "./words.ts";

export interface ToolList {
  tools: ServerTool[];
  leftOut: string[];
  /** As the server wrote them, by name: what the protocol needs of them when one is called. */
  schemas: Map<string, Tool["inputSchema"]>;
}

const usableName = /^[A-Za-z0-9_./-]{1,128}$/;
const leftOutMax = 20;
const hint = (value: unknown): boolean | null => (typeof value === "boolean" ? value : null);
const titleOf = (value: unknown): string | null => (typeof value === "string" ? plainText(value, 300) : null);

/** Why it can not be used; or as it is told to main. */
function readTool(tool: Tool): ServerTool | string {
  const shown = quote(tool.name, 60);
  if (!usableName.test(tool.name)) return `"${shown}": its name has characters that no tool's name may have.`;
  const copied = smallJson(tool.inputSchema, toolBounds.schemaCharacters * 2);
  const inputSchema = copied === null ? null : JSON.stringify(copied.value);
  if (inputSchema === null || inputSchema.length > toolBounds.schemaCharacters) {
    return `"${shown}": the description of its arguments is too large.`;
  }
  const { annotations } = tool;
  return {
    name: tool.name,
    title: titleOf(tool.title ?? annotations?.title),
    description: plainText(tool.description ?? "", toolBounds.descriptionCharacters),
    inputSchema,
    hints: {
      readOnly: hint(annotations?.readOnlyHint),
      destructive: hint(annotations?.destructiveHint),
      idempotent: hint(annotations?.idempotentHint),
      openWorld: hint(annotations?.openWorldHint),
    },
  };
}

/** Rejects with the client library's error. */
export async function listTools(client: Client, signal: AbortSignal, timeout: number): Promise<ToolList> {
  const list: ToolList = { tools: [], leftOut: [], schemas: new Map() };
  const leave = (why: string): void => {
    if (list.leftOut.length < leftOutMax) list.leftOut.push(why.slice(0, 300));
  };
  if (client.getServerCapabilities()?.tools === undefined) return list;
  const cursors = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; page < toolBounds.pages; page++) {
    const params = cursor === undefined ? {} : { cursor };
    const answer = await client.request({ method: "tools/list", params }, { signal, timeout });
    for (const tool of answer.tools) {
      if (list.tools.length >= toolBounds.tools) {
        leave(`Only the first ${toolBounds.tools} tools are used.`);
        return list;
      }
      const read = list.schemas.has(tool.name) ? `"${quote(tool.name, 60)}": it stands there twice.` : readTool(tool);
      if (typeof read === "string") leave(read);
      else {
        list.tools.push(read);
        list.schemas.set(tool.name, tool.inputSchema);
      }
    }
    cursor = answer.nextCursor;
    if (cursor === undefined) return list;
    if (cursors.has(cursor)) break;
    cursors.add(cursor);
  }
  leave("The list has no end; what came first is used.");
  return list;
}
