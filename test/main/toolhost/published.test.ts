// Servers that nobody here wrote, as published, end to end over stdio: the reference filesystem, memory and "everything" servers.
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { heardInTools } from "../../../app/main/engine/worker/overheard.ts";
import { command, published, rigOf, textOf } from "./rig.ts";

let folder = "";
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "nightjar-mcp-")));
  return () => rmSync(folder, { recursive: true, force: true });
});

test("the filesystem server reads and writes in its folder, and refuses what lies outside", async () => {
  const { host, call } = rigOf([command("files", [published("@modelcontextprotocol/server-filesystem"), folder])]);
  await host.prepare(new AbortController().signal);
  expect(host.specs().map(({ name }) => name)).toEqual(
    expect.arrayContaining(["files/read_text_file", "files/write_file", "files/list_directory"]),
  );
  const path = join(folder, "note.txt");
  writeFileSync(path, "Bring milk.");
  expect(textOf(await call("files/read_text_file", { path }))).toBe("Bring milk.");
  expect(await call("files/write_file", { path, content: "Bring bread." })).toMatchObject({ kind: "done" });
  expect(readFileSync(path, "utf8")).toBe("Bring bread.");
  expect(await call("files/read_text_file", { path: "/etc/hostname" })).toMatchObject({
    kind: "failed",
    error: expect.stringContaining("Access denied") as string,
  });
  expect(host.check("files/read_text_file", {})).toMatchObject({
    ok: false,
    error: expect.stringContaining('"path" is missing') as string,
  });
});

test("the memory server keeps what it is told", async () => {
  const file = join(folder, "memory.jsonl");
  const server = command("memory", [published("@modelcontextprotocol/server-memory")], {
    env: { MEMORY_FILE_PATH: file },
  });
  const first = rigOf([server]);
  const entities = [{ name: "Nightjar", entityType: "app", observations: ["It is quiet."] }];
  expect(await first.call("memory/create_entities", { entities })).toMatchObject({ kind: "done" });
  await first.host.close();
  const second = rigOf([server]);
  const outcome = await second.call("memory/search_nodes", { query: "Nightjar" });
  expect(outcome).toMatchObject({ kind: "done", result: { structured: { entities } } });
});

test('the "everything" server: texts, images, links, structure, progress, and a question to the person', async () => {
  const { host, call } = rigOf([command("all", [published("@modelcontextprotocol/server-everything")])], {
    onElicitation: (_server, _calls, request) =>
      Promise.resolve(
        request.mode === "form" ? { action: "accept", content: { name: "N", check: true } } : { action: "cancel" },
      ),
  });
  onTestFinished(() => host.close());
  await host.prepare(new AbortController().signal);
  const tools = new Map(host.specs().map(({ name, inputSchema }) => [name.slice(4), inputSchema]));
  expect([...tools.keys()]).toEqual(expect.arrayContaining(["echo", "get-sum", "get-tiny-image"]));
  expect(textOf(await call("all/echo", { message: "hi" }))).toBe("Echo: hi");
  expect(textOf(await call("all/get-sum", { a: 2, b: 40 }))).toContain("42");
  const image = await call("all/get-tiny-image");
  expect(image).toMatchObject({ kind: "done" });
  expect(JSON.stringify(image)).toContain('"mimeType":"image/png"');
  expect(JSON.stringify(image).length).toBeLessThan(2000);
  expect(await call("all/get-structured-content", { location: "Chicago" })).toMatchObject({
    result: { structured: { conditions: expect.any(String) as string } },
  });
  expect(textOf(await call("all/trigger-long-running-operation", { duration: 0.2, steps: 2 }))).toContain("completed");
  expect(JSON.stringify(await call("all/trigger-elicitation-request"))).toContain("N");
  expect(host.check("all/get-sum", { a: "2", b: 1 })).toMatchObject({ ok: false });
});

test("what published servers say of their tools is not taken for orders: their calls need no card for that", async () => {
  const { host } = rigOf([
    command("files", [published("@modelcontextprotocol/server-filesystem"), folder]),
    command("memory", [published("@modelcontextprotocol/server-memory")]),
    command("all", [published("@modelcontextprotocol/server-everything"), "stdio"]),
  ]);
  await host.prepare(new AbortController().signal);
  expect(host.specs().length).toBeGreaterThan(25);
  expect(heardInTools(host.specs())).toEqual([]);
});
