// The core of the proxy: grant, credential, gate, scrub, audit, in this order. Promises: a credential goes in only where a grant
// and its own destinations say so; each request is one line of the audit. Refuses: to send what it could not write down.
import type { Readable } from "node:stream";
import type { Closing, UseOutcome } from "../engine/permissions/ledger.ts";
import type { Grant, RefusedBecause } from "../engine/permissions/grants.ts";
import type { Gate, GateOutcome, OpenAnswer } from "../tools/gate.ts";
import type { OutgoingRequest } from "../tools/outgoing.ts";
import type { Audit } from "./audit.ts";
import { counted, scrubbedThrough } from "./bodies.ts";
import type { Credentials } from "./credentials.ts";
import { fromCaller, fromServer, isPacked } from "./headers.ts";
import type { InFlight } from "./in-flight.ts";
import { noScrub, type Scrub } from "./scrub.ts";

export interface ForwardLimits {
  connectMs: number;
  /** From the first look-up to the last byte of the answer; a model may think for minutes before its first byte. */
  wholeMs: number;
  requestBytes: number;
  answerBytes: number;
}

export const forwardLimits: ForwardLimits = {
  connectMs: 10_000,
  wholeMs: 900_000,
  requestBytes: 33_554_432,
  answerBytes: 134_217_728,
};

export interface ForwardRequest {
  token: string;
  method: string;
  /** Path and query, as they stand on the wire. */
  target: string;
  /** Name, value, name, value …, as they came. */
  rawHeaders: readonly string[];
  /** Null: there is none. Left alone unless the outcome is past `not_sent`. */
  body: Readable | null;
  /** Bytes, where the caller declared them. */
  length: number | null;
}

export type Forwarded =
  | { kind: "answered"; status: number; headers: Record<string, string>; body: Readable }
  /** It was answered in a form that can not be scrubbed, so the answer is withheld. */
  | { kind: "withheld"; status: number; reason: string }
  | { kind: "refused"; because: RefusedBecause | "credential" | "address" | "too_large"; reason: string }
  | { kind: "not_sent"; reason: string }
  | { kind: "unknown"; reason: string };

export interface ForwardDeps {
  audit: Audit;
  gate: Gate;
  /** Those that a tool's call may name. */
  credentials: Credentials;
  /** Those that a grant may hold: Nightjar's own too. */
  granted: Credentials;
  inFlight: InFlight;
  limits: ForwardLimits;
}

/** How long the grant for one call of a tool may take to be used, in its own process, in the same turn. */
const onceSeconds = 60;
const reasonCharacters = 300;

export interface Forward {
  /** For a holder of a token. Never rejects. */
  forward(request: ForwardRequest, signal: AbortSignal): Promise<Forwarded>;
  /** For a tool in this process, with a grant for this one request. Never rejects. */
  send(request: OutgoingRequest, signal: AbortSignal): Promise<GateOutcome>;
}

type Ready = { ok: true; headers: Record<string, string>; scrub: Scrub } | { ok: false; reason: string };

export function createForward({ audit, gate, credentials, granted, inFlight, limits }: ForwardDeps): Forward {
  /** The headers as they go out. The credential's replaces whatever stands there. */
  function ready(known: Credentials, grant: Grant, given: Record<string, string>): Ready {
    const headers: Record<string, string> = { ...given, "accept-encoding": "identity" };
    if (grant.credential === null) return { ok: true, headers, scrub: noScrub };
    const injection = known.inject(grant.credential, grant.destination);
    if (!injection.ok) return injection;
    headers[injection.header.name] = injection.header.value;
    return { ok: true, headers, scrub: injection.scrub };
  }

  function closer(use: number, scrub: Scrub): (outcome: UseOutcome, more?: Partial<Closing>) => void {
    return (outcome, more = {}) => {
      const reason = more.reason == null ? null : scrub.text(more.reason).slice(0, reasonCharacters);
      audit.end({ status: null, sent_bytes: 0, received_bytes: 0, ...more, use, outcome, reason });
    };
  }

  async function send(request: OutgoingRequest, signal: AbortSignal): Promise<GateOutcome> {
    const { url, method, credential, body } = request;
    const closed = gate.closed();
    if (closed !== null) return { kind: "not_sent", reason: closed };
    const opened = await audit.begin({
      ask: { method, destination: url.origin, path: url.pathname },
      once: {
        ...{ credential, destination: url.origin, methods: [method], pathPrefix: `${url.pathname}$`, uses: 1 },
        ...{ seconds: onceSeconds, purpose: request.purpose, run: null, effectKey: request.effectKey },
      },
    });
    if (!opened.ok) return { kind: opened.because === "broken" ? "not_sent" : "refused", reason: opened.reason };
    const made = ready(credentials, opened.grant, request.headers);
    const end = closer(opened.use, made.ok ? made.scrub : noScrub);
    if (!made.ok) {
      end("refused", { reason: made.reason });
      return { kind: "refused", reason: made.reason };
    }
    const { scrub } = made;
    const flight = inFlight.add(opened.grant.id, signal);
    const seen = await gate.send({ method, url, headers: made.headers, body }, flight.signal).finally(flight.end);
    const sent_bytes = body === null ? 0 : Buffer.byteLength(body);
    if (seen.kind !== "answered") {
      end(seen.kind, { reason: seen.reason, sent_bytes: seen.kind === "unknown" ? sent_bytes : 0 });
      return { ...seen, reason: scrub.text(seen.reason) };
    }
    end("answered", { status: seen.status, reason: seen.broken, sent_bytes, received_bytes: seen.body.length });
    return cleaned(seen, scrub);
  }

  async function forward(request: ForwardRequest, signal: AbortSignal): Promise<Forwarded> {
    const { method, target, body, length } = request;
    const closed = gate.closed();
    if (closed !== null) return { kind: "not_sent", reason: closed };
    const tooLarge = `the body is larger than ${limits.requestBytes} bytes`;
    if (length !== null && length > limits.requestBytes)
      return { kind: "refused", because: "too_large", reason: tooLarge };
    const path = target.replace(/\?.*$/s, "");
    const opened = await audit.begin({ token: request.token, ask: { method, destination: null, path } });
    if (!opened.ok) {
      if (opened.because === "broken") return { kind: "not_sent", reason: opened.reason };
      return { kind: "refused", because: opened.because, reason: opened.reason };
    }
    const headers = fromCaller(request.rawHeaders);
    if (length !== null) headers["content-length"] = String(length);
    const made = ready(granted, opened.grant, headers);
    const end = closer(opened.use, made.ok ? made.scrub : noScrub);
    const url = new URL(opened.grant.destination + target);
    // The path was checked as it is written; what is sent must be just that, at just that place.
    const same = url.origin === opened.grant.destination && url.pathname === path && !target.includes("#");
    if (!made.ok || !same) {
      const reason = made.ok ? "the address is not written as it would be sent" : made.reason;
      end("refused", { reason });
      return { kind: "refused", because: made.ok ? "path" : "credential", reason };
    }
    const flight = inFlight.add(opened.grant.id, signal);
    const upload = body === null ? null : counted(limits.requestBytes, tooLarge);
    // The caller's body starts to flow only when the gate takes it: nothing is read for a request that is refused.
    if (body !== null && upload !== null) upload.from(body);
    const seen = await gate.open(
      { method, url, headers: made.headers, body: upload?.stream ?? null },
      flight.signal,
      limits,
    );
    const sent_bytes = () => upload?.bytes() ?? 0;
    if (seen.kind !== "answered") {
      flight.end();
      upload?.drop();
      const reason = upload?.fault() ?? seen.reason;
      end(seen.kind, { reason, sent_bytes: sent_bytes() });
      const told = made.scrub.text(reason);
      if (seen.kind === "refused") return { kind: "refused", because: "address", reason: told };
      return { kind: seen.kind, reason: told };
    }
    return answered(seen, made.scrub, (more) => {
      flight.end();
      end("answered", { ...more, status: seen.status, sent_bytes: sent_bytes() });
    });
  }

  function answered(seen: OpenAnswer, scrub: Scrub, over: (more: Partial<Closing>) => void): Forwarded {
    const { status } = seen;
    if (isPacked(seen.headers)) {
      seen.body.destroy();
      const reason =
        "the answer is compressed although that was not asked for, so it could not be searched for secrets";
      over({ reason });
      return { kind: "withheld", status, reason };
    }
    const body = scrubbedThrough(seen, scrub, limits.answerBytes, over);
    return { kind: "answered", status, headers: fromServer(seen.headers, scrub), body };
  }

  return { forward, send };
}

/** A whole answer without echoes. One that can not be read is left out; `content-encoding` says why. */
function cleaned(seen: Extract<GateOutcome, { kind: "answered" }>, scrub: Scrub): GateOutcome {
  const headers = new Map<string, string>();
  for (const [name, value] of seen.headers) {
    if (name !== "set-cookie" && scrub.text(name) === name) headers.set(name, scrub.text(value));
  }
  const stream = scrub.stream();
  const body = isPacked(seen.headers) ? Buffer.alloc(0) : Buffer.concat([stream.push(seen.body), stream.end()]);
  return { ...seen, headers, body, broken: seen.broken === null ? null : scrub.text(seen.broken) };
}
