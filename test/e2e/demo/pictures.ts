// Takes pictures of the views of the real window, light and dark, as a person would see them.
// Promises: nothing half drawn, the pointer away. Refuses: to leave the window other than it was.
import type { Page } from "@playwright/test";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { RunningApp } from "../support/app.ts";
import { tell } from "./terminal.ts";

export type View = "Today" | "Dead events" | "Timers" | "Activity" | "Permissions" | "Settings";
const dresses = ["light", "dark"] as const;

/** Goes there through the navigation. */
export async function goTo(page: Page, view: View): Promise<void> {
  await page.getByRole("link", { name: view, exact: true }).click();
  await page.getByRole("heading", { name: view, level: 1 }).waitFor();
}

/** The top of a page that was left in the middle, or that followed the pointer there. */
export async function toTop(page: Page): Promise<void> {
  await page.mouse.move(0, 0);
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.waitForFunction(() => window.scrollY === 0);
}

/** @param folder made when missing @param name `<name>-light.png` and `<name>-dark.png` are written */
export async function takeBoth(page: Page, folder: string, name: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await page.mouse.move(0, 0);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  for (const colorScheme of dresses) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: join(folder, `${name}-${colorScheme}.png`), animations: "disabled" });
  }
  await page.emulateMedia({ colorScheme: null });
  tell("picture", dresses.map((dress) => `${name}-${dress}.png`).join(", "));
}

/** Does `work` while the window's content has this size, and puts the old size back. */
export async function atSize(
  { app, page }: RunningApp,
  size: { width: number; height: number },
  work: () => Promise<void>,
): Promise<void> {
  const resize = (to: { width: number; height: number }) =>
    app.evaluate(({ BrowserWindow }, { width, height }) => {
      BrowserWindow.getAllWindows()[0]?.setContentSize(width, height);
    }, to);
  const before = await page.evaluate(() => ({ width: innerWidth, height: innerHeight }));
  await resize(size);
  await page.waitForFunction(({ width }) => innerWidth === width, size, { timeout: 5000 });
  await work();
  await resize(before);
}
