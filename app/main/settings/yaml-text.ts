// YAML text to a plain value that remembers its lines. Promises: every mistake has a line where one can be named.
// Refuses: files beyond a size, alias bombs, unknown tags, several documents, keys that stand twice.
import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  visit,
  type YAMLError,
} from "yaml";
import { type Flaw, fewFlaws, flawsMax } from "./flaw.ts";
import { tooMuch } from "./yaml-bounds.ts";
import { faultSentence } from "./yaml-faults.ts";
import { flawsInTree } from "./yaml-keys.ts";

export type Path = readonly PropertyKey[];

export type Parsed =
  | {
      ok: true;
      document: Document;
      value: unknown;
      /** The line of the key or list entry at a path. */
      lineOf: (path: Path) => number | null;
      /** The line of the file on which line `nth` (from 1) of the text at `path` stands, as near as can be told. */
      lineIn: (path: Path, nth: number) => number | null;
    }
  | { ok: false; flaws: Flaw[] };

/** Parses one YAML document. An empty text has the value null. */
export function parseYaml(text: string): Parsed {
  const bound = tooMuch(text);
  if (bound !== null) return { ok: false, flaws: [bound] };
  const lines = new LineCounter();
  try {
    const document = parseDocument(text, {
      lineCounter: lines,
      prettyErrors: false,
      // The parser's own search compares each key with each; ours is in yaml-keys.ts.
      uniqueKeys: false,
      stringKeys: true,
      version: "1.2",
    });
    const faults = [...document.errors, ...document.warnings];
    if (faults.length > 0) return { ok: false, flaws: faultFlaws(faults, document, lines, text) };
    const inTree = flawsInTree(document, lines, flawsMax);
    if (inTree.length > 0) return { ok: false, flaws: fewFlaws(inTree) };
    const value: unknown = document.toJS({ maxAliasCount: 100 });
    return {
      ok: true,
      document,
      value,
      lineOf: (path) => lineOf(document, lines, path),
      lineIn: (path, nth) => lineIn(document, lines, path, nth),
    };
  } catch (error) {
    // Alias bombs and nesting deeper than the stack end here.
    const why = error instanceof Error ? error.message : String(error);
    const reason = /alias/i.test(why)
      ? "Its aliases (*name) stand for too much in all. Write them out."
      : `It can not be read as YAML: ${why.replace(/[.!?]?$/, ".")}`;
    return { ok: false, flaws: [{ line: null, reason }] };
  }
}

/** One flaw a line: what follows on the same line follows from the first. */
function faultFlaws(faults: readonly YAMLError[], document: Document, lines: LineCounter, text: string): Flaw[] {
  const flaws = new Map<number, Flaw>();
  for (const fault of faults.slice(0, flawsMax * 2)) {
    const line = lines.linePos(placeOf(fault, document)).line;
    if (!flaws.has(line)) flaws.set(line, { line, reason: faultSentence(fault, text) });
  }
  return fewFlaws([...flaws.values()], Math.max(0, faults.length - flawsMax * 2));
}

/** Where a fault is: a quote that never closes is told at the text's end, and is wrong at its beginning. */
function placeOf({ code, message, pos: [at] }: YAMLError, document: Document): number {
  let place = at;
  if (code === "MISSING_CHAR" && message.includes("quote")) {
    visit(document, {
      Scalar: (_key, node) => {
        const from = node.range?.[0];
        if (String(node.type).startsWith("QUOTE") && from !== undefined && from < at) place = from;
      },
    });
  }
  return place;
}

interface Place {
  node: unknown;
  offset: number | null;
  whole: boolean;
}

/** The node at `path` and where its key or dash stands; the nearest one that exists when it is missing. */
function nodeAt(document: Document, path: Path): Place {
  let node: unknown = document.contents;
  let offset = document.contents?.range?.[0] ?? null;
  for (const step of path) {
    if (isAlias(node)) node = node.resolve(document);
    if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === String(step));
      if (pair === undefined) return { node, offset, whole: false };
      offset = (pair.key as Node).range?.[0] ?? offset;
      node = pair.value;
    } else if (isSeq(node)) {
      const item = node.items[Number(step)] as Node | undefined;
      if (item === undefined || item === null) return { node, offset, whole: false };
      offset = item.range?.[0] ?? offset;
      node = item;
    } else return { node, offset, whole: false };
  }
  return { node, offset, whole: true };
}

function lineOf(document: Document, lines: LineCounter, path: Path): number | null {
  const { offset } = nodeAt(document, path);
  return offset === null ? null : lines.linePos(offset).line;
}

function lineIn(document: Document, lines: LineCounter, path: Path, nth: number): number | null {
  const { node, offset, whole } = nodeAt(document, path);
  const from = whole && isScalar(node) ? node.range?.[0] : undefined;
  if (from === undefined || !isScalar(node)) return offset === null ? null : lines.linePos(offset).line;
  // Only in a block after "|" do the text's lines and the file's go together.
  return lines.linePos(from).line + (node.type === "BLOCK_LITERAL" ? nth : 0);
}
