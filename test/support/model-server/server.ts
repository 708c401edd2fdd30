// A scripted model on loopback HTTP that speaks both protocols: /v1/messages and /v1/chat/completions.
// Promises: every request is kept as it came, and refused where a real server would refuse it. Refuses: to wait for a clock.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { cachedBeginnings, readAnthropic, writeAnthropic } from "./anthropic.ts";
import { readOpenAi, writeOpenAi } from "./openai.ts";
import type { ModelRequestSeen, ModelStep, Script } from "./script.ts";

export interface ModelServer {
  /** `http://127.0.0.1:<port>`, for Anthropic's protocol; with `/v1` for the other. */
  origin: string;
  requests: ModelRequestSeen[];
  /** What a real server would have refused, over all requests; each was answered with a 400. */
  violations(): string[];
  /** Another script from the next request on; its count begins at 0. */
  follow(script: Script): void;
  /** The next request, or one that came already and nobody has waited for. */
  request(): Promise<ModelRequestSeen>;
  close(): Promise<void>;
}

/** Roughly, as the counts matter only beside each other. */
const tokens = (text: string): number => Math.ceil(text.length / 4);

export async function createModelServer(first: Script): Promise<ModelServer> {
  const requests: ModelRequestSeen[] = [];
  const kept = new Set<string>();
  const arrived: ModelRequestSeen[] = [];
  const waiting: ((request: ModelRequestSeen) => void)[] = [];
  let script = first;
  let count = 0;

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString("utf8");
    const read =
      incoming.url === "/v1/messages" ? readAnthropic : incoming.url === "/v1/chat/completions" ? readOpenAi : null;
    if (incoming.method !== "POST" || read === null) return send(outgoing, 404, { error: { message: "Not found" } });
    const body = JSON.parse(text) as Record<string, unknown>;
    const request: ModelRequestSeen = { headers: incoming.headers, body, text, ...read(body) };
    requests.push(request);
    const next = waiting.shift();
    if (next === undefined) arrived.push(request);
    else next(request);
    if (request.violations.length > 0) {
      return send(outgoing, 400, {
        type: "error",
        error: { type: "invalid_request_error", message: request.violations[0] },
      });
    }
    const step = script(request, count++);
    await step.hold;
    follow(step, request, outgoing);
  }

  function follow(step: ModelStep, request: ModelRequestSeen, outgoing: ServerResponse): void {
    switch (step.kind) {
      case "status":
        outgoing.writeHead(step.status, { "content-type": "application/json", ...step.headers });
        outgoing.end(
          step.body ??
            JSON.stringify({ type: "error", error: { type: "scripted", message: `Scripted ${step.status}` } }),
        );
        return;
      case "raw":
        outgoing.writeHead(200, { "content-type": "application/json" });
        outgoing.end(step.body);
        return;
      case "cut":
        if (step.after !== "half") return void outgoing.socket?.destroy();
        outgoing.writeHead(200, { "content-type": "application/json", "content-length": "5000" });
        outgoing.write('{"id":"half', () => outgoing.socket?.destroy());
        return;
      case "say": {
        outgoing.writeHead(200, { "content-type": "application/json" });
        const turn = request.said;
        outgoing.end(
          request.protocol === "anthropic"
            ? writeAnthropic(step, turn, counted(request.body))
            : writeOpenAi(step, turn, tokens(request.text)),
        );
      }
    }
  }

  /** As Anthropic's cache: the longest beginning that an earlier request asked to be kept is read, the rest is new. */
  function counted(body: Record<string, unknown>): { input: number; read: number; written: number } {
    const { beginnings, whole } = cachedBeginnings(body);
    const found = beginnings.findLast((one) => kept.has(one)) ?? "";
    const longest = beginnings.at(-1) ?? "";
    for (const one of beginnings) kept.add(one);
    const read = tokens(found);
    const written = Math.max(tokens(longest) - read, 0);
    return { read, written, input: tokens(whole) - read - written };
  }

  const server: Server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    violations: () => requests.flatMap(({ violations }) => violations),
    follow(next) {
      script = next;
      count = 0;
    },
    request() {
      const one = arrived.shift();
      return one === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(one);
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function send(outgoing: ServerResponse, status: number, body: object): void {
  outgoing.writeHead(status, { "content-type": "application/json" });
  outgoing.end(JSON.stringify(body));
}
