// What the tools take and refuse, before and at the call.
import { nothingOwn } from "../../support/facts.ts";
import { expect, test } from "vitest";
import type { JsonObject } from "../../../app/main/engine/worker/ports.ts";
import { createTools } from "../../../app/main/tools/tools.ts";
import { outgoing } from "./outgoing.ts";
import { quiet, record, reply } from "./recorder.ts";

const never = new AbortController().signal;
const toolsFor = (origins: string[]) =>
  createTools({ ...nothingOwn, destinations: () => origins, outgoing: outgoing(), log: quiet });

test("a destination that was removed after the approval is refused at the call", async () => {
  const server = await record(reply("200 OK"));
  const origins = [server.origin];
  const tools = toolsFor(origins);
  const checked = tools.check("http.request", { method: "POST", url: `${server.origin}/` });
  if (!checked.ok) throw new Error(checked.error);
  origins.length = 0;
  const outcome = await tools.call({ tool: "http.request", arguments: checked.arguments, effectKey: "k" }, never);
  expect(outcome).toMatchObject({
    kind: "failed",
    retry: false,
    error: expect.stringContaining("not a listed destination"),
  });
  expect(server.connections).toBe(0);
});

test("what the check gives back is stable under checking again", async () => {
  const tools = toolsFor(["https://api.example.com"]);
  const args = {
    method: "patch",
    url: "HTTPS://API.Example.com:443/a b".replace(" ", "%20"),
    body: "text",
    headers: { "X-One": " 1 " },
  };
  const once = tools.check("http.request", args);
  if (!once.ok) throw new Error(once.error);
  expect(once.arguments).toEqual({
    method: "PATCH",
    url: "https://api.example.com/a%20b",
    headers: { "x-one": "1" },
    body: "text",
  });
  expect(tools.check("http.request", once.arguments)).toEqual(once);
});

test.each<[string, JsonObject, RegExp]>([
  ["an unknown argument", { method: "GET", redirect: "follow" }, /does not take "redirect"/],
  ["a strange method", { method: "CONNECT" }, /"method" must be one of/],
  ["TRACE", { method: "TRACE" }, /"method" must be one of/],
  ["a body on GET", { method: "GET", body: {} }, /GET carries no body/],
  ["a body on OPTIONS", { method: "OPTIONS", body: {} }, /OPTIONS carries no body/],
  ["a url that is no text", { method: "GET", url: 7 }, /"url" must be a text/],
  ["a header that is no text", { method: "GET", headers: { a: true } }, /"headers.a"/],
  ["a body beyond the limit", { method: "PUT", body: "x".repeat(1_048_576) }, /larger than 1 MiB/],
])("refused: %s", (_name, args, why) => {
  const tools = toolsFor(["https://api.example.com"]);
  const checked = tools.check("http.request", { url: "https://api.example.com/", ...args });
  expect(checked).toMatchObject({ ok: false, error: expect.stringMatching(why) });
});

test("an unknown tool is refused, and the known ones are named", async () => {
  const tools = toolsFor([]);
  for (const name of ["http.requests", "", "__proto__", "constructor", "shell"]) {
    expect(tools.check(name, {})).toMatchObject({ ok: false, error: expect.stringContaining("http.request") });
    expect(await tools.call({ tool: name, arguments: {}, effectKey: "k" }, never)).toMatchObject({ kind: "failed" });
  }
});

test("a fault of our own is unknown, never a rejection and never a claim", async () => {
  const broken = { send: () => Promise.reject(new Error("bug")), refusal: () => null };
  const tools = createTools({
    ...nothingOwn,
    destinations: () => ["https://api.example.com"],
    outgoing: broken,
    log: quiet,
  });
  const call = { tool: "http.request", arguments: { method: "POST", url: "https://api.example.com/" }, effectKey: "k" };
  expect(await tools.call(call, never)).toMatchObject({
    kind: "unknown",
    reason: expect.stringContaining("may have been sent"),
  });
});

test("an agent is told of each tool: where it may go, and arguments that the check takes", () => {
  const deps = { ...nothingOwn, destinations: () => ["https://api.example.com"], outgoing: outgoing(), log: quiet };
  const [spec] = createTools({ ...deps, credentials: () => ["github"] }).specs();
  expect(spec).toMatchObject({ name: "http.request", description: expect.stringContaining("https://api.example.com") });
  expect(spec?.description).toContain("github");
  const schema = JSON.parse(spec?.inputSchema ?? "") as { properties: object; required: string[] };
  expect(Object.keys(schema.properties)).toEqual(["method", "url", "body", "headers", "credential"]);
  expect(schema.required).toEqual(["url"]);
  expect(schema).toMatchObject({ type: "object", additionalProperties: false });
});
