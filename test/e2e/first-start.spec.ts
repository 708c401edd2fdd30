// The first minutes: an empty profile leads to the dialog for a source, its address can be copied, and the events of a shell
// script can be told apart in Activity.
import { expect, test } from "@playwright/test";
import { postToShell, shellEnvironment, writeShellProfile } from "./support/shell-source.ts";
import { open, useStage } from "./support/stage.ts";

const stage = useStage(() => ({}));

test("an empty Today leads straight into the dialog for a source; closed, it does not open by itself again", async () => {
  const { page } = await stage.launch();
  const dialog = page.getByRole("dialog", { name: "Add a source" });
  await expect(page.getByRole("button", { name: "Add a source" })).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await page.getByRole("button", { name: "Add a source" }).click();
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Settings", level: 1 })).toBeVisible();
  // A reload, or a way back, would open it again.
  expect(page.url()).not.toContain("add-source");
  await open(page, "Today");
  await open(page, "Settings");
  await expect(page.getByRole("region", { name: "Sources" })).toBeVisible();
  await expect(dialog).toHaveCount(0);

  await page.getByRole("button", { name: "Add a source" }).click();
  await dialog.getByLabel("Name", { exact: true }).fill("github");
  await dialog.getByRole("button", { name: "Make one" }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("article", { name: "github" })).toContainText("/hooks/github");
});

test("Copy puts a source's address on the clipboard, though the page may ask for nothing", async () => {
  await writeShellProfile(stage.profile.folder);
  const { app, page, hooksUrl } = await stage.launch(shellEnvironment);
  await app.evaluate(({ clipboard }) => clipboard.writeText("something else"));
  await open(page, "Settings");
  const shell = page.getByRole("article", { name: "shell" });
  await shell.getByRole("button", { name: "Copy" }).first().click();
  await expect(shell).toContainText("Copied");
  expect(await app.evaluate(({ clipboard }) => clipboard.readText())).toBe(`${hooksUrl}/hooks/shell`);
});

test("a shell script's events show their event and the first words of what was posted, as text", async () => {
  await writeShellProfile(stage.profile.folder);
  const { page, hooksUrl } = await stage.launch(shellEnvironment);
  await postToShell(hooksUrl, null, { text: "The backup is done" });
  await postToShell(hooksUrl, "deploy", { text: "<b>web</b> 2.4 is out" });
  await open(page, "Activity");
  const rows = page.getByRole("list", { name: "Events" }).getByRole("listitem");
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText("shell · deploy · “<b>web</b> 2.4 is out”");
  await expect(rows.last()).toContainText("shell · “The backup is done”");
});
