// An event that kills the agent process each time it is looked at, in one batch with a healthy one: the healthy one is finished
// in between, the other is dead after its attempts, one message says so, and Retry brings it back.
import { expect, test } from "@playwright/test";
import Database from "better-sqlite3";
import { deliver, example } from "./support/github.ts";
import { githubConfig } from "./support/profile.ts";
import { digest, open, useStage } from "./support/stage.ts";

/** Takes a second and fails by itself; while it is looked at, the others gather. */
const slow = "($f := function($n) { $f($n + 1) }; $f(0))";
/** Cannot be interrupted from within: main ends the process. */
const poison = "$contains('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!', /^(a+)+$/)";
const rules = `
- name: Slow
  on: github
  event: fork
  if: ${JSON.stringify(slow)}
  tell: never
- name: Poison
  on: github
  event: issues
  if: ${JSON.stringify(poison)}
  tell: never
- name: Healthy
  on: github
  event: star
  tell: "starred {{ repository.full_name }}"
`;
const stage = useStage((origin) => ({ config: githubConfig(origin), rules }));
const patience = { timeout: 40_000 };

interface EventRow {
  event: string;
  status: string;
  attempts: number;
  error: string | null;
}
const events = () =>
  stage.profile.rows<EventRow>("select event, status, attempts, error from inbox where event <> 'fork' order by id");
const poisoned = () => events()[0];

/** Failed attempts back off for minutes; the test brings their moment forward in the database of the stopped app. */
function skipBackoff(): void {
  const db = new Database(`${stage.profile.folder}/nightjar.db`);
  db.prepare("update inbox set not_before = 0 where status = 'pending' and event = 'issues'").run();
  // Nothing else of this test is to be worked on any more.
  db.prepare("update inbox set status = 'done', outcome = 'nothing' where event = 'fork'").run();
  db.close();
}

test("a healthy neighbour of a poison event is finished between its attempts; dead is said once; Retry revives it", async () => {
  let app = await stage.launch();
  await deliver(app.hooksUrl, "fork", example("fork"));
  await deliver(app.hooksUrl, "issues", example("issues", "opened"));
  await deliver(app.hooksUrl, "star", example("star", "created"));
  await expect(digest(app.page).filter({ hasText: "starred" })).toHaveCount(1, patience);
  await expect.poll(poisoned, patience).toMatchObject({ status: "pending", attempts: 1 });
  // They were in one run, and its end with the agent process is what both were told.
  const together = stage.profile.rows(
    "select r.run from run_events r join inbox e on e.id = r.event where e.event in ('issues', 'star') group by r.run having count(*) = 2",
  );
  expect(together).toHaveLength(1);
  expect(events()[1]).toMatchObject({ event: "star", status: "done", attempts: 2 });
  expect(poisoned()?.error).toMatch(/agent process/);
  expect(stage.profile.rows("select id from outbox where kind = 'dead'")).toEqual([]);

  for (const attempts of [2, 3]) {
    await app.close();
    skipBackoff();
    app = await stage.launch();
    const status = attempts === 3 ? "dead" : "pending";
    await expect.poll(poisoned, patience).toMatchObject({ status, attempts });
  }
  const { page } = app;
  await expect(digest(page).filter({ hasText: "could not be handled" })).toHaveCount(1);
  expect(stage.profile.rows("select id from outbox where kind = 'dead'")).toHaveLength(1);
  await expect(digest(page).filter({ hasText: "starred" })).toHaveCount(1);

  await stage.profile.write({ rules: "- name: Mended\n  on: github\n  tell: mended\n" });
  const names = async () =>
    (await page.evaluate(() => window.nightjar.call("settings.get", undefined))).rules.map(({ name }) => name);
  await expect.poll(names).toEqual(["Mended"]);
  await open(page, "Dead events");
  const article = page.getByRole("region", { name: "Dead events" }).getByRole("article");
  await expect(article).toHaveCount(1);
  await article.getByRole("button", { name: "Retry", exact: true }).click();
  await expect(article).toHaveCount(0);
  await expect.poll(poisoned).toMatchObject({ status: "done", attempts: 1 });
  await open(page, "Today");
  await expect(digest(page).filter({ hasText: "mended" })).toHaveCount(1);
  expect(stage.profile.rows("select id from outbox where kind = 'dead'")).toHaveLength(1);
});
