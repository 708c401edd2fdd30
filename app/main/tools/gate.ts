// The one door through which requests leave. Promises: each send is one connection, one request, one outcome that says
// whether anything may have been sent. Refuses: redirects, reused connections, addresses not checked, anything while closed.
import type { Socket } from "node:net";
import { Client } from "undici";
import type { Log } from "../engine/ports.ts";
import { codeOf, connectChecked, type Lookup, systemLookup } from "./connect.ts";

export interface GateRequest {
  method: string;
  /** Its origin has been compared with the listed destinations. */
  url: URL;
  headers: Record<string, string>;
  body: string | null;
}

export type GateOutcome =
  /** `broken`: the connection ended before the answer did. `cut`: longer than the limit, the rest was not read. */
  | {
      kind: "answered";
      status: number;
      headers: Map<string, string>;
      body: Buffer;
      cut: boolean;
      broken: string | null;
    }
  /** By our own rules; surely not sent, and it will be refused again. */
  | { kind: "refused"; reason: string }
  /** Surely not sent; another time it may work. */
  | { kind: "not_sent"; reason: string }
  /** It may have arrived; what became of it is not known. */
  | { kind: "unknown"; reason: string };

export interface GateLimits {
  connectMs: number;
  /** From the first look-up to the last byte of the answer. */
  wholeMs: number;
  answerBytes: number;
}

export const gateLimits: GateLimits = { connectMs: 10_000, wholeMs: 60_000, answerBytes: 1_048_576 };

export interface Gate {
  /** Never rejects. An abort ends it at once with what is known: `not_sent` before the request went out, else `unknown`. */
  send(request: GateRequest, signal: AbortSignal): Promise<GateOutcome>;
  /** `reason` closes the gate for requests not yet connected, null opens it. */
  close(reason: string | null): void;
  /** Why the gate is closed; null while it is open. */
  closed(): string | null;
}

export interface GateDeps {
  log: Log;
  lookup?: Lookup;
  ca?: string[] | null;
  limits?: GateLimits;
}

export function createGate(deps: GateDeps): Gate {
  const limits = deps.limits ?? gateLimits;
  const lookup = deps.lookup ?? systemLookup;
  let closedBecause: string | null = null;

  async function send(request: GateRequest, signal: AbortSignal): Promise<GateOutcome> {
    if (closedBecause !== null) return { kind: "not_sent", reason: closedBecause };
    const whole = limit(signal, limits.wholeMs, `no whole answer within ${limits.wholeMs / 1000} s`);
    const setUp = limit(whole.signal, limits.connectMs, `no connection within ${limits.connectMs / 1000} s`);
    try {
      const connected = await connectChecked(request.url, { lookup, ca: deps.ca ?? null }, setUp.signal);
      setUp.end();
      if (!connected.ok) return { kind: connected.refused ? "refused" : "not_sent", reason: connected.reason };
      // Up to here nothing was written. From here on everything is in doubt until an answer says otherwise.
      if (closedBecause !== null || whole.signal.aborted) {
        connected.socket.destroy();
        return { kind: "not_sent", reason: closedBecause ?? String(whole.signal.reason) };
      }
      return await exchange(request, connected.socket, whole.signal);
    } finally {
      setUp.end();
      whole.end();
    }
  }

  async function exchange(request: GateRequest, socket: Socket, signal: AbortSignal): Promise<GateOutcome> {
    let handedOver = false;
    // undici connects anew and repeats a request by itself after some breaks; a second connection is refused here, so
    // that one send is one request for certain.
    const client = new Client(request.url.origin, {
      pipelining: 0,
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: (_options, done) => {
        // Not in the same turn: undici starts writing only when the callback comes later.
        setImmediate(() => {
          if (handedOver || socket.destroyed) return done(new Error("the connection ended"), null);
          handedOver = true;
          done(null, socket);
        });
      },
    });
    try {
      const answer = await client.request({
        method: request.method,
        path: request.url.pathname + request.url.search,
        headers: request.headers,
        body: request.body,
        signal,
      });
      const read = await readBody(answer.body, limits.answerBytes);
      const headers = new Map<string, string>();
      for (const [name, value] of Object.entries(answer.headers)) {
        if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(", ") : value);
      }
      const broken = read.broken && signal.aborted ? String(signal.reason) : read.broken;
      return { kind: "answered", status: answer.statusCode, headers, body: read.body, cut: read.cut, broken };
    } catch (error) {
      const why = signal.aborted ? String(signal.reason) : sayWhy(error);
      return { kind: handedOver ? "unknown" : "not_sent", reason: why };
    } finally {
      socket.destroy();
      client.destroy().catch((error: unknown) => {
        deps.log.warn({ error: String(error) }, "An outgoing connection did not close cleanly.");
      });
    }
  }

  return {
    send,
    close: (reason) => {
      closedBecause = reason;
    },
    closed: () => closedBecause,
  };
}

function sayWhy(error: unknown): string {
  const code = codeOf(error);
  if (code.startsWith("HPE_") || code === "UND_ERR_HEADERS_OVERFLOW") return `the answer was not proper HTTP (${code})`;
  return `the connection ended before the answer (${code || (error instanceof Error ? error.message : String(error))})`;
}

/** Aborts after `ms` with a sentence, or when `outer` aborts; `end` lets go of the timer. */
function limit(outer: AbortSignal, ms: number, sentence: string): { signal: AbortSignal; end: () => void } {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(sentence), ms);
  const onOuter = (): void => controller.abort(typeof outer.reason === "string" ? outer.reason : "it was stopped");
  if (outer.aborted) onOuter();
  else outer.addEventListener("abort", onOuter, { once: true });
  return {
    signal: controller.signal,
    end: () => {
      clearTimeout(timer);
      outer.removeEventListener("abort", onOuter);
    },
  };
}

interface ReadBody {
  body: Buffer;
  cut: boolean;
  broken: string | null;
}

/** Reads up to `most` bytes and no further: what a server sends beyond is neither kept nor waited for. */
async function readBody(stream: AsyncIterable<Buffer>, most: number): Promise<ReadBody> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of stream) {
      const room = most - size;
      parts.push(part.length > room ? part.subarray(0, room) : part);
      size += Math.min(part.length, room);
      if (part.length > room) return { body: Buffer.concat(parts), cut: true, broken: null };
    }
    return { body: Buffer.concat(parts), cut: false, broken: null };
  } catch (error) {
    return { body: Buffer.concat(parts), cut: false, broken: sayWhy(error) };
  }
}
