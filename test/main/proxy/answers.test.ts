// What comes back: without echoes, without cookies, unbuffered, bounded, and cut when somebody says so.
import { createServer, request as httpRequest, type IncomingMessage } from "node:http";
import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { record, reply } from "../tools/recorder.ts";
import { ask, ended, grantLine, openRig, type Rig, secret } from "./rig.ts";

const told = (text: string) => [secret, "sk-live", "0123456789"].filter((part) => text.includes(part));
const forms = [
  secret,
  encodeURIComponent(secret),
  JSON.stringify(secret).slice(1, -1),
  ...["", "x", "xy"].map((before) => Buffer.from(`${before}${secret}`).toString("base64")),
  Buffer.from(`Bearer ${secret}`).toString("base64url"),
];

test("echoes in body, headers, status text and trailers come back scrubbed; cookies do not come back", async () => {
  const hidden = encodeURIComponent(secret);
  const server = await record((socket) =>
    socket.write(
      [
        `HTTP/1.1 200 ${secret}`,
        `x-echo: a ${secret} b ${hidden}`,
        `www-authenticate: Bearer realm="${hidden}"`,
        `location: https://h/?key=${hidden}`,
        ...[
          "set-cookie: a=1",
          "set-cookie: b=2",
          "alt-svc: h3",
          "access-control-allow-origin: *",
          "x-nightjar-outcome: forged",
        ],
        ...["x-fine: yes", "trailer: x-late", "transfer-encoding: chunked", "", ""],
      ].join("\r\n") +
        `${forms.map((form) => `${(form.length + 1).toString(16)}\r\n${form}\n\r\n`).join("")}0\r\nx-late: ${secret}\r\n\r\n`,
    ),
  );
  const rig = await openRig(server.origin);
  const answer = await ask(rig, "/", [grantLine(rig.token(server.origin))]);
  expect(answer.status).toBe(200);
  expect(told(answer.head + answer.body)).toEqual([]);
  expect(answer.head).toContain("x-echo: a [secret] b [secret]");
  expect(answer.head).toContain("x-fine: yes");
  expect(answer.head).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(answer.head).not.toMatch(/set-cookie|alt-svc|access-control|forged|trailer/i);
  expect(answer.body.match(/\[secret\]/g)).toHaveLength(forms.length);
  for (const form of forms) expect(answer.body).not.toContain(form.slice(3, -3));
});

test("an echo over the borders of chunks that come one after the other", async () => {
  const halves = [secret.slice(0, 9), secret.slice(9)];
  let sendRest: () => void = () => undefined;
  const server = await record((socket) => {
    socket.write(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n9\r\n${halves[0]}\r\n`);
    sendRest = () => socket.write(`${halves[1]?.length.toString(16)}\r\n${halves[1]}\r\n3\r\nend\r\n0\r\n\r\n`);
  });
  const rig = await openRig(server.origin);
  const answer = ask(rig, "/", [grantLine(rig.token(server.origin))]);
  await server.asked;
  setImmediate(sendRest);
  const { body } = await answer;
  expect(body.replaceAll(/\r\n[0-9a-f]+\r\n|^[0-9a-f]+\r\n/g, "")).toContain("[secret]");
  expect(told(body)).toEqual([]);
});

test.each([
  ["content-encoding: gzip", gzipSync(secret)],
  ["content-encoding: br", Buffer.from("xx")],
  ["content-encoding: identity, gzip", gzipSync(secret)],
])("%s was not asked for: withheld, and the audit says that it was answered", async (line, body) => {
  const server = await record((socket) => {
    socket.write(`HTTP/1.1 200 OK\r\n${line}\r\ncontent-length: ${body.length}\r\n\r\n`);
    socket.write(body);
  });
  const rig = await openRig(server.origin);
  const answer = await ask(rig, "/", [grantLine(rig.token(server.origin))]);
  expect([answer.status, answer.body]).toEqual([502, expect.stringContaining("compressed")]);
  expect(await ended(rig, 1)).toMatchObject([
    { outcome: "answered", status: 200, reason: expect.stringContaining("compressed") },
  ]);
});

function later<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/** A caller that reads its answer as it comes. */
function caller(rig: Rig, token: string, method = "GET") {
  const sent = httpRequest({ port: rig.port, host: "127.0.0.1", method, headers: { "x-nightjar-grant": token } });
  const answer = new Promise<IncomingMessage>((resolve, reject) => sent.on("response", resolve).on("error", reject));
  answer.catch(() => undefined);
  return { sent, answer };
}
const next = (stream: IncomingMessage) =>
  new Promise<string>((resolve) => stream.once("data", (data: Buffer) => resolve(data.toString())));
const broke = (stream: IncomingMessage) =>
  new Promise<string>((resolve) => stream.once("error", (e) => resolve(e.message)));

/** A server of events that stays open: each `say` is one. */
async function eventServer() {
  const { promise: opened, resolve } = later<(text: string) => void>();
  const { promise: closed, resolve: close } = later<void>();
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
    response.on("close", close);
    resolve((text) => void response.write(text));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return { origin: `http://127.0.0.1:${port}`, opened, closed };
}

test("a stream of events: head, then each event when it comes", async () => {
  const server = await eventServer();
  const rig = await openRig(server.origin);
  const { sent, answer } = caller(rig, rig.token(server.origin));
  sent.end();
  const stream = await answer;
  expect(stream.headers["content-type"]).toBe("text/event-stream");
  const say = await server.opened;
  for (const text of ["data: one\n\n", "data: two\n\n"]) {
    const came = next(stream);
    say(text);
    expect(await came).toBe(text);
  }
});

test.each([
  ["the switch", (rig: Rig) => rig.proxy.close("switched off")],
  ["a revoked grant", (rig: Rig) => rig.proxy.revoke({ run: 1 }, "its run ended")],
  ["quitting", (rig: Rig) => void rig.proxy.stop()],
])("%s cuts what is under way, both ends, at once", async (name, cut) => {
  const server = await eventServer();
  const rig = await openRig(server.origin);
  const { sent, answer } = caller(rig, rig.token(server.origin));
  sent.end();
  const stream = await answer;
  await server.opened;
  const broken = broke(stream);
  const began = performance.now();
  cut(rig);
  await Promise.all([broken, server.closed]);
  expect(performance.now() - began).toBeLessThan(1000);
  const reasons = { "the switch": "switched off", "a revoked grant": "its run ended", quitting: "hung up" };
  expect(await ended(rig, 1)).toMatchObject([
    { outcome: "answered", reason: expect.stringContaining(reasons[name as keyof typeof reasons]) },
  ]);
});

test("revoking one run's grants leaves the others' requests alone", async () => {
  const server = await eventServer();
  const rig = await openRig(server.origin);
  const { sent, answer } = caller(rig, rig.token(server.origin, { run: 2 }));
  sent.end();
  const stream = await answer;
  const say = await server.opened;
  rig.proxy.revoke({ run: 1 }, "its run ended");
  const came = next(stream);
  say("still here");
  expect(await came).toBe("still here");
});

test("a caller that hangs up ends its request; before the answer too", async () => {
  const server = await eventServer();
  const rig = await openRig(server.origin);
  const first = caller(rig, rig.token(server.origin));
  first.sent.end();
  const stream = await first.answer;
  await server.opened;
  stream.destroy();
  await server.closed;
  const mute = await record(() => undefined);
  rig.credentials[0]?.destinations.push(mute.origin);
  const closed = mute.closed();
  const second = caller(rig, rig.token(mute.origin));
  second.sent.end();
  await mute.asked;
  second.sent.destroy();
  await closed;
  const reason = expect.stringMatching(/hung up|did not wait/) as string;
  expect(await ended(rig, 2)).toMatchObject([
    { outcome: "answered", reason },
    { outcome: "unknown", reason },
  ]);
});

test("a body streams up as it comes, in chunks, and arrives whole", async () => {
  let seen = "";
  const { promise: first, resolve } = later<void>();
  const server = createServer((request, response) => {
    request.setEncoding("utf8").on("data", (text: string) => {
      seen += text;
      resolve();
    });
    request.on("end", () => response.end(`got ${seen.length}`));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  const rig = await openRig(`http://127.0.0.1:${port}`);
  const { sent, answer } = caller(rig, rig.token(`http://127.0.0.1:${port}`), "POST");
  sent.write("one");
  await first;
  expect(seen).toBe("one");
  sent.end("x".repeat(300_000));
  expect(await next(await answer)).toBe("got 300003");
  expect(await ended(rig, 1)).toMatchObject([{ outcome: "answered", sent_bytes: 300_003, status: 200 }]);
});

test("limits of size: a body that says it is too large is not sent, one that turns out so is cut; an answer likewise", async () => {
  const server = await record(() => undefined);
  const rig = await openRig(server.origin, { limits: { requestBytes: 1000, answerBytes: 1000 } });
  const token = rig.token(server.origin);
  expect((await ask(rig, "/", [grantLine(token)], "POST", "x".repeat(1001))).status).toBe(413);
  expect(server.connections).toBe(0);
  const { sent, answer } = caller(rig, token, "POST");
  sent.write("x".repeat(600));
  sent.write("x".repeat(600));
  const { statusCode } = await answer;
  expect(statusCode).toBe(502);
  const long = await record(reply("200 OK", "y".repeat(5000)));
  rig.credentials[0]?.destinations.push(long.origin);
  const second = caller(rig, rig.token(long.origin));
  second.sent.end();
  const stream = await second.answer;
  let bytes = 0;
  stream.on("data", (data: Buffer) => {
    bytes += data.length;
  });
  await broke(stream);
  expect(bytes).toBeLessThanOrEqual(1000);
  expect((await ended(rig, 2)).map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ["unknown", "the body is larger than 1000 bytes"],
    ["answered", "the answer is longer than 1000 bytes"],
  ]);
});

test("limit of time: a server that says nothing is given up, and it is unknown", async () => {
  const server = await record(() => undefined);
  const rig = await openRig(server.origin, { limits: { wholeMs: 150 } });
  const answer = await ask(rig, "/", [grantLine(rig.token(server.origin))], "POST", "{}");
  expect([answer.status, answer.body]).toEqual([502, expect.stringContaining("0.15 s")]);
  expect(await ended(rig, 1)).toMatchObject([{ outcome: "unknown" }]);
});
