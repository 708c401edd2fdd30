// What is said, on the real notification bus: one now, the others merged after the gap, urgent ones at once.
import { expect, test } from "@playwright/test";
import { deliver, dependabotPullRequest, example } from "./support/github.ts";
import { githubConfig, mergeRules } from "./support/profile.ts";
import { approvals, digest, useStage } from "./support/stage.ts";

const gapSeconds = 12;
const urgentRule = `
- name: Broken main
  on: github
  event: workflow_run
  tell: "{{ workflow_run.name }} failed"
  urgent: true
`;
const stage = useStage((origin) => ({
  config: githubConfig(origin, `outbox: { gap: ${gapSeconds} }\n`),
  rules: urgentRule + mergeRules(origin),
}));

function issue(title: string): Record<string, unknown> {
  const payload = example("issues", "opened");
  (payload["issue"] as Record<string, unknown>)["title"] = title;
  return payload;
}
const bodies = () => stage.desktop.notifications.all().map((notification) => notification.body);

test("three updates within a gap are one notification now and one merged after the gap; an urgent one goes at once", async () => {
  const { page, hooksUrl } = await stage.launch();
  const { notifications } = stage.desktop;
  await deliver(hooksUrl, "issues", issue("first"));
  const first = await notifications.next((notification) => notification.body.includes("first"));
  const from = Date.now();
  await deliver(hooksUrl, "issues", issue("second"));
  await deliver(hooksUrl, "issues", issue("third"));
  await expect(digest(page)).toHaveCount(3);
  await expect(page.getByRole("button", { name: "Send now", exact: true })).toBeVisible();
  const urgent = example("workflow_run", "completed");
  await deliver(hooksUrl, "workflow_run", urgent);
  const alarm = await notifications.next((notification) => notification.body.includes("failed"));
  expect(alarm.body).not.toMatch(/second|third/);
  expect(bodies().some((body) => /second|third/.test(body))).toBe(false);
  const merged = await notifications.next((notification) => notification.body.includes("second"), 30);
  expect(merged.body).toContain("third");
  expect(first.body).not.toMatch(/second|third/);
  // The urgent one did not move the gap.
  expect(Date.now() - from).toBeGreaterThan((gapSeconds - 2) * 1000);
  await expect(page.getByRole("button", { name: "Send now", exact: true })).toHaveCount(0);
});

test("Send now sends what is held; nothing is sent twice", async () => {
  const { page, hooksUrl } = await stage.launch();
  const { notifications } = stage.desktop;
  await deliver(hooksUrl, "issues", issue("one"));
  await notifications.next((notification) => notification.body.includes(": one"));
  await deliver(hooksUrl, "issues", issue("two"));
  await page.getByRole("button", { name: "Send now", exact: true }).click();
  await notifications.next((notification) => notification.body.includes(": two"));
  await expect(page.getByRole("button", { name: "Send now", exact: true })).toHaveCount(0);
  expect(bodies().filter((body) => body.includes(": two"))).toHaveLength(1);
});

test("cards are announced at once, further ones merged; a click opens Today and the tray counts them", async () => {
  const { app, page, hooksUrl } = await stage.launch();
  const { notifications, tray } = stage.desktop;
  for (const n of [1, 2, 3]) await deliver(hooksUrl, "pull_request", dependabotPullRequest(`Bump ${n}`, n));
  await expect(approvals(page).getByRole("article")).toHaveCount(3);
  const asked = await notifications.next((notification) => notification.body.includes("Bump 1"));
  await expect.poll(() => tray.tooltip()).toContain("3");
  expect(notifications.all().filter((notification) => /Bump/.test(notification.body)).length).toBeLessThanOrEqual(2);

  await page.getByRole("link", { name: "Activity" }).click();
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  await expect
    .poll(() => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible()))
    .toBe(false);
  await notifications.click(asked.id);
  await expect
    .poll(() => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible()))
    .toBe(true);
  await expect(page.getByRole("heading", { name: "Today", level: 1 })).toBeVisible();
});
