// Every view of the real app with what really happened in it: axe finds nothing in light or dark, and a person without a
// pointer gets everywhere, answers a question and sees what became of it.
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
import { launchNightjar, type RunningApp } from "./support/app.ts";
import { type Desktop, startDesktop } from "./support/desktop/desktop.ts";
import { deliver, dependabotPullRequest, example, githubSecret } from "./support/github.ts";
import { createProfile, githubConfig, mergeRules, type Profile } from "./support/profile.ts";
import { type Recorder, startRecorder } from "./support/recorder.ts";

let desktop: Desktop;
let recorder: Recorder;
let profile: Profile;
let running: RunningApp;
let violations: string[];

const schedules = `schedules:
  - { name: morning, cron: "0 9 * * 1-5", zone: Europe/Lisbon }
`;

test.beforeAll(async () => {
  desktop = await startDesktop();
  recorder = await startRecorder();
});
test.afterAll(async () => {
  await recorder.stop();
  await desktop.stop();
});
test.beforeEach(async () => {
  profile = await createProfile({
    config: githubConfig(recorder.origin, schedules),
    rules: mergeRules(recorder.origin),
  });
  running = await launchNightjar({ desktop, profile: profile.folder, env: { GITHUB_WEBHOOK_SECRET: githubSecret } });
  violations = [];
  running.page.on("console", (message) => {
    if (message.type() === "error") violations.push(message.text());
  });
});
test.afterEach(async () => {
  await running.kill9();
  await profile.remove();
  expect(violations).toEqual([]);
});

const cards = (page: Page) => page.getByRole("region", { name: "Approvals" }).getByRole("article");
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });

test("axe finds nothing on any view, light or dark", async () => {
  const { page, hooksUrl } = running;
  await deliver(hooksUrl, "pull_request", dependabotPullRequest("Bump undici from 7.30.1 to 7.30.2"));
  await deliver(hooksUrl, "issues", example("issues", "opened"));
  await expect(cards(page)).toHaveCount(1);
  await expect(page.getByRole("region", { name: "Outbox digest" }).getByRole("listitem")).toHaveCount(1);
  for (const view of ["Today", "Dead events", "Timers", "Activity", "Settings"]) {
    await page.getByRole("link", { name: view, exact: true }).click();
    await expect(heading(page, view)).toBeVisible();
    if (view === "Timers") await expect(page.getByRole("article", { name: "morning" })).toBeVisible();
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
  const { page, hooksUrl } = running;
  await deliver(hooksUrl, "pull_request", dependabotPullRequest("Bump undici from 7.30.1 to 7.30.2"));
  await expect(cards(page)).toHaveCount(1);
  const { keyboard } = page;
  for (const [key, view] of [
    ["d", "Dead events"],
    ["i", "Timers"],
    ["a", "Activity"],
    ["s", "Settings"],
    ["t", "Today"],
  ] as const) {
    await keyboard.press("g");
    await keyboard.press(key);
    await expect(heading(page, view)).toBeVisible();
  }
  expect(recorder.requests).toEqual([]);
  await keyboard.press("j");
  await expect(cards(page)).toBeFocused();
  await keyboard.press("a");
  await recorder.received(1);
  await expect(cards(page)).toHaveCount(0);
  await expect(page.getByRole("main")).toContainText("Approved. The call is being made.");
  await keyboard.press("g");
  await keyboard.press("a");
  const opened = page.getByRole("button", { name: /pull_request opened/ });
  await opened.focus();
  await keyboard.press("Enter");
  await expect(page.getByRole("list", { name: "Its way" })).toContainText("approved");
  expect(recorder.requests).toHaveLength(1);
});

test("every control of every view is reached by Tab, and the focus can be seen on each", async () => {
  const { page, hooksUrl } = running;
  await deliver(hooksUrl, "pull_request", dependabotPullRequest("Bump undici from 7.30.1 to 7.30.2"));
  await expect(cards(page)).toHaveCount(1);
  for (const view of ["Today", "Dead events", "Timers", "Activity", "Settings"]) {
    await page.getByRole("link", { name: view, exact: true }).click();
    await expect(heading(page, view)).toBeVisible();
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
