// Data that may leave inside an address or a call that reads: in query, path, host name, headers. Promises: linear, bounded each.
// Refuses: to take a badge, a link with campaign marks or an image of GitHub's for it; the thresholds were set on real payloads.
import { encodedIn, isEncoded, isProse, wordsIn } from "./carried.ts";
import type { Finding } from "./facts.ts";
import { createFindings, type Report } from "./findings.ts";

const addressMax = 4000;
const looksMax = 2000;

/** A place left to be filled: `?d={secret}`, `?q=<base64 of the file>`, `?key=YOUR_API_KEY`. */
const blank = /[{[<]|%7b|%5b|%3c|\$\(|\b(your|insert|replace)[_-]|^(secret|token|password|api_?key|data)$/i;
/** In a link only what an agent could fill in counts: links of searches have brackets too. */
const blankInLink =
  /(?:\{|%7b|\[|%5b|\$\(|<)\s{0,3}(?:[a-z]{1,20}[ _-]){0,3}(?:secrets?|tokens?|passwords?|keys?|data|conversation|context|contents?|history|summary|messages?|memory|prompt|credentials?|env|files?|email)\b/i;
const payloadName = /^(d|data|payload|exfil|leak|secret|token|key|content|body|text|msg|q)$/i;

interface Limits {
  encoded: number;
  prose: number;
  total: number;
}
const ofImages: Limits = { encoded: 24, prose: 40, total: 600 };
const ofLinks: Limits = { encoded: 160, prose: 300, total: 2000 };
/** An image that nobody sees has nothing to say but that it was fetched, and to whom. */
const ofUnseen: Limits = { encoded: 12, prose: 16, total: 12 };
const ofCalls: Limits = { encoded: 32, prose: 60, total: 400 };

/** Signed addresses of GitHub's own stores carry a signature; they go to nobody else. */
const signedHost = /(^|\.)(githubusercontent|githubapp)\.com$/i;

/** What in the address may be data; null when nothing is. */
function carries(address: string, limits: Limits, blanks: RegExp | null): string | null {
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
    if (blanks?.test(value) || (blanks === blank && payloadName.test(key) && blank.test(key) && value === ""))
      return "a place in its query that is left to be filled";
  }
  if (query.length > limits.total) return "its long query";
  const segment = path
    .split("/")
    .find((one) => isEncoded(one, Math.max(64, limits.encoded * 2)) && !/^[0-9a-f]{64}$/i.test(one));
  return segment === undefined ? null : "its path";
}

const hostOf = (address: string) => /^(?:[a-z]+:)?\/\/([^/?#]{0,253})/i.exec(address)?.[1] ?? "";

const unseenImage =
  /\s(?:width|height)\s{0,3}=\s{0,3}["']?[01](?![\d.%])|(?:width|height)\s{0,3}:\s{0,3}[01](?![\d.%])|display\s{0,3}:\s{0,3}none/i;

/** From the tag's beginning to its end, not its address: that may say what it likes. */
function restOfTag(text: string, from: number, end: number): string {
  const close = text.indexOf(">", end);
  return text.slice(from, Math.min(close === -1 ? text.length : close, end + 1000));
}

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
    const where = report.isFull("smuggled") ? null : carries(address, limits, limits === ofLinks ? blankInLink : blank);
    if (where !== null)
      report.add("smuggled", `${what} to "${report.shown(hostOf(address))}" may carry data out in ${where}.`);
  };
  const images =
    /!\[[^\]\n]{0,300}\]\(\s{0,3}<?((?:https?:)?\/\/[^\s)>]{1,4000})|<img\b[^<>]{0,1000}?\bsrc\s{0,3}=\s{0,3}["']?((?:https?:)?\/\/[^\s"'<>]{1,4000})/gi;
  for (const { 0: whole, 1: markdown, 2: html, index } of text.includes("//") ? text.matchAll(images) : []) {
    if (report.isFull("smuggled") || tooMany()) return;
    const isUnseen = html !== undefined && unseenImage.test(restOfTag(text, index, index + whole.length));
    look(markdown ?? html ?? "", isUnseen ? ofUnseen : ofImages, isUnseen ? "An image that nobody sees" : "An image");
  }
  let end = 0;
  for (let at = text.indexOf("://"); at !== -1 && !report.isFull("smuggled"); at = text.indexOf("://", end)) {
    const [whole = ""] = addressPattern.exec(text.slice(at + 3, at + 3 + addressMax)) ?? [];
    end = at + 3 + whole.length;
    // A short address carries little, and most are short.
    if (whole.length < ofLinks.encoded && !/^[^/?#]{36}/.test(whole) && !/\?.*(?:[{[]|%7b|%5b)/i.test(whole)) continue;
    if (tooMany()) return;
    look(`https://${whole}`, ofLinks, "An address");
  }
}

/** What a call may carry in all, and in one value, before it counts; set on addresses of real services. */
const callMax = { encoded: 64, encodedPath: 96, words: 10, wordsAll: 30, pathWords: 24, path: 600, headers: 600 };
const longEnough = 60;

const isWritten = (text: string, wordsMax: number) => text.length >= longEnough && wordsIn(text) >= wordsMax;
const wordsOf = (texts: readonly string[]) => texts.reduce((sum, text) => sum + wordsIn(text), 0);

/** What is spread over the parts of a call, or joined in a way that is harmless in a link that is only shown. */
function spread(url: string, headers: Readonly<Record<string, string>>): string | null {
  const [, path = "", query = ""] = /^[a-z]+:\/\/[^/?#]*([^?#]*)\??([^#]*)/i.exec(url) ?? [];
  const parts = query.split("&");
  const values = parts.map((part) => (part.includes("=") ? part.slice(part.indexOf("=") + 1) : part));
  if (encodedIn(values) >= callMax.encoded || values.some((value) => isWritten(value, callMax.words)))
    return "its query";
  if (wordsOf(parts) >= callMax.wordsAll) return "its query";
  const segments = path.split("/");
  const ids = segments.filter((one) => !/^[0-9a-f]{64}$/i.test(one));
  if (encodedIn(ids) >= callMax.encodedPath || segments.some((one) => isWritten(one, callMax.words + 2)))
    return "its path";
  if (wordsOf(segments) >= callMax.pathWords || path.length > callMax.path) return "its path";
  const given = Object.entries(headers).map(([name, value]) => [name, tagged(name, value)] as const);
  const all = given.flat();
  if (encodedIn(all) >= callMax.encoded || wordsOf(all) >= callMax.wordsAll) return "its headers";
  if (all.join("").length > callMax.headers) return "its headers";
  const carrying = given.find(([, text]) => isWritten(text, callMax.words + 4) || text.split(/[\s,;]+/).some(isLong));
  return carrying === undefined ? null : "its headers";
}

const isLong = (piece: string) => isEncoded(piece, ofCalls.encoded);

/** A server's own mark of a version is a hash, and goes back to it; nothing else may stand in such a header. */
const tagged = (name: string, value: string) =>
  /^if-(none-)?match$/.test(name) && /^(W\/)?"[0-9a-f]{1,64}"$/.test(value) ? "" : value;

/**
 * For a call itself, where an agent may have put what it read: lower limits than for links in a text.
 * @param url with scheme, host, path and query, as it will be sent.
 * @param headers those the agent gave, with lower-case names.
 */
export function findSmuggledIn(url: string, headers: Readonly<Record<string, string>> = {}): Finding[] {
  const found = createFindings();
  const report = found.at("url");
  const where = url.length > addressMax ? "its length" : (carries(url, ofCalls, null) ?? spread(url, headers));
  if (where !== null)
    report.add("smuggled", `The call to "${report.shown(hostOf(url))}" may carry data out in ${where}.`);
  return found.all();
}
