// Which headers pass, in and out. Promises: nothing a caller put says who speaks, where it goes or what is done instead;
// nothing a server put sets cookies, frames, or opens the answer to a web page. Refuses: values that are no header's.
import { foldedName, whyNotCarried } from "../tools/headers.ts";
import type { Scrub } from "./scrub.ts";

/** Kept although a tool's call may not set them itself: the caller is a program that speaks its own protocol. */
const keptFromCallers = new Set(["idempotency-key", "user-agent"]);

/** Named in `Connection`, a header belongs to that connection alone. */
function namedInConnection(headers: Iterable<readonly [string, string]>): Set<string> {
  const named = new Set<string>();
  for (const [name, value] of headers) {
    if (name.toLowerCase() !== "connection") continue;
    for (const one of value.split(",")) named.add(one.trim().toLowerCase());
  }
  return named;
}

function pairs(raw: readonly string[]): [string, string][] {
  return Array.from({ length: raw.length / 2 }, (_, at) => [raw[at * 2] ?? "", raw[at * 2 + 1] ?? ""]);
}

/**
 * What of a caller's headers goes on, with lower-case names.
 * @param raw name, value, name, value …, as they came
 */
export function fromCaller(raw: readonly string[]): Record<string, string> {
  const given = pairs(raw);
  const named = namedInConnection(given);
  const kept: Record<string, string> = {};
  for (const [mixed, value] of given) {
    const name = mixed.toLowerCase();
    if (named.has(name) || foldedName(name).startsWith("x-nightjar-")) continue;
    if (whyNotCarried(name) !== null && !keptFromCallers.has(name)) continue;
    const before = Object.hasOwn(kept, name) ? kept[name] : undefined;
    kept[name] = before === undefined ? value : `${before}, ${value}`;
  }
  return kept;
}

const droppedFromServers = new Set([
  ...[
    "connection",
    "keep-alive",
    "proxy-connection",
    "proxy-authenticate",
    "proxy-authentication-info",
    "te",
    "trailer",
  ],
  ...["transfer-encoding", "upgrade", "http2-settings", "set-cookie", "set-cookie2", "alt-svc", "clear-site-data"],
  ...["strict-transport-security", "content-encoding", "public-key-pins", "service-worker-allowed"],
]);

/** What of a server's headers goes back, without echoes of the secret. Its length is left out: it may not be the same. */
export function fromServer(headers: ReadonlyMap<string, string>, scrub: Scrub): Record<string, string> {
  const named = namedInConnection(headers);
  const kept: Record<string, string> = {};
  for (const [mixed, value] of headers) {
    const name = mixed.toLowerCase();
    if (named.has(name) || droppedFromServers.has(name) || name.startsWith("access-control-")) continue;
    if (name === "content-length" || name.startsWith("x-nightjar-") || !/^[a-z0-9!#$%&'*+.^_`|~-]{1,200}$/.test(name))
      continue;
    const clean = scrub.text(value);
    if (!scrub.isInName(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(clean)) kept[name] = clean;
  }
  return kept;
}

/** A body that can not be read can not be scrubbed; nothing but `identity` was asked for. */
export function isPacked(headers: ReadonlyMap<string, string>): boolean {
  const plain = (value: string, ...names: string[]) =>
    value.split(",").every((one) => ["", ...names].includes(one.trim().toLowerCase()));
  return (
    !plain(headers.get("content-encoding") ?? "", "identity") ||
    !plain(headers.get("transfer-encoding") ?? "", "chunked")
  );
}
