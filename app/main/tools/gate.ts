// The one door through which requests leave. Promises: each send is one connection, one request, one outcome that says
// whether anything may have been sent; closing it cuts what is under way. Refuses: redirects, addresses not checked.
import type { Socket } from "node:net";
import type { Readable } from "node:stream";
import { Client } from "undici";
import type { Log } from "../engine/ports.ts";
import { codeOf, connectChecked, type Lookup, systemLookup } from "./connect.ts";

export interface GateRequest {
  method: string;
  /** Its origin has been compared with the listed destinations. */
  url: URL;
  headers: Record<string, string>;
  /** A stream is taken only once the connection stands. */
  body: string | Readable | null;
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

/** An answer whose body still comes. `whyBroken` says in words what an error of `body` means. */
export interface OpenAnswer {
  kind: "answered";
  status: number;
  headers: Map<string, string>;
  /** Destroying it, or reading it to its end, lets go of the connection. */
  body: Readable;
  whyBroken(error: unknown): string;
}

export type OpenOutcome = OpenAnswer | Exclude<GateOutcome, { kind: "answered" }>;

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
  /** The same, up to the head of the answer; `signal` and the limit of time hold until its body has ended. */
  open(
    request: GateRequest,
    signal: AbortSignal,
    within?: Pick<GateLimits, "connectMs" | "wholeMs">,
  ): Promise<OpenOutcome>;
  /** `reason` closes the gate and cuts whatever is under way, at once; null opens it. */
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
  const underWay = new Set<Limit>();
  let closedBecause: string | null = null;

  async function open(
    request: GateRequest,
    signal: AbortSignal,
    { connectMs, wholeMs }: Pick<GateLimits, "connectMs" | "wholeMs"> = limits,
  ): Promise<OpenOutcome> {
    if (closedBecause !== null) return { kind: "not_sent", reason: closedBecause };
    const whole = limit(signal, wholeMs, `no whole answer within ${wholeMs / 1000} s`);
    const setUp = limit(whole.signal, connectMs, `no connection within ${connectMs / 1000} s`);
    underWay.add(whole);
    const over = (): void => {
      underWay.delete(whole);
      whole.end();
    };
    try {
      const connected = await connectChecked(request.url, { lookup, ca: deps.ca ?? null }, setUp.signal);
      setUp.end();
      if (!connected.ok) {
        over();
        return { kind: connected.refused ? "refused" : "not_sent", reason: connected.reason };
      }
      // Up to here nothing was written. From here on everything is in doubt until an answer says otherwise.
      if (whole.signal.aborted) {
        over();
        connected.socket.destroy();
        return { kind: "not_sent", reason: String(whole.signal.reason) };
      }
      return await exchange(request, connected.socket, whole.signal, over);
    } finally {
      setUp.end();
    }
  }

  async function exchange(
    request: GateRequest,
    socket: Socket,
    signal: AbortSignal,
    over: () => void,
  ): Promise<OpenOutcome> {
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
    const whyBroken = (error: unknown): string => (signal.aborted ? String(signal.reason) : sayWhy(error));
    const letGo = (): void => {
      over();
      socket.destroy();
      client.destroy().catch((error: unknown) => {
        deps.log.warn({ error: String(error) }, "An outgoing connection did not close cleanly.");
      });
    };
    try {
      const answer = await client.request({
        method: request.method,
        path: request.url.pathname + request.url.search,
        headers: request.headers,
        body: request.body,
        signal,
      });
      const headers = new Map<string, string>();
      for (const [name, value] of Object.entries(answer.headers)) {
        if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(", ") : value);
      }
      // Whoever reads learns of an error; one that comes before anybody reads must not become an uncaught exception.
      answer.body.on("error", () => {}).once("close", letGo);
      return { kind: "answered", status: answer.statusCode, headers, body: answer.body, whyBroken };
    } catch (error) {
      letGo();
      return { kind: handedOver ? "unknown" : "not_sent", reason: whyBroken(error) };
    }
  }

  return {
    open,
    send: async (request, signal) => {
      const opened = await open(request, signal);
      if (opened.kind !== "answered") return opened;
      const { kind, status, headers, body, whyBroken } = opened;
      const read = await readBody(body, limits.answerBytes, whyBroken);
      return { kind, status, headers, ...read };
    },
    close: (reason) => {
      closedBecause = reason;
      if (reason !== null) for (const whole of [...underWay]) whole.cut(reason);
    },
    closed: () => closedBecause,
  };
}

function sayWhy(error: unknown): string {
  const code = codeOf(error);
  if (code.startsWith("HPE_") || code === "UND_ERR_HEADERS_OVERFLOW") return `the answer was not proper HTTP (${code})`;
  return `the connection ended before the answer (${code || (error instanceof Error ? error.message : String(error))})`;
}

interface Limit {
  signal: AbortSignal;
  cut(reason: string): void;
  /** Lets go of the timer. */
  end(): void;
}

/** Aborts after `ms` with a sentence, or when `outer` aborts, or when it is cut. */
function limit(outer: AbortSignal, ms: number, sentence: string): Limit {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(sentence), ms);
  const onOuter = (): void => controller.abort(typeof outer.reason === "string" ? outer.reason : "it was stopped");
  if (outer.aborted) onOuter();
  else outer.addEventListener("abort", onOuter, { once: true });
  return {
    signal: controller.signal,
    cut: (reason) => controller.abort(reason),
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
async function readBody(stream: Readable, most: number, whyBroken: (error: unknown) => string): Promise<ReadBody> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of stream as AsyncIterable<Buffer>) {
      const room = most - size;
      parts.push(part.length > room ? part.subarray(0, room) : part);
      size += Math.min(part.length, room);
      if (part.length > room) return { body: Buffer.concat(parts), cut: true, broken: null };
    }
    return { body: Buffer.concat(parts), cut: false, broken: null };
  } catch (error) {
    return { body: Buffer.concat(parts), cut: false, broken: whyBroken(error) };
  }
}
