// Data that may leave inside an address: in the query, a path or a host name. Promises: linear, bounded per address.
// Refuses: to take a badge, a link with campaign marks or an image of GitHub's for it; the thresholds were set on real payloads.
import type { Finding } from "./facts.ts";
import { createFindings, type Report } from "./findings.ts";

const addressMax = 4000;
const looksMax = 2000;

/** Encoded or random: long, of one alphabet, and mixed as words are not. */
function isEncoded(text: string, lengthMin: number): boolean {
  if (text.length < lengthMin || !/^[A-Za-z0-9+/_=~.-]+$/.test(text)) return false;
  const digits = text.match(/\d/g)?.length ?? 0;
  const upper = text.match(/[A-Z]/g)?.length ?? 0;
  const lower = text.match(/[a-z]/g)?.length ?? 0;
  if (/^[0-9a-f]+$/i.test(text)) return digits > text.length / 5 && text.length > digits;
  // Words joined by dashes have separators every few letters.
  const longest = text.split(/[-._/]/).reduce((most, part) => Math.max(most, part.length), 0);
  return (
    longest >= lengthMin * 0.6 &&
    (digits > text.length / 20 || upper > 3) &&
    upper + lower > 4 &&
    upper * lower * (digits + 1) > 0
  );
}

/** Words, many of them, escaped: what a person or an agent wrote. */
const isProse = (value: string, lengthMin: number) =>
  value.length >= lengthMin && (value.match(/%20|\+|%0a|%2c/gi)?.length ?? 0) >= Math.max(4, lengthMin / 16);

/** A place left to be filled: `?d={secret}`, `?q=<base64 of the file>`, `?key=YOUR_API_KEY`. */
const blank = /[{[<]|%7b|%5b|%3c|\$\(|\b(your|insert|replace)[_-]|^(secret|token|password|api_?key|data)$/i;
const payloadName = /^(d|data|payload|exfil|leak|secret|token|key|content|body|text|msg|q)$/i;

interface Limits {
  encoded: number;
  prose: number;
  total: number;
}
const ofImages: Limits = { encoded: 24, prose: 40, total: 600 };
const ofLinks: Limits = { encoded: 160, prose: 300, total: 2000 };
const ofCalls: Limits = { encoded: 32, prose: 60, total: 400 };

/** Signed addresses of GitHub's own stores carry a signature; they go to nobody else. */
const signedHost = /(^|\.)(githubusercontent|githubapp)\.com$/i;

/** What in the address may be data; null when nothing is. */
function carries(address: string, limits: Limits, blanks: boolean): string | null {
  const [, host = "", path = "", query = ""] =
    /^(?:[a-z]+:)?\/\/([^/?#]*)([^?#]*)\??([^#]*)/i.exec(address.slice(0, addressMax)) ?? [];
  const name = host.replace(/:\d+$/, "").toLowerCase();
  const isStore = limits !== ofCalls && signedHost.test(name);
  for (const label of name.split(".")) {
    if (isEncoded(label, 30) || (label.length >= 40 && /\d/.test(label) && !label.startsWith("xn--")))
      return "its host name";
  }
  if (isStore) return null;
  for (const part of query.split("&")) {
    const [key = "", value = ""] = part.split(/=(.*)/s);
    const text = value === "" ? key : value;
    if (isEncoded(text.replaceAll(/%(2b|2f|3d)/gi, "_"), limits.encoded) || isProse(text, limits.prose))
      return "its query";
    if (blanks && (blank.test(value) || (payloadName.test(key) && blank.test(key) && value === "")))
      return "a place in its query that is left to be filled";
  }
  if (query.length > limits.total) return "its long query";
  const segment = path
    .split("/")
    .find((one) => isEncoded(one, Math.max(64, limits.encoded * 2)) && !/^[0-9a-f]{64}$/i.test(one));
  return segment === undefined ? null : "its path";
}

const hostOf = (address: string) => /^(?:[a-z]+:)?\/\/([^/?#]{0,253})/i.exec(address)?.[1] ?? "";

const addressPattern = /^[^\s)<>"'`\]\\]*/;

/** Images are fetched unasked, links on a click: an image needs to carry less to count. */
export function findSmuggling(text: string, report: Report): void {
  let looked = 0;
  const tooMany = () => {
    if (++looked <= looksMax) return false;
    report.add("unchecked", `It holds more than ${looksMax} images and long addresses, and not all were looked at.`);
    return true;
  };
  const look = (address: string, limits: Limits, what: string): void => {
    const where = report.isFull("smuggled") ? null : carries(address, limits, limits === ofImages);
    if (where !== null)
      report.add("smuggled", `${what} to "${report.shown(hostOf(address))}" may carry data out in ${where}.`);
  };
  const images =
    /!\[[^\]\n]{0,300}\]\(\s{0,3}<?((?:https?:)?\/\/[^\s)>]{1,4000})|<img\b[^<>]{0,1000}?\bsrc\s{0,3}=\s{0,3}["']?((?:https?:)?\/\/[^\s"'<>]{1,4000})/gi;
  for (const [, markdown, html] of text.includes("//") ? text.matchAll(images) : []) {
    if (report.isFull("smuggled") || tooMany()) return;
    look(markdown ?? html ?? "", ofImages, "An image");
  }
  let end = 0;
  for (let at = text.indexOf("://"); at !== -1 && !report.isFull("smuggled"); at = text.indexOf("://", end)) {
    const [whole = ""] = addressPattern.exec(text.slice(at + 3, at + 3 + addressMax)) ?? [];
    end = at + 3 + whole.length;
    // A short address carries little, and most are short.
    if (whole.length < ofLinks.encoded && !/^[^/?#]{36}/.test(whole)) continue;
    if (tooMany()) return;
    look(`https://${whole}`, ofLinks, "An address");
  }
}

/**
 * For the address of a call itself, where an agent may have put what it read: lower limits than for links in a text.
 * @param url with scheme, host, path and query, as it will be sent.
 */
export function findSmuggledIn(url: string): Finding[] {
  const found = createFindings();
  const report = found.at("url");
  const where = url.length > addressMax ? "its length" : carries(url, ofCalls, false);
  if (where !== null)
    report.add("smuggled", `The address at "${report.shown(hostOf(url))}" may carry data out in ${where}.`);
  return found.all();
}
