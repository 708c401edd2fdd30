// A YAML text changed in place. Promises: only what is asked for changes; comments, order and escapes of the rest stay, and what is
// put in verbatim stands in the file to the letter. Refuses: to know what the text is about.
import { type Document, isMap, isScalar, isSeq, parseDocument, Scalar, visit, type YAMLMap, type YAMLSeq } from "yaml";

/** @param verbatim a node that is written exactly as the text says: one line of YAML that may stand in a list or a map. */
export type Edit = (document: Document, verbatim: (yaml: string) => Scalar) => void;

/** Texts that the printer leaves alone: it prints a mark, and the mark gives way to the text. */
function createMarks(text: string) {
  let mark = "verbatim_";
  while (text.includes(mark)) mark += "_";
  const texts: string[] = [];
  return {
    /** @returns what to print for `yaml`. */
    for: (yaml: string): string => {
      texts.push(yaml);
      return `${mark}${texts.length - 1}x`;
    },
    resolve: (printed: string): string =>
      printed.replaceAll(new RegExp(`${mark}(\\d+)x`, "g"), (_, at: string) => texts[Number(at)] ?? ""),
  };
}

/** The quoted texts with escapes on one line: the printer would write what is unseen as it is. */
function escapedTexts(document: Document, text: string): Map<Scalar, { value: unknown; written: string }> {
  const found = new Map<Scalar, { value: unknown; written: string }>();
  visit(document, {
    Scalar(_key, node) {
      if (node.type !== Scalar.QUOTE_DOUBLE || !node.range) return;
      const written = text.slice(node.range[0], node.range[1]);
      if (written.includes("\\") && !/[\r\n]/.test(written)) found.set(node, { value: node.value, written });
    },
  });
  return found;
}

/** @param text parses without error. @throws when the text is built so that it can't be changed (anchors in the way). */
export function edited(text: string, edit: Edit): string {
  const document = parseDocument(text, { stringKeys: true, version: "1.2" });
  const marks = createMarks(text);
  const escaped = escapedTexts(document, text);
  edit(document, (yaml) => new Scalar(marks.for(yaml)));
  for (const [node, { value, written }] of escaped) {
    if (node.value !== value) continue;
    node.value = marks.for(written);
    node.type = Scalar.PLAIN;
  }
  const result = marks.resolve(document.toString({ lineWidth: 0 }));
  return text.includes("\r\n") ? result.replace(/\r?\n/g, "\r\n") : result;
}

/** The collection under `key`, made when it is missing. `outbox:` with nothing behind it counts as missing. */
function collectionOf<T extends YAMLMap | YAMLSeq>(
  document: Document,
  key: string,
  is: (n: unknown) => n is T,
  empty: object,
): T {
  if (document.contents === null || document.contents === undefined) document.contents = document.createNode({});
  const present = document.get(key, true);
  if (is(present)) return present;
  if (present !== undefined && !(isScalar(present) && present.value === null)) {
    throw new Error(`"${key}" is written with an anchor`);
  }
  const fresh = document.createNode(empty) as unknown as T;
  if (present?.comment) fresh.commentBefore = present.comment;
  document.set(key, fresh);
  return fresh;
}

export const sectionOf = (document: Document, key: string): YAMLMap => collectionOf(document, key, isMap, {});
export const listOf = (document: Document, key: string): YAMLSeq => collectionOf(document, key, isSeq, []);

/** The entry of that name in the list under `key`; undefined when there is none. */
export function entryOf(document: Document, key: string, name: string): YAMLMap | undefined {
  const list = document.get(key);
  if (!isSeq(list)) return undefined;
  const found = list.items.find((item) => isMap(item) && item.get("name") === name);
  return isMap(found) ? found : undefined;
}

/** Leaves of the list what is not wanted any more and adds the rest: those that stay keep their line and its comment. */
export function setTexts(
  document: Document,
  list: YAMLSeq,
  wanted: readonly string[],
  plain: (text: string) => string,
) {
  const valueOf = (item: unknown): string => plain(String(isScalar(item) ? item.value : ""));
  list.items = list.items.filter((item) => wanted.includes(valueOf(item)));
  const kept = new Set(list.items.map(valueOf));
  if (kept.size === 0) list.flow = false;
  for (const text of wanted) if (!kept.has(text)) list.add(document.createNode(text));
}

/** Takes out what holds nothing more. */
export function dropEmpty(document: Document, key: string): void {
  const section = document.get(key);
  if (isMap(section) && section.items.length === 0 && !section.comment && !section.commentBefore) document.delete(key);
}
