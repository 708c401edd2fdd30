import { afterEach, expect, test } from "vitest";
import type { Address } from "../../../app/main/tools/addresses.ts";
import { createGate, type GateDeps, type GateRequest, gateLimits } from "../../../app/main/tools/gate.ts";
import { quiet, record, reply } from "./recorder.ts";
import { selfSigned } from "./self-signed.ts";

const never = new AbortController().signal;
const get = (url: string): GateRequest => ({ method: "GET", url: new URL(url), headers: {}, body: null });
const four = (...addresses: string[]): Address[] =>
  addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
const gate = (deps: Partial<GateDeps> = {}) => createGate({ log: quiet, ...deps });

afterEach(() => {
  delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
});

test("TLS: a certificate that is trusted and fits passes", async () => {
  const tls = selfSigned(["localhost"]);
  const server = await record(reply("200 OK", "hello"), { tls });
  const outcome = await gate({ ca: [tls.cert] }).send(get(`https://localhost:${server.port}/`), never);
  expect(outcome).toMatchObject({ kind: "answered", status: 200 });
  expect(await gate({ ca: [tls.cert] }).send(get(`${server.origin}/`), never)).toMatchObject({ kind: "answered" });
});

test("TLS: unknown issuer, wrong name and expired are not sent, whatever the environment says", async () => {
  const good = selfSigned(["localhost"]);
  const other = selfSigned(["other.example"]);
  const old = selfSigned(["localhost"], true);
  for (const [tls, ca] of [
    [good, null],
    [other, [other.cert]],
    [old, [old.cert]],
  ] as const) {
    const server = await record(reply("200 OK"), { tls });
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
    const outcome = await gate({ ca: ca === null ? null : [...ca] }).send(
      get(`https://localhost:${server.port}/`),
      never,
    );
    expect(outcome).toMatchObject({ kind: "not_sent", reason: expect.stringContaining("certificate") });
    expect(server.requests).toEqual([]);
  }
});

test("TLS to a server that speaks none, and to one that says nothing: not sent", async () => {
  const plain = await record(() => {}, { onConnect: (s) => s.on("data", () => s.end("HTTP/1.1 400 Bad\r\n\r\n")) });
  expect((await gate().send(get(`https://localhost:${plain.port}/`), never)).kind).toBe("not_sent");
  const mute = await record(() => {});
  const limits = { ...gateLimits, connectMs: 150 };
  expect(await gate({ limits }).send(get(`https://localhost:${mute.port}/`), never)).toEqual({
    kind: "not_sent",
    reason: "no connection within 0.15 s",
  });
  const cut = await record(() => {}, { onConnect: (s) => s.resetAndDestroy() });
  expect((await gate().send(get(`https://localhost:${cut.port}/`), never)).kind).toBe("not_sent");
});

test("a name that is not found, a resolver that fails or is silent: not sent", async () => {
  const fail = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));
  for (const lookup of [fail("ENOTFOUND"), fail("EAI_AGAIN"), fail("ESERVFAIL"), () => Promise.resolve([])]) {
    expect((await gate({ lookup }).send(get("https://api.example.com/"), never)).kind).toBe("not_sent");
  }
  const silent = gate({ lookup: () => new Promise(() => {}), limits: { ...gateLimits, connectMs: 50 } });
  expect((await silent.send(get("https://api.example.com/"), never)).kind).toBe("not_sent");
});

test("a name that resolves to an address off the internet is refused, in any company and order", async () => {
  const server = await record(reply("200 OK"));
  const bad = [
    "127.0.0.1",
    "127.9.9.9",
    "0.0.0.0",
    "10.0.0.1",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "192.0.0.1",
    "198.18.0.1",
    "203.0.113.7",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::127.0.0.1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:7f00:1",
    "64:ff9b::7f00:1",
    "64:ff9b:1::1",
    "2002:7f00:1::",
    "2001:0:1::1",
    "fc00::1",
    "fd12:3456::1",
    "fe80::1",
    "fe80::1%lo",
    "fec0::1",
    "ff02::1",
    "2001:db8::1",
    "100::1",
    "4000::1",
    "not-an-address",
    "",
  ];
  for (const address of bad) {
    for (const all of [four(address), four("93.184.215.14", address), four(address, "2606:2800:21f::1")]) {
      let asked = 0;
      const lookup = async () => {
        asked++;
        return all;
      };
      const outcome = await gate({ lookup }).send(get(`http://evil.example:${server.port}/`), never);
      expect([address, outcome.kind, asked]).toEqual([address, "refused", 1]);
    }
  }
  expect(server.connections).toBe(0);
});

test("localhost is this computer and nothing else", async () => {
  const server = await record(reply("200 OK"));
  const lookup = async () => four("93.184.215.14");
  expect((await gate({ lookup }).send(get(`http://localhost:${server.port}/`), never)).kind).toBe("refused");
  expect((await gate().send(get(`http://localhost:${server.port}/`), never)).kind).toBe("answered");
});

test("names are resolved once, and the checked address is the connected one (no rebinding)", async () => {
  const server = await record(reply("200 OK"));
  let asked = 0;
  const lookup = async () => four(++asked === 1 ? "127.0.0.1" : "127.0.0.2");
  const outcome = await gate({ lookup }).send(get(`http://localhost:${server.port}/`), never);
  expect([outcome.kind, asked, server.connections]).toEqual(["answered", 1, 1]);
  const elsewhere = gate({ lookup: async () => four("127.0.0.2"), limits: { ...gateLimits, connectMs: 1000 } });
  const missed = await elsewhere.send(get(`http://localhost:${server.port}/`), never);
  expect([missed.kind, server.connections]).toEqual(["not_sent", 1]);
});

test("the second address is tried when the first does not answer, in one request", async () => {
  const server = await record(reply("200 OK"));
  const lookup = async () => four("::1", "127.0.0.1");
  const outcome = await gate({ lookup }).send(get(`http://localhost:${server.port}/`), never);
  expect([outcome.kind, server.requests.length]).toEqual(["answered", 1]);
});

test("literals: listed ones of this computer and of private networks pass the check, others never", async () => {
  for (const url of [
    "http://169.254.169.254/",
    "http://0.0.0.0/",
    "http://[::]/",
    "http://[fe80::1]/",
    "http://224.0.0.1/",
  ]) {
    expect([url, (await gate().send(get(url), never)).kind]).toEqual([url, "refused"]);
  }
});

test("closing the gate while a connection is set up: not sent", async () => {
  const server = await record(reply("200 OK"));
  const g = gate({
    lookup: async () => {
      g.close("switched off");
      return four("127.0.0.1");
    },
  });
  expect(await g.send(get(`http://localhost:${server.port}/`), never)).toEqual({
    kind: "not_sent",
    reason: "switched off",
  });
  expect(server.requests).toEqual([]);
  expect(g.closed()).toBe("switched off");
});
