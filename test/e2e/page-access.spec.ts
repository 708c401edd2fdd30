// The built page alone, in a real Electron under the app's policy: everybody can use it, at any size, also when main is in trouble.
import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "@playwright/test";
import { crowdScene, emptyScene, longScene, ordinaryScene, troubledScene } from "../renderer/fixtures/scenes.ts";
import { status } from "../renderer/fixtures/today.ts";
import { goByKeys, usePage, views } from "../renderer/harness/window.ts";

const { open, main, approvals, cards, goTo } = usePage();

for (const [name, scene] of Object.entries({
  ordinary: ordinaryScene,
  empty: emptyScene,
  long: longScene,
  troubled: troubledScene,
})) {
  test(`axe finds nothing on any view, light or dark: ${name}`, async () => {
    await open().start(scene());
    for (const view of views) {
      await goTo(view);
      for (const colorScheme of ["light", "dark"] as const) {
        await open().page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        const { violations } = await new AxeBuilder({ page: open().page }).setLegacyMode(true).analyze();
        expect(violations.map(({ id, nodes }) => [view, colorScheme, id, nodes.map((node) => node.html)])).toEqual([]);
      }
    }
  });
}

test("everything is reached by keyboard: skip link, views, help", async () => {
  await open().start(ordinaryScene());
  const { keyboard } = open().page;
  await expect(cards()).toHaveCount(2);
  await keyboard.press("Tab");
  await expect(open().page.getByRole("link", { name: "Skip to the view" })).toBeFocused();
  await keyboard.press("Enter");
  await expect(main()).toBeFocused();
  await keyboard.press("j");
  await keyboard.press("End");
  const fromEnd = () =>
    open().page.evaluate(() => Math.round(document.documentElement.scrollHeight - innerHeight - scrollY));
  await expect.poll(fromEnd).toBe(0);
  await goByKeys(open().page, "s");
  await expect(main().getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
  // A view begins at its top, and the keyboard goes on inside it.
  await expect(main()).toBeFocused();
  expect(await open().page.evaluate(() => scrollY)).toBe(0);
  await keyboard.press("?");
  const help = open().page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(help).toBeVisible();
  const { violations } = await new AxeBuilder({ page: open().page }).setLegacyMode(true).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
  await keyboard.press("Escape");
  await expect(help).toHaveCount(0);
  await goByKeys(open().page, "t");
  await expect(cards()).toHaveCount(2);
  // With a card in focus, "G then A" and "G then D" still only go somewhere.
  await keyboard.press("j");
  await expect(cards().first()).toBeFocused();
  // Were it the letter alone, it would be heard.
  await expect(cards().first().getByRole("button", { name: "Approve", exact: true })).toBeEnabled();
  for (const view of ["a", "t", "d", "t", "i", "a"]) {
    await goByKeys(open().page, view);
  }
  await expect(main().getByRole("heading", { level: 1, name: "Activity" })).toBeVisible();
  expect(await open().calls("approvals.answer")).toEqual([]);
});

test("a view that main can't give says why and asks again on request", async () => {
  await open().start(troubledScene());
  const trouble = main().getByRole("alert");
  await expect(trouble).toContainText("the disk is full");
  await open().app.evaluate((_electron, scene) => {
    globalThis.harness.views = scene;
  }, ordinaryScene());
  await trouble.getByRole("button", { name: "Try again" }).click();
  await expect(cards()).toHaveCount(2);
  await expect(trouble).toHaveCount(0);
});

test("notices stand on every view with their step, and a notification's click brings the card before the eyes", async () => {
  await open().start({
    ...crowdScene(),
    "status.get": status({
      notices: [
        { id: "port", level: "bad", text: "Port 47821 is taken by another program.", action: "retry_listener" },
      ],
    }),
  });
  await goTo("Timers");
  const notice = open().page.getByRole("alert").filter({ hasText: "Port 47821 is taken" });
  await notice.getByRole("button", { name: "Try the port again" }).click();
  await expect(notice).toContainText("Port 47821 is still taken.");
  await open().push({ type: "navigate", view: "today", ref: "many-40" });
  await expect(approvals().getByRole("article", { name: "Merge number 41?", exact: true })).toBeFocused();
  await expect(approvals().getByRole("article", { name: "Merge number 41?", exact: true })).toBeInViewport();
});

test("a notice's step is left out where it would lead nowhere, and the notice where the view itself says it", async () => {
  const secret = {
    id: "secret",
    level: "warn" as const,
    text: "The source shell refuses.",
    action: "open_settings" as const,
  };
  const dead = { id: "dead", level: "warn" as const, text: "One event needs you.", action: "open_dead" as const };
  await open().start({ ...ordinaryScene(), "status.get": status({ notices: [secret, dead] }) });
  const notice = (text: string) => main().getByRole("status").filter({ hasText: text });
  const settings = notice(secret.text).getByRole("button", { name: "Open Settings", exact: true });
  const panel = notice(dead.text).getByRole("button", { name: "Show dead events", exact: true });
  await expect(panel).toBeVisible();
  await settings.click();
  await expect(main().getByRole("heading", { level: 1, name: "Settings", exact: true })).toBeVisible();
  await expect(notice(secret.text)).toBeVisible();
  await expect(settings).toHaveCount(0);
  await panel.click();
  await expect(main().getByRole("heading", { level: 1, name: "Dead events", exact: true })).toBeVisible();
  await expect(notice(dead.text)).toHaveCount(0);
  await expect(settings).toBeVisible();
});

test("at the smallest size nothing is cut off sideways and every name stays", async () => {
  await open().start(longScene());
  for (const width of [860, 700, 360]) {
    await open().resize(width, 700);
    await expect.poll(() => open().page.evaluate(() => innerWidth)).toBe(width);
    for (const view of views) {
      await goTo(view);
      expect(
        await open().page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
        `${view} at ${width}`,
      ).toBeLessThanOrEqual(0);
    }
  }
});

test("in the person's own forced colours the present view, a switch and its state, and the day's marks can be told", async () => {
  await open().start(ordinaryScene());
  await open().page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
  const style = (of: ReturnType<typeof main>, property: string) =>
    of.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);
  const link = (name: string) => open().page.getByRole("link", { name, exact: true });
  const ground = await style(link("Today"), "background-color");
  const shows = (colour: string) => colour !== ground && !/^rgba\(.*, 0\)$/.test(colour);
  expect(await style(link("Today"), "border-top-color")).not.toBe(ground);
  expect(await style(link("Timers"), "border-top-color")).toBe(ground);
  await expect(cards()).toHaveCount(2);
  for (const mark of await main().locator("[data-mark] > span").all()) {
    const drawn = [await style(mark, "background-color"), await style(mark, "border-top-color")];
    expect(drawn.filter(shows)).not.toEqual([]);
  }
  await goTo("Permissions");
  const [on, off] = [main().getByRole("switch", { checked: true }), main().getByRole("switch", { checked: false })];
  expect(await style(on, "background-color")).not.toBe(await style(off, "background-color"));
  for (const one of [on, off]) {
    const [track, thumb] = [await style(one, "background-color"), await style(one.locator("span"), "background-color")];
    expect(thumb).not.toBe(track);
    expect([track, thumb].some(shows)).toBe(true);
  }
});
