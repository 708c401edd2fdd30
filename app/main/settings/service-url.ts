// Addresses of services that the settings name: a model's server, an MCP server. Promises: written plainly, as origins are.
// Refuses: user names, fragments, and queries where the address is only a beginning.
import { parseWritten } from "./origins.ts";

export type Service =
  | { ok: true; url: URL /** Without a slash at its end. */; text: string }
  | { ok: false; reason: string };

const here = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether what is sent there can be read on the way: plain http that leaves this computer. */
export const isOpenTo = (url: URL): boolean => url.protocol === "http:" && !here.test(url.hostname);

function parse(text: string, query: boolean): Service {
  const written = parseWritten(text);
  if (!written.ok) return written;
  if (text.includes("#")) return { ok: false, reason: "the address has a fragment (#), which is never sent" };
  if (!query && text.includes("?"))
    return { ok: false, reason: "the address has a query (?), and more is put behind it" };
  return { ok: true, url: written.url, text: written.url.href.replace(/\/+$/, "") };
}

/** The beginning of addresses, such as `http://127.0.0.1:11434/v1`. */
export const parseBase = (text: string): Service => parse(text, false);

/** The whole address of one service; a query may be part of it. */
export const parseService = (text: string): Service => parse(text, true);
