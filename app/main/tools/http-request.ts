// The tool `http.request`: one JSON request to a listed destination. Promises: what the check gives back is, to the letter, what
// is sent, and a credential is a name. Refuses: other origins, values of credentials, bodies that are not JSON, redirects.
import { z } from "zod";
import { readPath } from "../engine/permissions/url-path.ts";
import type { JsonObject } from "../engine/worker/ports.ts";
import { parseWritten } from "../settings/origins.ts";
import { outcomeOf } from "./answer.ts";
import { type FactsParts, factsOf } from "./facts.ts";
import { checkHeaders } from "./headers.ts";
import { httpMethods, otherMethods, readingMethods } from "./methods.ts";
import type { Outgoing } from "./outgoing.ts";
import type { Tool } from "./tool.ts";

/** Rule 9: safe to repeat by what the method means. */
const repeatableMethods = new Set<string>(["GET", "HEAD", "OPTIONS", "PUT", "DELETE"]);
const bodyBytesMax = 1_048_576;

const argumentsSchema = z.strictObject({
  // Without one it is a GET: the method that changes nothing.
  method: z
    .string()
    .default("GET")
    .transform((m) => m.toUpperCase())
    .pipe(z.enum(httpMethods))
    .describe(`One of ${httpMethods.join(", ")}.`),
  url: z.string().describe("The whole address. No user name, no fragment; its origin must be a listed destination."),
  body: z.json().optional().describe("Any JSON value; it is sent as application/json. Not with GET, HEAD or OPTIONS."),
  headers: z
    .record(z.string(), z.union([z.string(), z.number().transform(String)]))
    .optional()
    .describe("Further headers. None that could carry a credential."),
  credential: z
    .string()
    .optional()
    .describe("The name of a credential; its value is put in on the way and is never seen."),
});

interface Checked {
  method: string;
  url: URL;
  headers: Record<string, string>;
  /** JSON text; null when there is none. */
  body: string | null;
  /** By name. */
  credential: string | null;
}

const isRepeatable = ({ method, url, body }: Checked) =>
  repeatableMethods.has(method) && otherMethods(method, url, body).every((other) => readingMethods.has(other));

type Read = { ok: true; call: Checked; arguments: JsonObject } | { ok: false; error: string };

const fault = (error: z.ZodError): string => {
  const [first] = error.issues;
  if (first === undefined) return "its arguments can not be read";
  if (first.code === "unrecognized_keys") return `it does not take "${first.keys.join('", "')}"`;
  const at = first.path.join(".");
  if (at === "method") return `"method" must be one of ${httpMethods.join(", ")}`;
  if (at === "url" || at === "credential") return `"${at}" must be a text`;
  return `"${at}" is not as it should be (${first.message})`;
};

function read(args: JsonObject, { destinations, outgoing }: HttpRequestDeps): Read {
  const no = (why: string): Read => ({ ok: false, error: `http.request was refused: ${why}.` });
  const parsed = argumentsSchema.safeParse(args);
  if (!parsed.success) return no(fault(parsed.error));
  const { method, body, credential = null } = parsed.data;
  const written = parseWritten(parsed.data.url);
  if (!written.ok) return no(written.reason);
  const { url } = written;
  if (parsed.data.url.includes("#")) return no("the address has a fragment (#), which is never sent");
  if (/(^|\/)(\.|%2e){1,2}(\/|\?|$)/i.test(parsed.data.url.replace(/^https?:\/\/[^/?]*/i, "").replace(/\?.*$/s, ""))) {
    return no('the path has "." or ".." in it, so it is not the path it seems to be');
  }
  const path = readPath(url.pathname);
  if (!path.ok) return no(path.reason);
  // Where a credential may go, a call that names it may go; without one, the listed destinations count.
  if (credential === null && !destinations().includes(url.origin)) {
    return no(`${url.origin} is not a listed destination. Add it under destinations in Settings if it may go there`);
  }
  const headers = checkHeaders(parsed.data.headers ?? {});
  if (!headers.ok) return no(headers.reason);
  const refused = credential === null ? null : outgoing.refusal(credential, url.origin, headers.headers);
  if (refused !== null) return no(refused);
  if (body !== undefined && readingMethods.has(method)) return no(`${method} carries no body`);
  const text = body === undefined ? null : JSON.stringify(body);
  if (text !== null && Buffer.byteLength(text) > bodyBytesMax) return no("its body is larger than 1 MiB");
  const call = { method, url, headers: headers.headers, body: text, credential };
  const normal: JsonObject = { method, url: url.href };
  if (Object.keys(call.headers).length > 0) normal.headers = call.headers;
  if (body !== undefined) normal.body = body as JsonObject;
  if (credential !== null) normal.credential = credential;
  return { ok: true, call, arguments: normal };
}

export interface HttpRequestDeps extends FactsParts {
  /** The listed origins as they are now; asked at each check and again at each call, for an approval may be hours older. */
  destinations: () => string[];
  /** The names there are, to tell an agent of. */
  credentials?: () => string[];
  outgoing: Outgoing;
}

const inputSchema = JSON.stringify(z.toJSONSchema(argumentsSchema, { io: "input" }));

const describe = (origins: readonly string[], credentials: readonly string[]): string => {
  const listed = origins.length === 0 ? "none" : origins.join(", ");
  const named = credentials.length === 0 ? "" : ` Credentials: ${credentials.join(", ")}.`;
  return `Sends one JSON request. Reading is usually allowed; whatever changes something may wait for the person's approval. Destinations: ${listed}.${named}`;
};

export function createHttpRequest(deps: HttpRequestDeps): Tool {
  return {
    spec: () => ({
      name: "http.request",
      description: describe(deps.destinations(), deps.credentials?.() ?? []),
      inputSchema,
    }),
    check(args) {
      const checked = read(args, deps);
      if (!checked.ok) return checked;
      return {
        ok: true,
        arguments: checked.arguments,
        repeatable: isRepeatable(checked.call),
        facts: factsOf(deps, "http.request", checked.call, deps.destinations()),
      };
    },
    async call({ arguments: args, effectKey }, signal) {
      const checked = read(args, deps);
      if (!checked.ok) return { kind: "failed", error: checked.error, result: null, retry: false };
      const { method, url, headers, body, credential } = checked.call;
      const what = `${method} ${url.host}${url.pathname}`;
      const seen = await deps.outgoing.send(
        {
          method,
          url,
          headers: {
            accept: "application/json, */*;q=0.5",
            ...(body === null ? {} : { "content-type": "application/json" }),
            ...headers,
            "accept-encoding": "identity",
            "user-agent": "Nightjar",
            "idempotency-key": effectKey,
          },
          body,
          credential,
          effectKey,
          purpose: "http.request",
        },
        signal,
      );
      return outcomeOf(seen, url, what, isRepeatable(checked.call));
    },
  };
}
