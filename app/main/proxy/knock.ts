// What is checked before a grant is looked for. Promises: the exact Host, no Origin, one token, a path and not an address.
// Refuses: whatever a web page could send (DNS rebinding too), tunnels, and requests framed in two ways.
import type { IncomingMessage } from "node:http";

export interface Refusal {
  status: number;
  /** A sentence without a full stop. */
  reason: string;
}

export type Knock =
  | { ok: true; token: string; length: number | null; hasBody: boolean }
  | { ok: false; refusal: Refusal };

const methods = new Set(["GET", "HEAD", "OPTIONS", "PUT", "DELETE", "POST", "PATCH"]);
const bodiless = new Set(["GET", "HEAD", "OPTIONS"]);
const targetCharacters = 8000;

/** Each value of a header, by the lines it came in. */
function valuesOf({ rawHeaders }: IncomingMessage, name: string): string[] {
  const values: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.toLowerCase() === name) values.push(rawHeaders[at + 1] ?? "");
  }
  return values;
}

/** Where programs put a key: our own header first, then the two that their libraries know. Two that differ are none. */
function tokenOf(request: IncomingMessage): string | null {
  const own = valuesOf(request, "x-nightjar-grant");
  const theirs = [
    ...valuesOf(request, "authorization").flatMap((value) => /^Bearer +([^\s]+)$/i.exec(value)?.[1] ?? []),
    ...valuesOf(request, "x-api-key"),
  ];
  const given = new Set(own.length > 0 ? own : theirs);
  const [token] = given;
  return given.size === 1 && token !== undefined && /^[\x21-\x7e]{1,200}$/.test(token) ? token : null;
}

/** @param target as it stood on the wire @param port the one listened on */
export function knock(request: IncomingMessage, target: string, port: number): Knock {
  const no = (status: number, reason: string): Knock => ({ ok: false, refusal: { status, reason } });
  const hosts = valuesOf(request, "host");
  if (hosts.length !== 1 || hosts[0] !== `127.0.0.1:${port}`) {
    return no(403, `the Host header must be 127.0.0.1:${port}`);
  }
  if (valuesOf(request, "origin").length > 0) return no(403, "a web page may not use this");
  if (!target.startsWith("/") || target.startsWith("//") || target.includes("#")) {
    return no(400, "the request target must be a path, such as /v1/messages");
  }
  if (target.length > targetCharacters) return no(414, `the path is longer than ${targetCharacters} characters`);
  const method = request.method ?? "";
  if (!methods.has(method)) return no(405, `the method must be one of ${[...methods].join(", ")}`);
  const framing = valuesOf(request, "transfer-encoding");
  const lengths = valuesOf(request, "content-length");
  if (framing.length + lengths.length > 1 || (framing[0] ?? "chunked").toLowerCase() !== "chunked") {
    return no(400, "the body is framed in more than one way");
  }
  const length = lengths[0] === undefined ? null : Number(lengths[0]);
  const hasBody = framing.length > 0 || (length ?? 0) > 0;
  if (hasBody && bodiless.has(method)) return no(400, `${method} carries no body`);
  const token = tokenOf(request);
  if (token === null) return no(401, "it needs one grant, in x-nightjar-grant, as a Bearer token, or in x-api-key");
  return { ok: true, token, length: hasBody ? length : null, hasBody };
}
