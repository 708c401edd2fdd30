// Thinking as part of the agent process: loaded only when it is needed, and what nobody foresaw ends the process loudly.
import { join } from "node:path";
import { expect, test } from "vitest";
import { nodeLauncher } from "../../../app/main/agenthost/launch-node.ts";
import type { ToAgent } from "../../../app/preload/contract/agent.ts";
import { listFiles, readSource } from "../../structure/sources.ts";
import { briefOf } from "./support.ts";

/** How the process ends after it was told these, one after the other, each after it said something. */
function endAfter(...messages: ToAgent[]): Promise<{ code: number | null; said: unknown[] }> {
  const agent = nodeLauncher(join(import.meta.dirname, "../../../app/agent/index.ts"), process.env)();
  const said: unknown[] = [];
  agent.onMessage((message) => {
    said.push(message);
    const next = messages.shift();
    if (next !== undefined) agent.post(next);
  });
  return new Promise((resolve) => agent.onExit(({ code }) => resolve({ code, said })));
}

const stray: ToAgent = { type: "appended", run: 1, append: 5, id: 1, firstCall: null, arrived: [] };

test("an answer that nobody asked for ends it", async () => {
  expect(await endAfter(stray)).toMatchObject({ code: 1, said: [{ type: "ready" }] });
});

test("so does an answer to another question than the one that is open", async () => {
  const { code, said } = await endAfter({ type: "think", run: 1, brief: briefOf("anthropic") }, stray);
  expect(code).toBe(1);
  expect(said).toMatchObject([{ type: "ready" }, { type: "append", append: 0 }]);
});

test("so does a commit that can not be, found out while it thinks", async () => {
  const events = [{ ...briefOf("anthropic").events[0], payload: null } as never];
  const { code } = await endAfter({ type: "think", run: 1, brief: briefOf("anthropic", { events }) });
  expect(code).toBe(1);
});

test("rules alone load none of it", () => {
  const ours = listFiles("app/agent/*.ts");
  expect(ours.length).toBeGreaterThan(5);
  for (const path of ours) {
    const { text } = readSource(path);
    const taken = [...text.matchAll(/^import (?!type\b)[^;]*"(\.\/think\/[^"]*|zod|ai|@ai-sdk[^"]*)"/gm)];
    expect(taken, path).toEqual([]);
  }
});
