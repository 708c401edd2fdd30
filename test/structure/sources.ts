// The tree as the structure tests see it: files, their imports, their syntax. Promises: type-only imports are told apart;
// dynamic imports, re-exports and `import("…")` types count. Refuses: nothing; the fences judge.
import { globSync, readFileSync } from "node:fs";
import { posix, resolve } from "node:path";
import { parseSync } from "vite";

export const root = resolve(import.meta.dirname, "../..");

export interface Import {
  /** As it is written. */
  specifier: string;
  /** Path from the root when it is a file of ours, else the package's or built-in module's name. */
  target: string;
  typeOnly: boolean;
  /** `export … from`. */
  reexport: boolean;
}

export interface Node {
  type: string;
  [key: string]: unknown;
}

export interface Source {
  /** From the root, with forward slashes. */
  path: string;
  text: string;
  lines: number;
  imports: Import[];
  program: Node;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && typeof (value as Node).type === "string";
}

/** Calls `visit` for every node below and including `node`, with its parent. */
export function walk(node: Node, visit: (node: Node, parent: Node | null) => void, parent: Node | null = null): void {
  visit(node, parent);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, visit, node);
  }
}

const stringOf = (value: unknown) => (isNode(value) && typeof value.value === "string" ? value.value : null);
const isTypeKind = (value: unknown) => value === "type";

function typeOnly(node: Node): boolean {
  if (isTypeKind(node.importKind) || isTypeKind(node.exportKind) || node.type === "TSImportType") return true;
  const specifiers = Array.isArray(node.specifiers) ? (node.specifiers as Node[]) : [];
  return specifiers.length > 0 && specifiers.every((one) => isTypeKind(one.importKind) || isTypeKind(one.exportKind));
}

/** `@scope/name/deep` and `name/deep` are their package; `node:fs/promises` is `node:fs`. */
function packageOf(specifier: string): string {
  const [first = "", second = ""] = specifier.split("/");
  return first.startsWith("@") ? `${first}/${second}` : first;
}

function importsOf(path: string, program: Node): Import[] {
  const found: Import[] = [];
  walk(program, (node) => {
    const isCall = node.type === "CallExpression" && (node.callee as Node).name === "require";
    const specifier = stringOf(
      isCall ? (node.arguments as Node[])[0] : (node.source ?? node.argument ?? node.expression),
    );
    const kinds = ["ImportDeclaration", "ExportNamedDeclaration", "ExportAllDeclaration", "ImportExpression"];
    if (specifier === null || !(isCall || [...kinds, "TSImportType", "TSExternalModuleReference"].includes(node.type)))
      return;
    const own = specifier.startsWith(".");
    found.push({
      specifier,
      target: own ? posix.normalize(posix.join(posix.dirname(path), specifier)) : packageOf(specifier),
      typeOnly: typeOnly(node),
      reexport: node.type.startsWith("Export"),
    });
  });
  return found;
}

/** @param text instead of the file's own, for the tests of this scanner */
export function readSource(path: string, text = readFileSync(resolve(root, path), "utf8")): Source {
  const parsed = parseSync(path, text);
  const problem = parsed.errors[0];
  if (problem !== undefined) throw new Error(`${path} could not be parsed: ${problem.message}`);
  const program = parsed.program as unknown as Node;
  return { path, text, lines: text.split("\n").length - 1, imports: importsOf(path, program), program };
}

/** @param patterns from the root */
export function listFiles(...patterns: string[]): string[] {
  return globSync(patterns, { cwd: root })
    .map((path) => path.replaceAll("\\", "/"))
    .sort();
}
