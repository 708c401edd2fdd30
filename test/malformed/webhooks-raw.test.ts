// Raw bytes on the listener's socket: what is no HTTP, lies about its length, or tries to smuggle. Nothing of it leaves a row,
// and the next good delivery is taken.
import { connect } from "node:net";
import { once } from "node:events";
import { afterEach, beforeEach, expect, test } from "vitest";
import { githubHeaders, openRig, post, raw, type Rig, statusesOf } from "../main/webhooks/rig.ts";

let rig: Rig;
const body = "{}";
beforeEach(async () => {
  rig = await openRig({
    limits: { headersMs: 2000, requestMs: 2000, checkEveryMs: 50, discardBytes: 200_000 },
  });
});
afterEach(async () => {
  const before = rig.rows().length;
  expect((await post(rig.port, "/hooks/github", githubHeaders(body, "after"), body)).status).toBeLessThan(203);
  expect(rig.rows().length - before).toBeLessThanOrEqual(1);
  expect(rig.rows().at(-1)?.payload).toBe(body);
  await rig.close();
});

const signed = (id: string, text = body) =>
  Object.entries(githubHeaders(text, id)).map(([name, value]) => `${name}: ${value}`);
/** Asks for the connection to be closed after the answer, unless `lines` say otherwise. */
const request = (lines: string[], text = body, first = "POST /hooks/github HTTP/1.1") => {
  const connection = lines.some((line) => line.startsWith("Connection:")) ? [] : ["Connection: close"];
  const head = [first, `Host: 127.0.0.1:${rig.port}`, "Content-Type: application/json", ...connection, ...lines];
  return `${head.join("\r\n")}\r\n\r\n${text}`;
};
const keep = "Connection: keep-alive";
const send = async (bytes: string | Buffer) => statusesOf(await raw(rig.port, bytes));

test("a length shorter than the body: the signature fails, the rest is no request", async () => {
  expect(await send(request([keep, "Content-Length: 1", ...signed("d-1")]))).toEqual([401, 400]);
  expect(rig.rows()).toEqual([]);
});

test("a length longer than the body, then hanging up: nothing is stored", async () => {
  const socket = connect(rig.port, "127.0.0.1");
  await once(socket, "connect");
  const bytes = request(["Content-Length: 50", ...signed("d-1")]);
  socket.end(bytes);
  await once(socket.resume(), "close");
  expect(rig.rows()).toEqual([]);
});

test("a declared length beyond the limit is answered at once, without waiting for the body", async () => {
  const answer = raw(rig.port, request(["Content-Length: 70000", ...signed("d-1")], ""), (got) =>
    got.includes("bytes that"),
  );
  expect(statusesOf(await answer)).toEqual([413]);
});

test("chunks without end are cut after a bounded number of bytes", async () => {
  const chunk = `10000\r\n${"x".repeat(0x10000)}\r\n`;
  const socket = connect(rig.port, "127.0.0.1").setEncoding("latin1");
  let got = "";
  let sent = 0;
  socket.on("data", (part: string) => {
    got += part;
  });
  socket.on("error", () => {});
  const closed = new Promise((resolve) => socket.on("close", resolve));
  socket.write(request([keep, "Transfer-Encoding: chunked", ...signed("d-1")], ""));
  const more = () => {
    if (socket.destroyed || sent > 300) return;
    sent++;
    socket.write(chunk, () => setImmediate(more));
  };
  more();
  await closed;
  expect(statusesOf(got)).toEqual([413]);
  expect(sent).toBeLessThan(300);
});

test("pipelined deliveries are answered in order, each once", async () => {
  const bodies = ["[1]", "[2]", "[3]"];
  const all = bodies.map((text, at) =>
    request([at < 2 ? keep : "X-Last: yes", `Content-Length: ${text.length}`, ...signed(`d-${at}`, text)], text),
  );
  all[1] = request([keep, "Content-Length: 3", "X-Hub-Signature-256: sha256=00"], "[2]");
  expect(await send(all.join(""))).toEqual([202, 401, 202]);
  expect(rig.rows().map(({ source_id }) => source_id)).toEqual(["d-0", "d-2"]);
});

test("garbage behind a good delivery: its own answer first, then 400 and the end", async () => {
  const good = request([keep, "Content-Length: 2", ...signed("d-1")]);
  expect(await send(`${good}\u0000\u0001 nonsense\r\n\r\n`)).toEqual([202, 400]);
  expect(rig.rows()).toHaveLength(1);
});

test("a length and chunks together are refused, and nothing hidden in them is a request", async () => {
  const hidden = request(["Content-Length: 2", ...signed("hidden")]);
  for (const lines of [
    ["Content-Length: 5", "Transfer-Encoding: chunked"],
    ["Transfer-Encoding: chunked", "Content-Length: 5"],
    ["Content-Length: 5", "Transfer-Encoding: identity"],
    ["Transfer-Encoding: chunked, identity"],
    ["Transfer-Encoding: xchunked"],
    ["Transfer-Encoding : chunked"],
    ["Transfer-Encoding: chunked", "Transfer-Encoding: identity"],
    ["Content-Length: 2", "Content-Length: 3"],
    ["Content-Length: 2, 2"],
    ["Content-Length: +2"],
    ["Content-Length: -2"],
    ["Content-Length: 0x2"],
    ["Content-Length: 2 2"],
    ["Content-Length: 99999999999999999999999"],
  ]) {
    const statuses = await send(request([...lines, ...signed("d-1")], `0\r\n\r\n${hidden}`));
    expect([lines, statuses]).toEqual([lines, [400]]);
  }
  expect(rig.rows()).toEqual([]);
});

test("bad chunks are no body", async () => {
  for (const chunks of [
    "zz\r\n{}\r\n0\r\n\r\n",
    "2\r\n{}0\r\n\r\n",
    "-1\r\n",
    "1\r\n{}\r\n",
    "ffffffffffffffffff\r\n{}",
  ]) {
    const statuses = await send(request(["Transfer-Encoding: chunked", ...signed("d-1")], chunks));
    expect([chunks, statuses]).toEqual([chunks, [400]]);
  }
  expect(rig.rows()).toEqual([]);
});

test("Host: none, two, foreign, or of another port", async () => {
  const own = `Host: 127.0.0.1:${rig.port}`;
  const from = (hosts: string[]) =>
    [
      "POST /hooks/github HTTP/1.1",
      ...hosts,
      "Content-Type: application/json",
      "Connection: close",
      "Content-Length: 2",
      ...signed("d-1"),
    ].join("\r\n");
  for (const hosts of [
    [],
    [own, own],
    [own, "Host: evil.example"],
    ["Host: evil.example"],
    ["Host: 127.0.0.1:1"],
    ["Host:"],
  ]) {
    expect([hosts, await send(`${from(hosts)}\r\n\r\n{}`)]).toEqual([hosts, [403]]);
  }
  const old = from([]).replace("HTTP/1.1", "HTTP/1.0");
  expect(await send(`${old}\r\n\r\n{}`)).toEqual([403]);
});

test("targets that are not a plain path: 404; encoded names: an unknown source", async () => {
  const to = (target: string) =>
    send(request(["Content-Length: 2", ...signed("d-1")], body, `POST ${target} HTTP/1.1`));
  for (const target of [
    `http://127.0.0.1:${rig.port}/hooks/github`,
    "*",
    "//hooks/github",
    "/hooks/github/",
    "/hooks/../hooks/github",
  ]) {
    expect([target, await to(target)]).toEqual([target, [404]]);
  }
  for (const target of [
    "/hooks/git%68ub",
    "/hooks/github%00",
    "/hooks/%",
    "/hooks/%zz",
    "/hooks/github;a=1",
    "/hooks/..",
    "/hooks/GITHUB",
  ]) {
    expect([target, await to(target)]).toEqual([target, [401]]);
  }
  expect(rig.rows()).toEqual([]);
  expect(await to("/hooks/github?from=here")).toEqual([202]);
});

test("NUL, bare line feeds, spaces and folds in the head are no HTTP", async () => {
  const good = ["Content-Length: 2", ...signed("d-1")];
  for (const bytes of [
    request(good, body, "POST /hooks/git\u0000hub HTTP/1.1"),
    request(["X-A: b\u0000c", ...good]),
    request(["X-A : b", ...good]),
    request([" X-A: b", ...good]).replace("Host", "X-Host"),
    request(["X-\u00e9: b", ...good]),
    request(good, body, "POST /hooks/github HTTP/9.9"),
    request(good, body, "post /hooks/github HTTP/1.1"),
    request(good, body, "POST  HTTP/1.1"),
    "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003", // a TLS hello
    "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "GET\r\n\r\n",
  ]) {
    expect([bytes.slice(0, 60), await send(bytes)]).toEqual([bytes.slice(0, 60), [400]]);
  }
  expect(rig.rows()).toEqual([]);
});

test("huge headers: 431, one or many", async () => {
  const many = Array.from({ length: 2000 }, (_, at) => `X-${at}: ${"y".repeat(20)}`);
  expect(await send(request([`X-A: ${"y".repeat(20_000)}`]))).toEqual([431]);
  expect(await send(request(many))).toEqual([431]);
  expect(await send(`POST /hooks/${"x".repeat(20_000)} HTTP/1.1\r\n\r\n`)).toEqual([431]);
});

test("methods: 405 with Allow, and no body for HEAD", async () => {
  for (const method of ["GET", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"]) {
    const answer = await raw(rig.port, request(["Content-Length: 0"], "", `${method} /hooks/github HTTP/1.1`));
    expect([method, statusesOf(answer)]).toEqual([method, [405]]);
    expect(answer.toLowerCase()).toContain("\r\nallow: post\r\n");
  }
  const head = await raw(rig.port, request([], "", "HEAD /hooks/github HTTP/1.1"));
  expect([statusesOf(head), head.split("\r\n\r\n")[1]]).toEqual([[405], ""]);
});

test("an upgrade is a request like any other, and a preflight gets no permission", async () => {
  const upgrade = ["Connection: Upgrade", "Upgrade: websocket", "Content-Length: 2", ...signed("d-1")];
  const got = raw(rig.port, request(upgrade), (text) => text.includes("}"));
  expect(statusesOf(await got)).toEqual([202]);
  const preflight = await raw(
    rig.port,
    request(
      ["Origin: https://evil.example", "Access-Control-Request-Method: POST"],
      "",
      "OPTIONS /hooks/github HTTP/1.1",
    ),
  );
  expect(statusesOf(preflight)).toEqual([405]);
  expect(preflight.toLowerCase()).not.toContain("access-control");
});

test("a sender that asks before sending is told to only when the gates let it in", async () => {
  const ask = (lines: string[]) =>
    request(["Connection: keep-alive", ...lines, "Expect: 100-continue", ...signed("d-1")], "");
  expect(await send(ask(["Content-Length: 70000"]))).toEqual([413]);
  expect(await send(ask(["Content-Length: 2", "Origin: null"]))).toEqual([403]);
  const socket = connect(rig.port, "127.0.0.1").setEncoding("latin1");
  socket.write(ask(["Content-Length: 2"]));
  expect(statusesOf(String((await once(socket, "data"))[0]))).toEqual([100]);
  socket.write("{}");
  expect(statusesOf(String((await once(socket, "data"))[0]))).toEqual([202]);
  socket.destroy();
});

test("a refused sender that wants the connection closed reads its answer, though it was still sending", async () => {
  const large = "x".repeat(150_000);
  const head = request(["Content-Length: 150000", "Connection: close", ...signed("d-1")], "");
  for (let time = 0; time < 10; time++) {
    const answer = await raw(rig.port, head + large);
    expect(statusesOf(answer)).toEqual([413]);
    expect(answer).toContain('"error"');
  }
});
