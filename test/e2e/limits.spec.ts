// What a day may cost, in the real app: a request that death cut off counts, and a model that rests says so wherever one looks.
import { expect, test } from "@playwright/test";
import { say } from "../support/model-server/script.ts";
import { createModelServer, type ModelServer } from "../support/model-server/server.ts";
import { deliver, example } from "./support/github.ts";
import { open, useStage } from "./support/stage.ts";

let model: ModelServer;
const stage = useStage(() => ({
  config: `
sources:
  - { name: github, kind: github, secret: "env:GITHUB_WEBHOOK_SECRET" }
model: { provider: anthropic, name: claude-sonnet-5, base_url: "${model.origin}" }
`,
  rules: "[]\n",
}));
test.beforeAll(async () => {
  model = await createModelServer(() => say("Nothing to do."));
});
test.afterAll(() => model.close());

const events = () => stage.profile.rows("select status from inbox where source = 'github' order by id");

test("a request that was under way when the app was killed counts at its most, and stays counted", async () => {
  model.follow(() => ({ ...say("Too late."), hold: new Promise(() => {}) }));
  const first = await stage.launch();
  await deliver(first.hooksUrl, "issues", example("issues", "opened"));
  await model.request();
  await first.kill9();
  model.follow(() => ({ ...say("Nothing to do."), usage: { input: 100, output: 10 } }));
  const { page } = await stage.launch();
  await expect.poll(events).toEqual([{ status: "done" }]);
  const rows = stage.profile.rows<{ ended: number; input: number; output: number }>(
    "select ended_at is not null as ended, input_tokens as input, output_tokens as output from model_requests order by id",
  );
  expect(rows).toEqual([
    { ended: 0, input: expect.any(Number), output: expect.any(Number) },
    { ended: 1, input: 100, output: 10 },
  ]);
  const [cut] = rows;
  expect(cut?.input).toBeGreaterThan(500);
  await open(page, "Settings");
  const limits = page.getByRole("region", { name: "Limits of the model" });
  const used = ((cut?.input ?? 0) + (cut?.output ?? 0) + 110).toLocaleString("en-US");
  await expect(limits.getByRole("meter", { name: "Today: tokens" })).toHaveAttribute(
    "aria-valuetext",
    new RegExp(`^${used} of`),
  );
});

test("a model that rests says until when on every view, leads to its limits, and goes on when more is allowed", async () => {
  model.follow(() => ({ ...say("Nothing to do."), usage: { input: 495_000, output: 10 } }));
  const { page, hooksUrl } = await stage.launch();
  await deliver(hooksUrl, "issues", example("issues", "opened"));
  await expect.poll(events).toEqual([{ status: "done" }]);
  const notice = page.getByRole("status").filter({ hasText: "The model rests until" });
  await expect(notice).toHaveCount(0);
  await deliver(hooksUrl, "issues", { ...example("issues", "opened"), again: true });
  await expect(notice).toContainText(
    "what is left of today's tokens is too little for its next request. 1 event waits.",
  );
  const asked = model.requests.length;

  await notice.getByRole("button", { name: "Open the limits" }).click();
  const limits = page.getByRole("region", { name: "Limits of the model" });
  await expect(limits).toBeInViewport({ ratio: 0.5 });
  await expect(limits).toContainText(
    "What is left of today's tokens is too little for the next request. The model rests",
  );
  // The keyboard goes on from there.
  await page.keyboard.press("Tab");
  await expect(limits.getByLabel("Tokens a day", { exact: true })).toBeFocused();
  model.follow(() => ({ ...say("Nothing to do."), usage: { input: 100, output: 10 } }));
  await limits.getByLabel("Tokens a day", { exact: true }).fill("1,000,000");
  await limits.getByRole("button", { name: "Save" }).click();
  await expect.poll(events).toEqual([{ status: "done" }, { status: "done" }]);
  expect(model.requests.length).toBe(asked + 1);
  await expect(notice).toHaveCount(0);
  await expect(limits).not.toContainText("The model rests until");
});
