// Servers that speak the protocol of 2026 alone, and the transport for systems without process groups.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { Client } from "@modelcontextprotocol/client";
import { createWindowsTransport } from "../../../app/toolhost/stdio-windows.ts";
import { openProxyWorld } from "../../support/proxy.ts";
import { command, hostile, rigOf, textOf, urlServer } from "./rig.ts";

const modern = fileURLToPath(new URL("../../support/mcp/modern.ts", import.meta.url));

test("over stdio: asked in the old protocol first, then in the new one", async () => {
  const { call, host } = rigOf([command("new", [modern])]);
  expect(await call("new/echo", { text: "hi" })).toMatchObject({
    kind: "done",
    result: { content: [{ type: "text", text: "hi" }], structured: { text: "hi" } },
  });
  expect(host.states()[0]?.state).toMatchObject({ state: "ready", protocol: "2026-07-28", server: { name: "modern" } });
});

test("over HTTP, through the proxy", async () => {
  const child = spawn(process.execPath, [modern, "http"], { stdio: ["ignore", "ignore", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [line] = (await once(child.stderr, "data")) as [Buffer];
  const { port } = JSON.parse(line.toString("utf8")) as { port: number };
  const proxy = openProxyWorld();
  onTestFinished(proxy.close);
  const { call, host } = rigOf([urlServer("new", `http://127.0.0.1:${port}/mcp`)], { proxy: proxy.proxy });
  expect(textOf(await call("new/echo", { text: "hi" }))).toBe("hi");
  expect(host.states()[0]?.state).toMatchObject({ state: "ready", protocol: "2026-07-28" });
});

test("without process groups: a server is asked and stopped, and one that floods is ended", async () => {
  const told: boolean[] = [];
  const open = async () => {
    const launch = { kind: "command" as const, command: process.execPath, args: [hostile], env: {}, cwd: "/" };
    const transport = createWindowsTransport(launch, (_pid, alive) => void told.push(alive));
    const client = new Client({ name: "test", version: "1" });
    await client.connect(transport);
    return { client, transport };
  };
  const first = await open();
  const answer = await first.client.callTool({ name: "echo", arguments: { text: "hi" } });
  expect(answer.content).toEqual([{ type: "text", text: "hi" }]);
  await first.client.close();
  const { client, transport } = await open();
  await expect(client.callTool({ name: "flood_messages", arguments: {} })).rejects.toThrow("Connection closed");
  expect(transport.why()).toBe("it wrote more than anybody could read, and was ended");
  await client.close();
  expect(told).toEqual([true, false, true, false]);
});
