// What in a text or JSON value is not what it seems: direction and unseen characters, look-alike hosts, hidden text, data in
// addresses. Promises: linear in its size, a bounded number of findings. Refuses: to change the text, or to call the rest safe.
import type { Finding } from "./facts.ts";
import { type Collected, createFindings } from "./findings.ts";
import { findHidden } from "./hidden.ts";
import { findLookAlikes, findUserNames, type KnownHosts, knownHosts } from "./host-names.ts";
import { findLinks } from "./shown-links.ts";
import { findSmuggling } from "./smuggling.ts";
import { findUnseen } from "./unseen.ts";

/** Twice what a delivery may hold at first; what is longer is said to be so. */
const charactersMax = 2_500_000;
const valuesMax = 200_000;

function lookAt(text: string, where: string, known: KnownHosts, found: Collected): void {
  const report = found.at(where);
  const isAscii = !/[^\u0000-\u007f]/.test(text);
  if (!isAscii) findUnseen(text, report);
  if (text.includes(".") || !isAscii) findLookAlikes(text, known, report);
  if (text.includes("://")) findUserNames(text, report);
  findHidden(text, report);
  findLinks(text, known, report);
  findSmuggling(text, report);
}

const pathTo = (where: string, key: string | number) => {
  if (where.length > 200) return where;
  const name = typeof key === "number" ? `[${key}]` : key.slice(0, 60).replaceAll(/[^\w -]/g, "?");
  return typeof key === "number" ? `${where}${name}` : where === "" ? name : `${where}.${name}`;
};

/**
 * @param value a text, or JSON whose texts and keys are looked at, each named by its path.
 * @param hosts the hosts that Nightjar knows (those of destinations); what looks like one of them and is not is a finding.
 */
export function findDisguise(value: unknown, hosts: readonly string[]): Finding[] {
  const found = createFindings();
  const known = knownHosts(hosts);
  const open: [where: string, value: unknown][] = [["", value]];
  let characters = 0;
  for (let values = 0; open.length > 0; values++) {
    const [where, one] = open.pop() as [string, unknown];
    if (typeof one === "string") {
      const text = one.slice(0, charactersMax - characters);
      characters += one.length;
      if (text.length > 2) lookAt(text, where === "" ? "text" : where, known, found);
    } else if (Array.isArray(one)) {
      for (let at = Math.min(one.length, valuesMax) - 1; at >= 0; at--) open.push([pathTo(where, at), one[at]]);
    } else if (typeof one === "object" && one !== null) {
      const keys = Object.keys(one).slice(0, valuesMax);
      for (const key of keys.toReversed()) {
        open.push([pathTo(where, key), (one as Record<string, unknown>)[key]]);
        if (key.length > 2 && !/^[\w-]+$/.test(key)) open.push([pathTo(where, "a name in it"), key]);
      }
    }
    if (characters >= charactersMax || values >= valuesMax) {
      if (open.length > 0 || characters > charactersMax)
        found.at("text").add("unchecked", "It is longer than can be looked through.");
      break;
    }
  }
  return found.all();
}
