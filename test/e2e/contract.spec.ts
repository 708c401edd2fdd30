// The permissions of the contract, as a person would write them, in the real app against two recording outsides: what goes alone,
// what is denied, what asks and what is refused; cut off in the window, and kept over a restart.
// (Approve, Deny and words: main-job, permissions; a killed app's unknown calls: unanswered; secrets: canaries.)
import { expect, type Page, test } from "@playwright/test";
import { deliver } from "./support/github.ts";
import { type Recorder, startRecorder } from "./support/recorder.ts";
import { approvals, card, press, useStage } from "./support/stage.ts";

// Where the contract's names can't be reached from a test, the same lines stand once more with the outsides' own.
const config = (listed: string, open: string) => `
sources:
  - { name: github, kind: github, secret: "env:GITHUB_WEBHOOK_SECRET" }
schedules:
  - { name: beat, every: 86400 }
destinations: ["${listed}", "${open}"]
credentials:
  - { name: github, secret: "keychain:github", header: "Authorization: Bearer {secret}", destinations: ["https://api.github.com"] }
permissions:
  - { tool: http.request, method: GET, host: api.github.com, decide: allow }
  - { tool: http.request, method: DELETE, decide: deny }
  - { tool: http.request, host: ntfy.sh, decide: allow, trusted: false }   # also for runs that read text from outside
  - { tool: http.request, method: GET, host: "${new URL(listed).host}", decide: allow }
  - { tool: http.request, method: PUT, host: "${new URL(listed).host}", path: /clean, decide: allow }
  - { tool: http.request, host: "${new URL(open).host}", decide: allow, trusted: false }
`;
const wanted = (on: string, action: string, call: string) => `
- name: ${action}
  on: ${on}
  ${on === "timer" ? "" : `if: action = '${action}'`}
  ask: { title: "${action}?", call: http.request, with: ${call} }
`;
const rules = (listed: string, open: string) =>
  [
    wanted("github", "read", `{ method: GET, url: "${listed}/read" }`),
    wanted("github", "delete", `{ method: DELETE, url: "${listed}/thing" }`),
    wanted("github", "hidden", `{ method: POST, url: "${open}/thing?_method=DELETE" }`),
    wanted("github", "foreign", `{ method: GET, url: "${listed}/user", credential: github }`),
    wanted("github", "open", `{ method: POST, url: "${open}/topic", body: { text: hello } }`),
    wanted("github", "clean", `{ method: PUT, url: "${listed}/clean" }`),
    wanted("github", "ordinary", `{ method: PUT, url: "${listed}/ordinary" }`),
    wanted("github", "other", `{ method: PUT, url: "${listed}/other" }`),
    wanted("timer", "beat", `{ method: PUT, url: "${listed}/clean" }`),
  ].join("");

let open: Recorder;
const stage = useStage((listed) => ({ config: config(listed, open.origin), rules: rules(listed, open.origin) }));
test.beforeAll(async () => {
  open = await startRecorder();
});
test.afterAll(() => open.stop());

const go = (page: Page, view: string) => page.getByRole("link", { name: view, exact: true }).click();
const dialog = (page: Page) => page.getByRole("dialog");
const reached = ({ requests }: Recorder) => requests.map(({ method, url }) => `${method} ${url}`);
const calls = () =>
  Object.fromEntries(
    stage.profile
      .rows<{ title: string; status: string }>("select title, status from tool_calls order by rowid")
      .map(({ title, status }) => [title, status]),
  );
const asked = () => stage.profile.rows<{ title: string }>("select title from approvals").map(({ title }) => title);

test("the contract's lines do what they say: alone, denied, asked, refused, cut off, and after a restart", async () => {
  const first = await stage.launch();
  const { page, hooksUrl } = first;
  const { recorder } = stage;
  // Each another body: one that comes again would be a twin, and not run.
  let number = 0;
  const event = (action: string) => deliver(hooksUrl, "issues", { action, number: ++number });

  // Reading that is allowed goes without a card, also after text from outside.
  await event("read");
  await recorder.received(1);
  expect(reached(recorder)).toEqual(["GET /read"]);

  // What is denied is not asked and not sent, whichever way it asks for it; why stands in Activity.
  await event("delete");
  await event("hidden");
  await event("foreign");
  await expect.poll(calls).toMatchObject({ "delete?": "refused", "hidden?": "refused" });
  await expect
    .poll(() => stage.profile.rows("select error from inbox where status <> 'done' and error is not null"))
    .toMatchObject([{ error: expect.stringMatching(/may go only to https:\/\/api\.github\.com/) }]);
  expect([asked(), reached(recorder), reached(open)]).toEqual([[], ["GET /read"], []]);

  await go(page, "Activity");
  await page
    .getByRole("button", { name: /delete/ })
    .first()
    .click();
  await expect(page.getByRole("main")).toContainText("is denied by your rule in line 11 of config.yaml");

  // "trusted: false" counts after text from outside; without it such a run asks, and a schedule's does not.
  await event("open");
  await open.received(1);
  expect(reached(open)).toEqual(["POST /topic"]);
  await page.evaluate(() => window.nightjar.call("timers.runNow", { id: "config:beat" }));
  await recorder.received(2);
  expect(reached(recorder).at(-1)).toBe("PUT /clean");
  expect(asked()).toEqual([]);
  await go(page, "Today");
  await event("clean");
  await expect(card(page, "clean?")).toContainText("does not say trusted: false");
  await press(page, "clean?", "Approve");
  await recorder.received(3);

  // The card's event leads to its request in the audit, this to the answer, and this back.
  const main = page.getByRole("main");
  await go(page, "Permissions");
  await main.getByRole("region", { name: "Answers" }).getByRole("link", { name: "clean?", exact: true }).click();
  await main.getByRole("link", { name: "Show its request in the audit" }).click();
  const use = main.getByRole("region", { name: "Uses" }).locator(":focus");
  await expect(use).toContainText("/clean");
  await use.getByRole("link", { name: "Show your answer" }).click();
  const answer = main.getByRole("region", { name: "Answers" }).locator(":focus");
  await expect(answer).toContainText("approved in the window");
  await answer.getByRole("link", { name: "Show its request" }).click();
  await expect(use).toContainText("/clean");

  // Cut off in the window with a call in flight: whether it took effect can't be known, so that is what is asked.
  open.answer = "silent";
  await event("open");
  await open.received(2);
  const outgoing = page.getByRole("switch", { name: "Outgoing", exact: true });
  await outgoing.click();
  await expect(outgoing).not.toBeChecked();
  await go(page, "Today");
  await expect(card(page, "open?").getByRole("button", { name: "It did", exact: true })).toBeVisible();
  expect(calls()).toMatchObject({ "open?": "unknown" });
  await press(page, "open?", "It did");
  await go(page, "Permissions");
  await outgoing.click();
  await page.getByRole("region", { name: "Outgoing" }).getByRole("button", { name: "Allow again" }).click();
  await expect(outgoing).toBeChecked();

  // A rule that a card wrote, and a card of a changed call, are there after a restart.
  await go(page, "Today");
  await event("ordinary");
  await press(page, "ordinary?", "Always allow…");
  await dialog(page).getByRole("button", { name: "Write the rule and approve" }).click();
  await recorder.received(4);
  await event("other");
  await press(page, "other?", "Edit…");
  const box = dialog(page).getByRole("textbox", { name: "Arguments, as JSON" });
  await box.fill((await box.inputValue()).replace("/other", "/changed"));
  await dialog(page).getByRole("button", { name: "Show the changed call" }).click();
  await expect(card(page, "other?")).toContainText("/changed");
  await first.close();
  const again = await stage.launch();
  await expect(card(again.page, "other?")).toContainText("/changed");
  await deliver(again.hooksUrl, "issues", { action: "ordinary", number: ++number });
  await recorder.received(5);
  await press(again.page, "other?", "Approve");
  await recorder.received(6);
  await expect(approvals(again.page).getByRole("article")).toHaveCount(0);
  expect(reached(recorder).slice(3)).toEqual(["PUT /ordinary", "PUT /ordinary", "PUT /changed"]);
  expect(reached(open)).toEqual(["POST /topic", "POST /topic"]);
});
