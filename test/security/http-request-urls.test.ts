// Addresses that try to be somewhere else. Each is refused with no look-up and no socket, by the check and by the call.
import { nothingOwn } from "../support/facts.ts";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createGate } from "../../app/main/tools/gate.ts";
import { createTools } from "../../app/main/tools/tools.ts";
import { quiet } from "../main/tools/recorder.ts";
import { openProxyWorld } from "../support/proxy.ts";

const never = new AbortController().signal;
let sockets = 0;
let lookups = 0;
const count = (): void => {
  sockets++;
};
beforeAll(() => subscribe("net.client.socket", count));
afterAll(() => unsubscribe("net.client.socket", count));

const listed = [
  "https://api.example.com",
  "http://127.0.0.1:8080",
  "http://[::1]:8080",
  "https://xn--bcher-kva.example",
];
const gate = createGate({
  log: quiet,
  lookup: async () => {
    lookups++;
    return [{ address: "127.0.0.1", family: 4 }];
  },
});
const { proxy, close } = openProxyWorld({ gate });
afterAll(close);
const proxied = proxy.outgoing;
const tools = createTools({ ...nothingOwn, destinations: () => listed, outgoing: proxied, log: quiet });

const loopback = `
  127.0.0.1 127.1 127.0.1 127.0.0.1. 2130706433 0x7f000001 0x7f.0.0.1 0x7f.1 0x7F.0X0.0x0.0X1 017700000001 0177.0.0.1
  0177.0.0.01 0177.1 00177.0.0.1 127.0.0.01 127.00.0.1 127.0.0.0x1 127.256 127.65536 0 0.0.0.0 0x0 00 127.127.127.127
  [::1] [::] [0:0:0:0:0:0:0:1] [0000::0001] [::ffff:127.0.0.1] [::ffff:7f00:1] [::FFFF:127.0.0.1] [::127.0.0.1]
  [64:ff9b::127.0.0.1] [2002:7f00:1::] localhost LOCALHOST localhost. foo.localhost localhost.localdomain
  ip6-localhost 127.0.0.1.nip.io ①②⑦.⓪.⓪.① 127。0。0。1 127｡0｡0｡1 127．0．0．1 １２７.0.0.1 ｌｏｃａｌｈｏｓｔ loc%61lhost
  %31%32%37.0.0.1 127.0.0.1%00
`
  .trim()
  .split(/\s+/);
const inside = `
  10.0.0.1 10.1 167772161 0xa000001 012.0.0.1 172.16.0.1 172.31.255.255 192.168.0.1 192.168.1 3232235777 0xc0a80101
  0300.0250.1.1 169.254.169.254 169.254.43518 2852039166 0xa9fea9fe 0xA9.0xFE.0xA9.0xFE 0251.0376.0251.0376
  [::ffff:169.254.169.254] [::ffff:a9fe:a9fe] [fd00:ec2::254] [fe80::1] [fc00::1] 100.64.0.1 100.100.100.200
  metadata.google.internal metadata router printer.local 198.18.0.1 224.0.0.1 255.255.255.255 240.0.0.1
`
  .trim()
  .split(/\s+/);
const pretenders = [
  "api.example.com.",
  "api.example.com..",
  ".api.example.com",
  "api.example.com.evil.test",
  "evil.test",
  "xapi.example.com",
  "example.com",
  "sub.api.example.com",
  "api-example.com",
  "api.example.co",
  "api.example.com%2eevil.test",
  "api.example.com%00.evil.test",
  "api.example.com%0d%0a.evil.test",
  "api.example.com%2f.evil.test",
  "api.example.com%40evil.test",
  "api%2eexample%2ecom",
  "аpi.example.com",
  "api.exаmple.com",
  "api.example.com",
  "api。example。com",
  "ａｐｉ.example.com",
  "api.ex\u00adample.com",
  "api.example\u200b.com",
  "api.example.com\u2044evil.test",
  "api.example.com／evil.test",
  "api.example.com＼evil.test",
  "api.example.com？evil.test",
  "bücher.example",
  "BÜCHER.example",
  "xn--bcher-kva.example.",
  "ℯxample.com",
  "api.example.com:444",
  "api.example.com:80",
  "api.example.com:0443",
  "api.example.com:00443",
  "api.example.com:",
  "api.example.com:65979",
  "api.example.com:-1",
  "api.example.com:4 43",
  "api.example.com:443:443",
  "api.example.com:https",
  "127.0.0.1:8081",
  "127.0.0.1:8443",
  "127.0.0.1",
  "[::1]:8081",
  "[::1%25lo]:8080",
  "[v1.x]",
  "[::1",
].filter((host) => host !== "api.example.com");
const whole = [
  "https://user@api.example.com/",
  "https://user:pass@api.example.com/",
  "https://@api.example.com/",
  "https://:@api.example.com/",
  "https://api.example.com@evil.test/",
  "https://api.example.com:443@evil.test/",
  "https://evil.test@api.example.com/",
  "https://api.example.com%40evil.test/",
  "https://evil.test\\@api.example.com/",
  "https://api.example.com\\@evil.test/",
  "https://api.example.com\\.evil.test/",
  "https:\\\\api.example.com/",
  "https:/\\api.example.com/",
  "https:api.example.com/",
  "https:/api.example.com/",
  "https:///api.example.com/",
  "https:////api.example.com/",
  "//api.example.com/",
  "/api.example.com/",
  "api.example.com",
  "api.example.com/",
  "://api.example.com",
  "",
  " ",
  "https://",
  "https:///",
  "https://?x",
  "https://#x",
  "http://",
  "https",
  " https://api.example.com/",
  "https://api.example.com/ ",
  "\thttps://api.example.com/",
  "ht\ntps://api.example.com/",
  "https://api.exam\nple.com/",
  "https://api.example.com/\r\nHost: evil.test",
  "https://api.example.com/\0",
  "https://api.example.com/a b",
  "https://api.example.com/\u00a0",
  "\ufeffhttps://api.example.com/",
  "https://api.example.com/#",
  "https://api.example.com/#x",
  "https://api.example.com/?a#b",
  "https://evil.test#@api.example.com/",
  "https://evil.test?@api.example.com/",
  "https://evil.test/@api.example.com/",
  "https://evil.test/https://api.example.com/",
  "https://evil.test?https://api.example.com/",
  "https://evil.test#https://api.example.com/",
  "https://evil.test;api.example.com/",
  "https://api.example.com/../admin",
  "https://api.example.com/a/../../b",
  "https://api.example.com/./b",
  "https://api.example.com/a/%2e%2e/b",
  "https://api.example.com/a/%2E./b",
  "https://api.example.com/a/.%2e",
  "https://api.example.com/..",
  "https://api.example.com/a/..?x=1",
  "https://api.example.com\\..\\admin",
  "https://api.example.com/a\\..\\b",
  "http://api.example.com/",
  "http://api.example.com:443/",
  "HTTP://API.EXAMPLE.COM/",
  "https://127.0.0.1:8080/",
  "https://[::1]:8080/",
  "wss://api.example.com/",
  "ws://127.0.0.1:8080/",
  "ftp://api.example.com/",
  "file:///etc/passwd",
  "file://api.example.com/etc/passwd",
  "file:/etc/passwd",
  "data:application/json,{}",
  "javascript:alert(1)",
  "blob:https://api.example.com/x",
  "view-source:https://api.example.com/",
  "gopher://127.0.0.1:8080/_x",
  "dict://127.0.0.1:8080/",
  "unix:/var/run/docker.sock",
  "http://unix:/var/run/docker.sock:/x",
  "about:blank",
  "app://bundle/",
  "jar:https://api.example.com!/",
  "httpss://api.example.com/",
  "https+unix://api.example.com/",
  "null",
  "undefined",
  "[object Object]",
  `https://api.example.com/${"a".repeat(8000)}`,
  `https://${"a".repeat(300)}.example/`,
  "https://api.example.com,evil.test/",
  "https://api.example.com|evil.test/",
  "https://api.example.com<evil.test/",
  "https://api.example.com^evil.test/",
  "https://{{ host }}/",
  "https://*.example.com/",
  "https://*/",
];

const hostile = [
  ...[...loopback, ...inside, ...pretenders].flatMap((host) => [`https://${host}/`, `http://${host}/`]),
  ...loopback.filter((h) => h !== "127.0.0.1" && h !== "[::1]").map((host) => `http://${host}:8080/`),
  ...whole,
];

describe(`${new Set(hostile).size} hostile addresses`, () => {
  test("there are enough of them", () => expect(new Set(hostile).size).toBeGreaterThan(350));

  test.each([...new Set(hostile)].map((url) => [JSON.stringify(url).slice(0, 80), url]))("%s", async (_shown, url) => {
    const args = { method: "GET", url };
    expect(tools.check("http.request", args)).toMatchObject({ ok: false });
    const outcome = await tools.call({ tool: "http.request", arguments: args, effectKey: "k" }, never);
    expect(outcome).toMatchObject({ kind: "failed", retry: false });
    expect([lookups, sockets]).toEqual([0, 0]);
  });
});

test("the count of sockets and look-ups is no blind one: a listed address makes both", async () => {
  const call = (url: string) =>
    tools.call({ tool: "http.request", arguments: { method: "GET", url }, effectKey: "k" }, never);
  await call("http://127.0.0.1:8080/");
  expect(sockets).toBe(1);
  await call("https://api.example.com/");
  expect(lookups).toBe(1);
});

test("case and the scheme's own port are the same origin, and are shown as what they are", () => {
  for (const url of ["HTTPS://API.EXAMPLE.COM/x", "https://api.example.com:443/x", "https://api.example.com/x"]) {
    const checked = tools.check("http.request", { method: "GET", url });
    expect(checked).toMatchObject({ ok: true, arguments: { url: "https://api.example.com/x" } });
  }
  for (const url of [
    "https://xn--bcher-kva.example/a%2Fb?u=https://evil.test/../x@y",
    "http://[::1]:8080/...",
    "http://127.0.0.1:8080",
  ]) {
    expect(tools.check("http.request", { method: "GET", url })).toMatchObject({ ok: true });
  }
});
