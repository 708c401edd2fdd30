// A server that speaks the protocol of 2026-07-28 and no other, made with the protocol's own library: over stdio, or over HTTP at the
// port that it writes to its standard error (`http`).
import { createServer } from "node:http";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";

function make(): McpServer {
  const server = new McpServer({ name: "modern", version: "3" });
  server.registerTool(
    "echo",
    {
      description: "Says it again.",
      inputSchema: z.object({ text: z.string() }),
      outputSchema: z.object({ text: z.string() }),
    },
    ({ text }) => ({ content: [{ type: "text", text }], structuredContent: { text } }),
  );
  return server;
}

if (process.argv[2] === "http") {
  const handler = toNodeHandler(createMcpHandler(make, { legacy: "reject" }));
  const server = createServer(
    (request, response) => void handler(request as Parameters<typeof handler>[0], response),
  ).listen(0, "127.0.0.1", () => {
    process.stderr.write(`${JSON.stringify(server.address())}\n`);
  });
} else serveStdio(make, { legacy: "reject" });
