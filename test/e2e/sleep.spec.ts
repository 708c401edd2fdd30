// Sleep and wake in the middle of a run, told by the system or by nobody: nothing is done twice, no attempt is spent.
import { expect, test } from "@playwright/test";
import type { RunningApp } from "./support/app.ts";
import { deliver, dependabotPullRequest } from "./support/github.ts";
import { githubConfig, mergeRules } from "./support/profile.ts";
import { card, digest, press, useStage } from "./support/stage.ts";

const title = "Bump undici from 7.30.1 to 7.30.2";
const question = `Merge ${title}?`;
// A beat every few seconds keeps the engine's slices short, so that a short stop is a late slice.
const stage = useStage((origin) => ({
  config: githubConfig(origin, "schedules:\n  - { name: beat, every: 5 }\n"),
  rules: mergeRules(origin, "POST"),
}));

const lease = () =>
  stage.profile.rows<{ gen: number; until: number }>("select gen, until from lease")[0] ?? { gen: 0, until: 0 };
const answer = () =>
  stage.profile.rows<{ status: string; attempts: number }>(
    "select status, attempts from inbox where source = 'approval'",
  )[0];

/**
 * What the window shows, asked through main: Chromium drops the connection that Playwright drives a page with when the system
 * says that it goes to sleep.
 */
const shown = (running: RunningApp): Promise<string> =>
  running.app.evaluate(
    ({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript("document.body.innerText") as Promise<string>,
  );
const told = `Done: ${question}`;

/** The app with an approved call under way that nobody has answered yet. */
async function withCallInFlight() {
  const running = await stage.launch();
  stage.recorder.answer = "silent";
  await deliver(running.hooksUrl, "pull_request", dependabotPullRequest(title));
  await press(running.page, question, "Approve");
  await stage.recorder.received(1);
  await expect.poll(answer).toEqual({ status: "running", attempts: 1 });
  return running;
}

test("sleep signals hand the work back and release the lease; wake signals take it with a new generation, once", async () => {
  const running = await withCallInFlight();
  const before = lease().gen;
  await stage.desktop.suspend();
  await stage.desktop.suspend();
  await expect.poll(answer).toEqual({ status: "pending", attempts: 0 });
  expect(lease()).toEqual({ gen: before, until: 0 });
  await stage.desktop.resume();
  await stage.desktop.resume();
  await expect.poll(answer).toEqual({ status: "running", attempts: 1 });
  expect(lease().gen).toBe(before + 1);
  stage.recorder.release();
  await expect.poll(() => shown(running)).toContain(told);
  expect(answer()).toEqual({ status: "done", attempts: 1 });
  expect(stage.recorder.requests).toHaveLength(1);
  expect(stage.profile.rows("select cause from sleeps where cause = 'suspend'")).toHaveLength(1);
});

test("an answer that comes while the computer is going to sleep is kept, and told after it woke", async () => {
  const running = await withCallInFlight();
  await stage.desktop.suspend();
  await expect.poll(() => lease().until).toBe(0);
  stage.recorder.release();
  await expect.poll(() => stage.profile.rows("select status from tool_calls")).toEqual([{ status: "done" }]);
  expect(answer()).toMatchObject({ status: "pending", attempts: 0 });
  await stage.desktop.resume();
  await expect.poll(() => shown(running)).toContain(told);
  expect(stage.recorder.requests).toHaveLength(1);
});

test("a stopped process without any signal finds the gap by itself", async () => {
  const { page, pid } = await withCallInFlight();
  const before = lease().gen;
  process.kill(pid, "SIGSTOP");
  // Real time has to pass for a process that is stopped; nothing is waited for but the clock itself.
  await new Promise((resolve) => setTimeout(resolve, 20_000));
  process.kill(pid, "SIGCONT");
  await expect.poll(() => lease().gen).toBe(before + 1);
  await expect.poll(answer).toEqual({ status: "running", attempts: 1 });
  expect(stage.profile.rows("select cause from sleeps where cause = 'jump'")).toHaveLength(1);
  stage.recorder.release();
  await expect(digest(page).filter({ hasText: question })).toHaveCount(1);
  expect(stage.recorder.requests).toHaveLength(1);
  await expect(card(page, question)).toHaveCount(0);
});
