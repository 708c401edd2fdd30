// A new user, through the window alone: chooses a model and tries it, sets limits, pastes a published server's JSON, chooses a folder,
// sends an event, approves, and sees it done. Only the system's own folder dialog is answered by the test.
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "@playwright/test";
import { say } from "../support/model-server/script.ts";
import { createModelServer, type ModelServer } from "../support/model-server/server.ts";
import { projectFolder } from "./support/app.ts";
import { deliver, example } from "./support/github.ts";
import { githubConfig } from "./support/profile.ts";
import { open, useStage } from "./support/stage.ts";

const key = "sk-a-key-that-only-its-server-may-see";
const token = "a-token-that-only-its-server-may-see-42";
const program = join(projectFolder, "node_modules/@modelcontextprotocol/server-filesystem/dist/index.js");
const stage = useStage((origin) => ({ config: githubConfig(origin), rules: "[]\n" }));

let model: ModelServer;
let folder = "";
test.beforeEach(async () => {
  model = await createModelServer(() => say("ready"));
  folder = realpathSync(mkdtempSync(join(tmpdir(), "nightjar-thinking-")));
});
test.afterEach(async () => {
  await model.close();
  rmSync(folder, { recursive: true, force: true });
});

test("a model, its limits, a server and a folder are set up in the window, and an event that needs them is done after a yes", async () => {
  const { page, app, hooksUrl } = await stage.launch();
  const region = (name: string) => page.getByRole("region", { name, exact: true });
  const dialog = page.getByRole("dialog");
  await open(page, "Settings");

  await region("Model").getByRole("button", { name: "Choose a model" }).click();
  await dialog.getByRole("combobox", { name: "Where it runs" }).click();
  await page.getByRole("option", { name: "Another OpenAI-compatible server" }).click();
  await dialog.getByLabel("Model", { exact: true }).fill("little-model");
  await dialog.getByLabel("Address", { exact: true }).fill(`${model.origin}/v1`);
  await dialog.getByRole("radio", { name: "Keep it in the keychain" }).check();
  await dialog.getByLabel("The key", { exact: true }).fill(key);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  await region("Model").getByRole("button", { name: "Try it" }).click();
  await expect(region("Model")).toContainText("little-model at 127.0.0.1");
  await expect(region("Model")).toContainText("It cost nothing.");
  expect(model.requests.at(-1)?.headers["authorization"]).toBe(`Bearer ${key}`);
  const body = JSON.stringify({ error: { message: "no such key" } });
  model.follow(() => ({ kind: "status", status: 401, body }));
  await region("Model").getByRole("button", { name: "Try it" }).click();
  await expect(region("Model")).toContainText("does not take the key (401)");
  await expect(region("Model")).toContainText("It says: “no such key”");

  const limits = region("Limits of the model");
  await limits.getByLabel("Tokens a day", { exact: true }).fill("1,000,000");
  await limits.getByRole("button", { name: "Save" }).click();
  await expect(limits).toContainText("The limits are saved.");
  await expect(limits.getByRole("meter", { name: "Today: tokens" })).toHaveAttribute("aria-valuetext", /of 1,000,000$/);

  const pasted = {
    mcpServers: { files: { command: process.execPath, args: [program, folder], env: { A_TOKEN: token } } },
  };
  await region("Tools").getByRole("button", { name: "Paste from another app" }).click();
  await dialog.getByRole("textbox").fill(JSON.stringify(pasted));
  await dialog.getByRole("button", { name: "Look at it" }).click();
  await expect(dialog.getByRole("group", { name: "What is started" })).toContainText(`${program} ${folder}`);
  await expect(dialog).toContainText("outside of Nightjar's gate");
  await expect(dialog).not.toContainText(token);
  await dialog.getByRole("button", { name: "Add it" }).click();
  const files = region("Tools").getByRole("article", { name: "files" });
  await expect(files).toContainText(/secure-filesystem-server .* \d+ tools/);
  await files.getByRole("button", { name: /^\d+ tools$/ }).click();
  const tools = files.getByRole("list", { name: "Tools of files" });
  await expect(tools.getByRole("listitem").filter({ hasText: "write_file" })).toContainText("asks you");

  await app.evaluate(({ dialog: system }, path) => {
    system.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [path] });
  }, folder);
  await region("Folders").getByRole("button", { name: "Choose a folder" }).click();
  await expect(region("Folders").getByRole("listitem")).toContainText(folder);
  await region("Folders")
    .getByRole("combobox", { name: `What may be done in ${folder}` })
    .click();
  await page.getByRole("option", { name: "May be read and written" }).click();
  await expect(region("Folders")).toContainText(`The folder ${folder} is saved.`);
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
  const config = readFileSync(join(stage.profile.folder, "config.yaml"), "utf8");
  expect(config).toContain("day_tokens: 1000000");
  expect(config).toMatch(/path: .*nightjar-thinking-.*\n\s+write: true/);

  const path = join(folder, "note.txt");
  model.follow(({ said, tools: offered }) => {
    const name = offered.find((one) => one.startsWith("files") && one.includes("write_file"));
    if (said === 0) return say("", ...(name === undefined ? [] : [{ name, input: { path, content: "A new issue." } }]));
    return said === 1 ? say("", { name: "message", input: { text: "Noted the issue." } }) : say("Done.");
  });
  await deliver(hooksUrl, "issues", example("issues", "opened"));
  await open(page, "Today");
  const cards = region("Approvals").getByRole("article");
  await expect(cards).toHaveCount(1);
  await cards.getByRole("button", { name: "Approve", exact: true }).click();
  const digest = region("Outbox digest").getByRole("listitem");
  await expect(digest.filter({ hasText: "Noted the issue." })).toHaveCount(1);
  expect(readFileSync(path, "utf8")).toBe("A new issue.");
  expect(model.violations()).toEqual([]);

  // What was pasted is found nowhere in clear.
  const everything = readdirSync(stage.profile.folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)));
  for (const secret of [key, token]) expect(everything.filter((bytes) => bytes.includes(secret))).toEqual([]);
});
