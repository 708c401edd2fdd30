// Changes of permissions and credentials in the file: the line that was shown, comments and order, and what reads back.
import fc from "fast-check";
import { expect, test } from "vitest";
import { ruleLine } from "../../../app/main/engine/permissions/always.ts";
import type { PermissionRule } from "../../../app/main/engine/permissions/rule.ts";
import {
  dropCredential,
  dropPermission,
  editPermission,
  putAutoMode,
  putCredential,
  putNextSecret,
  putOneSecret,
  putPermission,
} from "../../../app/main/settings/access-edit.ts";
import { patchSettings } from "../../../app/main/settings/config-edit.ts";
import { readConfig } from "../../../app/main/settings/config-file.ts";
import { defaultConfig } from "../../../app/main/settings/default-config.ts";
import { edited } from "../../../app/main/settings/yaml-edit.ts";

const file = `# mine
sources:
  # the work account
  - { name: github, kind: github, secret: "env:OLD" } # since May
  - name: shell # scripts
    kind: token
    secret: env:SH # in the profile
    expires: 2027-01-01 # then a new one
credentials:
  - name: github # the bot's
    secret: keychain:github # sealed
    header: "Authorization: Bearer {secret}" # as they want it
    destinations:
      - https://api.github.com/ # the API
      - https://uploads.github.com # files
# what it may do
permissions:
  # reading
  - { tool: http.request, method: GET, host: api.github.com, decide: allow } # harmless
  - tool: "http.request" # never
    method: [ delete, PUT ] # these
    credential: github # the bot's
    decide: deny # ever

  - { tool: "*", recipient: "a\\u202eb", decide: ask } # odd
approvals:
  windows:
    # by tool
    http.request: 3600 # an hour
`;
const comments = (text: string): string[] => text.match(/#.*$/gm) ?? [];
const settings = (text: string) => {
  const read = readConfig(text, "UTC");
  if (!read.ok) throw new Error(JSON.stringify(read.flaws));
  return read.settings;
};
const rules = (text: string) => settings(text).permissions.map(({ line: _line, ...rest }) => rest);
const rule = (more: Partial<PermissionRule> = {}): PermissionRule => ({
  ...{ tool: "http.request", methods: ["POST"], host: "api.github.com", path: "/user$", folder: null, recipient: null },
  ...{ amountMax: null, credential: "github", exact: true, decide: "allow", trusted: false, windowSeconds: null },
  line: null,
  ...more,
});
const without = ({ line: _line, ...rest }: PermissionRule) => rest;
/** The lines of `after` that are not in `before`, and the other way round. */
const difference = (before: string, after: string) => {
  const [old, now] = [before.split("\n"), after.split("\n")];
  return { gone: old.filter((line) => !now.includes(line)), come: now.filter((line) => !old.includes(line)) };
};

test("a permission is added as the very line that was shown, and no other line is different", () => {
  const text = edited(file, putPermission(rule()));
  expect(difference(file, text)).toEqual({ gone: [], come: [`  ${ruleLine(rule())}`] });
  expect(text.indexOf(ruleLine(rule()))).toBeGreaterThan(text.indexOf("# odd"));
  expect(rules(text)).toEqual([...rules(file), without(rule())]);
  for (const [before, own] of [
    ["", rule({ credential: null })],
    ["# only a comment\n", rule({ credential: null })],
    [defaultConfig, rule({ credential: null })],
    ["permissions:\n", rule({ credential: null })],
    ["permissions: [] # none\n", rule({ credential: null })],
  ] as const) {
    const after = edited(before, putPermission(own));
    expect(after).toContain(`\n  ${ruleLine(own)}`);
    expect(comments(after)).toEqual(comments(before));
    expect(rules(after)).toEqual([without(own)]);
  }
});

test("what is unseen stays an escape, also when something else is changed later", () => {
  const odd = rule({ recipient: "me\u202e\u200b@example.com", credential: null });
  const first = edited(file, putPermission(odd));
  const text = edited(first, patchSettings({ gapSeconds: 60 }));
  expect(text).toContain(ruleLine(odd));
  expect(text).toContain('recipient: "a\\u202eb"');
  expect(text).not.toMatch(/[\u202e\u200b]/);
  expect(rules(text)).toEqual([...rules(file), without(odd)]);
});

test("a text that looks like one of our marks is left alone", () => {
  const before = 'permissions:\n  - { tool: verbatim_0x, recipient: "\\u00e9verbatim__1x", decide: ask }\n';
  const text = edited(before, putPermission(rule({ tool: "verbatim_0x", credential: null })));
  expect(difference(before, text).gone).toEqual([]);
  expect(rules(text).map(({ tool }) => tool)).toEqual(["verbatim_0x", "verbatim_0x"]);
});

test("a permission is removed alone, with its own comment", () => {
  const text = edited(file, dropPermission(1));
  expect(difference(file, text).come).toEqual([]);
  expect(rules(text)).toEqual(rules(file).toSpliced(1, 1));
  expect(comments(file).filter((one) => !comments(text).includes(one))).toEqual(["# never", "# these", "# ever"]);
  expect(rules(edited(edited(text, dropPermission(1)), dropPermission(0)))).toEqual([]);
});

test("a permission is changed where it stands: keys that say the same keep their line and comment", () => {
  const [first, second] = settings(file).permissions;
  if (first === undefined || second === undefined) throw new Error("there are two");
  const text = edited(file, editPermission(1, { ...second, methods: ["DELETE"], windowSeconds: 60, credential: null }));
  expect(difference(file, text)).toEqual({
    gone: ["    method: [ delete, PUT ] # these", "    credential: github # the bot's"],
    come: ["    method: DELETE # these", "    window: 60"],
  });
  const flow = edited(file, editPermission(0, { ...first, path: "/a: b, {c}", host: null }));
  expect(difference(file, flow).come).toEqual([
    '  - { tool: http.request, method: GET, decide: allow, path: "/a: b, {c}" } # harmless',
  ]);
  const anchored = "permissions:\n  - &a { tool: x, decide: ask }\n  - *a\n";
  expect(() => edited(anchored, editPermission(0, first))).toThrow(/anchor/);
  expect(() => edited(anchored, editPermission(1, first))).toThrow(/anchor/);
});

test("a credential is changed in place, added at the end, removed with or without what names it", () => {
  const given = {
    ...{ name: "github", secret: "keychain:github", header: "X-Api-Key: {secret}", expiresOn: "2028-01-01" },
    destinations: ["https://api.github.com", "https://new.example"],
  };
  const text = edited(file, putCredential(given));
  expect(difference(file, text)).toEqual({
    gone: [
      '    header: "Authorization: Bearer {secret}" # as they want it',
      "      - https://uploads.github.com # files",
    ],
    come: [
      '    header: "X-Api-Key: {secret}" # as they want it',
      "      - https://new.example",
      "    expires: 2028-01-01",
    ],
  });
  const stripe = { ...given, name: "stripe", destinations: ["https://api.stripe.com"], expiresOn: null };
  const added = edited(file, putCredential(stripe));
  expect(difference(file, added).gone).toEqual([]);
  expect(settings(added).credentials[1]).toEqual({
    ...{ name: "stripe", secret: "keychain:github", expiresOn: null },
    header: { name: "X-Api-Key", value: "{secret}" },
    destinations: ["https://api.stripe.com"],
  });
  expect(settings(edited("{}\n", putCredential(stripe))).credentials).toHaveLength(1);

  const both = edited(added, dropCredential("github", true));
  expect(settings(both).credentials.map(({ name }) => name)).toEqual(["stripe"]);
  expect(rules(both)).toEqual(rules(file).toSpliced(1, 1));
  expect(rules(edited(added, dropCredential("github", false)))).toEqual(rules(file));
  expect(edited(file, dropCredential("nobody", true))).toBe(file);
});

test("a secret is exchanged: a second one comes, and one of both stays; comments stay", () => {
  const github = (text: string) => settings(text).sources.map((s) => [s.name, s.secret, s.nextSecret, s.expiresOn]);
  const begun = edited(edited(file, putNextSecret("shell", "keychain:sh2")), putNextSecret("github", "env:NEW"));
  expect(begun).toContain("secret: [ env:SH, keychain:sh2 ] # in the profile");
  expect(github(begun)).toEqual([
    ["github", "env:OLD", "env:NEW", null],
    ["shell", "env:SH", "keychain:sh2", "2027-01-01"],
  ]);
  expect(comments(begun)).toEqual(comments(file));
  const done = edited(edited(begun, putOneSecret("shell", "next")), putOneSecret("github", "present"));
  expect(github(done)).toEqual([
    ["github", "env:OLD", null, null],
    ["shell", "keychain:sh2", null, null],
  ]);
  expect(github(edited(begun, putOneSecret("shell", "present")))[1]).toEqual(["shell", "env:SH", null, "2027-01-01"]);
  expect(comments(file).filter((one) => !comments(done).includes(one))).toEqual(["# then a new one"]);
});

test("windows, the pause and auto mode", () => {
  const windows = (windowsSeconds: Record<string, number>) => patchSettings({ windowsSeconds });
  const both = windows({ "http.request": 3600, "mcp.mail.send": 60 });
  const text = edited(edited(edited(file, both), patchSettings({ pauseInQuietHours: true })), putAutoMode(true));
  expect(settings(text).approvals).toEqual({
    ...{ windowSeconds: 14_400, pauseInQuietHours: true },
    windowsSeconds: { "http.request": 3600, "mcp.mail.send": 60 },
  });
  expect(settings(text).autoMode).toBe(true);
  expect(comments(text)).toEqual(comments(file));
  expect(settings(edited(text, putAutoMode(false))).autoMode).toBe(false);
  expect(settings(edited(text, windows({}))).approvals).toMatchObject({ windowsSeconds: {}, pauseInQuietHours: true });
  expect(settings(edited("", windows({ "http.request": 5 }))).approvals.windowsSeconds).toEqual({ "http.request": 5 });
  expect(edited("", windows({}))).not.toMatch(/windows/);
  expect(settings(edited("", putAutoMode(true))).autoMode).toBe(true);
});

test("a tool's window that stays keeps its line and comment; the pause is written only where it is said", () => {
  const before = `approvals:
  windows:
    # by tool
    http.request: 3600 # an hour
    "odd: tool": 5 # five
`;
  const wanted = { windowsSeconds: { "http.request": 3600, "mcp.a": 7 }, pauseInQuietHours: false };
  const text = edited(before, patchSettings(wanted));
  expect(text).toBe(`approvals:
  windows:
    # by tool
    http.request: 3600 # an hour
    mcp.a: 7
`);
  const changed = edited(text, patchSettings({ ...wanted, windowsSeconds: { "http.request": 60, "mcp.a": 7 } }));
  expect(changed).toBe(text.replace("3600", "60"));
  const paused = edited(text, patchSettings({ pauseInQuietHours: true }));
  expect(edited(paused, patchSettings({ pauseInQuietHours: false }))).toBe(`${text}  pause_in_quiet_hours: false\n`);
  const anchored = "approvals: { windows: &w { http.request: 5 } }\nx: *w\n";
  expect(edited(anchored, patchSettings({ windowsSeconds: { a: 1 } }))).toContain("&w");
  expect(() => edited("y: &w { a: 5 }\napprovals: { windows: *w }\n", patchSettings(wanted))).toThrow(/anchor/);
});

const field = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: null });
const anyText = fc.oneof(
  fc.string({ unit: "binary", minLength: 1, maxLength: 30 }),
  fc.constantFrom("true", "null", "a: b", "# no", "'", "- x", "1e3"),
);
const anyPath = anyText.map((text) => `/${text.replaceAll(/[?#*]/g, "")}`);
const anyRule: fc.Arbitrary<PermissionRule> = fc
  .record({
    tool: fc.oneof(
      fc.constantFrom("*", "http.request", "mcp.files.*", "true", "1"),
      anyText.map((t) => t.replaceAll(/[\s*]/g, "x")),
    ),
    methods: field(fc.subarray(["GET", "PUT", "DELETE", "POST"], { minLength: 1 })),
    host: field(fc.constantFrom("a.test", "*.a.test", "*.b.test:8443", "127.0.0.1:9000", "[::1]")),
    path: field(anyPath),
    folder: field(anyPath),
    recipient: field(anyText),
    amountMax: field(fc.double({ min: 0, max: 1e12, noNaN: true })),
    credential: field(fc.constant("github")),
    exact: fc.boolean(),
    decide: fc.constantFrom("allow", "ask", "deny"),
    trusted: fc.boolean(),
    windowSeconds: field(fc.integer({ min: 1, max: 31_536_000 })),
    line: fc.constant(null),
  })
  // What nobody sees may only stand in a line that "always allow" wrote.
  .map((one) =>
    one.exact && one.decide === "allow"
      ? one
      : { ...one, tool: one.tool.replaceAll(/[\p{C}\p{Default_Ignorable_Code_Point}]/gu, "x") },
  );
const kept = comments(file).filter((one) => !/never|these|ever|harmless|odd|the bot's/.test(one));

test("any rules, added, changed and removed in any order: what reads back is what was asked for, the rest is as before", () => {
  const step = fc.record({ does: fc.constantFrom("add", "change", "remove"), at: fc.nat(), rule: anyRule });
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 6 }), (steps) => {
      let text = file;
      let expected = rules(file);
      for (const { does, at, rule: next } of steps) {
        if (does === "add" || expected.length === 0) {
          text = edited(text, putPermission(next));
          expect(text).toContain(`\n  ${ruleLine(next)}`);
          expected = [...expected, without(next)];
        } else if (does === "change") {
          text = edited(text, editPermission(at % expected.length, next));
          expected = expected.with(at % expected.length, without(next));
        } else {
          text = edited(text, dropPermission(at % expected.length));
          expected = expected.toSpliced(at % expected.length, 1);
        }
        expect(rules(text)).toEqual(expected);
        expect(text).not.toMatch(/[\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/);
      }
      const { permissions: _now, ...rest } = settings(text);
      const { permissions: _before, ...before } = settings(file);
      expect(rest).toEqual(before);
      expect(kept.filter((comment) => !text.includes(comment))).toEqual([]);
    }),
    { numRuns: 150 },
  );
});
