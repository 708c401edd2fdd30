// The tools an agent can use, by name. Promises: an unknown tool is refused before any card; a call never rejects.
// Refuses: to decide what is allowed (permissions do) and to write down what happened (the journal does).
import type { Log } from "../engine/ports.ts";
import type { ToolPort } from "../engine/worker/ports.ts";
import { createFileTools, type FileDeps } from "./files/files.ts";
import { createHttpRequest, type HttpRequestDeps } from "./http-request.ts";
import { createMemoryTools, type MemoryToolDeps } from "./memory/memory.ts";
import type { Tool } from "./tool.ts";

export interface ToolsDeps extends HttpRequestDeps, Partial<Pick<FileDeps, "folders">> {
  log: Log;
  /** None: there is nothing to remember with. */
  memory?: Omit<MemoryToolDeps, "secretValues">;
  /** The tools of MCP servers, whose names have a slash in them. */
  servers?: ToolPort;
}

const isOfServer = (name: string): boolean => name.includes("/");

export function createTools(deps: ToolsDeps): ToolPort {
  const { servers } = deps;
  const tools = new Map<string, Tool>([
    ["http.request", createHttpRequest(deps)],
    ...createFileTools({ ...deps, folders: deps.folders ?? (() => []) }),
    ...(deps.memory === undefined ? [] : createMemoryTools({ ...deps.memory, secretValues: deps.secretValues })),
  ]);
  return {
    prepare: async (signal) => await servers?.prepare?.(signal),
    specs: () => [...[...tools.values()].flatMap((tool) => tool.spec() ?? []), ...(servers?.specs() ?? [])],
    check(name, args) {
      if (servers !== undefined && isOfServer(name)) return servers.check(name, args);
      const tool = tools.get(name);
      if (tool !== undefined) return tool.check(args);
      const known = [...tools.keys()].join(", ");
      return { ok: false, error: `There is no tool named "${name.slice(0, 100)}". The tools are: ${known}.` };
    },
    async call(call, signal) {
      const tool = servers !== undefined && isOfServer(call.tool) ? servers : tools.get(call.tool);
      if (tool === undefined) {
        return { kind: "failed", error: `There is no tool named "${call.tool}".`, result: null, retry: false };
      }
      try {
        const outcome = await tool.call(call, signal);
        deps.log.info({ tool: call.tool, effectKey: call.effectKey, outcome: outcome.kind }, "A tool call ended.");
        return outcome;
      } catch (error) {
        // A fault of our own. Whether something was sent is not known, so nothing is claimed.
        deps.log.error({ tool: call.tool, effectKey: call.effectKey, error: String(error) }, "A tool call broke.");
        return {
          kind: "unknown",
          reason: `${call.tool} broke inside Nightjar (${String(error)}); it may have been sent.`,
        };
      }
    },
  };
}
