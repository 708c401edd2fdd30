// YAML text to a plain value that remembers its lines. Promises: every mistake has a line where one can be named.
// Refuses: files beyond a size, alias bombs, unknown tags, several documents, keys that stand twice.
import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from "yaml";

/** A mistake in a text; `line` is from 1, null when the text as a whole is meant. */
export interface Flaw {
  line: number | null;
  reason: string;
}

export type Path = readonly PropertyKey[];

export type Parsed =
  | { ok: true; document: Document; value: unknown; lineOf: (path: Path) => number | null }
  | { ok: false; flaws: Flaw[] };

const charactersMax = 1_048_576;
const aliasesMax = 50;

/** Parses one YAML document. An empty text has the value null. */
export function parseYaml(text: string): Parsed {
  if (text.length > charactersMax) {
    return { ok: false, flaws: [{ line: null, reason: "The file is larger than 1 MiB, so it was not read." }] };
  }
  const lines = new LineCounter();
  try {
    const document = parseDocument(text, {
      lineCounter: lines,
      prettyErrors: false,
      uniqueKeys: true,
      stringKeys: true,
      version: "1.2",
    });
    const faults = [...document.errors, ...document.warnings];
    if (faults.length > 0) {
      return {
        ok: false,
        flaws: faults.map((e) => ({ line: lines.linePos(e.pos[0]).line, reason: sentence(e.message) })),
      };
    }
    const value: unknown = document.toJS({ maxAliasCount: aliasesMax });
    return { ok: true, document, value, lineOf: (path) => lineOf(document, lines, path) };
  } catch (error) {
    // Alias bombs and nesting deeper than the stack end here.
    const why = error instanceof Error ? error.message : String(error);
    return { ok: false, flaws: [{ line: null, reason: sentence(`The file can not be read as YAML: ${why}`) }] };
  }
}

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** Where the node at `path` stands: at its key, or at its dash in a list; the nearest one that exists when it is missing. */
function lineOf(document: Document, lines: LineCounter, path: Path): number | null {
  let node: unknown = document.contents;
  let offset = document.contents?.range?.[0] ?? null;
  for (const step of path) {
    if (isAlias(node)) node = node.resolve(document);
    if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === String(step));
      if (pair === undefined) break;
      offset = (pair.key as Node).range?.[0] ?? offset;
      node = pair.value;
    } else if (isSeq(node)) {
      const item = node.items[Number(step)] as Node | undefined;
      if (item === undefined || item === null) break;
      offset = item.range?.[0] ?? offset;
      node = item;
    } else break;
  }
  return offset === null ? null : lines.linePos(offset).line;
}
