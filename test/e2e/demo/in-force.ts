// Waits until main says that what was written into the profile's files is in force.
// Promises: it is, or the demo fails. Refuses: to wait for ever.
import { expect, type Page } from "@playwright/test";

/** @param fits whether these are the names of the rules that were written */
export async function rulesInForce(page: Page, fits: (names: readonly string[]) => boolean): Promise<void> {
  const names = () =>
    page.evaluate(async () => (await window.nightjar.call("settings.get", undefined)).rules.map(({ name }) => name));
  await expect.poll(async () => fits(await names())).toBe(true);
}

export async function modelInForce(page: Page, name: string): Promise<void> {
  const chosen = () =>
    page.evaluate(async () => (await window.nightjar.call("thinking.get", undefined)).model?.name ?? null);
  await expect.poll(chosen).toBe(name);
}
