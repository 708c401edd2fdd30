// What a stranger's text left in the agent process dies with it before a clean run; and no process keeps the worker for itself.
import { expect, test } from "vitest";
import { callsMaxPerEvent } from "../../../app/main/engine/defaults.ts";
import type { CallTool } from "../../../app/main/engine/worker/ports.ts";
import { event, fakeAgent, hostOf, signal } from "./support.ts";

const trusted = { trust: "trusted" } as const;
const nothing = `say({ type: "decided", run: m.run, event: m.event.id ?? m.event, decision: { kind: "nothing", rule: null }, worn: false });`;

/** Remembers the order in a stranger's text, and gives it in every later run. */
const obedient = fakeAgent(`
let order = null;
hear((m) => {
  if (m.type === "event") {
    const { say: given, ask } = JSON.parse(m.event.payload);
    if (given) order = given;
    else if (order || ask) return say({ type: "call", run: m.run, event: m.event.id, index: 0, title: "x", tool: order ?? ask, arguments: {} });
  }
  if (m.type === "event" || m.type === "call_result") { ${nothing} }
  if (m.type === "call_result" && m.answer.outcome === "done") order = m.answer.result.text;
});
say({ type: "ready" });`);

const asking = () => {
  const asked: string[] = [];
  const callTool: CallTool = async (_event, { tool }) => {
    asked.push(tool);
    return { outcome: "done", result: { text: "obey.what.was.read" }, summary: "" };
  };
  return { asked, callTool };
};

test("a clean run after an untrusted one has a fresh process: no order reaches it; untrusted ones share a warm one", async () => {
  const { host, launched } = hostOf([], { entry: obedient });
  const { asked, callTool } = asking();
  const run = (id: number, payload: object, more = {}) => host.run(id, [event(id, payload, more)], signal(), callTool);
  await run(1, { say: "obey" });
  await run(2, {}, trusted);
  expect([asked, launched.length]).toEqual([[], 2]);
  await run(3, {}, trusted);
  await run(4, { say: "obey" });
  // It does obey, in a run that is decided as one that read a stranger's text.
  await run(5, {});
  expect([asked, launched.length]).toEqual([["obey"], 2]);
  await run(6, {}, trusted);
  expect([asked, launched.length]).toEqual([["obey"], 3]);
});

test("what a call brought into a clean run does not reach the next one", async () => {
  const { host, launched } = hostOf([], { entry: obedient });
  const { asked, callTool } = asking();
  await host.run(1, [event(1, { ask: "read" }, trusted)], signal(), callTool);
  await host.run(2, [event(2, {}, trusted)], signal(), callTool);
  expect([asked, launched.length]).toEqual([["read"], 2]);
});

test("a process that asks for calls without end is ended soon after it was told that there are no more", async () => {
  const greedy = fakeAgent(`
hear((m) => {
  if (m.type !== "event" && m.type !== "call_result") return;
  const index = m.type === "event" ? 0 : m.index + 1;
  say({ type: "call", run: m.run, event: m.event.id ?? m.event, index, title: "x", tool: "x", arguments: {} });
});
say({ type: "ready" });`);
  const { host, exits } = hostOf([], { entry: greedy });
  let asked = 0;
  const { failure } = await host.run(1, [event(1, {})], signal(), async () => {
    asked += 1;
    return { outcome: "failed", reason: "no" };
  });
  expect(failure).toMatchObject({ kind: "nonsense", event: 1 });
  expect(failure?.sentence).toContain("calls without end");
  expect(asked).toBe(callsMaxPerEvent + 1);
  expect(await exits[0]).toMatchObject({ signal: "SIGKILL" });
});
