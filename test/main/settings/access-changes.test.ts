// The settings' face for access: what is refused, with which sentence, and that nothing then changes.
import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ruleLine } from "../../../app/main/engine/permissions/always.ts";
import type { PermissionRule } from "../../../app/main/engine/permissions/rule.ts";
import { open } from "./support.ts";

const file = `sources:
  - { name: github, kind: github, secret: env:OLD, expires: 2027-01-01 }
credentials:
  - { name: github, secret: env:GH, header: "Authorization: Bearer {secret}", destinations: [ "https://api.github.com" ] }
permissions:
  - { tool: http.request, method: GET, decide: allow }
  - { tool: http.request, credential: github, decide: ask } # the bot's
`;
const rule = (more: Partial<PermissionRule> = {}): PermissionRule => ({
  ...{ tool: "http.request", methods: ["POST"], host: "api.github.com", path: "/user$", folder: null, recipient: null },
  ...{
    amountMax: null,
    credential: null,
    exact: true,
    decide: "allow",
    trusted: true,
    windowSeconds: null,
    line: null,
  },
  ...more,
});

function begin(text = file) {
  const opened = open({ "config.yaml": text });
  const onDisk = () => readFileSync(opened.path("config.yaml"), "utf8");
  const at = (index: number) => {
    const found = opened.settings.current().permissions[index];
    if (found === undefined) throw new Error(`no permission ${index}`);
    return found;
  };
  const refused = (done: { ok: boolean; sentence: string }, why: RegExp) => {
    const before = onDisk();
    expect(done).toMatchObject({ ok: false, sentence: expect.stringMatching(why) });
    expect(onDisk()).toBe(before);
  };
  return { ...opened, onDisk, at, refused };
}

test("“always allow this” is in force and on disk as it was shown when it returns", () => {
  const { settings, onDisk, changes } = begin();
  const told = changes();
  expect(settings.addPermission(rule())).toEqual({ ok: true, sentence: "The permission is added." });
  expect(onDisk()).toBe(`${file}  ${ruleLine(rule())}\n`);
  expect(settings.current().permissions[2]).toEqual({ ...rule(), line: 8 });
  expect(changes()).toBeGreaterThan(told);
});

test("a permission that would not read back as it was shown is refused, and nothing is written", () => {
  const { settings, refused } = begin();
  for (const [more, why] of [
    [{ methods: ["post"] }, /would|can not be written so that it reads back the same/],
    [{ host: "API.github.com" }, /reads back the same/],
    [{ host: "a.test/x" }, /path stands under path/],
    [{ credential: "nobody" }, /credential that is not there, so it matches nothing. There are: github/],
    [{ windowSeconds: 0 }, /whole number of seconds/],
    [{ exact: false, path: "/a*" }, /star means nothing/],
  ] as const) {
    refused(settings.addPermission(rule(more)), why);
  }
});

test("what was seen is removed, wherever a comment has moved it; another one is not", () => {
  const { settings, path, at, refused } = begin();
  const [first, second] = [at(0), at(1)];
  refused(settings.removePermission(0, second), /not the one that was shown any more/);
  refused(settings.removePermission(5, second), /not the one that was shown/);
  refused(settings.removePermission(0, { ...first, trusted: false }), /not the one that was shown/);
  refused(settings.changePermission(1, first, rule()), /not the one that was shown/);
  // The file changed, and nobody has told yet.
  writeFileSync(
    path("config.yaml"),
    file.replace("  - { tool: http.request, method: GET", "  # new\n  - { tool: http.request, method: GET"),
  );
  expect(settings.removePermission(1, second)).toMatchObject({ ok: true });
  writeFileSync(path("config.yaml"), file.replace("decide: allow", "decide: deny"));
  refused(settings.removePermission(0, first), /not the one that was shown/);
  expect(settings.changePermission(1, second, { ...second, decide: "deny" })).toMatchObject({ ok: true });
  expect(settings.current().permissions.map(({ decide }) => decide)).toEqual(["deny", "deny"]);
});

test("a credential that a permission names stays, unless both go", () => {
  const { settings, refused, onDisk } = begin();
  refused(
    settings.removeCredential("github", false),
    /credential github could not be removed: the permission on line 7 .* names it/,
  );
  refused(settings.removeCredential("nobody", true), /there is no such credential/);
  expect(settings.removeCredential("github", true)).toMatchObject({ ok: true });
  expect([settings.current().credentials, settings.current().permissions.length]).toEqual([[], 1]);
  expect(onDisk()).toContain("method: GET");
});

test("a credential is saved, or refused by its mistake", () => {
  const { settings, refused } = begin();
  const stripe = {
    ...{ name: "stripe", secret: "keychain:stripe", header: "Authorization: Bearer {secret}", expiresOn: null },
    destinations: ["https://api.stripe.com"],
  };
  expect(settings.saveCredential(stripe)).toEqual({ ok: true, sentence: "The credential stripe is saved." });
  expect(settings.current().credentials.map(({ name }) => name)).toEqual(["github", "stripe"]);
  refused(settings.saveCredential({ ...stripe, header: "Host: {secret}" }), /can not carry a credential/);
  refused(settings.saveCredential({ ...stripe, destinations: [] }), /at least one place/);
  refused(settings.saveCredential({ ...stripe, secret: "sk_live_0123456789" }), /never the secret itself/);
});

test("a secret is exchanged step by step, and no step twice", () => {
  const { settings, refused } = begin();
  const [github] = [() => settings.current().sources[0]];
  refused(settings.rotateSource("nobody", "env:NEW"), /no such source/);
  refused(settings.rotateSource("github", "env:OLD"), /is its secret already/);
  refused(settings.rotateSource("github", "hunter2"), /never the secret itself/);
  refused(settings.finishRotation("github", "next"), /only one/);
  expect(settings.rotateSource("github", "env:NEW")).toEqual({
    ok: true,
    sentence: "The new secret of github is added.",
  });
  expect(github()).toMatchObject({ secret: "env:OLD", nextSecret: "env:NEW", expiresOn: "2027-01-01" });
  refused(settings.rotateSource("github", "env:NEWER"), /exchanged for env:NEW already/);
  // Saving the source's form in between does not end it.
  settings.saveSource({ name: "github", kind: "github", secret: "env:OLD", identicalBodies: "run" });
  expect(github()).toMatchObject({ nextSecret: "env:NEW", expiresOn: "2027-01-01", identicalBodies: "run" });
  expect(settings.finishRotation("github", "next")).toMatchObject({ ok: true });
  expect(github()).toMatchObject({ secret: "env:NEW", nextSecret: null, expiresOn: null });
  const source = { name: "github", kind: "github" as const, secret: "env:OTHER", identicalBodies: "twin" as const };
  expect(settings.saveSource({ ...source, expiresOn: "2028-02-29" })).toMatchObject({ ok: true });
  refused(settings.saveSource({ ...source, expiresOn: "2027-02-29" }), /day of the calendar/);
  // What says nothing of the day leaves it, and null takes it away.
  settings.saveSource(source);
  expect(github()).toMatchObject({ secret: "env:OTHER", nextSecret: null, expiresOn: "2028-02-29" });
  settings.saveSource({ ...source, expiresOn: null });
  expect(github()).toMatchObject({ expiresOn: null });
});

test("auto mode, windows and the pause", () => {
  const { settings, refused } = begin();
  for (const done of [
    settings.setAutoMode(true),
    settings.save({ windowsSeconds: { "http.request": 60 } }),
    settings.save({ pauseInQuietHours: true }),
  ])
    expect(done.ok).toBe(true);
  expect(settings.current()).toMatchObject({
    autoMode: true,
    approvals: { windowsSeconds: { "http.request": 60 }, pauseInQuietHours: true },
  });
  refused(settings.save({ windowsSeconds: { "http.request": 0 } }), /whole number of seconds/);
  expect(settings.save({ windowsSeconds: {} }).ok).toBe(true);
  expect(settings.current().approvals.windowsSeconds).toEqual({});
});

test("a file with a mistake is not changed from here", () => {
  const { settings, refused } = begin("permissions:\n  - { tool: a }\n");
  refused(settings.addPermission(rule()), /config.yaml has a mistake on line 2: .*decide/);
  refused(settings.setAutoMode(true), /Mend it first/);
});

test("a preview is what is then written, to the letter, comments and shape of what stays included; it writes nothing", () => {
  const before = `permissions:
  - tool: http.request # mine
    host: api.github.com
    decide: ask
  - { tool: http.request, method: GET, decide: allow } # flow
`;
  const { settings, onDisk, at, refused } = begin(before);
  const host = (name: string) => rule({ host: name, methods: ["GET"], path: null, exact: false });
  const added = settings.previewPermission(null, rule());
  expect(added).toEqual({ ok: true, text: ruleLine(rule()) });
  const block = settings.previewPermission(0, host("a.test"));
  expect(block).toMatchObject({
    ok: true,
    text: "- tool: http.request # mine\n  host: a.test\n  decide: allow\n  method: GET",
  });
  const flow = settings.previewPermission(1, host("b.test"));
  expect(flow).toEqual({ ok: true, text: "- { tool: http.request, method: GET, decide: allow, host: b.test }" });
  expect(settings.previewPermission(null, rule({ host: "API.github.com" }))).toMatchObject({
    ok: false,
    sentence: expect.stringMatching(/reads back the same/),
  });
  expect(onDisk()).toBe(before);
  refused(settings.changePermission(0, at(1), host("a.test")), /not the one that was shown/);
  settings.changePermission(0, at(0), host("a.test"));
  settings.changePermission(1, at(1), host("b.test"));
  settings.addPermission(rule());
  for (const preview of [added, block, flow]) {
    const written = preview.ok
      ? preview.text
          .split("\n")
          .map((line) => `  ${line}`)
          .join("\n")
      : "none";
    expect(onDisk()).toContain(`${written}`);
  }
});
