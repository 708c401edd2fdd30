// The proxy over real sockets: who gets in, what goes out, what comes back, what is written down.
import { expect, test } from "vitest";
import { quiet, record, reply } from "../tools/recorder.ts";
import { createGate } from "../../../app/main/tools/gate.ts";
import { ask, credential, ended, grantLine, openRig, raw, secret } from "./rig.ts";

const headersOf = (request = "") =>
  new Map(
    request
      .slice(0, request.indexOf("\r\n\r\n"))
      .split("\r\n")
      .slice(1)
      .map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 2)] as const),
  );

test("a grant and its credential: the request arrives with the credential, and with nothing the caller put in its place", async () => {
  const server = await record(reply("200 OK", '{"ok":true}', ["content-type: application/json"]));
  const rig = await openRig(server.origin);
  const token = rig.token(server.origin);
  const theirs = [
    ...["Authorization: Bearer caller", "Cookie: a=caller", "X-Api-Key: caller", "Proxy-Authorization: Basic caller"],
    ...[
      "X-Forwarded-For: caller",
      "X-Forwarded-Host: caller",
      "Forwarded: for=caller",
      "Via: 1.1 caller",
      "X-Real-IP: caller",
    ],
    ...["X-HTTP-Method-Override: DELETE", "X-Original-URL: /caller", "X-Rewrite-URL: /caller", "X-Host: caller"],
    ...[
      "Connection: keep-alive, X-Hop",
      "X-Hop: caller",
      "TE: trailers",
      "Keep-Alive: timeout=5",
      "Referer: http://caller/",
    ],
    ...["X-Auth-Token: caller", "Private-Token: caller", "X-Amz-Security-Token: caller", "Sec-Fetch-Site: caller"],
    ...["Accept-Encoding: gzip, br", "X-Nightjar-Other: caller", "True-Client-IP: caller"],
  ];
  const kept = [
    "Idempotency-Key: k-1",
    "User-Agent: sdk/1",
    "Anthropic-Version: 2023-06-01",
    "Content-Type: application/json",
  ];
  const answer = await ask(rig, "/v1/messages?a=1", [grantLine(token), ...theirs, ...kept], "POST", '{"a":1}');
  expect([answer.status, answer.body]).toEqual([200, expect.stringContaining('{"ok":true}')]);
  expect(server.requests).toHaveLength(1);
  const [request = ""] = server.requests;
  expect(request).toMatch(/^POST \/v1\/messages\?a=1 HTTP\/1\.1\r\n/);
  expect(request).not.toContain("caller");
  expect(request).not.toContain(token);
  expect(Object.fromEntries(headersOf(request))).toEqual({
    host: `127.0.0.1:${server.port}`,
    connection: expect.any(String),
    authorization: `Bearer ${secret}`,
    "accept-encoding": "identity",
    "content-length": "7",
    "content-type": "application/json",
    "idempotency-key": "k-1",
    "user-agent": "sdk/1",
    "anthropic-version": "2023-06-01",
  });
  expect(await ended(rig, 1)).toMatchObject([
    {
      outcome: "answered",
      credential: "api",
      method: "POST",
      path: "/v1/messages",
      status: 200,
      sent_bytes: 7,
      received_bytes: 11,
    },
  ]);
  expect(JSON.stringify([rig.uses(), rig.log])).not.toContain(secret.slice(0, 8));
});

test("a credential in another header replaces the caller's, whatever its case; without a credential none goes out", async () => {
  const server = await record(reply("200 OK"));
  const rig = await openRig(server.origin);
  rig.credentials[0] = credential(server.origin, { header: { name: "X-Custom", value: "v1 {secret} end" } });
  await ask(rig, "/", [grantLine(rig.token(server.origin)), "x-CUSTOM: caller", "X-Custom: again"]);
  await ask(rig, "/", [
    grantLine(rig.token(server.origin, { credential: null })),
    "Authorization: Bearer caller",
    "X-Custom: mine",
  ]);
  expect(headersOf(server.requests[0]).get("x-custom")).toBe(`v1 ${secret} end`);
  expect(server.requests[0]).not.toContain("caller");
  expect(headersOf(server.requests[1]).get("x-custom")).toBe("mine");
  expect(server.requests[1]).not.toMatch(/authorization|sk-live/i);
});

test("the token is taken from each place that libraries use; two that differ, or none, are refused", async () => {
  const server = await record(reply("200 OK"));
  const rig = await openRig(server.origin);
  const token = rig.token(server.origin);
  const status = async (...lines: string[]) => (await ask(rig, "/", lines)).status;
  expect(await status(grantLine(token))).toBe(200);
  expect(await status(`Authorization: Bearer ${token}`)).toBe(200);
  expect(await status(`X-Api-Key: ${token}`)).toBe(200);
  expect(await status(`X-Api-Key: ${token}`, `authorization: bearer ${token}`)).toBe(200);
  expect(await status(grantLine(token), "Authorization: Bearer other")).toBe(200);
  const arrived = server.requests.length;
  expect(await status()).toBe(401);
  expect(await status(`X-Api-Key: ${token}`, "Authorization: Bearer other")).toBe(401);
  expect(await status(grantLine(token), grantLine("njg_other"))).toBe(401);
  expect(await status(grantLine("njg_unknown"))).toBe(401);
  expect(await status(grantLine(`${token}x`))).toBe(401);
  expect(await status(grantLine(""), `Authorization: Basic ${token}`)).toBe(401);
  expect(await status(`Cookie: token=${token}`)).toBe(401);
  expect((await ask(rig, `/?x-nightjar-grant=${token}`)).status).toBe(401);
  expect(server.requests).toHaveLength(arrived);
});

test("Host, Origin, method and framing: what a page, a tunnel or a smuggler sends is refused before any grant", async () => {
  const server = await record(reply("200 OK"));
  const rig = await openRig(server.origin);
  const grant = grantLine(rig.token(server.origin));
  const host = `Host: 127.0.0.1:${rig.port}`;
  const get = (...lines: string[]) => ["GET / HTTP/1.1", ...lines, grant, "", ""].join("\r\n");
  const refused: [string, number][] = [
    [get("Host: evil.test"), 403],
    [get(`Host: localhost:${rig.port}`), 403],
    [get("Host: 127.0.0.1"), 403],
    [get(`Host: 127.0.0.1:${rig.port}.evil.test`), 403],
    [get(`Host: 127.0.0.1:${rig.port}`, "Host: evil.test"), 403],
    [get(`Host: 127.0.0.1:${rig.port}@evil.test`), 403],
    [get(`Host: [::1]:${rig.port}`), 403],
    [get(`Host: 127.1:${rig.port}`), 403],
    [get(`Host: ${server.origin.slice(7)}`), 403],
    [get(), 403],
    [get(host, "Origin: https://evil.test"), 403],
    [get(host, `Origin: http://127.0.0.1:${rig.port}`), 403],
    [get(host, "Origin: null"), 403],
    [get(host, "Origin:"), 403],
    [`GET ${server.origin}/ HTTP/1.1\r\n${host}\r\n${grant}\r\n\r\n`, 400],
    [`GET http://evil.test/ HTTP/1.1\r\n${host}\r\n${grant}\r\n\r\n`, 400],
    [`GET //evil.test/ HTTP/1.1\r\n${host}\r\n${grant}\r\n\r\n`, 400],
    [`GET /#x HTTP/1.1\r\n${host}\r\n${grant}\r\n\r\n`, 400],
    [`OPTIONS * HTTP/1.1\r\n${host}\r\n${grant}\r\n\r\n`, 400],
    [`GET @evil.test/ HTTP/1.1\r\n${host}\r\n${grant}\r\n\r\n`, 400],
    [`TRACE / HTTP/1.1\r\n${host}\r\n${grant}\r\n\r\n`, 405],
    [`PROPFIND / HTTP/1.1\r\n${host}\r\n${grant}\r\n\r\n`, 405],
    [`GET /${"a".repeat(9000)} HTTP/1.1\r\n${host}\r\n${grant}\r\n\r\n`, 414],
    [`GET / HTTP/1.1\r\n${host}\r\n${grant}\r\nContent-Length: 3\r\n\r\nabc`, 400],
    [`POST / HTTP/1.1\r\n${host}\r\n${grant}\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`, 400],
    [`POST / HTTP/1.1\r\n${host}\r\n${grant}\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, 400],
    [
      `POST / HTTP/1.1\r\n${host}\r\n${grant}\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
    ],
    [`CONNECT evil.test:443 HTTP/1.1\r\n${host}\r\n${grant}\r\n\r\n`, 0],
    [`CONNECT ${server.origin.slice(7)} HTTP/1.1\r\n${host}\r\n${grant}\r\n\r\n`, 0],
    [`GET / HTTP/1.1\r\n${host}\r\n${grant}\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n`, 0],
  ];
  for (const [text, status] of refused) {
    const answer = await raw(rig.port, text);
    expect([text.slice(0, 120), answer.status]).toEqual([text.slice(0, 120), status]);
    expect(answer.head).not.toMatch(/access-control/i);
  }
  expect(server.connections).toBe(0);
  expect(rig.uses()).toEqual([]);
  expect((await ask(rig, "/", [grant])).status).toBe(200);
});

test("expired, used up, revoked, wrong method and path: refused, said why, nothing goes out", async () => {
  const server = await record(reply("200 OK"));
  const rig = await openRig(server.origin);
  const say = async (token: string, target = "/", method = "GET") => {
    const answer = await ask(rig, target, [grantLine(token)], method);
    return [answer.status, (JSON.parse(answer.body || "{}") as { error?: { message: string } }).error?.message ?? ""];
  };
  const narrow = rig.token(server.origin, { methods: ["GET"], pathPrefix: "/a" });
  expect(await say(narrow, "/b")).toEqual([403, expect.stringContaining("not for this path")]);
  expect(await say(narrow, "/a/../b")).toEqual([403, expect.stringContaining('".."')]);
  expect(await say(narrow, "/a", "PUT")).toEqual([403, expect.stringContaining("not for PUT")]);
  const once = rig.token(server.origin, { uses: 1 });
  expect((await say(once))[0]).toBe(200);
  expect(await say(once)).toEqual([403, expect.stringContaining("used up")]);
  const late = rig.token(server.origin, { run: 9 });
  rig.store.prepare("update grants set expires_at = made_at where run = 9").run();
  expect(await say(late)).toEqual([403, expect.stringContaining("expired")]);
  const gone = rig.token(server.origin, { run: 5 });
  expect(rig.proxy.revoke({ run: 5 }, "its run ended")).toBe(1);
  expect(await say(gone)).toEqual([403, expect.stringContaining("its run ended")]);
  expect(server.connections).toBe(1);
});

test("it fails closed: no value, no name, no destination, a value that no header carries, a switch that is off", async () => {
  const server = await record(reply("200 OK"));
  const other = await record(reply("200 OK"));
  const rig = await openRig(server.origin);
  const token = rig.token(server.origin);
  const say = async (given = token) => {
    const { status, body } = await ask(rig, "/", [grantLine(given)]);
    return [status, body];
  };
  for (const state of ["missing", "empty", "unreadable"] as const) {
    rig.secrets["keychain:api"] = { state };
    expect(await say()).toEqual([403, expect.stringContaining(`is ${state}`)]);
  }
  for (const value of ["sh0rt", "a line\r\nHost: evil.test", "trailing-space ", "grüße-grüße", "x".repeat(5000)]) {
    rig.secrets["keychain:api"] = { state: "ok", value };
    const [status, body] = await say();
    expect([value.slice(0, 9), status]).toEqual([value.slice(0, 9), 403]);
    expect(body).not.toContain(value);
  }
  rig.secrets["keychain:api"] = { state: "ok", value: secret };
  expect(await say(rig.token(other.origin))).toEqual([403, expect.stringContaining("may go only to")]);
  rig.credentials[0] = credential(server.origin, { destinations: [] });
  expect(await say()).toEqual([403, expect.stringContaining("may go nowhere yet")]);
  rig.credentials.length = 0;
  expect(await say()).toEqual([403, expect.stringContaining("no credential named")]);
  rig.credentials.push(credential(server.origin, { header: { name: "X", value: "{secret}{secret}" } }));
  expect((await say())[0]).toBe(403);
  rig.credentials[0] = credential(server.origin);
  rig.proxy.close("outgoing requests are switched off");
  expect(await say()).toEqual([503, expect.stringContaining("switched off")]);
  rig.proxy.close(null);
  expect(await say()).toEqual([403, expect.stringContaining("revoked")]);
  expect([server.connections, other.connections]).toEqual([0, 0]);
  expect((await say(rig.token(server.origin)))[0]).toBe(200);
});

test("what can not be written down is not sent", async () => {
  const server = await record(reply("200 OK"));
  const rig = await openRig(server.origin);
  const token = rig.token(server.origin);
  rig.store.prepare("create trigger full before insert on uses begin select raise(abort, 'disk full'); end").run();
  const answer = await ask(rig, "/", [grantLine(token)]);
  expect([answer.status, answer.body]).toEqual([503, expect.stringContaining("disk full")]);
  expect(server.connections).toBe(0);
  rig.store.prepare("drop trigger full").run();
  expect((await ask(rig, "/", [grantLine(token)])).status).toBe(200);
});

test("redirects come back as they are and are never followed; where they point gets nothing", async () => {
  const target = await record(reply("200 OK"));
  for (const status of ["301 Moved", "302 Found", "303 See Other", "307 Temporary", "308 Permanent"]) {
    for (const location of [
      `${target.origin}/x`,
      `//127.0.0.1:${target.port}/`,
      "https://127.0.0.1:1/",
      "http://169.254.169.254/",
    ]) {
      const server = await record(reply(status, "", [`location: ${location}`]));
      const rig = await openRig(server.origin);
      const answer = await ask(rig, "/", [grantLine(rig.token(server.origin))]);
      expect([answer.status, answer.head]).toEqual([Number(status.slice(0, 3)), expect.stringContaining(location)]);
    }
  }
  expect(target.connections).toBe(0);
});

test("a destination that resolves off the internet is refused without a connection, and the audit says so", async () => {
  const server = await record(reply("200 OK"));
  const destination = `http://api.example:${server.port}`;
  const gate = createGate({ log: quiet, lookup: async () => [{ address: "127.0.0.1", family: 4 }] });
  const rig = await openRig(destination, { gate });
  const answer = await ask(rig, "/", [grantLine(rig.token(destination))]);
  expect([answer.status, answer.body]).toEqual([403, expect.stringContaining("resolves to 127.0.0.1")]);
  expect(server.connections).toBe(0);
  expect(await ended(rig, 1)).toMatchObject([{ outcome: "refused", reason: expect.stringContaining("resolves to") }]);
});

test("nobody there is 503, a cut connection 502, and the audit tells not sent from unknown", async () => {
  const rude = await record((socket) => socket.resetAndDestroy());
  const rig = await openRig("http://127.0.0.1:1");
  rig.credentials.push(credential(rude.origin, { name: "rude" }));
  const nobody = await ask(rig, "/", [grantLine(rig.token("http://127.0.0.1:1"))]);
  const cut = await ask(rig, "/", [grantLine(rig.token(rude.origin, { credential: "rude" }))], "POST", "{}");
  expect([nobody.status, cut.status]).toEqual([503, 502]);
  expect(nobody.head).toContain("x-nightjar-outcome: not_sent");
  expect(cut.head).toContain("x-nightjar-outcome: unknown");
  expect((await ended(rig, 2)).map(({ outcome }) => outcome)).toEqual(["not_sent", "unknown"]);
});
