// The real app under a hand that does not look again: a card that comes where the pointer rests is not answered by the click,
// and what the window says of an answered one goes on with its call.
import { expect, test } from "@playwright/test";
import { holdSettling, settle } from "../renderer/harness/window.ts";
import { deliver, dependabotPullRequest, example } from "./support/github.ts";
import { githubConfig, mergeRules } from "./support/profile.ts";
import { card, digest, press, useStage } from "./support/stage.ts";

const question = "Merge Bump a?";
const stage = useStage((origin) => ({ config: githubConfig(origin), rules: mergeRules(origin) }));
const answers = () => stage.profile.rows<{ answer: string | null }>("select answer from approvals");

test("a click that was on its way to Send now approves nothing when a card comes there first", async () => {
  const { app, page, hooksUrl } = await stage.launch();
  // So tall that no scrolling can keep things in their place.
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(1080, 1200));
  await deliver(hooksUrl, "issues", example("issues", "opened"));
  await stage.desktop.notifications.next(({ body }) => body.includes("Spelling error"));
  await deliver(hooksUrl, "issues", example("issues", "opened"), {});
  const other = example("issues", "opened");
  (other["issue"] as Record<string, unknown>)["title"] = "held";
  await deliver(hooksUrl, "issues", other);
  const sendNow = page.getByRole("button", { name: "Send now", exact: true });
  await expect(sendNow).toBeEnabled();

  await holdSettling(page);
  const box = await sendNow.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 10, (box?.y ?? 0) + 10);
  await deliver(hooksUrl, "pull_request", dependabotPullRequest("Bump a"));
  const approve = card(page, question).getByRole("button", { name: "Approve", exact: true });
  const deny = card(page, question).getByRole("button", { name: "Deny", exact: true });
  await expect(approve).toHaveAttribute("aria-disabled", "true");
  for (const button of [approve, deny]) {
    const at = await button.boundingBox();
    await page.mouse.move((at?.x ?? 0) + 10, (at?.y ?? 0) + 10);
    await page.mouse.down();
    await page.mouse.up();
  }
  await page.keyboard.press("a");
  await page.keyboard.press("d");
  // A question to main after the clicks: whatever they had asked would have been done before its answer.
  await page.evaluate(() => window.nightjar.call("today.get", undefined));
  expect(answers()).toEqual([{ answer: null }]);
  expect(stage.recorder.requests).toHaveLength(0);

  await settle(page);
  await press(page, question, "Approve");
  await stage.recorder.received(1);
  expect(answers()).toEqual([{ answer: "yes" }]);
});

test("what stands for an answered question goes on with its call, for the tap that decided and for the one that came second", async () => {
  const { page, hooksUrl } = await stage.launch();
  stage.recorder.answer = "silent";
  const outcomes = page.getByRole("list", { name: "What became of it" });
  await deliver(hooksUrl, "pull_request", dependabotPullRequest("Bump a"));
  await press(page, question, "Approve");
  await stage.recorder.received(1);
  await expect(outcomes).toContainText("Approved. The call is being made.");
  stage.recorder.release();
  await expect(outcomes).toContainText("Approved. The call was made.");
  await expect(outcomes).not.toContainText("is being made");

  await deliver(hooksUrl, "pull_request", dependabotPullRequest("Bump b", 3));
  const second = card(page, "Merge Bump b?").getByRole("button", { name: "Approve", exact: true });
  await expect(second).toBeEnabled();
  const [waiting] = stage.profile.rows<{ id: string; call_hash: string }>(
    "select id, call_hash from approvals where answer is null",
  );
  // Another hand is faster by a hair; the button is pressed in the same turn.
  await second.evaluate((button, approval) => {
    if (approval === undefined) throw new Error("no question waits");
    void window.nightjar.call("approvals.answer", { id: approval.id, callHash: approval.call_hash, answer: "yes" });
    button.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  }, waiting);
  await stage.recorder.received(2);
  await expect(outcomes).toContainText(/You approved this .* The call is being made\./);
  stage.recorder.release();
  await expect(outcomes).toContainText(/You approved this .* The call was made\./);
  await expect(outcomes).not.toContainText("is being made");
  await expect(digest(page).filter({ hasText: "Merge Bump b?" })).toHaveCount(1);
});
