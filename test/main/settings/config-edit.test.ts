import fc from "fast-check";
import { expect, test } from "vitest";
import { dropSource, patchSettings, putSource, type SettingsPatch } from "../../../app/main/settings/config-edit.ts";
import { readConfig } from "../../../app/main/settings/config-file.ts";
import { defaultConfig } from "../../../app/main/settings/default-config.ts";
import { edited } from "../../../app/main/settings/yaml-edit.ts";

const file = `# my settings
hooks: { port: 4000 } # flow

outbox:
  # why: I am easily distracted
  gap: 1800 # half an hour
  quiet_hours: "22:00-07:00"

sources:
  # the work account
  - { name: github, kind: github, secret: "env:GH" } # note
  - name: shell # scripts
    kind: token
    secret: env:SH
# where it may go
destinations:
  - https://api.github.com/ # GitHub
  - https://old.example # to be removed
`;
const comments = (text: string) => text.match(/#.*$/gm) ?? [];
const settings = (text: string) => {
  const read = readConfig(text, "UTC");
  if (!read.ok) throw new Error(JSON.stringify(read.flaws));
  return read.settings;
};

test("a change leaves every comment and every other line", () => {
  const text = edited(file, patchSettings({ gapSeconds: 60, port: 0 }));
  expect(text).toBe(file.replace("gap: 1800", "gap: 60").replace("port: 4000", "port: 0"));
});

test("sections that are missing are made, also in a file of comments and behind a bare key", () => {
  const patch = {
    port: 1,
    gapSeconds: 2,
    quietHours: "23:00-06:00",
    windowSeconds: 3,
    destinations: ["https://a.test"],
  };
  for (const before of [
    "",
    "# only a comment\n",
    defaultConfig,
    "hooks:\noutbox: # later\napprovals:\ndestinations:\n",
    "{}\n",
    "destinations: []\n",
  ]) {
    const text = edited(before, patchSettings(patch));
    expect(comments(text)).toEqual(comments(before));
    const { hooks, outbox, approvals, destinations } = settings(text);
    expect([hooks.port, outbox.gapSeconds, outbox.quietHours, approvals.windowSeconds, destinations]).toEqual([
      ...[1, 2, { fromMinute: 1380, untilMinute: 360 }, 3],
      ["https://a.test"],
    ]);
  }
});

test("quiet hours go away, and an outbox that held nothing else with them", () => {
  expect(settings(edited(file, patchSettings({ quietHours: null }))).outbox).toEqual({
    gapSeconds: 1800,
    quietHours: null,
  });
  expect(edited('outbox: { quiet_hours: "01:00-02:00" }\nhooks: {}\n', patchSettings({ quietHours: null }))).toBe(
    "hooks: {}\n",
  );
});

test("destinations that stay keep their line and comment", () => {
  const text = edited(file, patchSettings({ destinations: ["https://new.example", "https://api.github.com"] }));
  expect(text).toContain("  - https://api.github.com/ # GitHub\n");
  expect(text).not.toContain("old.example");
  expect(settings(text).destinations.sort()).toEqual(["https://api.github.com", "https://new.example"]);
});

test("a source is changed in place, added at the end, removed alone", () => {
  const changed = edited(
    file,
    putSource({ name: "github", kind: "github", secret: "keychain:gh", identicalBodies: "run" }),
  );
  expect(comments(changed)).toEqual(comments(file));
  expect(settings(changed).sources).toEqual([
    {
      name: "github",
      kind: "github",
      secret: "keychain:gh",
      nextSecret: null,
      expiresOn: null,
      identicalBodies: "run",
      duringRun: "next",
      urgent: [],
    },
    {
      name: "shell",
      kind: "token",
      secret: "env:SH",
      nextSecret: null,
      expiresOn: null,
      identicalBodies: "twin",
      duringRun: "next",
      urgent: [],
    },
  ]);
  const back = edited(
    changed,
    putSource({ name: "github", kind: "github", secret: "env:GH", identicalBodies: "twin" }),
  );
  expect(settings(back)).toEqual(settings(file));
  const added = edited(
    file,
    putSource({ name: "pay", kind: "standard-webhooks", secret: "env:P", identicalBodies: "twin" }),
  );
  expect(settings(added).sources.map((s) => s.name)).toEqual(["github", "shell", "pay"]);
  const some = { name: "shell", kind: "token", secret: "env:SH", identicalBodies: "twin" } as const;
  const urgent = edited(file, putSource({ ...some, urgent: ["incident", "page me"] }));
  expect(urgent).toContain("urgent: [ incident, page me ]");
  expect(settings(urgent).sources[1]?.urgent).toEqual(["incident", "page me"]);
  expect(settings(edited(urgent, putSource(some)))).toEqual(settings(urgent));
  expect(settings(edited(urgent, putSource({ ...some, urgent: [] })))).toEqual(settings(file));
  const removed = edited(file, dropSource("shell"));
  expect(settings(removed).sources.map((s) => s.name)).toEqual(["github"]);
  expect(removed).toContain("# the work account");
  expect(
    settings(edited("sources: []\n", putSource({ name: "a", kind: "token", secret: "env:A", identicalBodies: "twin" })))
      .sources,
  ).toHaveLength(1);
});

test("line ends of Windows stay", () => {
  const text = edited(file.replaceAll("\n", "\r\n"), patchSettings({ gapSeconds: 5 }));
  expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
});

test("any patch, over any patch: what was asked for stands, the rest is as before, no comment is lost", () => {
  const patch: fc.Arbitrary<SettingsPatch> = fc.record(
    {
      port: fc.integer({ min: 0, max: 65_535 }),
      gapSeconds: fc.integer({ min: 1, max: 31_536_000 }),
      windowSeconds: fc.integer({ min: 1, max: 31_536_000 }),
      quietHours: fc.constantFrom(null, "22:00-07:00", "00:00-23:59"),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.array(patch, { minLength: 1, maxLength: 4 }), (patches) => {
      let text = file;
      const { hooks, outbox, approvals } = settings(file);
      for (const one of patches) text = edited(text, patchSettings(one));
      const last: SettingsPatch = Object.assign({}, ...patches);
      const got = settings(text);
      expect(got.hooks.port).toBe(last.port ?? hooks.port);
      expect(got.outbox.gapSeconds).toBe(last.gapSeconds ?? outbox.gapSeconds);
      expect(got.approvals.windowSeconds).toBe(last.windowSeconds ?? approvals.windowSeconds);
      expect(got.outbox.quietHours === null).toBe(last.quietHours === null);
      expect([got.sources, got.destinations]).toEqual([settings(file).sources, settings(file).destinations]);
      const lost = comments(file).filter((comment) => !text.includes(comment));
      expect(lost).toEqual([]);
    }),
    { numRuns: 50 },
  );
});
