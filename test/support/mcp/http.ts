// An MCP server over streamable HTTP that a test tells how to answer: node:http and the protocol of 2025 by hand.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { once } from "node:events";

export interface Posted {
  id?: number;
  method?: string;
  params?: { name?: string; arguments?: Record<string, unknown>; _meta?: Record<string, unknown> };
}

export interface Asked {
  method: string;
  path: string;
  headers: IncomingMessage["headers"];
  body: Posted | null;
}

/** Answers a call by hand; returns true when it has. */
export type Answering = (body: Posted, request: IncomingMessage, response: ServerResponse) => boolean;

export interface HttpServer {
  url: string;
  asked: Asked[];
  /** How calls and, where it answers them, anything else is answered. */
  answer: { by: Answering };
  close(): Promise<void>;
}

export const json = (response: ServerResponse, body: object, status = 200): true => {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  return true;
};

export async function openHttpServer(): Promise<HttpServer> {
  const asked: Asked[] = [];
  const answer: HttpServer["answer"] = { by: () => false };
  let sessions = 0;
  const server = createServer((request, response) => {
    void serve(request, response);
  });

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const text = Buffer.concat(parts).toString("utf8");
    const body = text === "" ? null : (JSON.parse(text) as Posted);
    asked.push({ method: request.method ?? "", path: request.url ?? "", headers: request.headers, body });
    if (body !== null && answer.by(body, request, response)) return;
    if (request.method === "GET") return void response.writeHead(405).end();
    if (request.method === "DELETE") return void response.writeHead(204).end();
    if (body?.id === undefined) return void response.writeHead(202).end();
    const reply = (result: object): true => json(response, { jsonrpc: "2.0", id: body.id, result });
    if (body.method === "initialize") {
      response.setHeader("mcp-session-id", `session-${++sessions}`);
      const serverInfo = { name: "by hand", version: "2" };
      reply({ protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo });
    } else if (body.method === "tools/list") {
      reply({ tools: [{ name: "echo", inputSchema: { type: "object" } }] });
    } else reply({ content: [{ type: "text", text: String(body.params?.arguments?.text) }] });
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  return {
    ...{ url: `http://127.0.0.1:${port}/mcp`, asked, answer },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
