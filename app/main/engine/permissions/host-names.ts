// Host names in a text that pass for others. Promises: linear; a bounded number of different names is compared.
// Refuses: to call a real name of another script a forgery; it must pass for Latin, or for a host that is known.
import { poses, skeleton } from "./confusables.ts";
import type { Report } from "./findings.ts";
import { decodePunycode } from "./punycode.ts";

export interface KnownHosts {
  names: ReadonlySet<string>;
  /** Skeletons of the hosts, and of the two last labels of each, to what they look like. */
  looks: ReadonlyMap<string, string>;
  ends: ReadonlyMap<string, string>;
  /** Skeletons of last labels, to pass over what can't be meant. */
  tops: ReadonlySet<string>;
  inside: RegExp | null;
  /** Characters of the shortest name in `inside`. */
  insideMin: number;
}

const namesMax = 5000;
/** Those beyond ASCII cost more to compare, and are rarer. */
const foreignNamesMax = 2000;
const hostMax = 253;
const knownMax = 200;

const endOf = (host: string) => host.split(".").slice(-2).join(".");
const flat = (host: string) => skeleton(host).replaceAll("-", ".");

/** @param hosts as they stand in destinations: a host, with or without port or scheme. */
export function knownHosts(hosts: readonly string[]): KnownHosts {
  const bare = hosts.map((host) =>
    host
      .toLowerCase()
      .replace(/^[a-z]+:\/\//, "")
      .replace(/[:/].*$/, ""),
  );
  const names = [...new Set(bare)].filter((host) => /^[a-z0-9.-]+\.[a-z][a-z0-9-]*$/.test(host)).slice(0, knownMax);
  const escaped = [...new Set(names.flatMap((host) => [host, endOf(host)]))].map((host) => host.replaceAll(".", "\\."));
  return {
    names: new Set([...names, ...names.map(endOf)]),
    looks: new Map(names.map((host) => [flat(host), host])),
    ends: new Map(names.map((host) => [skeleton(endOf(host)), endOf(host)])),
    tops: new Set(names.map((host) => skeleton(host.slice(host.lastIndexOf(".") + 1)))),
    insideMin: Math.min(...names.map((host) => endOf(host).length)),
    inside: escaped.length === 0 ? null : new RegExp(`(?:^|[.-])(${escaped.join("|")})\\.(.+)$`),
  };
}

/** Which known host it passes for; null when for none. */
function passesFor(host: string, known: KnownHosts): string | null {
  if (known.names.has(host)) return null;
  const end = endOf(host);
  const near = known.ends.get(skeleton(end));
  if (near !== undefined && near !== end) return near;
  const whole = known.looks.get(flat(host));
  return whole !== undefined && endOf(whole) !== end ? whole : null;
}

/** `api.github.com.example.net`: a known host in front of another one's end. */
function fronts(host: string, isAddress: boolean, known: KnownHosts): string | null {
  const [, front, rest] = known.inside?.exec(host) ?? [];
  if (front === undefined || rest === undefined) return null;
  // `google.com.au` is a country's; `github.com.Then` is a missing space.
  return rest.includes(".") || (isAddress && rest.length > 2) ? front : null;
}

function decoded(host: string): string | null {
  const labels = host.split(".").map((label) => (label.startsWith("xn--") ? decodePunycode(label.slice(4)) : label));
  return labels.every((label) => label !== null) ? labels.join(".") : null;
}

/** A sentence about a name that is not what it seems; null for an ordinary one. */
function judge(written: string, isAddress: boolean, known: KnownHosts, shown: (text: string) => string): string | null {
  const lower = written
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, "")
    .replaceAll("。", ".");
  const isEncoded = /(^|\.)xn--/.test(lower);
  const host = isEncoded ? decoded(lower) : lower;
  if (host === null) return `The host "${shown(written)}" is encoded in a way that means nothing.`;
  const [name, is] = [shown(written), isEncoded ? `, decoded "${shown(host)}",` : ""];
  const like = passesFor(host, known);
  if (like !== null) return `The host "${name}"${is} looks like ${like} and is another one.`;
  if (known.names.has(host) && lower !== written.toLowerCase())
    return `The host "${name}" looks like ${host} and is written with other characters.`;
  const front = fronts(host, isAddress, known);
  if (front !== null) return `The host "${name}" starts like ${front} and belongs to ${shown(endOf(host))}.`;
  if (/^[\u0000-\u007f]*$/.test(host) || !/\.[a-z]{2,}$/.test(host)) return null;
  const forged = host
    .split(/[.-]/)
    .some((label) => poses(label, !/[a-z]/.test(label)) && (isAddress || isEncoded || /[a-z]/.test(label)));
  return forged ? `The host "${name}"${is} is written with letters of another script that look Latin.` : null;
}

/** A letter, a digit, a hyphen, or beyond ASCII what may be a letter; dots apart. */
function isName(code: number): boolean {
  if (code < 0x80)
    return (
      (code >= 0x61 && code <= 0x7a) ||
      (code >= 0x30 && code <= 0x39) ||
      (code >= 0x41 && code <= 0x5a) ||
      code === 0x2d
    );
  if (code >= 0x2000 && code <= 0x206f) return (code >= 0x200b && code <= 0x200f) || code === 0x2060;
  // Scripts that write without spaces can't pass for Latin, and would join a host to the sentence around it.
  if (code >= 0x2e80 && code <= 0xabff) return false;
  if (code >= 0xac00 && code <= 0xd7ff) return false;
  return code > 0xa0 && !(code >= 0xff00 && code <= 0xff0f) && !(code >= 0xff1a && code <= 0xff20) && code !== 0xff61;
}
const isDot = (code: number) => code === 0x2e || code === 0x3002 || code === 0xff0e || code === 0xff61;

/** Whether a name in ASCII can be meant at all: it ends as a known host does, or is encoded. */
function mayMatter(name: string, known: KnownHosts): boolean {
  if (name.includes("xn--") || name.includes("XN--")) return true;
  const top = name.slice(name.lastIndexOf(".") + 1);
  // The shape of one letter says nothing, and skeletons cost something.
  if (top.length > 1 && known.tops.has(skeleton(top))) return true;
  return known.inside !== null && name.length > known.insideMin && known.inside.test(name.toLowerCase());
}

export function findLookAlikes(text: string, known: KnownHosts, report: Report): void {
  const seen = new Set<string>();
  let [end, foreign] = [0, 0];
  // biome-ignore lint: one pass over the characters, from dot to dot.
  for (let at = 0; at < text.length; at++) {
    if (!isDot(text.charCodeAt(at)) || at < end) continue;
    let from = at;
    while (from > end && isName(text.charCodeAt(from - 1))) from--;
    end = at + 1;
    let isAscii = true;
    while (end < text.length && (isName(text.charCodeAt(end)) || isDot(text.charCodeAt(end)))) end++;
    if (end - from > hostMax * 2 || from === at || end === at + 1) continue;
    const name = text.slice(from, end).replace(/[.。．｡-]+$/, "");
    for (let i = 0; isAscii && i < name.length; i++) isAscii = name.charCodeAt(i) < 0x80;
    if ((isAscii && !mayMatter(name, known)) || seen.has(name)) continue;
    if (seen.size >= namesMax || (!isAscii && ++foreign > foreignNamesMax)) {
      report.add("unchecked", `It names ${seen.size} hosts and more, and not all could be compared.`);
      return;
    }
    seen.add(name);
    const before = text.slice(Math.max(0, from - 3), from);
    const what = judge(name, before.endsWith("//") || before.endsWith("@"), known, report.shown);
    if (what !== null) report.add("look_alike", what);
    if (report.isFull("look_alike")) return;
  }
}

/** `https://api.github.com@example.net/`: what stands before the @ is a user's name, not the host. */
export function findUserNames(text: string, report: Report): void {
  let looked = 0;
  for (const [, user = "", host = ""] of text.matchAll(/:\/\/([^\s/?#"'<>\\@]{1,250})@([^\s/?#"'<>\\@]{1,250})/g)) {
    if (++looked > namesMax) {
      report.add("unchecked", "It holds more addresses with user names than can be looked at.");
      return;
    }
    if (!/[^.]\.[a-z]{2,}/i.test(user)) continue;
    report.add("look_alike", `An address reads like ${report.shown(user)} and goes to ${report.shown(host)}.`);
    return;
  }
}

/** What the eye takes for the slash that ends a host, and is a part of its name. */
const slashes = /[\u2044\u2215\u2571\u29f6\u29f8\uff0f]/g;

/** `github.com\u2044login.example.net`: the host is the whole of it. */
export function findSlashes(text: string, report: Report): void {
  let looked = 0;
  for (const { index } of text.matchAll(slashes)) {
    if (report.isFull("look_alike")) return;
    if (++looked > namesMax)
      return report.add("unchecked", `It holds more than ${namesMax} marks that look like slashes.`);
    const [before] = /[a-z0-9-]{1,63}\.[a-z]{2,24}$/i.exec(text.slice(Math.max(0, index - 90), index)) ?? [];
    const [after] = /^[^\s/?#"'<>]{0,200}\.[a-z]{2,24}/i.exec(text.slice(index + 1, index + 226)) ?? [];
    if (before === undefined || after === undefined) continue;
    report.add(
      "look_alike",
      `After ${report.shown(before)} stands no slash but a part of the name ${report.shown(after)}.`,
    );
    return;
  }
}
