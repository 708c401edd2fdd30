// Which network addresses a request may connect to. Promises: what is checked here is what gets connected.
// Refuses: private, loopback, link-local, shared, translated (NAT64, 6to4, Teredo), multicast and reserved addresses.
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

export interface Address {
  address: string;
  family: 4 | 6;
}

export type AddressCheck = { ok: true } | { ok: false; reason: string };

/** Only these ranges can be opened by listing the literal itself as a destination; link-local (cloud metadata) never. */
const listable = new Set(["loopback", "private", "uniqueLocal"]);
const globalUnicast: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse("2000::"), 3];

/** `unicast` when it is an ordinary address of the internet, else the name of the range it lies in. */
export function rangeOf(address: string): string {
  if (!ipaddr.isValid(address)) return "unreadable";
  const parsed = ipaddr.process(address);
  const range = parsed.range();
  // Everything outside 2000::/3 (such as ::127.0.0.1) is no address of the internet, whatever it is called.
  if (range === "unicast" && parsed instanceof ipaddr.IPv6 && !parsed.match(globalUnicast)) return "reserved";
  return range;
}

/** The host of a URL as sockets and DNS want it: IPv6 without brackets. */
export const bareHost = (url: URL): string => url.hostname.replace(/^\[|\]$/g, "");

/**
 * May `url` (its origin is listed already) connect to `address`?
 * - an IP literal: to itself, when it is of the internet, or loopback, private or unique-local (listing it says so);
 * - `localhost`: to loopback addresses only;
 * - any other name: to addresses of the internet only. A name that resolves to a private address is refused even
 *   when it is listed, for its owner decides what it resolves to, today or tomorrow.
 */
export function checkAddress(url: URL, address: string): AddressCheck {
  const host = bareHost(url);
  const range = rangeOf(address);
  const no = (why: string): AddressCheck => ({
    ok: false,
    reason: `${host} ${host === address ? "is" : `resolves to ${address},`} ${why}`,
  });
  if (host === "localhost") return range === "loopback" ? { ok: true } : no("not an address of this computer");
  if (range === "unicast") return { ok: true };
  if (isIP(host) !== 0) {
    if (listable.has(range)) return { ok: true };
    return no(`an address (${range}) that requests never go to`);
  }
  return no(
    `an address (${range}) that is not on the internet; to reach it, list its address itself, not a name, under destinations`,
  );
}
