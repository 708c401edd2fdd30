// The HTTP side: fastify on 127.0.0.1 with limits on time, size and number. Promises: nothing is routed or parsed before the
// gates; no delivery is half answered when it closes. Refuses: every path but its own, and to wait for the slow.
import type { IncomingMessage } from "node:http";
import Fastify, { type FastifyReply, type FastifyRequest } from "fastify";
import type { Log } from "../engine/ports.ts";
import { type Answer, broken, type Refusal, stopping, tooLarge, tooSlow } from "./answers.ts";
import { type BodyResult, hasBody, letPass, readBody } from "./body.ts";
import { createClientErrors } from "./client-errors.ts";
import type { Knock } from "./gates.ts";
import { watchSlow } from "./slow.ts";

/** Milliseconds, bytes and counts; tests use shorter ones. */
export interface ServerLimits {
  headersMs: number;
  requestMs: number;
  checkEveryMs: number;
  keepAliveMs: number;
  connections: number;
  headerBytes: number;
  /** How much of a refused body may still pass by. */
  discardBytes: number;
  /** How long `close` waits for answers to be written. */
  closeMs: number;
}

export const serverLimits: ServerLimits = {
  headersMs: 10_000,
  requestMs: 30_000,
  checkEveryMs: 2000,
  keepAliveMs: 5000,
  connections: 512,
  headerBytes: 16_384,
  discardBytes: 16_777_216,
  closeMs: 1000,
};

/** The longest a timer can be: 24 days. */
const neverMs = 2_147_483_647;

export interface ServerParts {
  gate: (knock: Knock) => Refusal | null;
  /** A refusal by a gate or by size, for the tally. */
  refused: (target: string, refusal: Refusal) => void;
  maxBodyBytes: () => number;
  receive: (target: string, request: IncomingMessage, body: Buffer) => Promise<Answer>;
  /** Commits what waits for the end of the turn. */
  flush: () => void;
  /** A connection was taken. */
  connected: () => void;
  log: Log;
  limits: ServerLimits;
}

export interface HookServer {
  /** @param port 0 takes a free one. @returns the port taken; rejects with Node's error when it cannot listen. */
  listen(port: number): Promise<number>;
  close(): Promise<void>;
}

export function createHookServer(parts: ServerParts): HookServer {
  const { limits, log } = parts;
  const abandonReads = new Set<() => void>();
  let closing = false;
  let open = 0;
  let allAnswered = () => {};
  const clientErrors = createClientErrors();

  const app = Fastify({
    logger: false,
    // Routing is ours: one route takes everything the gates let in, so no router decodes or normalises a path.
    rewriteUrl: () => "/",
    // Node would look for slow senders every few seconds, connections or not; `watchSlow` looks only while there are any.
    requestTimeout: 0,
    keepAliveTimeout: limits.keepAliveMs,
    forceCloseConnections: true,
    return503OnClosing: false,
    http: {
      headersTimeout: 0,
      connectionsCheckingInterval: neverMs,
      maxHeaderSize: limits.headerBytes,
      requireHostHeader: false,
      insecureHTTPParser: false,
    },
    clientErrorHandler: clientErrors.handle,
  });
  app.server.maxConnections = limits.connections;
  app.server.on("connection", parts.connected);
  const slow = watchSlow(app.server, limits);
  // A sender that asks before it sends its body is told to only once the gates let it in.
  const wantsContinue = new WeakSet<IncomingMessage>();
  app.server.on("checkContinue", (request, response) => {
    wantsContinue.add(request);
    app.routing(request, response);
  });

  app.addHook("onRequest", (request, reply, next) => {
    open++;
    clientErrors.begin(request.raw, reply.raw);
    slow.began(request.raw);
    reply.raw.once("close", () => {
      open--;
      slow.ended(request.raw);
      clientErrors.end(request.raw);
      if (open === 0) allAnswered();
    });
    if (closing) return void refuse(request, reply, stopping);
    const target = request.originalUrl;
    const { method = "", headers, rawHeaders } = request.raw;
    const refusal = parts.gate({ method, target, headers, rawHeaders });
    if (refusal === null) {
      if (wantsContinue.has(request.raw)) reply.raw.writeContinue();
      return next();
    }
    refuse(request, reply, refusal.answer);
    parts.refused(target, refusal);
  });

  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, stream, done) => {
    const abandon = readBody(stream, parts.maxBodyBytes(), (error, result) => {
      abandonReads.delete(abandon);
      done(error, result);
    });
    abandonReads.add(abandon);
  });

  app.post("/", async (request, reply) => {
    const result = request.body as BodyResult;
    switch (result.kind) {
      case "abandoned":
        return refuse(request, reply, stopping);
      case "too_large": {
        const limitBytes = parts.maxBodyBytes();
        parts.refused(request.originalUrl, {
          answer: tooLarge(limitBytes),
          note: `the body was larger than ${limitBytes} bytes`,
        });
        return refuse(request, reply, tooLarge(limitBytes));
      }
      case "whole":
        return send(reply, await parts.receive(request.originalUrl, request.raw, result.bytes));
    }
  });

  // Only reached by a method the router has never heard of; the gates answer those first.
  app.setNotFoundHandler((request, reply) => refuse(request, reply, broken));
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    if (request.raw.destroyed && !request.raw.complete) return refuse(request, reply, tooSlow);
    log.error({ error: error.message }, "The listener failed on a delivery; nothing was stored.");
    return refuse(request, reply, broken);
  });

  function send(reply: FastifyReply, answer: Answer): FastifyReply {
    if (closing) reply.header("connection", "close");
    return reply
      .code(answer.status)
      .headers(answer.headers)
      .header("content-type", "application/json; charset=utf-8")
      .send(answer.body);
  }

  function refuse(request: FastifyRequest, reply: FastifyReply, answer: Answer): FastifyReply {
    if (!request.raw.complete && hasBody(request.raw)) {
      // Without "100 Continue" it is open whether a body follows: then nothing after this can be told apart.
      if (wantsContinue.has(request.raw) && !reply.raw.writableEnded) reply.header("connection", "close");
      else letPass(request.raw, reply.raw, limits.discardBytes);
    }
    return send(reply, answer);
  }

  return {
    async listen(port) {
      await app.listen({ host: "127.0.0.1", port, exclusive: true });
      const address = app.server.address();
      if (address === null || typeof address === "string") throw new Error("The listener has no port.");
      return address.port;
    },
    async close() {
      closing = true;
      for (const abandon of [...abandonReads]) abandon();
      parts.flush();
      if (open > 0) {
        await new Promise<void>((resolve) => {
          const late = setTimeout(resolve, limits.closeMs);
          allAnswered = () => {
            clearTimeout(late);
            resolve();
          };
        });
      }
      await app.close();
    },
  };
}
