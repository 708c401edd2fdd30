// What the agent process is born with: a bare environment, a heap limit, no code from text; and what it then gives up.
import { afterEach, expect, test } from "vitest";
import { agentEnvironment, electronSwitches, heapMegabytes } from "../../../app/main/agenthost/agent-process.ts";
import { nodeLauncher } from "../../../app/main/agenthost/launch-node.ts";
import { agentEntry, fakeAgent, type Launched } from "./support.ts";

let agent: Launched | null = null;
afterEach(async () => {
  const last = agent;
  agent = null;
  if (last === null) return;
  last.kill();
  await new Promise((resolve) => last.onExit(resolve));
});

/** The first thing the process says that is a list. */
function firstList(source: string): Promise<unknown> {
  agent = nodeLauncher(fakeAgent(source), { ...process.env, NIGHTJAR_TEST_SECRET: "s3cr3t", TZ: "Europe/Lisbon" })();
  return new Promise((resolve) => agent?.onMessage((message) => Array.isArray(message) && resolve(message)));
}

const facts =
  'let made = true; try { new Function("return 1")(); } catch { made = false; }\n' +
  "say([Object.keys(process.env).sort(), made, Math.round((await import('node:v8')).getHeapStatistics().heap_size_limit / 2 ** 20), typeof fetch, Object.isExtensible(Object.prototype)]);";

test("a bare environment, a heap limit, and no code made from text", async () => {
  const [names, made, heap] = (await firstList(facts)) as [string[], boolean, number];
  expect(names).toEqual(["NIGHTJAR_PROCESS", "TZ"]);
  expect(made).toBe(false);
  expect(heap).toBeGreaterThanOrEqual(heapMegabytes);
  // The limit as V8 tells it has the young generation on top; unlimited it would be thousands.
  expect(heap).toBeLessThan(3 * heapMegabytes);
});

test("once it is up, no environment but the time zone, no network functions, shared objects sealed", async () => {
  const [names, , , fetches, extensible] = (await firstList(
    `await import(${JSON.stringify(agentEntry)});\n${facts}`,
  )) as unknown[];
  expect(names).toEqual(["TZ"]);
  expect(fetches).toBe("undefined");
  expect(extensible).toBe(false);
});

test("Electron's environment is never empty, and its switches come as one", () => {
  expect(agentEnvironment({ GITHUB_TOKEN: "x", TZ: undefined })).toEqual({ NIGHTJAR_PROCESS: "agent" });
  expect(electronSwitches).toEqual(["--js-flags=--max-old-space-size=192 --disallow-code-generation-from-strings"]);
});
