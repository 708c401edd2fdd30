// What in a text or JSON value is not what it seems: direction and unseen characters, look-alike hosts, hidden text, data in
// addresses. Promises: linear in its size, a bounded number of findings. Refuses: to change the text, or to call the rest safe.
import type { Finding } from "./facts.ts";
import { type Collected, createFindings } from "./findings.ts";
import { findHidden } from "./hidden.ts";
import { findLookAlikes, findSlashes, findUserNames, type KnownHosts, knownHosts } from "./host-names.ts";
import { findLinks } from "./shown-links.ts";
import { findSmuggling } from "./smuggling.ts";
import { eachText } from "./texts-in.ts";
import { findUnseen } from "./unseen.ts";

function lookAt(text: string, where: string, known: KnownHosts, found: Collected): void {
  const report = found.at(where);
  const isAscii = !/[^\u0000-\u007f]/.test(text);
  if (!isAscii) {
    findUnseen(text, report);
    findSlashes(text, report);
  }
  if (text.includes(".") || !isAscii) findLookAlikes(text, known, report);
  if (text.includes("://")) findUserNames(text, report);
  findHidden(text, report);
  findLinks(text, known, report);
  findSmuggling(text, report);
}

/**
 * @param value a text, or JSON whose texts and keys are looked at, each named by its path.
 * @param hosts the hosts that Nightjar knows (those of destinations); what looks like one of them and is not is a finding.
 */
export function findDisguise(value: unknown, hosts: readonly string[]): Finding[] {
  const found = createFindings();
  const known = knownHosts(hosts);
  const whole = eachText(value, (text, where) => lookAt(text, where, known, found));
  if (!whole) found.at("text").add("unchecked", "It is longer than can be looked through.");
  return found.all();
}
