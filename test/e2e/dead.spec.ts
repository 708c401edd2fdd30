// Rules that loop, bomb or kill: the event dies, nothing else notices, and one message says so. Retry revives.
import { expect, test } from "@playwright/test";
import { deliver, example } from "./support/github.ts";
import { githubConfig } from "./support/profile.ts";
import { digest, open, useStage } from "./support/stage.ts";

const hostile = {
  loop: "($f := function($n) { $f($n + 1) }; $f(0))",
  bomb: "$count([1..1e7].[1..1e7]) > 0",
  regex: "$contains('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!', /^(a+)+$/)",
} as const;

const rulesWith = (condition: string) => `
- name: Hostile
  on: github
  event: issues
  if: ${JSON.stringify(condition)}
  tell: never
- name: Healthy
  on: github
  event: star
  tell: "starred {{ repository.full_name }}"
`;

const stage = useStage((origin) => ({ config: githubConfig(origin), rules: rulesWith(hostile.loop) }));
const events = () =>
  stage.profile.rows<{ event: string; status: string; attempts: number; error: string | null }>(
    "select event, status, attempts, error from inbox order by id",
  );

/** Failed attempts back off for minutes; the test brings their moment forward in the database of the stopped app. */
async function skipBackoff(): Promise<void> {
  const { default: Database } = await import("better-sqlite3");
  const db = new Database(`${stage.profile.folder}/nightjar.db`);
  db.prepare("update inbox set not_before = 0 where status = 'pending'").run();
  db.close();
}

for (const [name, condition] of Object.entries(hostile)) {
  test(`a ${name} in a rule fails its event, with the rule's name, and nothing else`, async () => {
    await stage.profile.write({ rules: rulesWith(condition) });
    const { page, hooksUrl } = await stage.launch();
    await deliver(hooksUrl, "issues", example("issues", "opened"));
    await expect.poll(() => events()[0], { timeout: 40_000 }).toMatchObject({ status: "pending", attempts: 1 });
    await deliver(hooksUrl, "star", example("star", "created"));
    await expect(digest(page).filter({ hasText: "starred" })).toHaveCount(1);
    expect(events()[0]?.error).toMatch(/\S{3}/);
  });
}

test("an event that kills its run each time goes dead, its neighbour is finished in between, Retry revives it", async () => {
  await stage.profile.write({ rules: rulesWith(hostile.bomb) });
  const first = await stage.launch();
  await deliver(first.hooksUrl, "issues", example("issues", "opened"));
  await expect.poll(() => events()[0], { timeout: 40_000 }).toMatchObject({ status: "pending", attempts: 1 });
  await deliver(first.hooksUrl, "star", example("star", "created"));
  await expect(digest(first.page).filter({ hasText: "starred" })).toHaveCount(1);
  for (const attempts of [2, 3]) {
    await first.close().catch(() => undefined);
    await skipBackoff();
    const next = await stage.launch();
    first.page = next.page;
    first.close = next.close;
    await expect.poll(() => events()[0]?.attempts, { timeout: 40_000 }).toBe(attempts);
    if (attempts === 3) await expect.poll(() => events()[0]?.status, { timeout: 40_000 }).toBe("dead");
    else await expect.poll(() => events()[0]?.status, { timeout: 40_000 }).toBe("pending");
  }
  const { page } = first;
  await expect(digest(page).filter({ hasText: "could not be handled" })).toHaveCount(1);
  await open(page, "Dead events");
  const article = page.getByRole("region", { name: "Dead events" }).getByRole("article");
  await expect(article).toHaveCount(1);
  await expect(article).toContainText("3");

  await stage.profile.write({ rules: "- name: Mended\n  on: github\n  tell: mended\n" });
  await expect
    .poll(async () =>
      (await page.evaluate(() => window.nightjar.call("settings.get", undefined))).rules.map((rule) => rule.name),
    )
    .toEqual(["Mended"]);
  await article.getByRole("button", { name: "Retry", exact: true }).click();
  await expect(article).toHaveCount(0);
  await expect.poll(() => events()[0]).toMatchObject({ status: "done", attempts: 1 });
});

test("Discard takes it out of the panel, and a redelivery is only counted", async () => {
  await stage.profile.write({ rules: "- name: Broken\n  on: github\n  if: \"$error('no')\"\n  tell: x\n" });
  const app = await stage.launch();
  const sent = await deliver(app.hooksUrl, "issues", example("issues", "opened"));
  for (const attempts of [1, 2, 3]) {
    await expect.poll(() => events()[0]?.attempts).toBe(attempts);
    if (attempts === 3) break;
    await expect.poll(() => events()[0]?.status).toBe("pending");
    await app.close();
    await skipBackoff();
    Object.assign(app, await stage.launch());
  }
  const { page, hooksUrl } = app;
  await open(page, "Dead events");
  const article = page.getByRole("region", { name: "Dead events" }).getByRole("article");
  await expect(article).toContainText("Broken");
  await article.getByRole("button", { name: "Discard", exact: true }).click();
  const sure = article.getByRole("button", { name: /discard/i });
  if ((await article.count()) > 0 && (await sure.count()) > 0)
    await sure
      .first()
      .click()
      .catch(() => undefined);
  await expect(article).toHaveCount(0);
  const again = await deliver(hooksUrl, "issues", example("issues", "opened"), { id: sent.id });
  expect([again.status, again.body]).toEqual([200, { stored: false, duplicate: true }]);
});
