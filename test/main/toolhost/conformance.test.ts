// The client scenarios of the protocol's own conformance suite, run against Nightjar's main side, tool host, proxy, gate and sign-ins.
// Out of scope, and named so that nothing slips in between: three of the protocol's extensions, in which one machine signs in to
// another and no person is there.
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";

const at = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const suite = at("node_modules/@modelcontextprotocol/conformance/dist/index.js");
const client = `"${process.execPath}" "${at("test/support/mcp/conformance-client.ts")}"`;
const extensions = [
  "auth/client-credentials-jwt",
  "auth/client-credentials-basic",
  "auth/cross-app-access-complete-flow",
];
const inScope = [
  ...["initialize", "tools_call", "elicitation-sep1034-client-defaults", "sse-retry"],
  ...["auth/metadata-default", "auth/metadata-var1", "auth/metadata-var2", "auth/metadata-var3", "auth/basic-cimd"],
  ...["auth/scope-from-www-authenticate", "auth/scope-from-scopes-supported", "auth/scope-omitted-when-undefined"],
  ...["auth/scope-step-up", "auth/scope-retry-limit", "auth/token-endpoint-auth-basic"],
  ...["auth/token-endpoint-auth-post", "auth/token-endpoint-auth-none", "auth/pre-registration"],
  ...["auth/2025-03-26-oauth-metadata-backcompat", "auth/2025-03-26-oauth-endpoint-fallback", "auth/resource-mismatch"],
  ...["auth/offline-access-scope", "auth/offline-access-not-supported"],
];

function run(args: string[]): Promise<{ code: number; said: string }> {
  const folder = mkdtempSync(join(tmpdir(), "nightjar-conformance-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return new Promise((resolve) => {
    execFile(process.execPath, [suite, ...args], { cwd: folder }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === "number" ? error.code : error === null ? 0 : -1, said: stdout + stderr });
    });
  });
}

test("the suite has no client scenario beside those that are run here and the extensions", async () => {
  const { said } = await run(["list", "--client"]);
  const scenarios = [...said.matchAll(/^ {2}- (\S+)(?: \[([^\]]*)\])?/gm)];
  expect(scenarios.map(([, name]) => name).filter((name) => !extensions.includes(name ?? ""))).toEqual(inScope);
  expect(scenarios.filter(([, , of]) => of === "extension").map(([, name]) => name)).toEqual(extensions);
});

test.each(inScope)(
  "the scenario %s passes",
  async (scenario) => {
    const { code, said } = await run(["client", "--command", client, "--scenario", scenario]);
    expect({ code, said }).toEqual({ code: 0, said: expect.stringContaining("OVERALL: PASSED") as string });
  },
  90_000,
);
