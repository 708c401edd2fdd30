// The HTTP side of the proxy: fastify on 127.0.0.1. Promises: bodies stream both ways unbuffered; a caller that hangs up ends
// its request. Refuses: to log tokens, paths or bodies, and whatever `knock.ts` refuses.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { pipeline } from "node:stream";
import Fastify from "fastify";
import type { Log } from "../engine/ports.ts";
import type { Forward, Forwarded } from "./forward.ts";
import { knock } from "./knock.ts";

export interface ServerLimits {
  /** From connecting to the end of the first request's headers. */
  headersMs: number;
  keepAliveMs: number;
  connections: number;
  headerBytes: number;
}

export const serverLimits: ServerLimits = {
  headersMs: 10_000,
  keepAliveMs: 5000,
  connections: 4096,
  headerBytes: 32_768,
};

export interface ProxyServer {
  /** @returns the port taken; rejects with Node's error when it cannot listen. */
  listen(): Promise<number>;
  /** Cuts what is under way. */
  close(): Promise<void>;
}

/** The longest a timer can be: Node's own look at slow senders would wake an idle process for ever. */
const neverMs = 2_147_483_647;

export function createProxyServer(forward: Forward["forward"], log: Log, limits: ServerLimits): ProxyServer {
  let port = 0;
  let refused = 0;
  const app = Fastify({
    logger: false,
    // One route takes everything: no router decodes or normalises a path.
    rewriteUrl: () => "/",
    requestTimeout: 0,
    keepAliveTimeout: limits.keepAliveMs,
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    http: {
      headersTimeout: 0,
      connectionsCheckingInterval: neverMs,
      maxHeaderSize: limits.headerBytes,
      requireHostHeader: false,
      insecureHTTPParser: false,
    },
  });
  app.server.maxConnections = limits.connections;
  const waiting = new WeakMap<Socket, NodeJS.Timeout>();
  app.server.on("connection", (socket: Socket) => {
    const timer = setTimeout(() => socket.destroy(), limits.headersMs);
    waiting.set(socket, timer);
    socket.once("close", () => clearTimeout(timer));
  });
  // A tunnel or another protocol: there is nothing to say.
  app.server.on("connect", (_request, socket) => socket.destroy());
  app.server.on("upgrade", (_request, socket) => socket.destroy());
  app.server.on("checkContinue", (request: IncomingMessage, response: ServerResponse) => {
    response.writeContinue();
    app.routing(request, response);
  });

  app.addHook("onRequest", (request, reply, next) => {
    clearTimeout(waiting.get(request.raw.socket));
    reply.hijack();
    serve(request.raw, reply.raw, request.originalUrl).catch((error: unknown) => {
      log.error({ error: String(error) }, "The credential proxy failed on a request.");
      reply.raw.destroy();
    });
    next();
  });
  app.all("/", () => undefined);

  async function serve(request: IncomingMessage, response: ServerResponse, target: string): Promise<void> {
    const knocked = knock(request, target, port);
    if (!knocked.ok) return refuse(request, response, knocked.refusal.status, "refused", knocked.refusal.reason);
    const gone = new AbortController();
    response.once("close", () => gone.abort("the caller hung up"));
    const forwarded = await forward(
      {
        ...{ token: knocked.token, length: knocked.length, rawHeaders: request.rawHeaders },
        method: request.method ?? "",
        target,
        body: knocked.hasBody ? request : null,
      },
      gone.signal,
    );
    if (forwarded.kind !== "answered") {
      return refuse(request, response, statusOf(forwarded), forwarded.kind, forwarded.reason);
    }
    if (response.destroyed) return void forwarded.body.destroy();
    response.writeHead(forwarded.status, forwarded.headers);
    // A stream of events may say nothing for long: its head goes out at once.
    response.flushHeaders();
    pipeline(forwarded.body, response, () => undefined);
  }

  function refuse(request: IncomingMessage, response: ServerResponse, status: number, kind: string, why: string): void {
    if (status === 401 || status === 403) {
      refused++;
      // The first, and then ever fewer: whoever knocks without end fills no log.
      if (Number.isInteger(Math.log10(refused)))
        log.warn({ status, refused, why }, "The credential proxy refused a request.");
    }
    if (response.destroyed || response.headersSent) return void response.destroy();
    // What is left of its body passes by unread, and the connection ends.
    request.resume();
    const body = JSON.stringify({ error: { type: "nightjar", message: `Nightjar did not pass this on: ${why}.` } });
    response.writeHead(status, {
      "content-type": "application/json; charset=utf-8",
      "content-length": Buffer.byteLength(body),
      "cache-control": "no-store",
      "x-nightjar-outcome": kind,
      connection: "close",
    });
    response.end(request.method === "HEAD" ? "" : body);
  }

  return {
    async listen() {
      await app.listen({ host: "127.0.0.1", port: 0, exclusive: true });
      const address = app.server.address();
      if (address === null || typeof address === "string") throw new Error("The proxy has no port.");
      port = address.port;
      return port;
    },
    close: async () => {
      await app.close();
    },
  };
}

function statusOf(forwarded: Exclude<Forwarded, { kind: "answered" }>): number {
  switch (forwarded.kind) {
    case "refused":
      if (forwarded.because === "unknown") return 401;
      return forwarded.because === "too_large" ? 413 : 403;
    case "not_sent":
      return 503;
    case "withheld":
    case "unknown":
      return 502;
  }
}
