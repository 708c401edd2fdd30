// The real app: a source's secret gives way to another by the window alone, and no delivery is lost on the way.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { deliver, example, githubSecret } from "./support/github.ts";
import { open, useStage } from "./support/stage.ts";

const next = "the-secret-that-comes-after-1234";
const stage = useStage(() => ({
  config: `sources:
  - { name: github, kind: github, secret: "env:GITHUB_WEBHOOK_SECRET", expires: 2020-01-01, identical_bodies: run } # mine\n`,
}));

const source = (page: Page) => page.getByRole("article", { name: "github", exact: true });
const press = (page: Page, name: string) => source(page).getByRole("button", { name, exact: true }).click();
const config = () => readFile(join(stage.profile.folder, "config.yaml"), "utf8");

async function begin(page: Page): Promise<void> {
  await press(page, "Exchange the secret…");
  const dialog = page.getByRole("dialog", { name: "Exchange the secret of github" });
  await dialog.getByLabel("The secret", { exact: true }).fill(next);
  await dialog.getByRole("button", { name: "Accept both" }).click();
  await expect(dialog).toHaveCount(0);
}

test("during the exchange old and new are taken, after it the new one alone; the notice of its end goes", async () => {
  const { page, hooksUrl } = await stage.launch();
  const signed = async (secret: string) => (await deliver(hooksUrl, "ping", example("ping"), { secret })).status;
  expect([await signed(githubSecret), await signed(next)]).toEqual([202, 401]);
  await open(page, "Settings");
  const notice = page.getByText("The secret of the source github has expired");
  await expect(notice).toBeVisible();
  await begin(page);
  await expect(source(page)).toContainText("deliveries signed with either one are accepted");
  await expect(source(page)).toContainText("no delivery has come with it yet");
  expect([await signed(githubSecret), await signed("a third one")]).toEqual([202, 401]);
  await expect(source(page)).toContainText("no delivery has come with it yet");
  expect(await signed(next)).toBe(202);
  await expect(source(page)).toContainText("a delivery came with it");
  await press(page, "Finish the exchange…");
  await press(page, "Finish the exchange");
  await expect(page.getByText("Only the new secret of github is accepted now.")).toBeVisible();
  expect([await signed(githubSecret), await signed(next)]).toEqual([401, 202]);
  await expect(notice).toHaveCount(0);
  expect(await config()).toMatch(/name: github.*keychain:github-secret.*identical_bodies: run } # mine/);
  expect(await config()).not.toContain(next);
  expect(await page.content()).not.toContain(next);
});

test("given up, the old one counts alone again and the new one is forgotten", async () => {
  const { page, hooksUrl } = await stage.launch();
  const signed = async (secret: string) => (await deliver(hooksUrl, "ping", example("ping"), { secret })).status;
  await open(page, "Settings");
  const before = await config();
  await begin(page);
  expect([await signed(githubSecret), await signed(next)]).toEqual([202, 202]);
  await press(page, "Keep the old one…");
  await expect(source(page)).toContainText("A delivery has come with the new secret already.");
  await press(page, "Keep the old one");
  await expect(page.getByText("The secret github-secret is forgotten too.")).toBeVisible();
  expect([await signed(githubSecret), await signed(next)]).toEqual([202, 401]);
  expect(await config()).toBe(before.replaceAll('"', ""));
  await expect(source(page).getByRole("button", { name: "Exchange the secret…" })).toBeVisible();
});
