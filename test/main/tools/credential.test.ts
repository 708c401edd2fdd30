// `http.request` with a credential: named, never seen; put in by the core; refused before any card where it may not go.
import { nothingOwn } from "../../support/facts.ts";
import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import type { JsonObject } from "../../../app/main/engine/worker/ports.ts";
import { createTools } from "../../../app/main/tools/tools.ts";
import { credential, secret } from "../proxy/rig.ts";
import { openProxyWorld } from "../../support/proxy.ts";
import { json, quiet, record, reply } from "./recorder.ts";

const never = new AbortController().signal;

function open(destinations: string[], listed: string[] = []) {
  const credentials = [credential(destinations[0] ?? "", { destinations })];
  const secrets = { value: secret };
  const world = openProxyWorld({
    credentials: () => credentials,
    secret: () => ({ state: "ok", value: secrets.value }),
  });
  onTestFinished(world.close);
  const tools = createTools({ ...nothingOwn, destinations: () => listed, outgoing: world.proxy.outgoing, log: quiet });
  const check = (args: JsonObject) => tools.check("http.request", args);
  const call = (args: JsonObject) => tools.call({ tool: "http.request", arguments: args, effectKey: "nj_1" }, never);
  const uses = () => {
    // Ends are written a moment later; stopping writes what waits.
    return world.proxy.stop().then(() => world.store.prepare("select * from uses order by id").all());
  };
  return { ...world, credentials, secrets, check, call, uses };
}

test("the credential goes in, its value is in nothing that is kept, and the audit has one line", async () => {
  const server = await record((socket, request) => {
    const sent = /authorization: Bearer (.*)\r/i.exec(request)?.[1] ?? "";
    reply("200 OK", JSON.stringify({ you: sent, b64: Buffer.from(sent).toString("base64") }), [json, `x-you: ${sent}`])(
      socket,
    );
  });
  const { check, call, uses } = open([server.origin]);
  const args = { method: "PUT", url: `${server.origin}/merge?q=1`, body: { a: 1 }, credential: "api" };
  expect(check(args)).toMatchObject({ ok: true, arguments: args, repeatable: true });
  const outcome = await call(args);
  expect(outcome).toMatchObject({
    kind: "done",
    result: { status: 200, body: { you: "[secret]", b64: "[secret]k=" } },
  });
  expect(server.requests[0]).toContain(`authorization: Bearer ${secret}\r\n`);
  expect(server.requests[0]).toContain("idempotency-key: nj_1\r\n");
  const rows = await uses();
  expect(rows).toMatchObject([
    { outcome: "answered", credential: "api", method: "PUT", destination: server.origin, path: "/merge", status: 200 },
  ]);
  expect(JSON.stringify([outcome, rows])).not.toContain("sk-live");
});

test("refused before any card: an unknown name, a place it may not go, its own header, a value in place of a name", () => {
  const { check } = open(["https://api.example.com"], ["https://listed.example"]);
  const no = (args: JsonObject, why: RegExp) =>
    expect(check({ url: "https://api.example.com/", ...args })).toMatchObject({
      ok: false,
      error: expect.stringMatching(why),
    });
  no({ credential: "other" }, /no credential named "other" \(there are: api\)/);
  no({ credential: "" }, /no credential named/);
  no({ credential: "__proto__" }, /no credential named/);
  no({ credential: "api", url: "https://listed.example/" }, /may go only to https:\/\/api.example.com, not to/);
  no({ credential: "api", url: "https://api.example.com:444/" }, /may go only to/);
  no({ credential: "api", url: "http://api.example.com/" }, /may go only to/);
  no({ credential: "api", url: "https://api.example.com.evil.test/" }, /may go only to/);
  no({ credential: 7 }, /"credential" must be a text/);
  no({ credential: null }, /"credential" must be a text/);
  // Where a credential may go, a call without it may not unless the place is listed.
  no({}, /not a listed destination/);
  expect(check({ url: "https://listed.example/" })).toMatchObject({ ok: true });
});

test("its own header in the call is refused: what is shown is what is sent", () => {
  const { check, credentials } = open(["https://api.example.com"]);
  credentials[0] = credential("https://api.example.com", { header: { name: "X-Custom", value: "{secret}" } });
  const args = { url: "https://api.example.com/", credential: "api", headers: { "x-CUSTOM": "mine" } };
  expect(check(args)).toMatchObject({ ok: false, error: expect.stringContaining("the credential's own") });
});

test("asked again at the call: a destination taken back after the approval, a secret that is gone", async () => {
  const server = await record(reply("200 OK"));
  const { call, credentials, secrets, uses } = open([server.origin]);
  const args = { method: "POST", url: `${server.origin}/`, credential: "api" };
  secrets.value = "no\nheader carries this";
  expect(await call(args)).toMatchObject({ kind: "failed", retry: false, error: expect.stringContaining("not sent") });
  secrets.value = secret;
  credentials[0] = credential("https://elsewhere.example");
  expect(await call(args)).toMatchObject({
    kind: "failed",
    retry: false,
    error: expect.stringContaining("may go only to"),
  });
  expect(server.connections).toBe(0);
  expect(await uses()).toMatchObject([{ outcome: "refused", reason: expect.stringContaining("no header carries") }]);
});

test("a compressed answer is not read, and its status stands", async () => {
  const packed = gzipSync(secret);
  const server = await record((socket) => {
    socket.write(`HTTP/1.1 201 Created\r\ncontent-encoding: gzip\r\ncontent-length: ${packed.length}\r\n\r\n`);
    socket.write(packed);
  });
  const { call } = open([server.origin]);
  const outcome = await call({ method: "POST", url: `${server.origin}/`, credential: "api" });
  expect(outcome).toMatchObject({
    kind: "done",
    result: { status: 201, body: null, unread: expect.stringContaining("gzip") },
  });
});

test("an error that quotes the credential is scrubbed: in the answer's complaint and in the cut", async () => {
  const server = await record(reply("401 No", JSON.stringify({ message: `Bad key ${secret}` }), [json]));
  const { call } = open([server.origin]);
  const outcome = await call({ method: "GET", url: `${server.origin}/`, credential: "api" });
  expect(outcome).toMatchObject({ kind: "failed", error: expect.stringContaining('"Bad key [secret]"') });
  expect(JSON.stringify(outcome)).not.toContain("sk-live");
});

test("every request is audited, without a credential too, and what was not sent is told from what is unknown", async () => {
  const rude = await record((socket) => socket.resetAndDestroy());
  const { call, uses } = open(["https://api.example.com"], [rude.origin, "http://127.0.0.1:1"]);
  expect((await call({ method: "POST", url: `${rude.origin}/a` })).kind).toBe("unknown");
  expect((await call({ method: "POST", url: "http://127.0.0.1:1/b" })).kind).toBe("transient");
  expect(await uses()).toMatchObject([
    { outcome: "unknown", credential: null, path: "/a" },
    { outcome: "not_sent", credential: null, path: "/b" },
  ]);
});

test("what the audit can not write down is not sent, and may be tried again", async () => {
  const server = await record(reply("200 OK"));
  const { call, store } = open([server.origin]);
  store.prepare("create trigger full before insert on uses begin select raise(abort, 'disk full'); end").run();
  const outcome = await call({ method: "POST", url: `${server.origin}/`, credential: "api" });
  expect(outcome).toMatchObject({ kind: "transient", reason: expect.stringContaining("disk full") });
  expect(server.connections).toBe(0);
});
