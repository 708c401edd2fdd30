// Five hundred ways to reach what a grant does not cover, through the proxy's own door: no connection to a refused address, no
// credential where there is no grant. And resolvers that lie.
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Address } from "../../app/main/tools/addresses.ts";
import { createGate } from "../../app/main/tools/gate.ts";
import { ask, credential, grantLine, openRig, raw, secret } from "../main/proxy/rig.ts";
import { quiet, record, reply } from "../main/tools/recorder.ts";

let sockets: string[] = [];
const count = (message: unknown): void => {
  const { socket } = message as {
    socket: { once(name: "lookup" | "connect", then: () => void): void; remoteAddress?: string; remotePort?: number };
  };
  socket.once("connect", () => sockets.push(`${socket.remoteAddress}:${socket.remotePort}`));
};
beforeAll(() => subscribe("net.client.socket", count));
afterAll(() => unsubscribe("net.client.socket", count));

const hosts = `
  evil.test 127.0.0.1 127.1 2130706433 0x7f000001 0177.0.0.1 0 0.0.0.0 [::1] [::] [::ffff:127.0.0.1] [::ffff:7f00:1]
  [64:ff9b::7f00:1] [2002:7f00:1::] 10.0.0.1 172.16.0.1 192.168.0.1 169.254.169.254 2852039166 0xa9fea9fe
  [fd00:ec2::254] [fe80::1] 100.64.0.1 198.18.0.1 224.0.0.1 255.255.255.255 metadata.google.internal localhost
  localhost. foo.localhost 127.0.0.1.nip.io ①②⑦.⓪.⓪.① 127。0。0。1 loc%61lhost %31%32%37.0.0.1 api.example.com.evil.test
`
  .trim()
  .split(/\s+/);
const aroundHosts: ((host: string) => string)[] = [
  (host) => `http://${host}/granted`,
  (host) => `https://${host}/granted`,
  (host) => `//${host}/granted`,
  (host) => `/\\${host}/granted`,
  (host) => `\\\\${host}\\granted`,
  (host) => `@${host}/granted`,
  (host) => `:80@${host}/granted`,
  (host) => `.${host}/granted`,
  (host) => `/granted/../../${host}/`,
  (host) => `/granted/%2e%2e/${host}`,
  (host) => `/granted/..%2f..%2f${host}`,
  (host) => `/%2f${host}/granted`,
  (host) => `///${host}/granted`,
  (host) => `/granted#@${host}/`,
];
const climbing = [
  "..",
  ".",
  "%2e%2e",
  "%2E%2e",
  ".%2e",
  "%2e",
  "..;",
  "..;x=1",
  "%252e%252e",
  "%c0%ae%c0%ae",
  "%EF%BC%8E%EF%BC%8E",
  "..%00",
  "..\\",
];
const joins = ["/", "%2f", "%2F", "\\", "%5c", "//", "/./"];
const paths = [
  ...climbing.flatMap((up) => joins.map((join) => `/granted${join}${up}${join}admin`)),
  ...[
    "/",
    "/admin",
    "/grantedx",
    "/Granted",
    "/granted%20",
    "/%67ranted",
    "/granted%2Fx",
    "/granted%2f..",
    "*",
    "?",
    "",
    "granted",
  ],
  ...[
    "/granted;/../admin",
    "/granted%00",
    "/granted/%0d%0aHost:%20evil.test",
    "/granted/%",
    "/granted/%zz",
    "/granted/%u002e%u002e/",
  ],
  ...["/granted/\u0001", "/granted/\u007f", "/granted/ü", "/granted/a b", "/granted\tx"],
];
const hostile = [...new Set([...hosts.flatMap((host) => aroundHosts.map((around) => around(host))), ...paths])];

describe(`${hostile.length} targets`, () => {
  test("there are enough of them", () => expect(hostile.length).toBeGreaterThan(500));

  test("none goes anywhere, with a credential or without", async () => {
    const server = await record(reply("200 OK"));
    const rig = await openRig(server.origin);
    const token = rig.token(server.origin, { pathPrefix: "/granted", uses: 10_000 });
    const bare = rig.token(server.origin, { pathPrefix: "/granted", uses: 10_000, credential: null });
    for (const target of hostile) {
      for (const one of [token, bare]) {
        sockets = [];
        const { status } = await ask(rig, target, [grantLine(one)]);
        expect([target, status, status >= 400 || status === 0]).toEqual([target, status, true]);
        // The one socket is the caller's own, to the proxy.
        expect([target, sockets]).toEqual([target, [`127.0.0.1:${rig.port}`]]);
      }
    }
    expect(server.connections).toBe(0);
    expect(rig.uses().filter(({ outcome }) => outcome !== "refused")).toEqual([]);
    sockets = [];
    expect((await ask(rig, "/granted/x", [grantLine(token)])).status).toBe(200);
    expect(sockets).toContain(`127.0.0.1:${server.port}`);
  }, 120_000);
});

const bad = `
  127.0.0.1 127.9.9.9 0.0.0.0 10.0.0.1 172.16.0.1 192.168.1.1 169.254.169.254 100.64.0.1 192.0.0.1 198.18.0.1 203.0.113.7
  224.0.0.1 240.0.0.1 255.255.255.255 :: ::1 ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:7f00:1 64:ff9b::7f00:1
  64:ff9b:1::1 2002:7f00:1:: 2001:0:1::1 fc00::1 fd12:3456::1 fe80::1 fec0::1 ff02::1 2001:db8::1 100::1 4000::1
`
  .trim()
  .split(/\s+/);
const asAddress = (address: string): Address => ({ address, family: address.includes(":") ? 6 : 4 });

test("a resolver that names a private address, alone or among public ones, in any order: refused, no connection", async () => {
  const server = await record(reply("200 OK"));
  let answers: Address[] = [];
  const destination = `http://api.example:${server.port}`;
  const rig = await openRig(destination, { gate: createGate({ log: quiet, lookup: async () => answers }) });
  const token = rig.token(destination);
  for (const address of bad) {
    for (const all of [
      [address],
      ["93.184.215.14", address],
      [address, "2606:2800:21f::1"],
      ["93.184.215.14", address, "1.1.1.1"],
    ]) {
      answers = all.map(asAddress);
      sockets = [];
      expect([all, (await ask(rig, "/", [grantLine(token)])).status]).toEqual([all, 403]);
      expect([all, sockets]).toEqual([all, [`127.0.0.1:${rig.port}`]]);
    }
  }
  expect(server.connections).toBe(0);
});

test("rebinding between the check and the connection: asked once, and what was checked is connected", async () => {
  const server = await record(reply("200 OK"));
  let asked = 0;
  const destination = `http://localhost:${server.port}`;
  const lookup = async () => [asAddress(++asked === 1 ? "127.0.0.1" : "169.254.169.254")];
  const rig = await openRig(destination, { gate: createGate({ log: quiet, lookup }) });
  expect((await ask(rig, "/", [grantLine(rig.token(destination))])).status).toBe(200);
  expect([asked, server.connections]).toEqual([1, 1]);
  expect((await ask(rig, "/", [grantLine(rig.token(destination))])).status).toBe(403);
  expect(server.connections).toBe(1);
});

test("redirects to another host, port, scheme: nothing goes there, with or without the credential", async () => {
  const other = await record(reply("200 OK"));
  const ways = [
    `http://127.0.0.1:${other.port}/`,
    `http://localhost:${other.port}/`,
    `https://127.0.0.1:${other.port}/`,
    `//127.0.0.1:${other.port}`,
  ];
  for (const to of ways) {
    const server = await record(
      reply("307 Temporary Redirect", "", [`location: ${to}`, "refresh: 0;url=http://evil.test/"]),
    );
    const rig = await openRig(server.origin);
    sockets = [];
    const { status } = await ask(rig, "/", [grantLine(rig.token(server.origin))], "POST", "{}");
    expect([to, status]).toEqual([to, 307]);
    expect(sockets.sort()).toEqual([`127.0.0.1:${rig.port}`, `127.0.0.1:${server.port}`].sort());
  }
  expect(other.connections).toBe(0);
});

test("a second request hidden in the first does not reach the server under the first one's grant", async () => {
  const server = await record(reply("200 OK"));
  const rig = await openRig(server.origin);
  const token = rig.token(server.origin, { pathPrefix: "/granted", methods: ["POST"] });
  const inner = `GET /admin HTTP/1.1\r\nHost: x\r\n\r\n`;
  const head = `POST /granted HTTP/1.1\r\nHost: 127.0.0.1:${rig.port}\r\n${grantLine(token)}\r\n`;
  const framings = [
    `Content-Length: 0\r\nContent-Length: ${inner.length}\r\n\r\n${inner}`,
    `Content-Length: ${inner.length}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${inner}`,
    `Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${inner}`,
    `Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${inner}`,
    `Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${inner}`,
    `X: a\rTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${inner}`,
  ];
  for (const framing of framings) await raw(rig.port, head + framing);
  expect(server.requests.filter((text) => text.includes("/admin"))).toEqual([]);
  // Two in one stream are two requests, each with its own check.
  await raw(rig.port, `${head}Content-Length: 0\r\n\r\n${inner}`);
  expect(server.requests.filter((text) => /admin/.test(text))).toEqual([]);
});

test("a grant for one destination carries no other's credential, and a credential no other's grant", async () => {
  const [one, two] = [await record(reply("200 OK")), await record(reply("200 OK"))];
  const rig = await openRig(one.origin);
  rig.credentials.push(credential(two.origin, { name: "second", secret: "keychain:second" }));
  rig.secrets["keychain:second"] = { state: "ok", value: "second-secret-0123" };
  const crossed = [
    rig.token(two.origin, { credential: "api" }),
    rig.token(one.origin, { credential: "second" }),
    rig.token(two.origin, { credential: "API" }),
  ];
  for (const token of crossed) expect((await ask(rig, "/", [grantLine(token)])).status).toBe(403);
  expect([one.connections, two.connections]).toEqual([0, 0]);
  await ask(rig, "/", [grantLine(rig.token(two.origin, { credential: "second" }))]);
  expect(two.requests[0]).toContain("Bearer second-secret-0123\r\n");
  expect(two.requests[0]).not.toContain(secret);
});
