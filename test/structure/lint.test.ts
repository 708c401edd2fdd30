// The linter's configuration finds what it is there to find: each fault is planted in a small tree of its own.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "./sources.ts";

/** What is planted, where, and the rule that must find it. */
const faults: [rule: string, path: string, text: string][] = [
  ["no-floating-promises", "app/main/tools/a.ts", "const later = async () => 1;\nlater();"],
  ["no-misused-promises", "app/main/tools/b.ts", "export const x = [1].filter(async (n) => n > 0);"],
  [
    "switch-exhaustiveness-check",
    "app/main/tools/c.ts",
    'export function x(of: "a" | "b"): void {\n  switch (of) {\n    case "a":\n      break;\n  }\n}',
  ],
  ["no-explicit-any", "app/main/tools/d.ts", "export const x = (y: any): unknown => y;"],
  ["no-unsafe-member-access", "app/main/tools/e.ts", 'export const x = JSON.parse("{}").y as unknown;'],
  ["no-cycle", "app/main/tools/f.ts", 'import { y } from "./g.ts";\nexport const x = () => y();'],
  ["no-cycle", "app/main/tools/g.ts", 'import { x } from "./f.ts";\nexport const y = (): unknown => x();'],
  ["no-default-export", "app/main/tools/h.ts", "export default 1;"],
  ["no-console", "app/main/tools/i.ts", 'console.log("x");'],
  ["no-restricted-imports", "app/main/tools/j.ts", 'import { app } from "electron";\nexport const x = app;'],
  ["no-restricted-imports", "app/main/desktop/views/a.ts", 'import { app } from "electron";\nexport const x = app;'],
  ["no-restricted-imports", "app/main/engine/inbox/a.ts", 'import { join } from "node:path";\nexport const x = join;'],
  ["no-restricted-imports", "app/main/engine/inbox/b.ts", 'import { x } from "../../tools/d.ts";\nexport const z = x;'],
  ["no-restricted-globals", "app/main/engine/inbox/c.ts", "export const x = process.pid;"],
  ["no-restricted-properties", "app/main/engine/inbox/d.ts", "export const x = Date.now();"],
  ["no-restricted-imports", "app/renderer/a.tsx", 'import { z } from "zod";\nexport const x = z;'],
  [
    "no-restricted-imports",
    "app/agent/a.ts",
    'import { readFileSync } from "node:fs";\nexport const x = readFileSync;',
  ],
  ["button-has-type", "app/renderer/b.tsx", "export const X = () => <button>x</button>;"],
  ["no-danger", "app/renderer/c.tsx", 'export const X = () => <p dangerouslySetInnerHTML={{ __html: "" }} />;'],
  ["alt-text", "app/renderer/d.tsx", 'export const X = () => <img src="x.png" />;'],
  [
    "rules-of-hooks",
    "app/renderer/e.tsx",
    'import { useState } from "react";\nexport function X({ y }: { y: boolean }) {\n  if (y) useState(1);\n  return null;\n}',
  ],
  [
    "no-focused-tests",
    "test/main/a.test.ts",
    'import { expect, test } from "vitest";\ntest.only("x", () => expect(1).toBe(1));',
  ],
  [
    "no-disabled-tests",
    "test/main/b.test.ts",
    'import { expect, test } from "vitest";\ntest.skip("x", () => expect(1).toBe(1));',
  ],
];

let folder: string;
let found: string[];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "nightjar-lint-"));
  for (const file of [".oxlintrc.json", "tsconfig.json", "package.json"]) cpSync(join(root, file), join(folder, file));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  for (const [, path, text] of faults) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), `${text}\n`);
  }
  found = lint();
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function lint(): string[] {
  const program = join(root, "node_modules/oxlint/bin/oxlint");
  const args = [program, "--type-aware", "--format", "unix"];
  try {
    return execFileSync(process.execPath, args, { cwd: folder, encoding: "utf8" }).split("\n");
  } catch (error) {
    return String((error as { stdout: string }).stdout).split("\n");
  }
}

test.each(faults)("%s is found in %s", (rule, path) => {
  expect(found.filter((line) => line.includes(path) && line.includes(`(${rule})`))).not.toEqual([]);
});
