// Where a sign-in may ask, and where its page may be opened. Promises: https alone, except that a server on this computer may have its
// sign-in on this computer too. Refuses: names and passwords in an address, other schemes, plain http to anywhere else.
import { isIP } from "node:net";

const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, "");

export function isLoopback({ hostname }: URL): boolean {
  const host = bare(hostname);
  if (host === "localhost" || host.endsWith(".localhost") || host === "::1") return true;
  return isIP(host) === 4 && host.startsWith("127.");
}

/** @returns why it may not be asked, without a full stop; null when it may. `server` is the address the person wrote. */
export function refusal(url: URL, server: URL): string | null {
  if (url.username !== "" || url.password !== "") return `the address at ${url.host} has a name or a password in it`;
  if (isLoopback(url)) {
    return isLoopback(server) ? null : `${server.host} sends its sign-in to ${url.host}, which is this computer`;
  }
  if (isIP(bare(url.hostname)) !== 0 && url.hostname !== server.hostname) {
    return `${server.host} sends its sign-in to ${url.host}, an address without a name`;
  }
  if (url.protocol === "https:") return null;
  return `${url.host} would be asked over ${url.protocol.replace(":", "")}, which is not encrypted`;
}
