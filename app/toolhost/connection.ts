// One session with one server, from its start to its end. Promises: says `ended` once, whatever happens; lists its tools anew when it
// says that they changed, at most once a second. Refuses: to begin again by itself (main does).
import type { Client } from "@modelcontextprotocol/client";
import type { FromToolHost, Launch } from "../preload/contract/toolhost.ts";
import { type CallRequest, callTool } from "./calls.ts";
import type { Questions } from "./questions.ts";
import { type Reached, reach, whyNotReached } from "./reaching.ts";
import type { ServerTransport } from "./stdio.ts";
import { listTools, type ToolList } from "./tools.ts";
import { plainText, quote } from "./words.ts";

/** Main ends a session that is not ready long before. */
const stepMilliseconds = 600_000;
const betweenListsMilliseconds = 1000;

export interface Connection {
  call(call: number, request: Omit<CallRequest, "inputSchema">): void;
  cancel(call: number, reason: string): void;
  stop(): Promise<void>;
}

export function openConnection(
  session: number,
  launch: Launch,
  post: (message: FromToolHost) => void,
  questions: Questions,
): Connection {
  const stopping = new AbortController();
  const calls = new Map<number, AbortController>();
  let reached: Reached | null = null;
  let transport: ServerTransport | null = null;
  let list: ToolList | null = null;
  let listing = false;
  let listAgain = false;
  let over = false;

  function end(reason: string): void {
    if (over) return;
    over = true;
    stopping.abort(reason);
    // Each call has its end before the session has: what comes after that was surely not sent.
    for (const call of calls.keys())
      post({ type: "result", call, outcome: { kind: "unknown", reason: quote(reason) } });
    calls.clear();
    const said = plainText(transport?.said() ?? "", 4000);
    post({ type: "ended", session, reason: quote(reason, 1900), said });
  }

  function prepare(client: Client): void {
    client.setRequestHandler("elicitation/create", (request, { mcpReq }) =>
      questions.ask(session, [...calls.keys()], request, mcpReq.signal),
    );
    client.onclose = () => {
      // While it is still being reached, that attempt says what became of it.
      if (reached?.client === client) end(transport?.why() ?? "its connection ended");
    };
    // One message that makes no sense ends nothing.
    client.onerror = () => undefined;
  }

  async function open(): Promise<void> {
    try {
      reached = await reach(
        launch,
        {
          prepare,
          told: (pid, alive) => post({ type: "child", session, pid, alive }),
          challenged: (challenge) => post({ type: "challenged", session, challenge }),
          toolsChanged: () => void relist(),
          trying: (one) => (transport = one),
        },
        stopping.signal,
        stepMilliseconds,
      );
      const { client } = reached;
      list = await listTools(client, stopping.signal, stepMilliseconds);
      const { name = "", version = "", title } = client.getServerVersion() ?? {};
      post({
        ...{ type: "started", session, tools: list.tools, leftOut: list.leftOut },
        server: {
          ...{ name: plainText(name, 200), version: plainText(version, 100) },
          title: title === undefined ? null : plainText(title, 200),
        },
        protocol: plainText(client.getNegotiatedProtocolVersion() ?? "", 40),
      });
    } catch (error) {
      const reason = whyNotReached(error, launch, transport);
      end(reason);
      await close();
    }
  }

  async function relist(): Promise<void> {
    if (over || reached === null || list === null) return;
    listAgain = true;
    if (listing) return;
    listing = true;
    while (listAgain && !over) {
      listAgain = false;
      try {
        list = await listTools(reached.client, stopping.signal, stepMilliseconds);
        if (!over) post({ type: "tools", session, tools: list.tools, leftOut: list.leftOut });
      } catch (error) {
        end(`its list of tools changed and could not be read: ${whyNotReached(error, launch, transport)}`);
        await close();
      }
      await pause(betweenListsMilliseconds, stopping.signal);
    }
    listing = false;
  }

  async function close(): Promise<void> {
    stopping.abort("it was stopped");
    if (reached === null) await transport?.close().catch(() => undefined);
    else {
      await leave(reached.transport);
      await reached.client.close().catch(() => undefined);
    }
  }

  void open();
  return {
    call(call, request) {
      const controller = new AbortController();
      if (over || reached === null || list === null) {
        const outcome = { kind: "not_sent", reason: "its connection is over", over: true } as const;
        return post({ type: "result", call, outcome });
      }
      calls.set(call, controller);
      let told = Number.NEGATIVE_INFINITY;
      const progress = (message: string | null): void => {
        const now = performance.now();
        // Main only needs to know that it goes on.
        if (now - told < betweenListsMilliseconds || !calls.has(call)) return;
        told = now;
        post({ type: "progress", call, message });
      };
      const inputSchema = list.schemas.get(request.tool) ?? null;
      const signsIn = launch.kind === "url" && launch.signsIn;
      void callTool(reached.client, { ...request, inputSchema }, controller.signal, progress, signsIn).then(
        (outcome) => {
          if (calls.delete(call)) post({ type: "result", call, outcome });
          if (outcome.kind === "not_sent" && outcome.over) {
            end(outcome.reason);
            void close();
          }
        },
      );
    },
    cancel(call, reason) {
      const controller = calls.get(call);
      calls.delete(call);
      controller?.abort(reason);
    },
    async stop() {
      end("it was stopped");
      await close();
    },
  };
}

/** Tells a server over HTTP that its session is over; it need not answer. */
async function leave(transport: ServerTransport): Promise<void> {
  const { terminateSession } = transport as { terminateSession?: () => Promise<void> };
  if (terminateSession === undefined) return;
  await Promise.race([terminateSession.call(transport).catch(() => undefined), pause(betweenListsMilliseconds)]);
}

function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
