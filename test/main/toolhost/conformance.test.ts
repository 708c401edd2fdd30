// The client scenarios of the protocol's own conformance suite, run against Nightjar's main side, tool host, proxy and gate.
// Out of scope, and named so that nothing slips in between: `auth/*`. They are OAuth sign-ins (discovery, registration, a browser);
// Nightjar puts in a key that the person has, and of an OAuth token it knows nothing.
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";

const at = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const suite = at("node_modules/@modelcontextprotocol/conformance/dist/index.js");
const client = `"${process.execPath}" "${at("test/support/mcp/conformance-client.ts")}"`;
const inScope = ["initialize", "tools_call", "elicitation-sep1034-client-defaults", "sse-retry"];

function run(args: string[]): Promise<{ code: number; said: string }> {
  const folder = mkdtempSync(join(tmpdir(), "nightjar-conformance-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return new Promise((resolve) => {
    execFile(process.execPath, [suite, ...args], { cwd: folder }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === "number" ? error.code : error === null ? 0 : -1, said: stdout + stderr });
    });
  });
}

test("the suite has no client scenario beside those that are run here and the sign-ins", async () => {
  const { said } = await run(["list", "--client"]);
  const scenarios = [...said.matchAll(/^ {2}- (\S+)/gm)].map(([, name]) => name);
  expect(scenarios.filter((name) => !name?.startsWith("auth/"))).toEqual(inScope);
  expect(scenarios.filter((name) => name?.startsWith("auth/"))).toHaveLength(22);
});

test.each(inScope)(
  "the scenario %s passes",
  async (scenario) => {
    const { code, said } = await run(["client", "--command", client, "--scenario", scenario]);
    expect({ code, said }).toEqual({ code: 0, said: expect.stringContaining("OVERALL: PASSED") as string });
  },
  90_000,
);

test("a server that wants a sign-in is told as one that wants a key", async () => {
  const { code, said } = await run(["client", "--command", client, "--scenario", "auth/metadata-default", "--verbose"]);
  expect(code).toBe(1);
  expect(said).toContain("it answered 401: it wants a key, or does not accept the one it was given");
}, 90_000);
