// One desktop for a file of tests; for each test a recording outside, a profile and the app. Ends all of it, whatever happened.
import { expect, type Page, test } from "@playwright/test";
import { launchNightjar, type LaunchOptions, type RunningApp } from "./app.ts";
import { type Desktop, startDesktop } from "./desktop/desktop.ts";
import { githubSecret } from "./github.ts";
import { createProfile, githubConfig, mergeRules, type Profile } from "./profile.ts";
import { type Recorder, startRecorder } from "./recorder.ts";

export interface Stage {
  desktop: Desktop;
  recorder: Recorder;
  profile: Profile;
  /** Starts the app on the test's profile; a running one must have ended. */
  launch(env?: Record<string, string>, more?: Partial<LaunchOptions>): Promise<RunningApp>;
  /** Starts it with a fault that kills it, and resolves its end. */
  gone(app: RunningApp): Promise<void>;
}

/** Registers the hooks of one file. @param files what the profile holds, given the outside's address */
export function useStage(files?: (origin: string) => { config?: string; rules?: string }, keyring = true): Stage {
  const stage = {} as Stage;
  let running: RunningApp | undefined;
  stage.launch = async (env = {}, more = {}) => {
    const { desktop, profile } = stage;
    running = await launchNightjar({
      ...{ desktop, profile: profile.folder, ...more },
      env: { GITHUB_WEBHOOK_SECRET: githubSecret, ...env },
    });
    return running;
  };
  stage.gone = (app) =>
    new Promise((resolve) => {
      const main = app.app.process();
      if (main.exitCode !== null || main.signalCode !== null) resolve();
      else main.once("exit", () => resolve());
    });
  test.beforeAll(async () => {
    stage.desktop = await startDesktop({ keyring });
  });
  test.afterAll(() => stage.desktop.stop());
  test.beforeEach(async () => {
    stage.recorder = await startRecorder();
    const { origin } = stage.recorder;
    stage.profile = await createProfile(files?.(origin) ?? { config: githubConfig(origin), rules: mergeRules(origin) });
  });
  test.afterEach(async () => {
    await running?.kill9();
    running = undefined;
    await stage.recorder.stop();
    await stage.profile.remove();
  });
  return stage;
}

export const approvals = (page: Page) => page.getByRole("region", { name: "Approvals" });
export const card = (page: Page, title: string) => approvals(page).getByRole("article", { name: title });
export const digest = (page: Page) => page.getByRole("region", { name: "Outbox digest" }).getByRole("listitem");
export const press = (page: Page, title: string, button: string) =>
  card(page, title).getByRole("button", { name: button, exact: true }).click();
/** The view of that name, opened through the navigation as a person does. */
export async function open(
  page: Page,
  view: "Today" | "Dead events" | "Timers" | "Activity" | "Memory" | "Settings",
): Promise<void> {
  await page.getByRole("link", { name: view }).click();
  await expect(page.getByRole("heading", { name: view, level: 1 })).toBeVisible();
}
