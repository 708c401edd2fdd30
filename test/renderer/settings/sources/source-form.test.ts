import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { sourceInput } from "../../../../app/preload/contract/channels.ts";
import { forwardCommand, postCommand } from "../../../../app/renderer/settings/sources/commands.ts";
import {
  formProblems,
  isUntilQuit,
  makeSecret,
  requests,
  startForm,
} from "../../../../app/renderer/settings/sources/source-form.ts";
import { bareSettings, settings } from "../../fixtures/settings.ts";

test("a new source begins as github with a pasted secret, kept until quit where no keychain protects", () => {
  expect(startForm("new", bareSettings())).toMatchObject({ name: "github", kind: "github", keep: "until_quit" });
  expect(startForm("new", settings())).toMatchObject({ name: "", keep: "sealed" });
});

test("a pasted secret is asked for first and the source names it; what main is sent fits its schema", () => {
  const form = { ...startForm("new", bareSettings()), value: " s3cret ", keep: "sealed" as const };
  const { secret, source } = requests(form);
  expect(secret).toEqual({ name: "github-secret", value: "s3cret", untilQuit: false });
  expect(sourceInput.parse(source)).toEqual(source);
  expect(source.secret).toBe("keychain:github-secret");
});

test("a variable may be named as config.yaml names it", () => {
  for (const variable of ["NIGHTJAR_TOKEN", "env:NIGHTJAR_TOKEN", " env:NIGHTJAR_TOKEN "]) {
    const form = { ...startForm("new", bareSettings()), name: "shell", keep: "env" as const, variable };
    expect(formProblems(form, true, bareSettings())).toEqual({});
    expect(requests(form).source.secret).toBe("env:NIGHTJAR_TOKEN");
  }
});

test("editing starts from what is saved and, untouched, asks for the same again", () => {
  const view = settings();
  const [some] = view.sources;
  if (some === undefined) throw new Error("There is no source to edit.");
  for (const row of [...view.sources, { ...some, urgent: ["incident", "page me"] }]) {
    const form = startForm(row, view);
    expect(formProblems(form, false, view)).toEqual({});
    expect(requests(form)).toEqual({
      secret: null,
      source: {
        ...{ name: row.name, kind: row.kind, secret: row.secret },
        ...{
          identicalBodies: row.identicalBodies,
          duringRun: row.duringRun,
          urgent: row.urgent,
          expiresOn: row.expiresOn,
        },
      },
    });
  }
});

test("names of urgent events are read as they are typed, each once; what is no name is said", () => {
  const form = { ...startForm("new", bareSettings()), value: "x", urgent: " incident,, page me ,incident" };
  expect(formProblems(form, true, bareSettings())).toEqual({});
  expect(requests(form).source.urgent).toEqual(["incident", "page me"]);
  expect(formProblems({ ...form, urgent: "x".repeat(101) }, true, bareSettings())).toHaveProperty("urgent");
});

test.each([
  ["", "name"],
  ["Git Hub", "name"],
  ["chat", "name"],
  ["approval", "name"],
  ["github", "name"],
])("the name %j can't be taken", (name, field) => {
  const view = settings();
  const form = { ...startForm("new", view), name, value: "x" };
  expect(Object.keys(formProblems(form, true, view))).toEqual([field]);
});

test("each way of keeping a secret asks for what it needs", () => {
  const view = settings();
  const form = { ...startForm("new", view), name: "new" };
  expect(formProblems({ ...form, value: "  " }, true, view)).toHaveProperty("value");
  expect(formProblems({ ...form, keep: "env", variable: "1X" }, true, view)).toHaveProperty("variable");
  expect(formProblems({ ...form, keep: "kept", keptName: "" }, true, view)).toHaveProperty("kept");
});

test("a made secret has 256 bits in the form its kind asks for", () => {
  const zeros = (bytes: Uint8Array<ArrayBuffer>) => bytes;
  expect(makeSecret("github", zeros)).toBe("0".repeat(64));
  expect(makeSecret("standard-webhooks", zeros)).toMatch(/^whsec_A{43}=$/);
});

test("the command names the events that the guide names", () => {
  const guide = readFileSync(new URL("../../../../docs/connect-github.md", import.meta.url), "utf8");
  const named = (text: string) => /--events=(\S+)/.exec(text)?.[1];
  expect(named(guide)).toMatch(/^issues,/);
  expect(named(forwardCommand("http://127.0.0.1/", "env:HOOK"))).toBe(named(guide));
});

test("the commands carry the real address and name a secret without holding it", () => {
  const address = "http://127.0.0.1:47821/hooks/github";
  expect(forwardCommand(address, "env:HOOK")).toMatch(
    /^gh webhook forward .*--url=http:\/\/127\.0\.0\.1:47821\/hooks\/github --secret="\$HOOK"$/,
  );
  expect(forwardCommand(address, "keychain:github-secret")).not.toContain("github-secret");
  expect(postCommand(address, "env:TOKEN")).toContain('"Authorization: Bearer $TOKEN"');
});

test("a source says that its secret is kept until quit only when it names such a secret", () => {
  const secrets = [
    { name: "a", kept: "until_quit" as const },
    { name: "b", kept: "sealed" as const },
  ];
  const untilQuit = (secret: string) => isUntilQuit({ secret }, { secrets });
  expect(["keychain:a", "keychain:b", "env:a", "keychain:gone"].map(untilQuit)).toEqual([true, false, false, false]);
});

test("the day on which a secret stops working goes along, and without one it is taken away", () => {
  const view = settings();
  const [row] = view.sources;
  if (row === undefined) throw new Error("no source");
  const form = startForm({ ...row, expiresOn: "2027-03-01" }, view);
  expect(requests(form).source.expiresOn).toBe("2027-03-01");
  expect(requests({ ...form, expires: " " }).source.expiresOn).toBeNull();
  expect(formProblems({ ...form, expires: "soon" }, false, view)).toHaveProperty("expires");
});
