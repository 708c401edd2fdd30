// Every view of the real app with what really happened in it: axe finds nothing in light or dark, and a person without a
// pointer gets everywhere, answers a question and sees what became of it.
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
import { goByKeys } from "../renderer/harness/window.ts";
import { deliver, dependabotPullRequest, example } from "./support/github.ts";
import { githubConfig, mergeRules } from "./support/profile.ts";
import { digest, open, useStage } from "./support/stage.ts";

const schedules = `schedules:
  - { name: morning, cron: "0 9 * * 1-5", zone: Europe/Lisbon }
`;
const stage = useStage((origin) => ({ config: githubConfig(origin, schedules), rules: mergeRules(origin) }));
const views = ["Today", "Dead events", "Timers", "Activity", "Memory", "Settings"] as const;

let complaints: string[];
/** Starts the app with one question waiting. */
async function launch() {
  const app = await stage.launch();
  complaints = [];
  app.page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  await deliver(app.hooksUrl, "pull_request", dependabotPullRequest("Bump undici from 7.30.1 to 7.30.2"));
  await expect(cards(app.page)).toHaveCount(1);
  return app;
}
// Violations of the content policy arrive on the console too.
test.afterEach(() => expect(complaints).toEqual([]));

const cards = (page: Page) => page.getByRole("region", { name: "Approvals" }).getByRole("article");
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });

/** A routine in words, by keyboard: read back, set, deleted, put back; ends with a question in the line. */
async function setRoutine(page: Page) {
  const { keyboard } = page;
  const line = page.getByRole("textbox", { name: "Remind me…" });
  const understood = page.getByRole("status", { name: "What was understood" });
  const own = page.getByRole("article", { name: "look at the mail" });
  await expect(page.getByRole("article", { name: "morning" })).toBeVisible();
  await line.fill("every weekday at 9 in Tokyo: look at the mail");
  await expect(understood).toContainText("Every weekday at 09:00, Tokyo time · “look at the mail”");
  await expect(understood.getByRole("listitem")).toHaveCount(3);
  await keyboard.press("Enter");
  await expect(own).toContainText("Every weekday at 09:00, Tokyo time");
  await expect(
    own.getByRole("list", { name: "Next occurrences of look at the mail" }).getByRole("listitem"),
  ).toHaveCount(5);
  await expect(line).toBeFocused();
  await expect(line).toHaveValue("");
  await own.getByRole("button", { name: "Edit…" }).focus();
  await keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Change the reminder" });
  await dialog.getByRole("textbox", { name: "When" }).fill("every day at 7:30");
  await expect(dialog.getByRole("status", { name: "What was understood" })).toContainText("Every day at 07:30");
  await keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(own).toContainText("Every day at 07:30");
  await own.getByRole("button", { name: "Delete" }).focus();
  await keyboard.press("Enter");
  await expect(own).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Undo" })).toBeFocused();
  await keyboard.press("Enter");
  await expect(own).toContainText("Every day at 07:30");
  await line.fill("next Friday at 17:00 tea");
  await expect(understood.getByRole("group", { name: "Which day is “next Friday”?" }).getByRole("button")).toHaveCount(
    2,
  );
}

test("axe finds nothing on any view, light or dark", async () => {
  const { page, hooksUrl } = await launch();
  await deliver(hooksUrl, "issues", example("issues", "opened"));
  await expect(digest(page)).toHaveCount(1);
  for (const view of views) {
    await open(page, view);
    if (view === "Timers") await setRoutine(page);
    if (view === "Activity") await page.getByRole("button", { name: /pull_request opened/ }).click();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      const found = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
      const what = found.violations.map(({ id, nodes }) => [view, colorScheme, id, nodes.map((node) => node.html)]);
      expect(what).toEqual([]);
    }
  }
});

test("by keyboard alone: go round the views, approve the card, read what became of it", async () => {
  const { page } = await launch();
  const { recorder } = stage;
  const { keyboard } = page;
  for (const [key, view] of [
    ["d", "Dead events"],
    ["i", "Timers"],
    ["a", "Activity"],
    ["m", "Memory"],
    ["s", "Settings"],
    ["t", "Today"],
  ] as const) {
    await goByKeys(page, key);
    await expect(heading(page, view)).toBeVisible();
  }
  expect(recorder.requests).toEqual([]);
  await keyboard.press("j");
  await expect(cards(page)).toBeFocused();
  // No key answers a card that has just come, either.
  await expect(cards(page).getByRole("button", { name: "Approve", exact: true })).toBeEnabled();
  await keyboard.press("a");
  await recorder.received(1);
  await expect(cards(page)).toHaveCount(0);
  await expect(page.getByRole("main")).toContainText("Approved.");
  await goByKeys(page, "a");
  const opened = page.getByRole("button", { name: /pull_request opened/ });
  await opened.focus();
  await keyboard.press("Enter");
  await expect(page.getByRole("list", { name: "Its way" })).toContainText("approved");
  expect(recorder.requests).toHaveLength(1);
});

test("every control of every view is reached by Tab, and the focus can be seen on each", async () => {
  const { page } = await launch();
  for (const view of views) {
    await open(page, view);
    // Marks of the day share one stop and the radio's arrows; what is out of the order by design has tabindex -1.
    const all = await page
      .locator("a[href], button, input, textarea, select, [tabindex='0']")
      .evaluateAll(
        (found) =>
          found.filter((one) => one instanceof HTMLElement && one.tabIndex >= 0 && !one.closest("[aria-hidden='true']"))
            .length,
      );
    const reached = new Set<string>();
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    for (let press = 0; press < all + 2; press += 1) {
      await page.keyboard.press("Tab");
      const one = await page.evaluate(() => {
        const focused = document.activeElement;
        if (focused === null || focused === document.body) return null;
        const every = [...document.querySelectorAll("*")];
        return { key: String(every.indexOf(focused)), outline: getComputedStyle(focused).outlineStyle };
      });
      if (one === null) continue;
      expect(one.outline, `${view}, stop ${press + 1}`).not.toBe("none");
      reached.add(one.key);
    }
    expect(reached.size, view).toBe(all);
  }
});
