// The requests of a sign-in, through the one gate: each is a line in the audit, its address is checked, nothing is redirected, and the
// switch stops it. Promises: answers of up to 1 MiB. Refuses: what `where.ts` refuses; to put in a credential.
import type { FetchLike } from "@modelcontextprotocol/client";
import type { Outgoing } from "../tools/outgoing.ts";
import { refusal } from "./where.ts";

/** No call is made for it. */
const noCall = "signin";

/** Rejects with a sentence without a full stop. */
export function createSignInFetch(
  send: Outgoing["send"],
  server: { name: string; url: URL },
  signal: AbortSignal,
): FetchLike {
  return async (input, init = {}) => {
    const url = new URL(input);
    const refused = refusal(url, server.url);
    if (refused !== null) throw new Error(refused);
    const seen = await send(
      {
        ...{ credential: null, url, method: (init.method ?? "GET").toUpperCase(), effectKey: noCall },
        headers: { ...Object.fromEntries(new Headers(init.headers)), ...typeOf(init.body) },
        body: textOf(init.body),
        purpose: `signing in to the MCP server ${server.name}`,
      },
      signal,
    );
    if (seen.kind !== "answered") throw new Error(`${url.host} could not be asked: ${seen.reason}`);
    if (seen.cut) throw new Error(`${url.host} answered with more than anybody could need`);
    if (seen.broken !== null) throw new Error(`the answer of ${url.host} broke off: ${seen.broken}`);
    const empty = seen.status === 204 || seen.status === 205 || seen.status === 304;
    // As a web page's would be: a redirect is an answer like any other, and leads nowhere.
    const body = seen.status >= 400 ? kindOfError(seen.body) : new Uint8Array(seen.body);
    return new Response(empty ? null : body, { status: seen.status, headers: [...seen.headers] });
  };
}

/** An error's own words may hold what was sent, and the library prints them on the terminal: its kind is all that it needs. */
function kindOfError(body: Uint8Array): string {
  let kind: unknown = null;
  try {
    kind = (JSON.parse(new TextDecoder().decode(body)) as { error?: unknown } | null)?.error;
  } catch {
    // A page for people; it is no kind of error either.
  }
  return JSON.stringify({ error: typeof kind === "string" && /^[a-z_]{1,60}$/.test(kind) ? kind : "server_error" });
}

/** The library sends forms and JSON, nothing else. */
function textOf(body: unknown): string | null {
  if (body === undefined || body === null) return null;
  if (typeof body === "string") return body;
  if (body instanceof URLSearchParams) return body.toString();
  throw new Error("A sign-in sends texts and forms alone.");
}

const typeOf = (body: unknown): Record<string, string> =>
  body instanceof URLSearchParams ? { "content-type": "application/x-www-form-urlencoded" } : {};
