// The built page alone, in a real Electron: sources, secrets and the small forms.
import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "@playwright/test";
import { emptyScene, ordinaryScene } from "../renderer/fixtures/scenes.ts";
import { settings } from "../renderer/fixtures/settings.ts";
import { usePage } from "../renderer/harness/window.ts";

const { open, main, goTo } = usePage();

test("a source is added with its secret first; a test delivery and each save say what happened", async () => {
  await open().start(ordinaryScene());
  await goTo("Settings");
  await main().getByRole("button", { name: "Add a source" }).click();
  const dialog = open().page.getByRole("dialog", { name: "Add a source" });
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toContainText("Begin with a small letter or digit");
  await dialog.getByRole("combobox", { name: "Kind" }).click();
  await open().page.getByRole("option", { name: "Standard Webhooks" }).click();
  await dialog.getByLabel("Name", { exact: true }).fill("stripe");
  await dialog.getByRole("combobox", { name: "What comes while a run is on" }).click();
  await open().page.getByRole("option", { name: "joins that run" }).click();
  await dialog.getByRole("textbox", { name: "Events that do not wait" }).fill("invoice.payment_failed, incident");
  await dialog.getByRole("button", { name: "Make one" }).click();
  await dialog.getByRole("textbox", { name: "Stops working on" }).fill("next spring");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toContainText("A day of the calendar, such as 2027-03-01.");
  await dialog.getByRole("textbox", { name: "Stops working on" }).fill("2027-03-01");
  const { violations } = await new AxeBuilder({ page: open().page }).setLegacyMode(true).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(main()).toContainText("The source is saved and listens.");
  expect(await open().calls("settings.setSecret")).toEqual([
    { name: "stripe-secret", value: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/), untilQuit: false },
  ]);
  expect(await open().calls("settings.saveSource")).toEqual([
    {
      ...{ name: "stripe", kind: "standard-webhooks", secret: "keychain:stripe-secret" },
      ...{
        identicalBodies: "twin",
        duringRun: "fold",
        urgent: ["invoice.payment_failed", "incident"],
        expiresOn: "2027-03-01",
      },
    },
  ]);
  const github = main().getByRole("article", { name: "github" });
  await github.getByRole("button", { name: "Send a test delivery" }).click();
  await expect(github).toContainText("answered 202: stored as event 47");
  await github.getByRole("button", { name: "How to connect it" }).click();
  await expect(github).toContainText("--url=http://127.0.0.1:47821/hooks/github");
  await main().getByLabel("Gap between deliveries", { exact: true }).fill("2");
  await main().getByRole("region", { name: "Speaking" }).getByRole("button", { name: "Save" }).click();
  await expect(main().getByRole("region", { name: "Speaking" })).toContainText("Saved in config.yaml.");
  expect(await open().calls("settings.save")).toEqual([{ gapSeconds: 7200, quietHours: "22:00-07:00" }]);
});

test("without a keychain that protects, a secret is kept until quit or read from the environment, and the reason is said", async () => {
  await open().start(emptyScene());
  await goTo("Settings");
  await main().getByRole("button", { name: "Add a source" }).click();
  const dialog = open().page.getByRole("dialog");
  await expect(dialog.getByRole("radio", { name: /Keep it in the keychain/ })).toBeDisabled();
  await expect(dialog).toContainText("Unlock or install a keyring");
  await dialog.getByLabel("The secret", { exact: true }).fill("shh");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  expect(await open().calls("settings.setSecret")).toEqual([{ name: "github-secret", value: "shh", untilQuit: true }]);
});

test("the list of rules says which ones speak at once", async () => {
  await open().start(ordinaryScene());
  await goTo("Settings");
  const rules = main().getByRole("region", { name: "Rules" }).getByRole("listitem");
  await expect(rules.filter({ hasText: "Broken main" })).toContainText("tells you at once");
  await expect(rules.filter({ hasText: "New issues" })).toContainText("tells you");
  await expect(rules.filter({ hasText: "at once" })).toHaveCount(1);
});

test("copying puts the address on the clipboard without asking for a permission", async () => {
  await open().start(ordinaryScene());
  await goTo("Settings");
  await main().getByRole("article", { name: "shell" }).getByRole("button", { name: "Copy" }).click();
  await expect(main().getByRole("article", { name: "shell" })).toContainText("Copied");
  expect(await open().app.evaluate(({ clipboard }) => clipboard.readText())).toBe("http://127.0.0.1:47821/hooks/shell");
});

test("a tool gets a window of its own, and deadlines stand still in quiet hours, in one save", async () => {
  await open().start(ordinaryScene());
  await goTo("Settings");
  const asking = main().getByRole("region", { name: "Asking" });
  const save = asking.getByRole("button", { name: "Save", exact: true });
  await expect(save).toHaveCount(0);
  await asking.getByRole("button", { name: "Add a tool" }).click();
  const added = asking.getByRole("textbox", { name: "Tool", exact: true }).nth(1);
  await expect(save).toBeDisabled();
  await added.fill("http.request");
  await expect(asking).toContainText("This tool stands here already.");
  await added.fill("mcp.mail.send");
  await asking.getByLabel("Time to answer for mcp.mail.send", { exact: true }).fill("3");
  await asking.getByRole("switch", { name: "Deadlines stand still in quiet hours" }).click();
  const { violations } = await new AxeBuilder({ page: open().page }).setLegacyMode(true).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
  await save.click();
  await expect(asking).toContainText("Saved in config.yaml.");
  expect(await open().calls("settings.save")).toEqual([
    {
      windowSeconds: 14_400,
      windowsSeconds: { "http.request": 7200, "mcp.mail.send": 10_800 },
      pauseInQuietHours: true,
    },
  ]);
});

test("a source that is being exchanged says which secret is good for what, and how it ends", async () => {
  const scene = ordinaryScene();
  const [first, ...others] = settings().sources;
  if (first === undefined) throw new Error("no source");
  const exchanging = { ...first, nextSecret: "keychain:github-secret-2", nextSecretState: "ok" as const };
  const view = settings({ sources: [{ ...exchanging, expiresOn: "2026-12-10" }, ...others] });
  await open().start({ ...scene, "settings.get": view });
  await goTo("Settings");
  const github = main().getByRole("article", { name: "github" });
  await expect(github.getByRole("group", { name: "Exchange of github's secret" })).toContainText(
    "no delivery has come",
  );
  await expect(github.getByRole("button", { name: "Exchange the secret…" })).toHaveCount(0);
  await github.getByRole("button", { name: "Edit github" }).click();
  const dialog = open().page.getByRole("dialog", { name: "Edit github" });
  await expect(dialog.getByLabel("Secret", { exact: true })).toBeDisabled();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  expect(await open().calls("settings.saveSource")).toMatchObject([
    { name: "github", secret: "keychain:github-secret", expiresOn: "2026-12-10" },
  ]);
  await github.getByRole("button", { name: "Finish the exchange…" }).click();
  await expect(github).toContainText("refuses everything signed with the old one");
  const { violations } = await new AxeBuilder({ page: open().page }).setLegacyMode(true).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
  await github.getByRole("button", { name: "Finish the exchange", exact: true }).click();
  expect(await open().calls("settings.finishExchange")).toEqual([{ name: "github", keep: "next" }]);
});
