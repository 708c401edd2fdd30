// A server that is asked over HTTP, through main's credential proxy and nowhere else. Promises: redirects are not followed; what
// the proxy itself says is told apart from what the server says; answers are bounded. Refuses: to know a key.
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Agent, fetch as plainFetch, Response as PlainResponse } from "undici";
import type { Challenge, Launch } from "../preload/contract/toolhost.ts";
import { isModest } from "./modest.ts";
import { lineBytesMax, type ServerTransport } from "./stdio.ts";
import { codeOf } from "./words.ts";

/** The longest stream of events; main's proxy ends it earlier or later. */
const streamBytesMax = 134_217_728;

const challengeLengthMax = 4000;

/** What the proxy did not pass on. `sent`: whether the server may have got it. */
export interface Withheld {
  sent: boolean;
  /** The grant is not good any more: the session needs a new one. */
  stale: boolean;
  reason: string;
}

/** Told in place of a server's error; a server that uses it itself is in doubt as well. */
export const brokenOffCode = -32_797;

const withheld = new WeakMap<Error, Withheld>();

/** What the proxy said of a request that failed with this error; null when it was somebody else. */
export function withheldOf(error: unknown): Withheld | null {
  for (let one = error, depth = 0; one instanceof Error && depth < 5; one = one.cause, depth++) {
    const found = withheld.get(one);
    if (found !== undefined) return found;
  }
  return null;
}

function refuse(told: Withheld): never {
  const error = new Error(told.reason);
  withheld.set(error, told);
  throw error;
}

/** @param challenged told of each request that was refused for want of a key or a sign-in, before anything else is */
export function createHttpTransport(
  { url, token }: Extract<Launch, { kind: "url" }>,
  challenged: (challenge: Challenge) => void,
): ServerTransport {
  // A call may take minutes before its first byte; main watches the time.
  const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0 });
  let why: string | null = null;

  async function throughProxy(input: string | URL, init?: RequestInit): Promise<Response> {
    let answer: Awaited<ReturnType<typeof plainFetch>>;
    try {
      answer = await plainFetch(input, { ...(init as Parameters<typeof plainFetch>[1]), dispatcher });
    } catch (error) {
      if (codeOf(error) !== "ECONNREFUSED") throw error;
      refuse({ sent: false, stale: true, reason: "Nightjar's credential proxy does not listen" });
    }
    const outcome = answer.headers.get("x-nightjar-outcome");
    if (outcome !== null) {
      const reason = await whyOf(answer);
      refuse({
        sent: outcome === "unknown" || outcome === "withheld",
        stale: answer.status === 401 || answer.status === 403,
        reason,
      });
    }
    if (answer.status === 401 || answer.status === 403) {
      const header = answer.headers.get("www-authenticate");
      challenged({ status: answer.status, header: header === null ? null : header.slice(0, challengeLengthMax) });
    }
    return bounded(answer) as unknown as Response;
  }

  const inner = new StreamableHTTPClientTransport(new URL(url), {
    fetch: throughProxy,
    requestInit: { redirect: "manual", headers: { "x-nightjar-grant": token } },
    onInsufficientScope: "throw",
  });
  const sendInner = inner.send.bind(inner);
  /** An answer that comes as a stream, and breaks off without one, is told to whoever waits for it. */
  const send: typeof inner.send = (message, options) => {
    if (!("id" in message) || !("method" in message)) return sendInner(message, options);
    const { id } = message;
    const onRequestStreamEnd = (): void => {
      options?.onRequestStreamEnd?.();
      inner.onmessage?.({ jsonrpc: "2.0", id, error: { code: brokenOffCode, message: "Its answer broke off." } });
    };
    return sendInner(message, { ...options, onRequestStreamEnd });
  };
  // The library hands on what it has parsed: a message of too many parts ends the connection before any schema looks at it.
  let heard: typeof inner.onmessage;
  Object.defineProperty(inner, "onmessage", {
    get: (): typeof inner.onmessage => heard,
    set: (listener: typeof inner.onmessage) => {
      heard = (message) => {
        if (isModest(message)) listener?.(message);
        else kill("it answered with more parts than anybody could read");
      };
    },
  });

  function kill(reason: string): void {
    why ??= reason;
    void close();
  }

  const closeInner = inner.close.bind(inner);
  async function close(): Promise<void> {
    await closeInner();
    await dispatcher.destroy();
  }
  return Object.assign(inner, {
    ...{ close, send },
    why: () => why,
    said: () => "",
    kill,
  }) as ServerTransport;
}

/** The proxy's own sentence. */
async function whyOf(answer: { json(): Promise<unknown> }): Promise<string> {
  const body = (await answer.json().catch(() => null)) as { error?: { message?: unknown } } | null;
  const message = body?.error?.message;
  return typeof message === "string" ? message.replace(/\.$/, "") : "Nightjar's credential proxy did not pass it on";
}

/** The same answer, whose body breaks off where it is too long. */
function bounded(answer: Awaited<ReturnType<typeof plainFetch>>): PlainResponse {
  if (answer.body === null) return answer;
  let bytes = 0;
  /** Since the last event of the stream has ended. */
  let pending = 0;
  const isStream = answer.headers.get("content-type")?.startsWith("text/event-stream") === true;
  const counting = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, through) {
      bytes += chunk.byteLength;
      const text = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      const ended = isStream ? Math.max(text.lastIndexOf("\n\n"), text.lastIndexOf("\r\n\r\n")) : -1;
      pending = ended === -1 ? pending + chunk.byteLength : chunk.byteLength - ended;
      if (pending > lineBytesMax || bytes > streamBytesMax) through.error(new Error("the answer is too long"));
      else through.enqueue(chunk);
    },
  });
  const { status, statusText, headers } = answer;
  // The two libraries' types for one and the same kind of stream.
  const body = answer.body.pipeThrough(counting as never) as ConstructorParameters<typeof PlainResponse>[0];
  return new PlainResponse(body, { status, statusText, headers });
}
