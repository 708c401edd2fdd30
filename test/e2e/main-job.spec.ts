// The main job in the real app: a signed pull request becomes a card, a tap, one effect, and a quiet digest.
import { expect, test } from "@playwright/test";
import { deliver, dependabotPullRequest } from "./support/github.ts";
import { mergeRules } from "./support/profile.ts";
import { card, digest, press, useStage } from "./support/stage.ts";

const stage = useStage();
const title = "Bump undici from 7.30.1 to 7.30.2";
const question = `Merge ${title}?`;
const mergePath = "/repos/Codertocat/Hello-World/pulls/2/merge";

const calls = () => stage.profile.rows<{ status: string; starts: number }>("select status, starts from tool_calls");

test("a signed dependabot pull request becomes a card; Approve makes exactly one request; the digest says so", async () => {
  const { page, hooksUrl } = await stage.launch();
  const payload = dependabotPullRequest(title);
  const sent = await deliver(hooksUrl, "pull_request", payload);
  expect([sent.status, sent.body]).toEqual([202, { stored: true }]);
  await expect(card(page, question)).toBeVisible();
  await expect(card(page, question).getByRole("timer")).toHaveText(/\S/);
  await expect(card(page, question)).toContainText(`${stage.recorder.origin}${mergePath}`);
  const asked = await stage.desktop.notifications.next((notification) => notification.body.includes(question));
  expect(asked.title).toMatch(/Nightjar/);
  await expect.poll(() => stage.desktop.tray.tooltip()).toMatch(/1/);

  const again = await deliver(hooksUrl, "pull_request", payload, { id: sent.id });
  expect([again.status, again.body]).toEqual([200, { stored: false, duplicate: true }]);

  await press(page, question, "Approve");
  await stage.recorder.received(1);
  await expect(card(page, question)).toHaveCount(0);
  await expect(digest(page).filter({ hasText: question })).toHaveCount(1);
  const said = await stage.desktop.notifications.next((notification) => notification.body.includes("Done"));
  expect(said.body).toContain(question);
  expect(stage.recorder.requests).toHaveLength(1);
  expect(stage.recorder.requests[0]).toMatchObject({ method: "PUT", url: mergePath });
  expect(stage.recorder.requests[0]?.headers["idempotency-key"]).toMatch(/^\S{16,}$/);
  expect(calls()).toEqual([{ status: "done", starts: 1 }]);
});

test("Deny makes no request", async () => {
  const { page, hooksUrl } = await stage.launch();
  await deliver(hooksUrl, "pull_request", dependabotPullRequest(title));
  await press(page, question, "Deny");
  await expect(card(page, question)).toHaveCount(0);
  await expect.poll(() => calls()).toEqual([{ status: "refused", starts: 0 }]);
  expect(stage.recorder.requests).toHaveLength(0);
});

test("with no answer until the deadline the card goes and nothing is called", async () => {
  await stage.profile.write({ rules: mergeRules(stage.recorder.origin, "PUT", "window: 3") });
  const { page, hooksUrl } = await stage.launch();
  await deliver(hooksUrl, "pull_request", dependabotPullRequest(title));
  await expect(card(page, question)).toBeVisible();
  await expect(card(page, question)).toHaveCount(0);
  expect(stage.profile.rows("select answer from approvals")).toEqual([{ answer: "expired" }]);
  await expect.poll(() => calls()).toEqual([{ status: "refused", starts: 0 }]);
  expect(stage.recorder.requests).toHaveLength(0);
});

test("a card survives a restart, and is answered then", async () => {
  const first = await stage.launch();
  await deliver(first.hooksUrl, "pull_request", dependabotPullRequest(title));
  await expect(card(first.page, question)).toBeVisible();
  await first.close();
  const { page } = await stage.launch();
  await press(page, question, "Approve");
  await stage.recorder.received(1);
  await expect(digest(page).filter({ hasText: question })).toHaveCount(1);
  expect(stage.recorder.requests).toHaveLength(1);
});

test("killed between Approve and the effect: the call is made once after the restart", async () => {
  const first = await stage.launch({ NIGHTJAR_FAULTS: "answered:kill" });
  await deliver(first.hooksUrl, "pull_request", dependabotPullRequest(title));
  await press(first.page, question, "Approve").catch(() => undefined);
  await stage.gone(first);
  expect(stage.recorder.requests).toHaveLength(0);
  const { page } = await stage.launch();
  await stage.recorder.received(1);
  await expect(digest(page).filter({ hasText: question })).toHaveCount(1);
  expect(stage.recorder.requests).toHaveLength(1);
});

test("killed right after the effect was sent: a call that is safe to repeat is repeated under the same key", async () => {
  const first = await stage.launch({ NIGHTJAR_FAULTS: "effect-sent:kill" });
  await deliver(first.hooksUrl, "pull_request", dependabotPullRequest(title));
  await press(first.page, question, "Approve").catch(() => undefined);
  await stage.gone(first);
  expect(stage.recorder.requests).toHaveLength(1);
  const { page } = await stage.launch();
  await stage.recorder.received(2);
  await expect(digest(page).filter({ hasText: question })).toHaveCount(1);
  expect(new Set(stage.recorder.requests.map((request) => request.headers["idempotency-key"])).size).toBe(1);
  expect(stage.recorder.requests).toHaveLength(2);
});

test("killed right after the effect was sent: any other call becomes a question, never a guess", async () => {
  await stage.profile.write({ rules: mergeRules(stage.recorder.origin, "POST") });
  const first = await stage.launch({ NIGHTJAR_FAULTS: "effect-sent:kill" });
  await deliver(first.hooksUrl, "pull_request", dependabotPullRequest(title));
  await press(first.page, question, "Approve").catch(() => undefined);
  await stage.gone(first);
  const { page } = await stage.launch();
  await expect(card(page, question).getByRole("button", { name: "Do it again", exact: true })).toBeVisible();
  await expect(card(page, question).getByRole("button", { name: "Leave it", exact: true })).toBeVisible();
  expect(stage.recorder.requests).toHaveLength(1);
  await press(page, question, "It did");
  await expect(card(page, question)).toHaveCount(0);
  await expect.poll(() => calls()).toEqual([{ status: "done", starts: 1 }]);
  expect(stage.recorder.requests).toHaveLength(1);
});

test("two answers at once: the first stands, the call is made once", async () => {
  const { page, hooksUrl } = await stage.launch();
  await deliver(hooksUrl, "pull_request", dependabotPullRequest(title));
  await expect(card(page, question)).toBeVisible();
  const waiting = stage.profile.rows<{ id: string; call_hash: string }>("select id, call_hash from approvals")[0];
  const answers = await page.evaluate(
    async (approval) => {
      const answer = (value: "yes" | "no") =>
        window.nightjar.call("approvals.answer", { id: approval.id, callHash: approval.call_hash, answer: value });
      return Promise.all([answer("yes"), answer("no"), answer("yes")]);
    },
    waiting as { id: string; call_hash: string },
  );
  expect(answers.map(({ stands, yours }) => [stands, yours])).toEqual([
    ["yes", true],
    ["yes", false],
    ["yes", false],
  ]);
  await stage.recorder.received(1);
  await expect(digest(page).filter({ hasText: question })).toHaveCount(1);
  expect(stage.recorder.requests).toHaveLength(1);
});
