// What a rule's host covers. Promises: one without a port is every port there, `*.x` what lies below; one with a port is that port,
// whatever the scheme. Refuses: to tell from a name without a scheme that it is plain http; it is taken for https.
import type { CallFacts } from "./facts.ts";

export interface Place {
  name: string;
  port: string;
}

const plainHttp = "http://";

/** A call's host as an exact rule writes it: plain http says so, as the same address encrypted is another one. */
export const schemed = (host: string, scheme: CallFacts["scheme"]): string =>
  scheme === "http" ? `${plainHttp}${host}` : host;

/** The port of an address in IPv6 stands behind its bracket. */
function split(host: string): { name: string; port: string | null } {
  const [, name = host, port = null] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(host) ?? [];
  return { name, port };
}

/** @param host of a call, with its scheme where that is plain http. */
export function placeOf(host: string): Place {
  const isPlain = host.startsWith(plainHttp);
  const { name, port } = split(isPlain ? host.slice(plainHttp.length) : host);
  return { name, port: port ?? (isPlain ? "80" : "443") };
}

const isUnder = (name: string, end: string) => name.length > end.length && name.endsWith(end);

/** @param limit a host of a rule that is not exact. */
export function hostCovers({ name, port }: Place, limit: string): boolean {
  const wanted = split(limit);
  if (wanted.port !== null && wanted.port !== port) return false;
  return wanted.name.startsWith("*.") ? isUnder(name, wanted.name.slice(1)) : name === wanted.name;
}

/** Whether all that the host `inner` of a rule covers is covered by `outer` too; neither is exact. */
export function hostWithin(inner: string, outer: string): boolean {
  const [one, two] = [split(inner), split(outer)];
  if (two.port !== null && one.port !== two.port) return false;
  if (!two.name.startsWith("*.")) return one.name === two.name;
  return one.name.startsWith("*.") ? one.name.endsWith(two.name.slice(1)) : isUnder(one.name, two.name.slice(1));
}
