// The parts of the day, one function each, in the order they are played. Promises: each waits for what it shows until it can
// be read in the database, the window or the outside world; what does not come in time fails the demo.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { projectFolder } from "../support/app.ts";
import { card, digest, press } from "../support/stage.ts";
import { burst, type Delivery, evening, morning, noon, questions, urgent, wikiPage } from "./day.ts";
import { rulesInForce } from "./in-force.ts";
import { atSize, goTo, takeBoth, toTop } from "./pictures.ts";
import { demoToken, gapSeconds, mendedName } from "./rules.ts";
import type { Stage } from "./stage.ts";
import { chapter, tell } from "./terminal.ts";

const out = join(projectFolder, "out", "demo");
const readmePictures = join(projectFolder, "docs", "pictures");
const paceMilliseconds = 150;
/** Both cards, whole. */
const tall = { width: 1080, height: 1180 };
const narrow = { width: 400, height: 760 };

async function postEach(stage: Stage, deliveries: readonly Delivery[]): Promise<void> {
  for (const delivery of deliveries) {
    await stage.post(delivery);
    await wait(paceMilliseconds);
  }
}

const digests = ({ watch }: Stage) =>
  watch.rows<{ n: number }>(
    "select count(*) n from deliveries where kind = 'digest' and status in ('sent', 'failed')",
  )[0]?.n ?? 0;
const unworked = ({ watch }: Stage) =>
  watch.rows<{ n: number }>(
    "select count(*) n from inbox where status = 'running' or (status = 'pending' and attempts = 0)",
  )[0]?.n;
const waiting = ({ watch }: Stage) =>
  watch.rows<{ title: string; tool_call: string }>(
    "select title, tool_call from approvals where answer is null order by rowid",
  );
const wiki = ({ watch }: Stage) =>
  watch.rows<{ id: number; status: string; attempts: number; source_id: string }>(
    "select id, status, attempts, source_id from inbox where event = 'gollum'",
  )[0];

export async function playMorning(stage: Stage): Promise<void> {
  chapter("Deliveries come in; most of them are worth no word.");
  await stage.post(wikiPage);
  await postEach(stage, morning);
  await stage.watch.until("the runs of the morning", 20, () => unworked(stage) === 0);
}

export async function playStrangers(stage: Stage): Promise<void> {
  chapter("Somebody forges a delivery, and GitHub repeats itself.");
  const [first] = questions as [Delivery, Delivery];
  const before = stage.watch.rows("select id from inbox").length;
  await stage.post(first, { secret: "a guess" });
  tell("inbox", `${stage.watch.rows("select id from inbox").length} rows, ${before} before`);
  const { id } = await stage.post(morning[1] as Delivery);
  await stage.post(morning[1] as Delivery, { id });
}

export async function playQuestions(stage: Stage, pictures: boolean): Promise<void> {
  chapter("Two things need a yes. Meanwhile the day goes on, and one thing cannot wait.");
  await postEach(stage, questions);
  await stage.watch.until("two questions", 20, () => waiting(stage).length === 2);
  const { page } = stage.running;
  const told = digests(stage);
  await postEach(stage, noon);
  await stage.post(urgent);
  chapter(`What there is to say is held until ${gapSeconds} s after the last notification, and then merged into one.`);
  await stage.watch.until("the merged digest", gapSeconds + 25, () => digests(stage) > told);
  await postEach(stage, evening);
  await stage.watch.until("the runs of the evening", 20, () => unworked(stage) === 0);
  await page.getByRole("region", { name: "Approvals" }).getByRole("article").nth(1).waitFor();
  const take = async (folder: string, name: string) => {
    await toTop(page);
    await takeBoth(page, folder, name);
  };
  await take(out, "today");
  if (pictures) await atSize(stage.running, tall, () => take(readmePictures, "today"));
  await atSize(stage.running, narrow, () => take(out, "today-narrow"));
}

export async function playAnswers(stage: Stage, pictures: boolean): Promise<void> {
  chapter("The person answers: yes to one, no to the other.");
  const { page } = stage.running;
  const [yes, no] = waiting(stage);
  if (yes === undefined || no === undefined) throw new Error("There are no two questions to answer.");
  await press(page, yes.title, "Approve");
  await stage.watch.until("the approved call", 20, () => stage.recorder.requests.length > 0);
  const [request] = stage.recorder.requests;
  tell(
    "outside",
    `received ${request?.method} ${request?.url}, Idempotency-Key ${String(request?.headers["idempotency-key"])}`,
  );
  await press(page, no.title, "Deny");
  await stage.watch.until(
    "the end of the denied call",
    20,
    () =>
      stage.watch.rows<{ status: string }>("select status from tool_calls where id = ?", no.tool_call)[0]?.status ===
      "refused",
  );
  await card(page, no.title).waitFor({ state: "detached" });
  tell("outside", `${stage.recorder.requests.length} request in all`);
  if (request?.headers.authorization !== `Bearer ${demoToken}`) throw new Error("The credential did not arrive.");
  tell("outside", "the credential was put in on the way; rule, card and database name it, none holds it");
  await goTo(page, "Permissions");
  await page.getByRole("region", { name: "Answers" }).getByRole("listitem").nth(1).waitFor();
  await takeBoth(page, out, "permissions");
  if (pictures) await atSize(stage.running, tall, () => takeBoth(page, readmePictures, "permissions"));
  await goTo(page, "Timers");
  await takeBoth(page, out, "timers");
  await goTo(page, "Settings");
  await takeBoth(page, out, "settings");
}

export async function playActivity(stage: Stage): Promise<void> {
  const { page } = stage.running;
  await goTo(page, "Activity");
  const row = page
    .getByRole("main")
    .getByRole("button", { expanded: false })
    .filter({ hasText: "pull_request opened" })
    .filter({ hasText: "asked you" });
  // Rows that are not on the screen are not in the page.
  await page.mouse.move(640, 400);
  while (!(await row.isVisible())) await page.mouse.wheel(0, 300);
  await row.click();
  await page.getByRole("main").locator("ol").first().waitFor();
  await takeBoth(page, out, "activity");
  await goTo(page, "Today");
}

export async function playPlug(stage: Stage): Promise<void> {
  chapter("A rule has a mistake, so the wiki event fails; then the plug is pulled right after a burst of deliveries.");
  await stage.watch.until(
    "the second attempt",
    60,
    () => (wiki(stage)?.attempts ?? 0) >= 2 && wiki(stage)?.status === "pending",
  );
  await Promise.all(burst.map((delivery) => stage.post(delivery)));
  await stage.running.kill9();
  tell("killed", `the app is gone (SIGKILL); ${unworked(stage)} acknowledged events wait in the inbox`);
  stage.rewrite("update inbox set not_before = 0 where event = 'gollum'");
  tell("demo", "the third attempt would come in 5 minutes; the demo moves it forward while the app is down");
  await stage.start();
  tell("started", "the app runs again on the same profile");
  await stage.watch.until(
    "the runs after the restart",
    30,
    () => unworked(stage) === 0 && wiki(stage)?.status === "dead",
  );
}

export async function playEvening(stage: Stage): Promise<void> {
  chapter("The dead event is looked at, the rule is mended, Retry runs it again.");
  const { page } = stage.running;
  await goTo(page, "Dead events");
  const article = page.getByRole("region", { name: "Dead events" }).getByRole("article");
  await article.waitFor();
  await takeBoth(page, out, "dead-events");
  await stage.writeRules("mended");
  await rulesInForce(page, (names) => names.includes(mendedName));
  tell("rules", `rules.yaml was saved; the app now has “${mendedName}”`);
  await article.getByRole("button", { name: "Retry", exact: true }).click();
  await stage.watch.until("the revived event", 20, () => wiki(stage)?.status === "done");
  await goTo(page, "Today");
  const told = digests(stage);
  const sendNow = page.getByRole("button", { name: "Send now" });
  if (await sendNow.isVisible()) {
    await sendNow.click();
    tell("tapped", "Send now");
  }
  await stage.watch.until("the last digest", gapSeconds + 30, () => digests(stage) > told);
  await digest(page).first().waitFor();
}

/** Quits as a person does. */
export async function playQuit(stage: Stage): Promise<void> {
  await stage.running.close();
  const left = existsSync(join(stage.profile, "listener.json"));
  tell("ended", `the app quit by itself${left ? ", but left its listener.json" : " and took its listener.json away"}`);
}

export function tellSum(stage: Stage): void {
  const { watch, recorder, notifying, acknowledged } = stage;
  const one = (sql: string) => String(Object.values(watch.rows<Record<string, unknown>>(sql)[0] ?? {})[0]);
  chapter("The day, counted in its database:");
  tell(
    "stored",
    `${one("select count(*) from inbox where source = 'github'")} deliveries, ${one("select count(*) from inbox where twin_of is not null")} of them twins; ${acknowledged} were acknowledged as new`,
  );
  tell("run", `${one("select count(*) from runs")} runs; the lease is in generation ${one("select gen from lease")}`);
  tell(
    "asked",
    `${one("select count(*) from approvals")} questions, ${one("select count(*) from approvals where answer = 'expired'")} of them expired unanswered; ${recorder.requests.length} request reached the outside`,
  );
  tell(
    "said",
    `${one("select count(*) from outbox")} messages in ${one("select count(*) from deliveries where status = 'sent'")} notifications`,
  );
  const shown = notifying.shown();
  if (shown !== null) tell("shown", `${shown.length} notifications reached the recording service`);
  tell("checked", `integrity_check: ${one("pragma integrity_check")}`);
}
