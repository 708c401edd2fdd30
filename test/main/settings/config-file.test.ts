import { describe, expect, test } from "vitest";
import { readConfig } from "../../../app/main/settings/config-file.ts";
import { defaultConfig } from "../../../app/main/settings/default-config.ts";
import { defaultSettings } from "../../../app/main/settings/model.ts";

const read = (text: string) => readConfig(text, "Europe/Lisbon");
const settings = (text: string) => {
  const result = read(text);
  if (!result.ok) throw new Error(JSON.stringify(result.flaws));
  return result.settings;
};
const flaws = (text: string) => {
  const result = read(text);
  return result.ok ? [] : result.flaws;
};

test("every key is optional: nothing, comments, empty sections and the file of a new profile are the defaults", () => {
  for (const text of [
    "",
    "\n",
    "# nothing\n",
    "{}",
    "hooks:\noutbox:\nsources:\n",
    "outbox: { gap: }",
    "---\n",
    "\ufeff",
    defaultConfig,
  ]) {
    expect(settings(text)).toEqual(defaultSettings);
  }
});

test("the whole contract", () => {
  const text = `
hooks: { port: 0, max_body_bytes: 2048, hosts: ["Hooks.Example.com", "box.lan:8080"] }
outbox: { gap: 60, quiet_hours: "22:00-07:00" }
approvals: { window: 900 }
sources:
  - { name: github, kind: github, secret: "env:GITHUB_WEBHOOK_SECRET", identical_bodies: run, during_run: restart, urgent: [incident] }
  - { name: shell, kind: token, secret: keychain:shell.token }
schedules:
  - { name: morning, cron: "0 9 * * 1-5", zone: America/New_York, catch_up: each, cap: 3 }
  - { name: pulse, every: 900 }
  - { name: Every evening, cron: 0 18 * * * }
destinations: [ "https://api.github.com", "http://localhost:3000/", "HTTPS://API.GITHUB.COM:443" ]
`;
  expect(settings(text)).toEqual({
    hooks: { port: 0, maxBodyBytes: 2048, hosts: ["hooks.example.com", "box.lan:8080"] },
    outbox: { gapSeconds: 60, quietHours: { fromMinute: 1320, untilMinute: 420 } },
    approvals: { windowSeconds: 900, windowsSeconds: {}, pauseInQuietHours: false },
    credentials: [],
    permissions: [],
    autoMode: false,
    ...{ model: null, limits: defaultSettings.limits, mcpServers: [], folders: [] },
    sources: [
      {
        name: "github",
        kind: "github",
        secret: "env:GITHUB_WEBHOOK_SECRET",
        nextSecret: null,
        expiresOn: null,
        identicalBodies: "run",
        duringRun: "restart",
        urgent: ["incident"],
      },
      {
        name: "shell",
        kind: "token",
        secret: "keychain:shell.token",
        nextSecret: null,
        expiresOn: null,
        identicalBodies: "twin",
        duringRun: "next",
        urgent: [],
      },
    ],
    schedules: [
      { name: "morning", cron: "0 9 * * 1-5", zone: "America/New_York", everySeconds: null, catchUp: "each", cap: 3 },
      { name: "pulse", cron: null, zone: "Europe/Lisbon", everySeconds: 900, catchUp: "latest", cap: 24 },
      {
        name: "Every evening",
        cron: "0 18 * * *",
        zone: "Europe/Lisbon",
        everySeconds: null,
        catchUp: "latest",
        cap: 24,
      },
    ],
    destinations: ["https://api.github.com", "http://localhost:3000"],
  });
});

const github = "{ name: github, kind: github, secret: env:X }";
const windows = /whole number of seconds from 1 to 31536000 \(a year\)/;
describe("each mistake has its line and its reason", () => {
  test.each<[string, string, number | null, RegExp]>([
    ["not a map", "- a\n", 1, /The file must be a map/],
    ["a bare word", "hello\n", 1, /The file must be a map/],
    ["an unknown section", "hooks: {}\noutbx: {}\n", 2, /"outbx" is not known here.*hooks, outbox, approvals/],
    ["an unknown key", "outbox:\n  gap: 1\n  gpa: 2\n", 3, /"outbox.gpa" is not known here.*gap, quiet_hours/],
    ["a wrong type", 'outbox:\n  gap: "3600"\n', 2, /"outbox.gap" must be a whole number of seconds/],
    ["zero", "approvals: { window: 0 }", 1, /from 1/],
    ["a fraction", "outbox: { gap: 1.5 }", 1, /whole number/],
    ["infinity", "outbox: { gap: .inf }", 1, /whole number/],
    ["a port beyond", "hooks:\n\n  port: 65536", 3, /from 0 to 65535/],
    ["a list for a map", "hooks:\n  - port\n", 1, /"hooks" must be a map/],
    ["a map for a list", "a: 1\nsources: {}\n", 1, /"a" is not known/],
    ["a host with a path", 'hooks: { hosts: ["a/b"] }', 1, /"hooks.hosts\[1\]" must be a host/],
    ["quiet hours that are none", "outbox: { quiet_hours: 22-7 }", 1, /"22:00-07:00"/],
    ["quiet hours without length", 'outbox: { quiet_hours: "08:00-08:00" }', 1, /different/],
    ["a source without a secret", "sources:\n  - name: a\n    kind: token\n", 2, /"sources\[1\].secret" is missing/],
    ["an unknown kind", "sources:\n  - name: a\n    kind: gitlab\n    secret: env:A\n", 3, /must be one of github/],
    [
      "a secret in clear",
      "sources:\n  - { name: a, kind: token, secret: hunter2-hunter2 }\n",
      2,
      /never the secret itself/,
    ],
    ["a name with a slash", "sources:\n  - { name: a/b, kind: token, secret: env:A }\n", 2, /name" must be/],
    ["a reserved name", "sources:\n  - { name: timer, kind: token, secret: env:A }\n", 2, /reserved/],
    ["a name twice", `sources:\n  - ${github}\n  - ${github}\n`, 3, /"github" stands twice/],
    [
      "identical bodies otherwise",
      "sources:\n  - { name: a, kind: token, secret: env:A, identical_bodies: yes }\n",
      2,
      /twin or run/,
    ],
    [
      "a schedule twice",
      "schedules:\n - { name: a, every: 5 }\n - { name: a, every: 5 }\n",
      3,
      /stands twice in schedules/,
    ],
    ["no timing", "schedules:\n - { name: a }\n", 2, /exactly one of/],
    ["two timings", 'schedules:\n - { name: a, every: 5, cron: "* * * * *" }\n', 2, /exactly one of/],
    ["an impossible date", 'schedules:\n - { name: a, cron: "* * 31 2 *" }\n', 2, /./],
    ["a cron with seconds", 'schedules:\n - { name: a, cron: "* * * * * *" }\n', 2, /./],
    ["no such zone", 'schedules:\n - { name: a, cron: "0 9 * * *", zone: Europe/Atlantis }\n', 2, /no such time zone/],
    ["every zero", "schedules:\n - { name: a, every: 0 }\n", 2, /interval 0/],
    ["a cap of zero", "schedules:\n - { name: a, every: 5, cap: 0 }\n", 2, /cap 0/],
    [
      "a destination with a path",
      'destinations:\n - "https://a.test"\n - "https://a.test/x"\n',
      3,
      /Destination 2.*write "https:\/\/a.test"/,
    ],
    ["a destination with a user", "destinations: [ https://me@a.test ]", 1, /user name/],
    ["a destination in disguise", "destinations: [ http://2130706433 ]", 1, /means "127.0.0.1"/],
    ["a destination that is none", "destinations: [ api.github.com ]", 1, /does not start with https/],
    ["a key twice", "outbox: { gap: 1 }\noutbox: { gap: 2 }\n", 2, /"outbox" stands twice .*first on line 1/],
    ["broken YAML", "outbox:\n  gap: [1\n", 3, /./],
    ["a tab", "outbox:\n\tgap: 1\n", 2, /tab indents.*spaces/],
    ["two documents", "outbox: {}\n---\nhooks: {}\n", 2, /second document/],
    ["an unknown tag", "outbox: !!js/function 'x'\n", 1, /in quotes/],
    ["__proto__", "__proto__: { gap: 1 }\n", 1, /__proto__.*Remove it/],
    [
      "a source in upper case",
      "sources:\n  - { name: GitHub, kind: github, secret: env:X }\n",
      2,
      /must be in lower case/,
    ],
    [
      "a source with a space",
      "sources:\n  - { name: my hub, kind: github, secret: env:X }\n",
      2,
      /a-z \(lower case\), 0-9/,
    ],
    ["a window of 0", "approvals: { window: 0 }", 1, windows],
    ["a window of less", "approvals: { window: -5 }", 1, windows],
    ["a window of ages", "approvals:\n  window: 1000000000000\n", 2, windows],
    ["a window of ages, shorter", "approvals: { window: 1e12 }", 1, windows],
    ["a window of one and a half", "approvals: { window: 1.5 }", 1, windows],
    ["a window in hours", "approvals: { window: 4h }", 1, windows],
    ["a window beyond all digits", "approvals: { window: 99999999999999999999 }", 1, /too large/],
    ["a year and a second", "outbox: { gap: 31536001 }", 1, windows],
    ["an unclosed quote", 'outbox:\n  quiet_hours: "22:00-07:00\nhooks: {}\n', 2, /quote opens here/],
    ["an alias of nothing", "outbox: *none\n", 1, /in quotes/],
    ["a merge key", "x: &x { gap: 1 }\noutbox: { <<: *x }\n", 1, /./],
  ])("%s", (_name, text, line, reason) => {
    const found = flaws(text);
    expect(found).not.toEqual([]);
    expect(found[0]?.line).toBe(line);
    expect(found[0]?.reason).toMatch(reason);
  });

  test("all at once, in the order of the file", () => {
    const found = flaws(
      "hooks: { port: x }\noutbox:\n  gap: 0\n  nap: 1\nsources:\n  - { name: A, kind: b, secret: c }\n",
    );
    expect(found.map(({ line }) => line)).toEqual([1, 3, 4, 6, 6, 6]);
  });

  test("no reason repeats a value, which may be a secret", () => {
    const text =
      "sources:\n  - { name: sEcret1, kind: sEcret2, secret: sEcret3, x: 1 }\noutbox: { gap: sEcret4, quiet_hours: sEcret5 }";
    expect(JSON.stringify(flaws(text))).not.toMatch(/sEcret/);
  });
});

test("bombs are refused, not unfolded", () => {
  const levels = Array.from(
    { length: 12 },
    (_, i) =>
      `a${i}: &a${i} [${Array(10)
        .fill(i ? `*a${i - 1}` : "x")
        .join(", ")}]`,
  );
  expect(flaws(levels.join("\n"))[0]?.reason).toMatch(/alias/i);
  expect(flaws(`x: ${"[".repeat(100_000)}`)).not.toEqual([]);
  expect(flaws(`# ${"x".repeat(1_048_576)}`)[0]?.reason).toMatch(/larger than 256 KiB/);
});
