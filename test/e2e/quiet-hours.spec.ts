// Quiet hours on the real notification bus: what comes in them is shown as held with when it goes, urgent things go at once,
// and after their end one notification says the rest.
import { expect, test } from "@playwright/test";
import { deliver, dependabotPullRequest, example } from "./support/github.ts";
import { githubConfig, mergeRules } from "./support/profile.ts";
import { card, digest, useStage } from "./support/stage.ts";

const hourMilliseconds = 3_600_000;

/** `HH:MM` of this machine's clock, so many hours from now. */
function clock(hours: number): string {
  const then = new Date(Date.now() + hours * hourMilliseconds);
  return `${String(then.getHours()).padStart(2, "0")}:${String(then.getMinutes()).padStart(2, "0")}`;
}
const config = (origin: string, quietHours: string) =>
  githubConfig(origin, `outbox: { gap: 1, quiet_hours: "${quietHours}" }\n`);

const stage = useStage((origin) => ({
  config: config(origin, `${clock(-2)}-${clock(3)}`),
  rules: `- name: Broken main\n  on: github\n  event: workflow_run\n  tell: "{{ workflow_run.name }} failed"\n  urgent: true\n${mergeRules(origin)}`,
}));

function issue(title: string): Record<string, unknown> {
  const payload = example("issues", "opened");
  (payload["issue"] as Record<string, unknown>)["title"] = title;
  return payload;
}

test("in quiet hours messages are held and say until when, urgent ones go at once; after the end one merged notification", async () => {
  const end = clock(3);
  await stage.profile.write({ config: config(stage.recorder.origin, `${clock(-2)}-${end}`) });
  const { page, hooksUrl } = await stage.launch();
  const { notifications } = stage.desktop;
  const saying = (words: RegExp) => notifications.all().filter(({ body }) => words.test(body));
  for (const title of ["first", "second", "third"]) await deliver(hooksUrl, "issues", issue(title));
  await deliver(hooksUrl, "pull_request", dependabotPullRequest("Bump a"));
  await expect(digest(page)).toHaveCount(3);
  const region = page.getByRole("region", { name: "Outbox digest" });
  await expect(region).toContainText("quiet hours");
  await expect(region).toContainText(new RegExp(`Held until (\\w+ \\d+ \\w+, )?${end}`));
  await expect(card(page, "Merge Bump a?")).toBeVisible();

  await deliver(hooksUrl, "workflow_run", example("workflow_run", "completed"));
  const alarm = await notifications.next(({ body }) => body.includes("failed"));
  expect(alarm.body).not.toMatch(/first|second|third|Bump/);
  // The alarm came last and is there: whatever else would have been said is kept.
  expect(saying(/first|second|third|Bump/)).toEqual([]);
  await expect(page.getByRole("button", { name: "Send now", exact: true })).toBeVisible();

  await stage.profile.write({ config: config(stage.recorder.origin, `${clock(5)}-${clock(6)}`) });
  const merged = await notifications.next(({ body }) => body.includes("first"));
  expect(merged.body).toContain("second");
  expect(merged.body).toContain("third");
  await notifications.next(({ body }) => body.includes("Bump a"));
  await expect(page.getByRole("button", { name: "Send now", exact: true })).toHaveCount(0);
  expect(saying(/first|second|third/)).toHaveLength(1);
  expect(saying(/Bump a/)).toHaveLength(1);
});
