// What a YAML tree says that a plain value would not: keys that stand twice, keys that mean something to JavaScript, whole
// numbers too large to keep, names of nothing. Promises: none of these is lost without a word. Refuses: to look at values.
import { type Document, isAlias, isMap, isPair, isScalar, isSeq, type LineCounter, type Node } from "yaml";
import type { Flaw } from "./flaw.ts";

const shownMax = 60;
const shown = (key: string): string => (key.length > shownMax ? `${key.slice(0, shownMax)}…` : key);
const digitsOnly = /^[-+]?\d+$/;

/** @param most how many flaws are enough. In no order. */
export function flawsInTree(document: Document, lines: LineCounter, most: number): Flaw[] {
  const flaws: Flaw[] = [];
  const lineOf = (node: Node): number | null => (node.range ? lines.linePos(node.range[0]).line : null);
  const add = (node: Node, reason: string): void => void flaws.push({ line: lineOf(node), reason });

  function lookAtKeys(map: { items: unknown[] }): void {
    const seen = new Map<string, Node>();
    for (const pair of map.items) {
      if (!isPair(pair) || !isScalar(pair.key)) continue;
      const key = String(pair.key.value);
      const first = seen.get(key);
      if (first !== undefined) {
        add(
          pair.key,
          `"${shown(key)}" stands twice in the same map (first on line ${lineOf(first)}). Keep one of them.`,
        );
      } else seen.set(key, pair.key);
      if (key === "__proto__") {
        add(pair.key, '"__proto__" can not be the name of a key: it means something else inside Nightjar. Remove it.');
      }
      if (flaws.length >= most) return;
    }
  }

  const rest: unknown[] = [document.contents];
  for (let node = rest.pop(); node !== undefined && flaws.length < most; node = rest.pop()) {
    if (isMap(node)) {
      lookAtKeys(node);
      for (const pair of node.items) if (pair.value) rest.push(pair.value);
    } else if (isSeq(node)) {
      for (const item of node.items) if (item) rest.push(item);
    } else if (isAlias(node)) {
      if (node.resolve(document) === undefined) {
        add(
          node,
          "Put the text in quotes: one that begins with * stands for something named before, and there is nothing of that name.",
        );
      }
    } else if (isScalar(node) && typeof node.value === "number" && digitsOnly.test(node.source ?? "")) {
      if (!Number.isSafeInteger(node.value)) {
        add(
          node,
          "This whole number is too large to keep every digit of it. Put it in quotes: then it stays exactly as it is.",
        );
      }
    }
  }
  return flaws;
}
