// The conversation in the real window: a newcomer sets a reminder in their own words with the keyboard alone; what was sent is on
// disk before it shows; nothing is lost or answered twice when Nightjar is killed; and with a model it answers, acts after a yes, and stops.
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
import { byTurn, say } from "../support/model-server/script.ts";
import { createModelServer, type ModelServer } from "../support/model-server/server.ts";
import { githubConfig } from "./support/profile.ts";
import { digest, open, useStage } from "./support/stage.ts";

const stage = useStage();
const key = "sk-a-key-that-only-its-server-may-see";
let model: ModelServer;
test.beforeAll(async () => {
  model = await createModelServer(() => say("Nothing to do."));
});
test.afterAll(() => model.close());

const line = (page: Page) => page.getByRole("textbox", { name: "Message Nightjar", exact: true });
const send = (page: Page) => page.getByRole("button", { name: "Send", exact: true });
const stream = (page: Page) => page.getByRole("region", { name: "Outbox digest", exact: true });

async function withModel(): Promise<void> {
  const config = `model: { provider: anthropic, name: claude-sonnet-5, key: "env:MODEL_KEY", base_url: "${model.origin}" }\n`;
  await stage.profile.write({ config: githubConfig(stage.recorder.origin, config) });
}

async function accessible(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
    expect(violations.map(({ id, nodes }) => [colorScheme, id, nodes.map(({ html }) => html)])).toEqual([]);
  }
}

test("a newcomer writes a reminder with the keyboard alone, says yes, and finds it under Timers and in the search", async () => {
  const { page } = await stage.launch();
  await line(page).focus();
  await page.keyboard.type("remind me every weekday at 9 in Lisbon to stretch");
  await page.keyboard.press("Enter");
  await expect(line(page)).toHaveValue("");
  await expect(line(page)).toBeFocused();
  await expect(stream(page)).toContainText("You wrote: remind me every weekday at 9 in Lisbon to stretch");
  await expect(digest(page)).toHaveCount(1);
  await expect(digest(page).first()).toContainText("Every weekday at 09:00, Lisbon time: “stretch”.");
  expect(stage.profile.rows("select count(*) as n from timers where origin = 'person'")).toEqual([{ n: 0 }]);
  await accessible(page);
  await page.keyboard.type("yes");
  await page.keyboard.press("Enter");
  await expect(digest(page).first()).toContainText("Set: “stretch”. It stands under Timers.");
  await expect(digest(page).nth(1)).toContainText("You said yes.");
  await open(page, "Timers");
  await expect(page.getByRole("main")).toContainText("stretch");
  await expect(page.getByRole("main")).toContainText("Every weekday at 09:00, Lisbon time");

  await open(page, "Today");
  await line(page).fill("Half a thought");
  await open(page, "Memory");
  await page.getByRole("searchbox", { name: "Search memory and everything said" }).fill("weekday lisbon");
  const results = page.getByRole("list", { name: "Search results" }).getByRole("listitem");
  await expect(results.filter({ hasText: "you wrote" })).toHaveCount(1);
  await open(page, "Today");
  await expect(line(page)).toHaveValue("Half a thought");
  await page.reload();
  await expect(line(page)).toHaveValue("Half a thought");
  await line(page).fill("Who won the match?");
  await send(page).click();
  await expect(digest(page).first()).toContainText("I can't answer that without a model.");
  await digest(page).first().getByRole("button", { name: "Choose a model in Settings" }).click();
  await expect(page.getByRole("heading", { name: "Settings", level: 1 })).toBeVisible();
});

test("killed between what was sent and its answer: the message is there, and is answered once", async () => {
  const first = await stage.launch({ NIGHTJAR_FAULTS: "decided@1:kill" });
  await line(first.page).fill("remember that the spare key lies under the third pot");
  await send(first.page).click();
  await stage.gone(first);
  const { page } = await stage.launch();
  await expect(digest(page)).toHaveCount(1);
  await expect(digest(page)).toContainText("Noted: “the spare key lies under the third pot”.");
  await expect(stream(page)).toContainText("You wrote: remember that the spare key");
  expect(stage.profile.rows("select count(*) as n from outbox where kind = 'reply'")).toEqual([{ n: 1 }]);
  await open(page, "Memory");
  await expect(page.getByRole("list", { name: "Notes", exact: true }).getByRole("listitem")).toHaveCount(1);
});

test("a model answers, acts after a yes on a card, says when it has read others' words, and is stopped by its person", async () => {
  await withModel();
  const { page } = await stage.launch({ MODEL_KEY: key });
  model.follow(
    byTurn([
      say("", {
        name: "http_request",
        input: { method: "POST", url: `${stage.recorder.origin}/lamps`, body: { on: true } },
      }),
      say("The lamp is on."),
    ]),
  );
  await line(page).fill("Please switch the lamp on");
  await page.keyboard.press("Enter");
  await expect(stream(page)).toContainText("Asked you: see Waiting for you");
  const cards = page.getByRole("region", { name: "Approvals", exact: true }).getByRole("article");
  await cards.first().getByRole("button", { name: "Approve", exact: true }).click();
  await expect(digest(page).first()).toContainText("The lamp is on.");
  await expect(stream(page)).not.toContainText("Asked you");
  expect(stage.recorder.requests.map(({ method, url }) => `${method} ${url}`)).toEqual(["POST /lamps"]);
  await expect(page.getByRole("main")).toContainText("This conversation has read text from outside");
  await accessible(page);
  await page.getByRole("button", { name: "Start afresh" }).click();
  await expect(page.getByRole("main")).not.toContainText("This conversation has read text from outside");

  let answer = (): void => {};
  const hold = new Promise<void>((resolve) => (answer = resolve));
  model.follow(byTurn([{ ...say("Too late."), hold }]));
  await line(page).fill("Think long about this");
  await page.keyboard.press("Enter");
  await expect(stream(page)).toContainText("Working…");
  await page.getByRole("button", { name: "Stop working on “Think long about this”" }).click();
  await expect(stream(page)).toContainText("No answer: stopped by you");
  answer();
  await expect(stream(page)).not.toContainText("Too late.");
});
