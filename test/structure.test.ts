// The tree is the explanation: what lies where, who imports whom, how large a file gets. Each house rule that a machine can
// check is checked here or by the linter.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { fenceOf, trespass } from "./structure/fences.ts";
import { listFiles, type Node, readSource, root, type Source, walk } from "./structure/sources.ts";

const app = listFiles("app/**/*.{ts,tsx}").map((path) => readSource(path));
const engine = app.filter(({ path }) => path.startsWith("app/main/engine/"));

test("the scanner sees every way to import, and which of them are types alone", () => {
  const text = `
    import a from "./a.ts"; import type { B } from "./b.ts"; import { type C } from "c"; import { type D, d } from "@s/d/x";
    export * from "./e.ts"; export { f } from "./f.ts"; export type { G } from "./g.ts"; import "./h.css";
    const i = await import("node:fs/promises"); const j = require("j"); let k: import("../k.ts").K; import l = require("l");
    // import "no comment"
    const text = 'import "no text"'; export const view = () => <div title="import 'x'" />;`;
  const seen = readSource("app/x/y.tsx", text).imports;
  expect(seen.map(({ target, typeOnly }) => `${target}${typeOnly ? " type" : ""}`)).toEqual([
    ...[
      "app/x/a.ts",
      "app/x/b.ts type",
      "c type",
      "@s/d",
      "app/x/e.ts",
      "app/x/f.ts",
      "app/x/g.ts type",
      "app/x/h.css",
    ],
    ...["node:fs", "j", "app/k.ts type", "l"],
  ]);
  expect(seen.filter((one) => one.reexport)).toHaveLength(3);
});

test("the fences refuse what the design refuses", () => {
  const refused = (path: string, specifier: string, typeOnly = false) => {
    const prefix = typeOnly ? "import type { X } from" : "import x from";
    const [one] = readSource(path, `${prefix} "${specifier}";`).imports;
    return one !== undefined && trespass(path, one) !== null;
  };
  const bad: [string, string, boolean?][] = [
    ["app/main/engine/inbox/x.ts", "node:fs"],
    ["app/main/engine/inbox/x.ts", "electron", true],
    ["app/main/engine/inbox/x.ts", "better-sqlite3", true],
    ["app/main/engine/inbox/x.ts", "../timers/timers.ts", true],
    ["app/main/engine/journal/x.ts", "../inbox/inbox.ts"],
    ["app/main/engine/outbox/x.ts", "../permissions/approvals.ts", true],
    ["app/main/engine/timers/x.ts", "../../desktop/clock.ts"],
    ["app/main/engine/x.ts", "../settings/model.ts", true],
    ["app/main/webhooks/x.ts", "../engine/inbox/inbox.ts"],
    ["app/main/webhooks/x.ts", "electron"],
    ["app/main/tools/x.ts", "../webhooks/listener.ts"],
    ["app/main/desktop/views/x.ts", "electron", true],
    ["app/main/desktop/ipc/x.ts", "electron"],
    ["app/main/desktop/x.ts", "../engine/inbox/inbox.ts"],
    ["app/agent/x.ts", "../main/engine/ports.ts", true],
    ["app/agent/x.ts", "node:fs"],
    ["app/preload/contract/x.ts", "../../main/engine/ports.ts", true],
    ["app/renderer/today/x.ts", "../../preload/contract/channels.ts"],
    ["app/renderer/today/x.ts", "../../main/engine/ports.ts", true],
    ["app/renderer/today/x.ts", "zod"],
    ["app/main/index.ts", "../../test/support/engine.ts"],
    ["app/nowhere/x.ts", "react"],
  ];
  expect(bad.filter(([path, specifier, typeOnly]) => !refused(path, specifier, typeOnly))).toEqual([]);
  const good: [string, string, boolean?][] = [
    ["app/main/engine/timers/x.ts", "../inbox/inbox.ts"],
    ["app/main/engine/permissions/x.ts", "../outbox/ports.ts", true],
    ["app/main/engine/store/x.ts", "better-sqlite3"],
    ["app/main/webhooks/x.ts", "node:http"],
    ["app/main/webhooks/x.ts", "../engine/inbox/events.ts", true],
    ["app/renderer/today/x.ts", "../../preload/contract/views.ts", true],
    ["app/renderer/today/x.ts", "react"],
  ];
  expect(good.filter(([path, specifier, typeOnly]) => refused(path, specifier, typeOnly))).toEqual([]);
});

test("nobody climbs a fence", () => {
  expect(app.length).toBeGreaterThan(100);
  const trespasses = app.flatMap(({ path, imports }) => imports.map((one) => trespass(path, one)));
  expect(trespasses.filter((one) => one !== null)).toEqual([]);
});

test("every folder is one the design names", () => {
  expect(app.filter(({ path }) => fenceOf(path) === undefined).map(({ path }) => path)).toEqual([]);
  const folders = new Set(listFiles("app/*/*", "app/main/*/*", "app/main/engine/*/*").map((path) => dirname(path)));
  const known = {
    app: ["agent", "main", "preload", "renderer", "toolhost"],
    "app/main": [
      "agenthost",
      "channels",
      "conversation",
      "desktop",
      "engine",
      "memory",
      "models",
      "phrases",
      "proxy",
      "settings",
      "signin",
      "toolhost",
      "tools",
      "webhooks",
    ],
    "app/main/engine": [
      "inbox",
      "journal",
      "memory",
      "outbox",
      "permissions",
      "sessions",
      "store",
      "timers",
      "views",
      "worker",
    ],
  };
  for (const [parent, names] of Object.entries(known)) {
    const found = [...folders].filter((folder) => dirname(folder) === parent).map((folder) => folder.split("/").at(-1));
    expect({ [parent]: found.toSorted(byName) }).toEqual({ [parent]: names });
  }
});

test("a folder of unit tests mirrors a folder of the app", () => {
  const folders = new Set(
    listFiles("test/{main,agent,renderer,preload}/**/*.test.{ts,tsx}").map((path) => dirname(path)),
  );
  expect([...folders].filter((folder) => !existsSync(join(root, folder.replace(/^test/, "app"))))).toEqual([]);
});

test("no imports go in a circle, types included", () => {
  const graph = new Map(app.map(({ path, imports }) => [path, imports.map((one) => one.target)]));
  const state = new Map<string, "open" | "done">();
  const circles: string[] = [];
  const visit = (path: string, way: string[]): void => {
    if (state.get(path) === "open") circles.push([...way.slice(way.indexOf(path)), path].join(" -> "));
    if (state.has(path)) return;
    state.set(path, "open");
    for (const next of graph.get(path) ?? []) visit(next, [...way, path]);
    state.set(path, "done");
  };
  for (const path of graph.keys()) visit(path, []);
  expect(circles).toEqual([]);
});

test("no file is over 300 lines, and half of the app's are under 120", () => {
  const others = listFiles("{test,scripts}/**/*.{ts,tsx,mjs,cjs,py}", "app/**/*.css", "*.ts").map(measured);
  const long = [...app, ...others].filter(({ lines }) => lines > 300).map(({ path, lines }) => `${path}: ${lines}`);
  expect(long).toEqual([]);
  const sorted = app.map(({ lines }) => lines).sort((a, b) => a - b);
  expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThan(120);
});

test("every file of the app starts with what it promises and what it refuses, in three lines at the most", () => {
  const heads = app.map(({ path, text }) => {
    const lines = text.split("\n");
    const end = lines.findIndex((line) => !line.startsWith("//"));
    return { path, lines: end };
  });
  expect(heads.filter(({ lines }) => lines < 1 || lines > 3)).toEqual([]);
});

test("SQL stands in lower case in statements files and the store, nowhere else", () => {
  const sql =
    /\b(select\s[^;]*\sfrom\s|insert\s+(or\s+\w+\s+)?into\s|update\s+\w+\s+set\s|delete\s+from\s|create\s+(table|index)\s|pragma\s)/i;
  const isHome = ({ path }: Source) =>
    /\/(\w+-)?statements\.ts$/.test(path) || path.startsWith("app/main/engine/store/");
  const found = (source: Source) => textsOf(source.program).filter((text) => sql.test(text));
  expect(app.filter((source) => !isHome(source) && found(source).length > 0).map(({ path }) => path)).toEqual([]);
  const homes = app.filter(isHome);
  expect(homes.filter((source) => found(source).length > 0).length).toBeGreaterThan(6);
  const loud = homes
    .flatMap((source) => found(source))
    .filter((text) => /\b(SELECT|INSERT|UPDATE|DELETE|WHERE|FROM)\b/.test(text));
  expect(loud).toEqual([]);
});

test("statements are fixed texts: no function puts SQL together", () => {
  const makers = app.filter(({ path, program }) => {
    let makes = false;
    walk(program, ({ type }) => {
      makes ||= type === "FunctionDeclaration" || type === "ArrowFunctionExpression" || type === "CallExpression";
    });
    return /statements\.ts$/.test(path) && makes;
  });
  expect(makers.map(({ path }) => path)).toEqual([]);
});

test("exports are named, no file only passes others' on, nothing inherits but errors and React's error boundary", () => {
  const faults: string[] = [];
  for (const { path, program, imports } of app) {
    const own = (program.body as Node[]).filter(({ type, source }) => type !== "ImportDeclaration" && !source);
    if (imports.some((one) => one.reexport) && own.length === 0) faults.push(`${path} is a barrel`);
    walk(program, (node) => {
      if (node.type === "ExportDefaultDeclaration") faults.push(`${path} has a default export`);
      const parent = (node.superClass as Node | null | undefined)?.name;
      if (/^Class/.test(node.type) && typeof parent === "string" && parent !== "Error") {
        if (!(path.startsWith("app/renderer/") && parent === "Component"))
          faults.push(`${path} inherits from ${parent}`);
      }
    });
  }
  expect(faults).toEqual([]);
});

test("the engine reaches for no clock, chance, wait, network or environment of its own", () => {
  const world = [
    ...["process", "setTimeout", "setInterval", "setImmediate", "fetch", "performance", "crypto", "console"],
    ...["globalThis", "navigator", "localStorage", "WebSocket"],
  ];
  const members = ["Date.now", "Math.random"];
  const reaches = engine.flatMap(({ path, program }) => {
    const found: string[] = [];
    walk(program, (node, parent) => {
      if (node.type === "NewExpression" && (node.callee as Node).name === "Date") {
        if ((node.arguments as Node[]).length === 0) found.push(`${path}: new Date()`);
      }
      if (node.type === "MemberExpression") {
        const member = `${nameOf(node.object)}.${nameOf(node.property)}`;
        if (members.includes(member) || member.endsWith(".resolvedOptions")) found.push(`${path}: ${member}`);
      }
      if (node.type !== "Identifier" || typeof node.name !== "string") return;
      const isName = parent?.type === "MemberExpression" && parent.property === node && parent.computed === false;
      const isKey = parent?.type === "Property" && parent.key === node;
      if (!isName && !isKey && world.includes(node.name)) found.push(`${path}: ${node.name}`);
    });
    return found;
  });
  expect(reaches).toEqual([]);
});

test("the engine starts and works in plain Node, and loads nothing but itself and its named libraries", () => {
  const output = execFileSync(
    join(root, "node_modules/.bin/node"),
    [join(root, "test/structure/pure-engine.ts"), root, ...engine.map(({ path }) => path)],
    { cwd: root, encoding: "utf8", env: {} },
  );
  const { loaded, result } = JSON.parse(output) as { loaded: { module: string; by: string }[]; result: unknown };
  expect(result).toEqual({ status: "done", outcome: "nothing" });
  const libraries = ["zod", "croner", "temporal-polyfill", "temporal-utils", "temporal-spec", "better-sqlite3"];
  const isEngine = (url: string) => url.includes("/app/main/engine/");
  const isLibrary = (url: string) => libraries.some((name) => url.includes(`/node_modules/${name}/`));
  const strange = loaded
    .filter(({ by }) => isEngine(by) || isLibrary(by))
    .filter(
      ({ module, by }) => !isEngine(module) && !isLibrary(module) && !(module.startsWith("node:") && isLibrary(by)),
    );
  expect(strange.map(({ module, by }) => `${by} loads ${module}`)).toEqual([]);
  expect(loaded.filter(({ module }) => isEngine(module)).length).toBeGreaterThan(20);
}, 120_000);

const byName = (a = "", b = "") => (a < b ? -1 : 1);

const nameOf = (node: unknown) => String((node as { name?: string }).name ?? "");

function measured(path: string) {
  return { path, lines: readFileSync(join(root, path), "utf8").split("\n").length - 1 };
}

/** Every string and template text of a module. */
function textsOf(program: Node): string[] {
  const texts: string[] = [];
  walk(program, (node) => {
    if (node.type === "Literal" && typeof node.value === "string") texts.push(node.value);
    if (node.type === "TemplateLiteral") {
      const quasis = node.quasis as { value: { cooked: string | null } }[];
      texts.push(quasis.map((quasi) => quasi.value.cooked ?? "").join("…"));
    }
  });
  return texts;
}
