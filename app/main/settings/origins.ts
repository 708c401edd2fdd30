// What counts as an origin, written plainly: scheme, host, port, and nothing that reads as one host and means another.
// Refuses: user names in addresses, hosts in disguise (2130706433, 0x7f.1, %31, full-width), paths where only an origin belongs.

export type Written = { ok: true; url: URL } | { ok: false; reason: string };

/** Hosts a URL library would quietly turn into another host are refused, so that what a person reads is where it goes. */
const authorityOf = (text: string): string | null => /^https?:\/\/([^/?#]*)/i.exec(text)?.[1] ?? null;

/**
 * Parses an `http:` or `https:` address that says what it means. The host must be written as the address will be
 * compared: case aside, nothing is decoded, converted or dropped on the way.
 */
export function parseWritten(text: string): Written {
  if (text.length > 8000) return { ok: false, reason: "the address is longer than 8000 characters" };
  // biome-ignore lint: the control characters are the point.
  if (/[\u0000-\u0020\u007f-\u00a0\u2028\u2029\ufeff\\]/.test(text)) {
    return { ok: false, reason: "the address has a space, a control character or a backslash in it" };
  }
  const authority = authorityOf(text);
  if (authority === null) return { ok: false, reason: "the address does not start with https:// or http://" };
  if (authority.includes("@")) return { ok: false, reason: "the address has a user name or password in it" };
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return { ok: false, reason: "the address can not be read as a URL" };
  }
  const written = authority.toLowerCase();
  const defaultPort = url.protocol === "https:" ? ":443" : ":80";
  if (written !== url.host && written !== `${url.host}${defaultPort}`) {
    return { ok: false, reason: `the host is not written plainly: "${authority}" means "${url.host}"` };
  }
  if (url.hostname.endsWith(".")) return { ok: false, reason: "the host ends with a full stop" };
  return { ok: true, url };
}

export type Origin = { ok: true; origin: string } | { ok: false; reason: string };

/** Checks one entry of `destinations`: an origin such as `https://api.github.com`, with no path, query or user name. */
export function parseOrigin(text: string): Origin {
  const written = parseWritten(text);
  if (!written.ok) return written;
  const { url } = written;
  if (text.includes("?") || text.includes("#") || url.pathname !== "/" || /\/[./]/.test(text.slice(8))) {
    return {
      ok: false,
      reason: `a destination is an origin without a path, a query or a fragment; write "${url.origin}"`,
    };
  }
  return { ok: true, origin: url.origin };
}
