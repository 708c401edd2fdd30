// A credential that is removed by hand while permissions still name it: it is gone at once, and what names it is told.
import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { decide } from "../../../app/main/engine/permissions/decide.ts";
import type { CallFacts } from "../../../app/main/engine/permissions/facts.ts";
import { open } from "./support.ts";

const credentials = `credentials:
  - { name: github, secret: env:GH, header: "Authorization: Bearer {secret}", destinations: [ "https://api.github.com" ] }
`;
const permissions = `permissions:
  - { tool: http.request, method: DELETE, decide: deny }
  - { tool: http.request, method: PUT, credential: github, decide: allow }
`;
const reason =
  "This permission names a credential that is not there, so it matches nothing. There are none. Add it under credentials, name another, or remove the permission.";
const put = (credential: string | null): CallFacts => ({
  ...{
    tool: "http.request",
    known: true,
    reads: false,
    outward: true,
    method: "PUT",
    host: "api.github.com",
    path: "/a",
  },
  ...{ folder: null, recipient: null, amount: null, credential, findings: [], brings: "clean" },
});

test("it is gone at once, by hand and at a start; the permission that names it is told with its line and matches nothing", async () => {
  const { settings, path, until, profile } = open({ "config.yaml": credentials + permissions });
  expect(settings.current().credentials).toHaveLength(1);
  expect(decide(put("github"), "clean", settings.current().permissions, false).decide).toBe("allow");
  writeFileSync(path("config.yaml"), permissions);
  await until(() => settings.problems().length > 0);
  for (const { settings: now } of [{ settings }, open({}, profile)]) {
    expect(now.current().credentials).toEqual([]);
    expect(now.current().permissions).toHaveLength(2);
    expect(now.problems()).toEqual([
      { file: "config.yaml", line: 3, reason },
      { file: "config.yaml", line: null, reason: "All else in it is in force." },
    ]);
    expect(decide(put(null), "clean", now.current().permissions, false).decide).toBe("ask");
    const refused = decide({ ...put(null), method: "DELETE" }, "clean", now.current().permissions, false);
    expect(refused.decide).toBe("deny");
  }
});

test("a denial that is written in the same moment counts, and the window can still change the file", () => {
  const { settings } = open({ "config.yaml": permissions });
  expect(settings.setAutoMode(true).ok).toBe(true);
  const [denial, asleep] = settings.current().permissions;
  if (denial === undefined || asleep === undefined) throw new Error("two permissions");
  // One more of that kind is refused, and so is another name; the one that is there can be removed.
  expect(settings.addPermission(asleep)).toMatchObject({ ok: false, sentence: expect.stringContaining("not there") });
  expect(settings.changePermission(1, asleep, { ...asleep, credential: "gitlab" }).ok).toBe(false);
  expect(settings.removePermission(1, asleep).ok).toBe(true);
  expect(settings.problems()).toEqual([]);
});

test("with another mistake the file does not count, and the notice says what that means for what was taken away", async () => {
  const { settings, path, until } = open({ "config.yaml": credentials + permissions });
  writeFileSync(path("config.yaml"), `${permissions}outbox: { gap: x }\n`);
  await until(() => settings.problems().length > 0);
  expect(settings.problems().map(({ line }) => line)).toEqual([4, null]);
  expect(settings.problems()[1]?.reason).toContain("what was removed or denied in it since then is not in force yet");
});
