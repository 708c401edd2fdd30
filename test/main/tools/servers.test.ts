// The tools of MCP servers among the others: by the slash in their names, under the same promises.
import { expect, test } from "vitest";
import { createTools } from "../../../app/main/tools/tools.ts";
import type { ToolPort } from "../../../app/main/engine/worker/ports.ts";
import { nothingOwn } from "../../support/facts.ts";

const quiet = { info: () => {}, warn: () => {}, error: () => {} };
const signal = new AbortController().signal;
const call = (tool: string) => ({ tool, arguments: {}, effectKey: "ek" });

function toolsWith(servers: ToolPort) {
  return createTools({
    ...nothingOwn,
    destinations: () => [],
    outgoing: { refusal: () => null, send: () => Promise.reject(new Error("Nothing is sent in this test.")) },
    log: quiet,
    servers,
  });
}

test("a name with a slash is a server's; every other one is not", async () => {
  const asked: string[] = [];
  const tools = toolsWith({
    specs: () => [{ name: "files/read", description: "", inputSchema: "{}" }],
    check: (tool) => {
      asked.push(`check ${tool}`);
      return { ok: false, error: "no" };
    },
    call: async ({ tool }) => {
      asked.push(`call ${tool}`);
      return { kind: "transient", reason: "later" };
    },
  });
  expect(tools.specs().map(({ name }) => name)).toEqual(expect.arrayContaining(["http.request", "files/read"]));
  expect(tools.check("files/read", {})).toEqual({ ok: false, error: "no" });
  expect(tools.check("files", {})).toMatchObject({
    ok: false,
    error: expect.stringContaining('no tool named "files"') as string,
  });
  expect(await tools.call(call("files/read"), signal)).toEqual({ kind: "transient", reason: "later" });
  expect(await tools.call(call("files"), signal)).toMatchObject({ kind: "failed" });
  expect(asked).toEqual(["check files/read", "call files/read"]);
});

test("a fault of ours in the middle of a server's call is unknown, never a guess", async () => {
  const tools = toolsWith({
    ...{ specs: () => [], check: () => ({ ok: false, error: "" }) },
    call: () => Promise.reject(new Error("a fault")),
  });
  expect(await tools.call(call("files/read"), signal)).toMatchObject({ kind: "unknown" });
});
