// credentials, permissions, windows, exchanged secrets and expiry days in config.yaml: what they mean, and each mistake.
import { describe, expect, test } from "vitest";
import { readConfig } from "../../../app/main/settings/config-file.ts";
import { defaultConfig } from "../../../app/main/settings/default-config.ts";

const settings = (text: string) => {
  const result = readConfig(text, "UTC");
  if (!result.ok) throw new Error(JSON.stringify(result.flaws));
  return result.settings;
};
const flaws = (text: string) => {
  const result = readConfig(text, "UTC");
  return result.ok ? [] : result.flaws;
};

const open = {
  ...{ methods: null, host: null, path: null, folder: null, recipient: null, amountMax: null, credential: null },
  ...{ exact: false, trusted: true, windowSeconds: null },
};

test("the whole contract", () => {
  const read = settings(`
approvals: { window: 900, windows: { http.request: 3600, mcp.mail.send: 60 }, pause_in_quiet_hours: true }
auto_mode: true
sources:
  - { name: github, kind: github, secret: ["env:OLD", "keychain:new"], expires: 2027-03-01 }
  - { name: one, kind: github, secret: ["env:ONLY"] }
credentials:
  - { name: github, secret: "keychain:github", header: "Authorization: Bearer {secret}", destinations: ["https://API.github.com:443/"], expires: "2027-03-01" }
  - name: lab
    secret: env:LAB
    header: "PRIVATE-TOKEN:{secret}"
    destinations: [ http://gitlab.lan:8080, https://gitlab.lan ]
permissions:
  - { tool: http.request, method: get, host: API.github.com, decide: allow }
  - { tool: http.request, method: [DELETE, put, Put], decide: deny, window: 60 }

  - tool: "mcp.*"
    host: "*.Example.com:8443"
    path: /repos/octo$
    folder: /home/me
    recipient: a@example.com
    amount: 12.5
    credential: github
    decide: allow
    trusted: false
`);
  expect(read.approvals).toEqual({
    windowSeconds: 900,
    windowsSeconds: { "http.request": 3600, "mcp.mail.send": 60 },
    pauseInQuietHours: true,
  });
  expect(read.autoMode).toBe(true);
  expect(read.sources.map(({ secret, nextSecret, expiresOn }) => [secret, nextSecret, expiresOn])).toEqual([
    ["env:OLD", "keychain:new", "2027-03-01"],
    ["env:ONLY", null, null],
  ]);
  expect(read.credentials).toEqual([
    {
      ...{ name: "github", secret: "keychain:github", expiresOn: "2027-03-01" },
      header: { name: "Authorization", value: "Bearer {secret}" },
      destinations: ["https://api.github.com"],
    },
    {
      ...{ name: "lab", secret: "env:LAB", expiresOn: null },
      header: { name: "PRIVATE-TOKEN", value: "{secret}" },
      destinations: ["http://gitlab.lan:8080", "https://gitlab.lan"],
    },
  ]);
  expect(read.permissions).toEqual([
    { ...open, tool: "http.request", methods: ["GET"], host: "api.github.com", decide: "allow", line: 14 },
    { ...open, tool: "http.request", methods: ["DELETE", "PUT"], decide: "deny", windowSeconds: 60, line: 15 },
    {
      ...{ tool: "mcp.*", methods: null, host: "*.example.com:8443", path: "/repos/octo$", folder: "/home/me" },
      ...{ recipient: "a@example.com", amountMax: 12.5, credential: "github", exact: false, decide: "allow" },
      ...{ trusted: false, windowSeconds: null, line: 17 },
    },
  ]);
  expect(settings("credentials:\npermissions: []\nauto_mode:\n")).toMatchObject({ permissions: [], autoMode: false });
});

test("a credential's places are its own: they are not listed for calls without it", () => {
  const text = 'credentials: [{ name: a, secret: env:A, header: "X-Key: {secret}", destinations: ["https://a.test"] }]';
  expect(settings(text).destinations).toEqual([]);
});

const credential = (more: string) => `credentials:\n  - { name: a, secret: env:A, ${more} }\n`;
const header = (text: string) => credential(`header: '${text}', destinations: [ "https://a.test" ]`);
const permission = (more: string) => `permissions:\n  - { ${more} }\n`;
const call = (more: string) => permission(`tool: http.request, decide: allow, ${more}`);

describe("each mistake has its line and its reason", () => {
  test.each<[string, string, number, RegExp]>([
    [
      "a credential without a header",
      credential("destinations: [ https://a.test ]"),
      2,
      /"credentials\[1\].header" is missing/,
    ],
    ["no {secret}", header("Authorization: Bearer hunter2"), 2, /\{secret\} in its value exactly once/],
    ["{secret} twice", header("Authorization: {secret} {secret}"), 2, /exactly once/],
    ["{secret} in the name", header("X-{secret}: {secret}"), 2, /must be a header and its value/],
    ["no colon", header("Bearer {secret}"), 2, /must be a header and its value/],
    [
      "a line break",
      credential('header: "X-Key: {secret}\\r\\nHost: b", destinations: [ "https://a.test" ]'),
      2,
      /one line/,
    ],
    ...["Host", "content-length", "Transfer-Encoding", "Proxy-Authorization", "X-Forwarded-For", "sec-fetch-site"].map(
      (name): [string, string, number, RegExp] => [name, header(`${name}: {secret}`), 2, /can not carry a credential/],
    ),
    ["x-nightjar-grant", header("X-Nightjar-Grant: {secret}"), 2, /can not carry/],
    ["x-http-method-override", header("X-HTTP-Method-Override: {secret}"), 2, /can not carry/],
    ["idempotency-key", header("Idempotency-Key: {secret}"), 2, /can not carry/],
    ["no destinations", credential('header: "X-Key: {secret}", destinations: []'), 2, /at least one place/],
    ["destinations missing", credential('header: "X-Key: {secret}"'), 2, /"credentials\[1\].destinations" is missing/],
    [
      "a destination with a path",
      credential('header: "X-Key: {secret}", destinations: [ "https://a.test/x" ]'),
      2,
      /write "https:\/\/a.test"/,
    ],
    [
      "a destination in disguise",
      credential('header: "X-Key: {secret}", destinations: [ "http://0x7f.1" ]'),
      2,
      /127.0.0.1/,
    ],
    [
      "a secret in clear",
      'credentials:\n  - { name: a, secret: hunter2, header: "X-Key: {secret}", destinations: [] }\n',
      2,
      /never the secret itself/,
    ],
    [
      "a credential twice",
      `${header("X-Key: {secret}")}  - { name: a, secret: env:B, header: "X-B: {secret}", destinations: ["https://b.test"] }\n`,
      3,
      /"a" stands twice in credentials/,
    ],
    [
      "a credential in upper case",
      'credentials:\n  - { name: A, secret: env:A, header: "X-Key: {secret}", destinations: ["https://a.test"] }\n',
      2,
      /lower case/,
    ],
    [
      "no such day",
      credential('header: "X-Key: {secret}", destinations: ["https://a.test"], expires: 2027-02-30'),
      2,
      /day of the calendar/,
    ],
    [
      "no such day of a source",
      "sources:\n  - { name: a, kind: token, secret: env:A, expires: tomorrow }\n",
      2,
      /day of the calendar/,
    ],
    ["three secrets", "sources:\n  - { name: a, kind: token, secret: [env:A, env:B, env:C] }\n", 2, /list of two/],
    ["no secrets", "sources:\n  - { name: a, kind: token, secret: [] }\n", 2, /list of two/],
    [
      "one secret in clear of two",
      "sources:\n  - { name: a, kind: token, secret: [env:A, hunter2] }\n",
      2,
      /never the secret itself/,
    ],
    ["twice the same secret", "sources:\n  - { name: a, kind: token, secret: [env:A, env:A] }\n", 2, /the same/],
    ["a permission without a tool", permission("decide: allow"), 2, /"permissions\[1\].tool" is missing/],
    ["a permission that decides nothing", permission("tool: a"), 2, /"permissions\[1\].decide" is missing/],
    ["another decision", permission("tool: a, decide: maybe"), 2, /allow, ask, deny/],
    ["an unknown key", call("hosts: a.test"), 2, /"permissions\[1\].hosts" is not known.*host/],
    ["a tool with a star inside", permission('tool: "mcp.*.read", decide: deny'), 2, /star can only stand at its end/],
    ["two tools", permission('tool: "a b", decide: deny'), 2, /no spaces/],
    ["an unknown method", call("method: GETT"), 2, /must be one of GET/],
    ["an unknown method in a list", call("method: [GET, all]"), 2, /must be one of GET/],
    ["an empty list of methods", call("method: []"), 2, /must be one of GET/],
    ["a host with a scheme", call('host: "https://a.test"'), 2, /write the host alone/],
    ["a host with a path", call("host: a.test/x"), 2, /path stands under path/],
    ["a host in disguise", call("host: 0x7f.1"), 2, /means "127.0.0.1"/],
    ["a host in other letters", call("host: bücher.example"), 2, /xn--/],
    ["a host with a full stop at its end", call("host: a.test."), 2, /full stop/],
    ["a host with a scheme, in clear", call('host: "http://a.test"'), 2, /write the host alone/],
    ["a tool with what nobody sees", permission('tool: "http.request\\u200b", decide: deny'), 2, /nobody sees/],
    [
      "the same, exact",
      permission('tool: "http.request\\u200b", decide: deny, exact: true'),
      2,
      /nobody sees, so it would not match/,
    ],
    ["a star in a host", call('host: "api.*.test"'), 2, /only stand in front/],
    ["a star for every host", call('host: "*"'), 2, /leave host out/],
    ["a path without a slash", call("path: repos"), 2, /does not start with a slash/],
    ["a path with a query", call('path: "/a?b"'), 2, /ends before/],
    ["a path with a star", call('path: "/repos/*"'), 2, /everything below it anyway/],
    ["a folder from nowhere", call("folder: ~/notes"), 2, /not a whole path/],
    ["a folder with a star", call('folder: "/home/*"'), 2, /star means nothing/],
    ["an amount in words", call("amount: ten"), 2, /must be a number/],
    ["less than nothing", call("amount: -1"), 2, /less than 0/],
    ["a window of zero", call("window: 0"), 2, /from 1/],
    ["trusted otherwise", call("trusted: maybe"), 2, /true or false/],
    [
      "a window of a tool of zero",
      "approvals:\n  windows:\n    http.request: 0\n",
      3,
      /"approvals.windows.http.request" must be a whole number of seconds/,
    ],
    ["windows as a list", "approvals:\n  windows: [ 5 ]\n", 2, /map of tools and seconds/],
    ["pausing otherwise", "approvals: { pause_in_quiet_hours: 5 }", 1, /true or false/],
    ["auto mode otherwise", "hooks: {}\nauto_mode: on\n", 2, /true or false/],
  ])("%s", (_name, text, line, reason) => {
    const [found] = flaws(text);
    expect(found?.line).toBe(line);
    expect(found?.reason).toMatch(reason);
    expect(JSON.stringify(flaws(text))).not.toMatch(/hunter2/);
  });

  test.each(["method", "host", "path", "folder", "recipient", "amount", "credential", "trusted", "window", "exact"])(
    "a %s with nothing behind its colon does not count as left out: the rule would be wider than it looks",
    (key) => {
      const found = flaws(`permissions:\n  - tool: http.request\n    ${key}:\n    decide: allow\n`);
      expect(found.map(({ line }) => line)).toEqual([3]);
    },
  );

  test("more permissions than decisions are made for are refused", () => {
    const many = (n: number) => `permissions:\n${"  - {tool: a, decide: ask}\n".repeat(n)}`;
    expect(settings(many(500)).permissions).toHaveLength(500);
    expect(flaws(many(501))[0]?.reason).toMatch(/more than 500/);
  });
});

test("a port can be named, also one that a scheme leaves out", () => {
  const hosts = ["a.test:443", "a.test:80", "*.a.test:8443", "[::1]:80"];
  expect(hosts.map((host) => settings(call(`host: "${host}"`)).permissions[0]?.host)).toEqual(hosts);
  expect(settings(call('exact: true, host: "http://A.test:8080"')).permissions[0]?.host).toBe("http://a.test:8080");
});

test("an exact permission holds what a call showed, stars and all", () => {
  const [rule] = settings(
    call('exact: true, host: "*.a.test:443", path: "/x*$", folder: "/a*", amount: -5'),
  ).permissions;
  expect(rule).toMatchObject({ exact: true, host: "*.a.test:443", path: "/x*$", folder: "/a*", amountMax: -5 });
});

test("what stands as an example in a new config.yaml is good once its # is taken away", () => {
  const awake = defaultConfig
    .slice(defaultConfig.indexOf("\n#\n"))
    .split("\n")
    .filter((line) => /^# ?( *- |[a-z_]+:|  )/.test(line) && !/while a secret is exchanged/.test(line))
    .map((line) => line.replace(/^# ?/, ""))
    .join("\n");
  const read = settings(awake);
  expect([read.credentials.length, read.permissions.length, read.sources.length]).toEqual([1, 3, 1]);
  expect(read.approvals.windowsSeconds).toEqual({ "http.request": 3600 });
});
