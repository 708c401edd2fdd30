// The main job in the real app: a signed pull request becomes a card, a tap, one effect, and a quiet digest.
import { expect, type Page, test } from "@playwright/test";
import { launchNightjar, type RunningApp } from "./support/app.ts";
import { type Desktop, startDesktop } from "./support/desktop/desktop.ts";
import { deliver, dependabotPullRequest, githubSecret } from "./support/github.ts";
import { createProfile, githubConfig, mergeRules, type Profile } from "./support/profile.ts";
import { type Recorder, startRecorder } from "./support/recorder.ts";

let desktop: Desktop;
let recorder: Recorder;
let profile: Profile;
let running: RunningApp | undefined;

test.beforeAll(async () => {
  desktop = await startDesktop();
});
test.afterAll(() => desktop.stop());
test.beforeEach(async () => {
  recorder = await startRecorder();
  profile = await createProfile({ config: githubConfig(recorder.origin), rules: mergeRules(recorder.origin) });
});
test.afterEach(async () => {
  await running?.kill9();
  running = undefined;
  await recorder.stop();
  await profile.remove();
});

const title = "Bump undici from 7.30.1 to 7.30.2";
const question = `Merge ${title}?`;
const mergePath = "/repos/Codertocat/Hello-World/pulls/2/merge";

async function launch(env: Record<string, string> = {}): Promise<RunningApp> {
  running = await launchNightjar({
    desktop,
    profile: profile.folder,
    env: { GITHUB_WEBHOOK_SECRET: githubSecret, ...env },
  });
  return running;
}
const card = (page: Page) => page.getByRole("region", { name: "Approvals" }).getByRole("article", { name: question });
const digest = (page: Page) => page.getByRole("region", { name: "Outbox digest" }).getByRole("listitem");
const calls = () => profile.rows<{ status: string; starts: number }>("select status, starts from tool_calls");

test("a signed dependabot pull request becomes a card; Approve makes exactly one request; the digest says so", async () => {
  const { page, hooksUrl } = await launch();
  const payload = dependabotPullRequest(title);
  const sent = await deliver(hooksUrl, "pull_request", payload);
  expect([sent.status, sent.body]).toEqual([202, { stored: true }]);
  await expect(card(page)).toBeVisible();
  await expect(card(page).getByRole("timer")).toHaveText(/\S/);
  await expect(card(page)).toContainText(`${recorder.origin}${mergePath}`);
  const asked = await desktop.notifications.next((notification) => notification.body.includes(question));
  expect(asked.title).toMatch(/Nightjar/);
  await expect.poll(() => desktop.tray.tooltip()).toMatch(/1/);

  const again = await deliver(hooksUrl, "pull_request", payload, { id: sent.id });
  expect([again.status, again.body]).toEqual([200, { stored: false, duplicate: true }]);

  await card(page).getByRole("button", { name: "Approve", exact: true }).click();
  await recorder.received(1);
  await expect(card(page)).toHaveCount(0);
  await expect(digest(page).filter({ hasText: question })).toHaveCount(1);
  const said = await desktop.notifications.next((notification) => notification.body.includes("Done"));
  expect(said.body).toContain(question);
  expect(recorder.requests).toHaveLength(1);
  expect(recorder.requests[0]).toMatchObject({ method: "PUT", url: mergePath });
  expect(recorder.requests[0]?.headers["idempotency-key"]).toMatch(/^\S{16,}$/);
  expect(calls()).toEqual([{ status: "done", starts: 1 }]);
});

test("Deny makes no request", async () => {
  const { page, hooksUrl } = await launch();
  await deliver(hooksUrl, "pull_request", dependabotPullRequest(title));
  await card(page).getByRole("button", { name: "Deny", exact: true }).click();
  await expect(card(page)).toHaveCount(0);
  await expect.poll(() => calls()).toEqual([{ status: "refused", starts: 0 }]);
  expect(recorder.requests).toHaveLength(0);
});

test("with no answer until the deadline the card goes and nothing is called", async () => {
  await profile.write({ rules: mergeRules(recorder.origin, "PUT", "window: 3") });
  const { page, hooksUrl } = await launch();
  await deliver(hooksUrl, "pull_request", dependabotPullRequest(title));
  await expect(card(page)).toBeVisible();
  await expect(card(page)).toHaveCount(0);
  expect(profile.rows("select answer from approvals")).toEqual([{ answer: "expired" }]);
  await expect.poll(() => calls()).toEqual([{ status: "refused", starts: 0 }]);
  expect(recorder.requests).toHaveLength(0);
});

test("a card survives a restart, and is answered then", async () => {
  const first = await launch();
  await deliver(first.hooksUrl, "pull_request", dependabotPullRequest(title));
  await expect(card(first.page)).toBeVisible();
  await first.close();
  const { page } = await launch();
  await card(page).getByRole("button", { name: "Approve", exact: true }).click();
  await recorder.received(1);
  await expect(digest(page).filter({ hasText: question })).toHaveCount(1);
  expect(recorder.requests).toHaveLength(1);
});

test("killed between Approve and the effect: the call is made once after the restart", async () => {
  const first = await launch({ NIGHTJAR_FAULTS: "answered:kill" });
  await deliver(first.hooksUrl, "pull_request", dependabotPullRequest(title));
  const gone = new Promise((resolve) => first.app.process().once("exit", resolve));
  await card(first.page)
    .getByRole("button", { name: "Approve", exact: true })
    .click()
    .catch(() => undefined);
  await gone;
  expect(recorder.requests).toHaveLength(0);
  const { page } = await launch();
  await recorder.received(1);
  await expect(digest(page).filter({ hasText: question })).toHaveCount(1);
  expect(recorder.requests).toHaveLength(1);
});

test("killed right after the effect was sent: a call that is safe to repeat is repeated under the same key", async () => {
  const first = await launch({ NIGHTJAR_FAULTS: "effect-sent:kill" });
  await deliver(first.hooksUrl, "pull_request", dependabotPullRequest(title));
  const gone = new Promise((resolve) => first.app.process().once("exit", resolve));
  await card(first.page)
    .getByRole("button", { name: "Approve", exact: true })
    .click()
    .catch(() => undefined);
  await gone;
  expect(recorder.requests).toHaveLength(1);
  const { page } = await launch();
  await recorder.received(2);
  await expect(digest(page).filter({ hasText: question })).toHaveCount(1);
  expect(new Set(recorder.requests.map((request) => request.headers["idempotency-key"])).size).toBe(1);
  expect(recorder.requests).toHaveLength(2);
});

test("killed right after the effect was sent: any other call becomes a question, never a guess", async () => {
  await profile.write({ rules: mergeRules(recorder.origin, "POST") });
  const first = await launch({ NIGHTJAR_FAULTS: "effect-sent:kill" });
  await deliver(first.hooksUrl, "pull_request", dependabotPullRequest(title));
  const gone = new Promise((resolve) => first.app.process().once("exit", resolve));
  await card(first.page)
    .getByRole("button", { name: "Approve", exact: true })
    .click()
    .catch(() => undefined);
  await gone;
  const { page } = await launch();
  await expect(card(page).getByRole("button", { name: "Do it again", exact: true })).toBeVisible();
  await expect(card(page).getByRole("button", { name: "Leave it", exact: true })).toBeVisible();
  expect(recorder.requests).toHaveLength(1);
  await card(page).getByRole("button", { name: "It did", exact: true }).click();
  await expect(card(page)).toHaveCount(0);
  await expect.poll(() => calls()).toEqual([{ status: "done", starts: 1 }]);
  expect(recorder.requests).toHaveLength(1);
});

test("two answers at once: the first stands, the call is made once", async () => {
  const { page, hooksUrl } = await launch();
  await deliver(hooksUrl, "pull_request", dependabotPullRequest(title));
  await expect(card(page)).toBeVisible();
  const waiting = profile.rows<{ id: string; call_hash: string }>("select id, call_hash from approvals")[0];
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
  await recorder.received(1);
  await expect(digest(page).filter({ hasText: question })).toHaveCount(1);
  expect(recorder.requests).toHaveLength(1);
});
