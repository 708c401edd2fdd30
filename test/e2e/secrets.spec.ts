// Secrets in the real app: sealed by the system's keyring, refused without one, never in clear on disk or in the log.
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { launchNightjar, type RunningApp } from "./support/app.ts";
import { type Desktop, startDesktop } from "./support/desktop/desktop.ts";

const secret = "a-secret-nobody-may-read";
let profile = "";
let desktop: Desktop | null = null;
let nightjar: RunningApp | null = null;

test.beforeEach(async () => {
  profile = await mkdtemp(join(tmpdir(), "nightjar-secrets-"));
  const config = `sources:\n  - { name: shell, kind: token, secret: "keychain:shell-token" }\n`;
  await writeFile(join(profile, "config.yaml"), config, { mode: 0o600 });
});

test.afterEach(async () => {
  await nightjar?.kill9();
  await desktop?.stop();
  nightjar = desktop = null;
  await rm(profile, { recursive: true, force: true });
});

function keep(app: RunningApp, untilQuit: boolean): Promise<{ ok: boolean; sentence: string }> {
  return app.page.evaluate((input) => window.nightjar.call("settings.setSecret", input), {
    name: "shell-token",
    value: secret,
    untilQuit,
  });
}

async function post(app: RunningApp): Promise<number> {
  const answer = await fetch(`${app.hooksUrl}/hooks/shell`, {
    method: "POST",
    headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
    body: "{}",
  });
  return answer.status;
}

/** Every file of the profile that holds the secret in clear. */
async function inClear(): Promise<string[]> {
  const entries = await readdir(profile, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries.filter((candidate) => candidate.isFile())) {
    const path = join(entry.parentPath, entry.name);
    if ((await readFile(path)).includes(secret)) found.push(path);
  }
  return found;
}

test("a secret is sealed by the keyring, outlives a restart, and stands nowhere in clear", async () => {
  desktop = await startDesktop();
  nightjar = await launchNightjar({ desktop, profile });
  expect(await post(nightjar)).toBe(401);
  expect(await keep(nightjar, false)).toMatchObject({ ok: true });
  expect(await post(nightjar)).toBe(202);
  await nightjar.close();
  expect(await inClear()).toEqual([]);

  nightjar = await launchNightjar({ desktop, profile });
  expect(await post(nightjar)).toBe(202);
  expect(await inClear()).toEqual([]);
});

test("without a keyring nothing is written: the choices are named, and until quit is one of them", async () => {
  desktop = await startDesktop({ keyring: false });
  nightjar = await launchNightjar({ desktop, profile });
  const refused = await keep(nightjar, false);
  expect(refused.ok).toBe(false);
  expect(refused.sentence).toMatch(/keyring.*env:NAME.*until you quit/i);
  expect(await post(nightjar)).toBe(401);
  expect(await keep(nightjar, true)).toMatchObject({ ok: true });
  expect(await post(nightjar)).toBe(202);
  await nightjar.close();
  expect(await inClear()).toEqual([]);

  nightjar = await launchNightjar({ desktop, profile });
  expect(await post(nightjar)).toBe(401);
});
