import { expect, test } from "vitest";
import { inputs } from "../../../../app/preload/contract/channels.ts";
import { exchangeRequests, startExchange } from "../../../../app/renderer/settings/sources/exchange-form.ts";
import { formProblems, requests, startForm } from "../../../../app/renderer/settings/sources/source-form.ts";
import { bareSettings, settings } from "../../fixtures/settings.ts";

const row = (secret: string, nextSecret: string | null = null) => {
  const [first] = settings().sources;
  if (first === undefined) throw new Error("no source");
  return { ...first, secret, nextSecret };
};
const kept = (...names: string[]) => settings({ secrets: names.map((name) => ({ name, kept: "sealed" as const })) });

test.each([
  ["keychain:github-secret", ["github-secret"], "github-secret-2"],
  ["keychain:github-secret-2", ["github-secret-2"], "github-secret"],
  // Named and not there: it must not come back as something else.
  ["keychain:github-secret", [], "github-secret-2"],
  ["env:GH", ["github-secret", "github-secret-2"], "github-secret-3"],
])("a new one beside %s is kept under a name of its own", (secret, names, free) => {
  const form = { ...startExchange(row(secret), kept(...names)), value: " new " };
  const asked = exchangeRequests(form);
  expect(asked.secret).toEqual({ name: free, value: "new", untilQuit: false });
  expect(asked.exchange).toEqual({ name: "github", next: `keychain:${free}` });
  expect(inputs["settings.exchangeSecret"].parse(asked.exchange)).toEqual(asked.exchange);
});

test("a variable, or a secret that is kept already, is named; nothing typed is a problem", () => {
  const view = kept("github-secret", "other");
  const form = startExchange(row("keychain:github-secret"), view);
  expect(formProblems(form, false, view)).toHaveProperty("value");
  expect(exchangeRequests({ ...form, keep: "env", variable: "NEW" })).toEqual({
    secret: null,
    exchange: { name: "github", next: "env:NEW" },
  });
  expect(exchangeRequests({ ...form, keep: "kept" }).exchange.next).toBe("keychain:other");
  expect(startExchange(row("env:GH"), bareSettings()).keep).toBe("until_quit");
});

test("a source that is edited while its secret is exchanged keeps both", () => {
  const view = settings();
  const form = startForm(row("keychain:not-there", "env:NEXT"), view);
  expect(formProblems(form, false, view)).toEqual({});
  expect(requests(form)).toMatchObject({ secret: null, source: { name: "github", secret: "keychain:not-there" } });
});
