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

export function findLinks(text: string, known: KnownHosts, report: Report): void {
  const links =
    /\[([^\]\n[]{1,300})\]\(\s{0,3}<?https?:\/\/(?:[^\s/?#)@]{0,200}@)?([^\s/?#)>:]{1,253})|<a\s[^<>]{0,500}?href\s{0,3}=\s{0,3}["']?https?:\/\/([^\s/?#"'<>:]{1,253})[^<>]{0,2000}>([^<]{1,300})</gi;
  if (!text.includes("](") && !/<a\s/i.test(text)) return;
  let looked = 0;
  for (const [, words, target, htmlTarget, htmlWords] of text.matchAll(links)) {
    if (report.isFull("link")) return;
    if (++looked > linksMax) {
      report.add("unchecked", `It holds more than ${linksMax} links, and not all were compared with their words.`);
      return;
    }
    const named = namedIn(words ?? htmlWords ?? "", known);
    const leads = target ?? htmlTarget ?? "";
    if (named === null || endOf(named) === endOf(leads)) continue;
    report.add("link", `A link reads like ${report.shown(named)} and leads to ${report.shown(leads)}.`);
  }
}
