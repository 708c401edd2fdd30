// Links whose words name one host and that lead to another. Promises: linear. Refuses: words that only happen to have a dot.
import type { Report } from "./findings.ts";
import type { KnownHosts } from "./host-names.ts";

const hostIn = /(?:^|[\s"'(<*_`])(https?:\/\/|www\.)?([a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8})/i;
const linksMax = 5000;
const endOf = (host: string) => host.toLowerCase().split(".").slice(-2).join(".");

/** Which host the words name: with a scheme, with www, or one that is known. */
function namedIn(words: string, known: KnownHosts): string | null {
  const [, mark, host] = hostIn.exec(words) ?? [];
  if (host === undefined) return null;
  return mark !== undefined || known.names.has(host.toLowerCase()) ? host : null;
}

function compare(words: string, leads: string, known: KnownHosts, report: Report): void {
  const named = namedIn(words, known);
  if (named === null || endOf(named) === endOf(leads)) return;
  report.add("link", `A link reads like ${report.shown(named)} and leads to ${report.shown(leads)}.`);
}

const definitions =
  /^ {0,3}\[([^\]\n[]{1,100})\]:\s{0,3}<?(?:https?:)?\/\/(?:[^\s/?#)@]{0,200}@)?([^\s/?#)>:]{1,253})/gim;

/** Links whose address stands elsewhere: `[words][1]`, and `[words]` by themselves. */
function findReferences(text: string, known: KnownHosts, report: Report): void {
  if (!text.includes("]:")) return;
  const leads = new Map<string, string>();
  for (const [, label = "", host = ""] of text.matchAll(definitions)) {
    if (leads.size >= linksMax) return report.add("unchecked", `It holds more than ${linksMax} addresses of links.`);
    if (!leads.has(label.toLowerCase())) leads.set(label.toLowerCase(), host);
    compare(label, host, known, report);
  }
  let looked = 0;
  if (leads.size > 0)
    for (const [, words = "", label = ""] of text.matchAll(/\[([^\]\n[]{1,300})\] ?\[([^\]\n[]{1,100})\]/g)) {
      if (report.isFull("link")) return;
      if (++looked > linksMax) return report.add("unchecked", `It holds more than ${linksMax} links by reference.`);
      const host = leads.get(label.toLowerCase());
      if (host !== undefined) compare(words, host, known, report);
    }
}

export function findLinks(text: string, known: KnownHosts, report: Report): void {
  const links =
    /\[([^\]\n[]{1,300})\]\(\s{0,3}<?(?:https?:)?\/\/(?:[^\s/?#)@]{0,200}@)?([^\s/?#)>:]{1,253})|<a\s[^<>]{0,500}?href\s{0,3}=\s{0,3}["']?(?:https?:)?\/\/([^\s/?#"'<>:]{1,253})[^<>]{0,2000}>([^<]{1,300})</gi;
  findReferences(text, known, report);
  if (!text.includes("](") && !/<a\s/i.test(text)) return;
  let looked = 0;
  for (const [, words, target, htmlTarget, htmlWords] of text.matchAll(links)) {
    if (report.isFull("link")) return;
    if (++looked > linksMax) {
      report.add("unchecked", `It holds more than ${linksMax} links, and not all were compared with their words.`);
      return;
    }
    compare(words ?? htmlWords ?? "", target ?? htmlTarget ?? "", known, report);
  }
}
