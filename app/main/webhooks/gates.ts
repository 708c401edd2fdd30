// What is checked before a byte of a body is looked at. Promises: the same answer whichever source is named, so that
// nothing can be learned here. Refuses: what a web page could send (Host, Origin), and bodies that cannot be JSON.
import type { IncomingHttpHeaders } from "node:http";
import {
  encoded,
  foreignOrigin,
  formType,
  notHttp,
  otherMethod,
  otherPath,
  otherType,
  type Refusal,
  tooLarge,
  wrongHost,
} from "./answers.ts";

/** A request as it came in; `target` is the request target, undecoded. */
export interface Knock {
  method: string;
  target: string;
  headers: IncomingHttpHeaders;
  rawHeaders: readonly string[];
}

export interface GateLimits {
  /** The port listened on: part of the Host values that are ours. */
  port: number;
  /** Further Host values, the setting `hooks.hosts`. */
  hosts: readonly string[];
  maxBodyBytes: number;
}

/**
 * The name after `/hooks/`, undecoded: names need no percent-encoding, so an encoded one is an unknown one.
 * @returns null for any other path; absolute-form targets are another path.
 */
export function sourceNameOf(target: string): string | null {
  return /^\/hooks\/([^/?#]+)(?:\?.*)?$/.exec(target)?.[1] ?? null;
}

/** @returns null when the request may come in. */
export function gate(knock: Knock, limits: GateLimits): Refusal | null {
  if (sourceNameOf(knock.target) === null) return { answer: otherPath, note: null };
  if (knock.method !== "POST") return { answer: otherMethod, note: `a ${knock.method} request; only POST is taken` };
  if (!hostIsOurs(knock, limits)) {
    const host = printable(knock.headers.host ?? "");
    return {
      answer: wrongHost,
      note: `its Host header "${host}" is not allowed; a tunnel's belongs under hooks.hosts`,
    };
  }
  if (knock.headers.origin !== undefined) return { answer: foreignOrigin, note: "it came from a web page" };
  // A body framed in any other way has no end that we and whoever stands before us would agree on.
  const framing = knock.headers["transfer-encoding"]?.toLowerCase() ?? "chunked";
  if (framing !== "chunked") return { answer: notHttp, note: "its Transfer-Encoding is not chunked" };
  return typeRefusal(knock.headers) ?? lengthRefusal(knock.headers, limits.maxBodyBytes);
}

/** Against DNS rebinding: a page that points its own name at 127.0.0.1 still sends its own name as Host. */
function hostIsOurs({ headers, rawHeaders }: Knock, { port, hosts }: GateLimits): boolean {
  let hostHeaders = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === "host") hostHeaders++;
  const host = headers.host?.toLowerCase();
  if (hostHeaders !== 1 || host === undefined) return false;
  if (host === `127.0.0.1:${port}` || host === `localhost:${port}` || host === `[::1]:${port}`) return true;
  if (port === 80 && (host === "127.0.0.1" || host === "localhost" || host === "[::1]")) return true;
  return hosts.some((listed) => {
    const ours = listed.toLowerCase();
    return host === ours || (host.startsWith(`${ours}:`) && /^\d{1,5}$/.test(host.slice(ours.length + 1)));
  });
}

function typeRefusal(headers: IncomingHttpHeaders): Refusal | null {
  const [essence = "", ...parameters] = (headers["content-type"] ?? "").split(";").map((part) => part.trim());
  const type = essence.toLowerCase();
  if (type === "application/x-www-form-urlencoded" || type === "multipart/form-data") {
    return { answer: formType, note: "the body was form data; set the sender's content type to application/json" };
  }
  const json = type === "application/json" || /^application\/[a-z0-9.-]+\+json$/.test(type);
  if (!json || parameters.some((parameter) => charsetIsForeign(parameter))) {
    return { answer: otherType, note: "the content type was not JSON in UTF-8" };
  }
  const encoding = headers["content-encoding"];
  if (encoding !== undefined && encoding.toLowerCase() !== "identity") {
    return { answer: encoded, note: "the body was compressed" };
  }
  return null;
}

function charsetIsForeign(parameter: string): boolean {
  const charset = /^charset\s*=\s*"?([^"]*)"?$/i.exec(parameter)?.[1]?.toLowerCase();
  return charset !== undefined && charset !== "utf-8" && charset !== "utf8" && charset !== "us-ascii";
}

function lengthRefusal(headers: IncomingHttpHeaders, maxBodyBytes: number): Refusal | null {
  if (Number(headers["content-length"] ?? 0) <= maxBodyBytes) return null;
  return { answer: tooLarge(maxBodyBytes), note: `the body was larger than ${maxBodyBytes} bytes` };
}

/** A sender's text for a person's eyes: short, and without anything that is not plain ASCII. */
function printable(text: string): string {
  return text.slice(0, 100).replaceAll(/[^\x20-\x7e]/g, "?");
}
