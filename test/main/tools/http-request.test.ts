import { nothingOwn } from "../../support/facts.ts";
import type { Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import type { JsonObject, ToolOutcome } from "../../../app/main/engine/worker/ports.ts";
import { createGate, gateLimits } from "../../../app/main/tools/gate.ts";
import { createTools } from "../../../app/main/tools/tools.ts";
import { outgoing } from "./outgoing.ts";
import { json, quiet, type Recorder, record, reply } from "./recorder.ts";

const never = new AbortController().signal;
const limits = { ...gateLimits, wholeMs: 5000 };

function toolsFor(origins: string[], wholeMs = limits.wholeMs) {
  const gate = createGate({ log: quiet, limits: { ...limits, wholeMs } });
  return {
    gate,
    tools: createTools({ ...nothingOwn, destinations: () => origins, outgoing: outgoing(gate), log: quiet }),
  };
}

async function send(server: Recorder, args: JsonObject, wholeMs?: number): Promise<ToolOutcome> {
  const { tools } = toolsFor([server.origin], wholeMs);
  const checked = tools.check("http.request", { url: `${server.origin}/x`, ...args });
  if (!checked.ok) throw new Error(checked.error);
  return tools.call({ tool: "http.request", arguments: checked.arguments, effectKey: "ek_1" }, never);
}

test("a call is one request: method, path, JSON body, effect key as Idempotency-Key, our user agent", async () => {
  const server = await record(reply("200 OK", '{"merged":true}', [json]));
  const outcome = await send(server, {
    method: "post",
    url: `${server.origin}/a%20b?q=1&r=ü`,
    body: { title: "Grüße 🌙", n: [1, null] },
    headers: { "X-GitHub-Api-Version": "2022-11-28", Accept: "application/vnd.github+json" },
  });
  expect(outcome).toEqual({
    kind: "done",
    summary: `POST 127.0.0.1:${server.port}/a%20b answered 200`,
    result: { status: 200, type: "application/json", body: { merged: true } },
  });
  expect(server.requests).toHaveLength(1);
  const [request = ""] = server.requests;
  expect(request).toMatch(/^POST \/a%20b\?q=1&r=%C3%BC HTTP\/1\.1\r\n/);
  const body = request.slice(request.indexOf("\r\n\r\n") + 4);
  expect(JSON.parse(body)).toEqual({ title: "Grüße 🌙", n: [1, null] });
  const lines = request.toLowerCase().split("\r\n");
  for (const line of [
    `host: 127.0.0.1:${server.port}`,
    "idempotency-key: ek_1",
    "user-agent: nightjar",
    "content-type: application/json",
    "accept-encoding: identity",
    "accept: application/vnd.github+json",
    "x-github-api-version: 2022-11-28",
  ]) {
    expect(lines.filter((l) => l === line)).toHaveLength(1);
  }
});

test("each call has its own connection: an idle one that dies is never in doubt", async () => {
  const server = await record(reply("204 No Content"));
  for (let i = 0; i < 3; i++) expect((await send(server, { method: "PUT" })).kind).toBe("done");
  expect([server.connections, server.requests.length]).toEqual([3, 3]);
});

test("a redirect is an outcome: failed, its origin named, nothing goes there", async () => {
  const target = await record(reply("200 OK"));
  for (const status of ["301 Moved", "302 Found", "303 See Other", "307 Temporary", "308 Permanent"]) {
    const server = await record(reply(status, "", [`location: ${target.origin}/secret?path=1`]));
    const outcome = await send(server, { method: "GET" });
    expect(outcome).toMatchObject({ kind: "failed", retry: false });
    expect((outcome as { error: string }).error).toContain(`a redirect to ${target.origin}, which is not followed`);
    expect((outcome as { error: string }).error).not.toContain("secret");
  }
  expect(target.connections).toBe(0);
});

test("429 took no effect: transient, with the time to wait", async () => {
  const server = await record(reply("429 Too Many Requests", "{}", [json, "retry-after: 30"]));
  const outcome = await send(server, { method: "POST", body: {} });
  expect(outcome.kind).toBe("transient");
  expect((outcome as { reason: string }).reason).toContain("wait 30 s");
});

test.each(["400 Bad", "401 No", "403 No", "404 Not Found", "409 Conflict", "422 Unprocessable"])(
  "%s failed for good, and the server's own words are quoted",
  async (status) => {
    const server = await record(reply(status, '{"message":"Pull Request\\u202e is\\n not mergeable"}', [json]));
    const outcome = await send(server, { method: "PUT" });
    expect(outcome).toMatchObject({ kind: "failed", retry: false, result: { status: Number(status.slice(0, 3)) } });
    expect((outcome as { error: string }).error).toMatch(/: "Pull Request is not mergeable"\.$/);
  },
);

test.each([
  ["GET", true],
  ["HEAD", true],
  ["OPTIONS", true],
  ["PUT", true],
  ["DELETE", true],
  ["POST", false],
  ["PATCH", false],
])("500 to %s: retried only if the call is safe to repeat (%s)", async (method, retry) => {
  const server = await record(reply("500 Internal Server Error"));
  expect(await send(server, { method })).toMatchObject({ kind: "failed", retry });
  const { tools } = toolsFor([server.origin]);
  expect(tools.check("http.request", { method, url: `${server.origin}/` })).toMatchObject({ repeatable: retry });
  expect(server.requests).toHaveLength(1);
});

describe("a connection that ends after the request may have gone out is unknown, and is not tried again", () => {
  const cases: [string, (socket: Socket) => void][] = [
    ["reset before the answer", (s) => s.resetAndDestroy()],
    ["closed before the answer", (s) => s.end()],
    ["half a status line", (s) => s.end("HTTP/1.1 2")],
    ["half a head", (s) => s.end("HTTP/1.1 200 OK\r\ncontent-le")],
    ["half a body", (s) => s.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"half":')],
    ["half a chunk", (s) => s.end("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n20\r\nhalf")],
    ["no last chunk", (s) => s.end("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n4\r\nhalf\r\n")],
    ["something that is not HTTP", (s) => s.end("SSH-2.0-OpenSSH_9.9\r\n")],
    ["two lengths", (s) => s.end("HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab")],
    ["a switch of protocols", (s) => s.end("HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n")],
    ["a head without end", (s) => s.write(`HTTP/1.1 200 OK\r\nx: ${"a".repeat(100_000)}`)],
  ];
  test.each(cases)("%s", async (_name, behave) => {
    const server = await record(behave);
    const outcome = await send(server, { method: "POST", body: { a: 1 } });
    expect(outcome.kind).toBe("unknown");
    expect([server.connections, server.requests.length]).toEqual([1, 1]);
  });

  test("closed at once on accepting, before anything was read", async () => {
    const server = await record(() => {}, { onConnect: (s) => s.resetAndDestroy() });
    expect(["unknown", "transient"]).toContain((await send(server, { method: "POST" })).kind);
    expect(server.connections).toBe(1);
  });

  test("no answer within the time limit", async () => {
    const server = await record(() => {});
    const outcome = await send(server, { method: "PUT" }, 150);
    expect(outcome).toMatchObject({
      kind: "unknown",
      reason: expect.stringContaining("no whole answer within 0.15 s"),
    });
  });

  test("an answer that trickles past the time limit", async () => {
    const server = await record((s) => {
      s.write("HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n");
      const drip = setInterval(() => s.write("x"), 20);
      s.on("close", () => clearInterval(drip));
    });
    const ended = server.closed();
    expect((await send(server, { method: "PUT" }, 200)).kind).toBe("unknown");
    await ended;
  });
});

test("a failure whose body breaks off is still that failure", async () => {
  const server = await record((s) => s.end("HTTP/1.1 404 Not Found\r\ncontent-length: 100\r\n\r\nhalf"));
  expect(await send(server, { method: "POST" })).toMatchObject({ kind: "failed", retry: false });
});

test("nobody listens: transient, surely not sent", async () => {
  const { tools } = toolsFor(["http://127.0.0.1:1"]);
  const call = { tool: "http.request", arguments: { method: "POST", url: "http://127.0.0.1:1/" }, effectKey: "k" };
  const outcome = await tools.call(call, never);
  expect(outcome).toMatchObject({ kind: "transient", reason: expect.stringContaining("refused") });
});

test("an endless answer is cut at the limit, and said so; the server is let go", async () => {
  const server = await record((s) => {
    s.write("HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n\r\n");
    const block = "y".repeat(65_536);
    const more = (): void => {
      while (!s.destroyed && s.write(block));
    };
    s.on("drain", more);
    more();
  });
  const ended = server.closed();
  const outcome = await send(server, { method: "GET" });
  expect(outcome).toMatchObject({ kind: "done", summary: expect.stringContaining("cut at 1048576 bytes") });
  expect((outcome as { result: JsonObject }).result.body).toHaveLength(1_048_576);
  await ended;
});

test("a compressed answer is not unpacked", async () => {
  const packed = gzipSync(Buffer.alloc(1_000_000));
  const server = await record((s) => {
    s.write(`HTTP/1.1 200 OK\r\n${json}\r\ncontent-encoding: gzip\r\ncontent-length: ${packed.length}\r\n\r\n`);
    s.write(packed);
  });
  const outcome = await send(server, { method: "GET" });
  expect(outcome).toMatchObject({ kind: "done", result: { body: null, unread: expect.stringContaining("gzip") } });
});

test.each([
  ["JSON", json, '{"a":[1]}', { a: [1] }],
  ["JSON of a vendor", "content-type: application/problem+json; charset=utf-8", '{"a":1}', { a: 1 }],
  ["text", "content-type: text/html", "<b>hi</b>", "<b>hi</b>"],
  ["JSON that is none", json, "{oops", "{oops"],
  [
    "JSON nested past what can be stored",
    json,
    `${"[".repeat(200_000)}${"]".repeat(200_000)}`,
    "[".repeat(200_000) + "]".repeat(200_000),
  ],
  ["no type", "x: y", "{}", "{}"],
])("an answer in %s", async (_name, header, body, expected) => {
  const server = await record(reply("200 OK", body, [header]));
  const outcome = await send(server, { method: "GET" });
  expect((outcome as { result: JsonObject }).result.body).toEqual(expected);
  expect(() => JSON.stringify(outcome)).not.toThrow();
});

test("hints before the answer are not the answer", async () => {
  const server = await record((s) =>
    s.write("HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\nHTTP/1.1 201 Created\r\ncontent-length: 0\r\n\r\n"),
  );
  expect(await send(server, { method: "POST" })).toMatchObject({ kind: "done", result: { status: 201 } });
});

test("stopped before it began: transient and no connection; stopped after sending: unknown, at once", async () => {
  const server = await record(() => {});
  const { tools } = toolsFor([server.origin]);
  const call = { tool: "http.request", arguments: { method: "POST", url: `${server.origin}/` }, effectKey: "k" };
  const before = new AbortController();
  before.abort();
  expect((await tools.call(call, before.signal)).kind).toBe("transient");
  expect(server.connections).toBe(0);
  const during = new AbortController();
  const outcome = tools.call(call, during.signal);
  await server.asked;
  during.abort();
  expect((await outcome).kind).toBe("unknown");
  expect(server.requests).toHaveLength(1);
});

test("a closed gate lets nothing out and says why", async () => {
  const server = await record(reply("200 OK"));
  const { gate, tools } = toolsFor([server.origin]);
  const call = { tool: "http.request", arguments: { method: "POST", url: `${server.origin}/` }, effectKey: "k" };
  gate.close("outgoing requests are switched off");
  expect(await tools.call(call, never)).toMatchObject({
    kind: "transient",
    reason: expect.stringContaining("outgoing requests are switched off"),
  });
  expect(server.connections).toBe(0);
  gate.close(null);
  expect((await tools.call(call, never)).kind).toBe("done");
});
