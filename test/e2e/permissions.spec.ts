// The real app against a recording outside: a new user adds a credential, gives a rule, approves, edits, denies with words, and
// cuts everything off; by the window alone.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { deliver, dependabotPullRequest } from "./support/github.ts";
import { useStage } from "./support/stage.ts";

const secret = "a-token-that-nobody-may-see-1234";

/** The merges go with a credential that is not there yet; everything else as a new user has it. */
const rules = (origin: string) => `
- name: Merge dependency bumps
  on: github
  event: pull_request
  ask:
    title: "Merge {{ pull_request.title }}?"
    call: http.request
    with: { method: PUT, url: "${origin}/merge/{{ pull_request.number }}", credential: porch }
- name: New issues
  on: github
  event: issues
  tell: "{{ issue.title }}"
`;
const stage = useStage((origin) => ({
  config: `sources:\n  - { name: github, kind: github, secret: "env:GITHUB_WEBHOOK_SECRET" } # mine\n`,
  rules: rules(origin),
}));

const go = (page: Page, view: string) => page.getByRole("link", { name: view, exact: true }).click();
const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const cards = (page: Page) => region(page, "Approvals").getByRole("article");
const dialog = (page: Page) => page.getByRole("dialog");
const press = (page: Page, name: string) => cards(page).first().getByRole("button", { name, exact: true }).click();
const config = () => readFile(join(stage.profile.folder, "config.yaml"), "utf8");

let asked = 0;
async function askFor(page: Page, hooksUrl: string, title: string, number = 7): Promise<void> {
  asked += 1;
  const payload = dependabotPullRequest(`${title} ${asked}`) as { pull_request: { number: number } };
  await go(page, "Today");
  await deliver(hooksUrl, "pull_request", { ...payload, pull_request: { ...payload.pull_request, number } });
}

/** As a person does who has read no manual. */
async function addCredential(page: Page): Promise<void> {
  await go(page, "Permissions");
  await page.getByRole("button", { name: "Add a credential" }).click();
  await dialog(page).getByRole("textbox", { name: "Name" }).fill("porch");
  await dialog(page).getByLabel("The secret", { exact: true }).fill(secret);
  await dialog(page).getByRole("textbox", { name: "Where it may go" }).fill(stage.recorder.origin);
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(region(page, "Credentials").getByRole("article", { name: "porch" })).toContainText("secret found");
}

test("a credential is added, a call with it approved; the outside sees the secret, the window never does", async () => {
  const { page, hooksUrl } = await stage.launch();
  await addCredential(page);
  await askFor(page, hooksUrl, "Bump undici");
  await expect(cards(page)).toHaveCount(1);
  // A secret that is away is told on the card before the yes; the card leads to where it is entered again.
  await page.evaluate(() => window.nightjar.call("settings.forgetSecret", { name: "porch-credential" }));
  await expect(cards(page)).toContainText("refused even if you approve it: the secret of the credential porch is not");
  await cards(page).getByRole("link", { name: "Show the credential" }).click();
  const porch = region(page, "Credentials").getByRole("article", { name: "porch" });
  await expect(porch).toContainText("secret not found");
  await porch.getByRole("button", { name: "Enter a new secret for porch" }).click();
  await dialog(page).getByLabel("The secret", { exact: true }).fill(secret);
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(porch).toContainText("secret found");
  await go(page, "Today");
  await expect(cards(page)).not.toContainText("refused");
  await expect(cards(page)).toContainText("with credential porch");
  await press(page, "Approve");
  await stage.recorder.received(1);
  expect(stage.recorder.requests[0]?.headers.authorization).toBe(`Bearer ${secret}`);
  await go(page, "Permissions");
  await expect(region(page, "Uses").getByRole("listitem").first()).toContainText("answered 200 · credential porch");
  await expect(region(page, "Answers").getByRole("listitem").first()).toContainText("approved in the window");
  expect(await page.content()).not.toContain(secret);
  const told = await page.evaluate(async () => {
    const call = window.nightjar.call;
    const pages = [call("permissions.get", undefined), call("today.get", undefined), call("settings.get", undefined)];
    const lists = [
      call("approvals.history", { before: null, limit: 50 }),
      call("uses.list", { before: null, limit: 50 }),
    ];
    return JSON.stringify(await Promise.all([...pages, ...lists, call("activity.get", { id: 1 })]));
  });
  expect(told).not.toContain(secret);
  expect(await config()).toContain("# mine");
  expect(await config()).not.toContain(secret);
});

test("“Always allow” writes exactly the line that was shown, and the next such call goes alone", async () => {
  const { page, hooksUrl } = await stage.launch();
  await addCredential(page);
  await askFor(page, hooksUrl, "Bump vite");
  await press(page, "Always allow…");
  const line = await dialog(page).getByRole("group", { name: "The rule" }).innerText();
  expect(line).toContain(`path: "/merge/7$"`);
  await dialog(page).getByRole("button", { name: "Write the rule and approve" }).click();
  await stage.recorder.received(1);
  expect((await config()).split("\n").map((one) => one.trim())).toContain(line);
  await askFor(page, hooksUrl, "Bump vite again");
  await stage.recorder.received(2);
  expect(stage.recorder.requests.map(({ url }) => url)).toEqual(["/merge/7", "/merge/7"]);
  // Another path than the one that was shown asks.
  await askFor(page, hooksUrl, "Bump another", 8);
  await expect(cards(page)).toHaveCount(1);
  await go(page, "Permissions");
  const rule = region(page, "Permission rules").getByRole("listitem").first();
  await expect(rule).toContainText("this address alone");
  await expect(rule.getByRole("link", { name: /Merge Bump vite/ })).toBeVisible();
  await rule.getByRole("button", { name: /^Remove the rule/ }).click();
  await rule.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(region(page, "Permission rules").getByRole("listitem")).toHaveCount(0);
  expect(await config()).not.toContain("/merge/7");
});

test("an edited call is a new card, the old one gone; words reach whatever asked and stand in the history", async () => {
  const { page, hooksUrl } = await stage.launch();
  await addCredential(page);
  await askFor(page, hooksUrl, "Bump react");
  await press(page, "Edit…");
  const box = dialog(page).getByRole("textbox", { name: "Arguments, as JSON" });
  const args = JSON.parse(await box.inputValue()) as Record<string, unknown>;
  await box.fill(JSON.stringify({ ...args, url: `${stage.recorder.origin}/merge/99` }));
  await dialog(page).getByRole("button", { name: "Show the changed call" }).click();
  await expect(cards(page)).toHaveCount(1);
  await expect(cards(page)).toContainText("/merge/99");
  const approvals = () =>
    stage.profile.rows<{ answer: string | null; replaced: number }>(
      "select answer, replaced_by is not null as replaced from approvals order by asked_at, rowid",
    );
  await expect.poll(approvals).toEqual([
    { answer: "no", replaced: 1 },
    { answer: null, replaced: 0 },
  ]);
  expect(stage.recorder.requests).toHaveLength(0);
  await press(page, "Answer in words…");
  await dialog(page).getByRole("textbox", { name: "Your words" }).fill("Only after the release.");
  await dialog(page).getByRole("button", { name: "Deny with these words" }).click();
  await expect(cards(page)).toHaveCount(0);
  const said = () => stage.profile.rows<{ payload: string }>("select payload from inbox where source = 'approval'");
  await expect
    .poll(() => said().map(({ payload }) => JSON.parse(payload) as object))
    .toContainEqual(expect.objectContaining({ answer: "no", words: "Only after the release." }));
  await go(page, "Permissions");
  await expect(region(page, "Answers")).toContainText("You said: “Only after the release.”");
  await expect(region(page, "Answers")).toContainText("You changed it, and were asked about the changed call.");
  expect(stage.recorder.requests).toHaveLength(0);
});

test("the switch cuts off what leaves and keeps what comes; on again by hand, and then what waited goes", async () => {
  const { page, hooksUrl } = await stage.launch();
  await addCredential(page);
  const outgoing = page.getByRole("switch", { name: "Outgoing", exact: true });
  await expect(outgoing).toBeChecked();
  await outgoing.click();
  await expect(outgoing).not.toBeChecked();
  await expect.poll(() => stage.desktop.tray.tooltip()).toContain("outgoing is off");
  await askFor(page, hooksUrl, "Bump one");
  await expect(page.getByRole("status").filter({ hasText: "Outgoing is off since" })).toBeVisible();
  await expect.poll(() => stage.desktop.tray.tooltip()).toContain("1 approval");
  await deliver(hooksUrl, "issues", { issue: { title: "It is dark" } });
  await press(page, "Approve");
  await expect(cards(page)).toHaveCount(0);
  await expect(region(page, "Outbox digest").getByRole("listitem").filter({ hasText: "It is dark" })).toHaveCount(1);
  // The approved call's answer was worked on, and nothing came of it.
  const held = () => stage.profile.rows<{ n: number }>("select count(*) as n from inbox where held = 1");
  await expect.poll(held).toEqual([{ n: 1 }]);
  const sent = () => stage.profile.rows<{ n: number }>("select count(*) as n from deliveries where status = 'sent'");
  expect(sent()).toEqual([{ n: 0 }]);
  expect(stage.recorder.requests).toHaveLength(0);
  await go(page, "Permissions");
  await outgoing.click();
  await expect(outgoing).not.toBeChecked();
  await region(page, "Outgoing").getByRole("button", { name: "Allow again" }).click();
  await stage.recorder.received(1);
  await expect(outgoing).toBeChecked();
  await expect.poll(() => stage.desktop.tray.tooltip()).not.toContain("off");
  expect(stage.recorder.requests).toHaveLength(1);
});

test("the tray has the switch too, it outlives a restart, and the window follows", async () => {
  const first = await stage.launch();
  await go(first.page, "Permissions");
  const outgoing = (page: Page) => page.getByRole("switch", { name: "Outgoing", exact: true });
  await expect(outgoing(first.page)).toBeChecked();
  await stage.desktop.tray.clickMenu("Stop outgoing");
  await expect(outgoing(first.page)).not.toBeChecked();
  await first.close();
  const { page } = await stage.launch();
  await expect.poll(() => stage.desktop.tray.tooltip()).toContain("outgoing is off");
  await go(page, "Permissions");
  await expect(outgoing(page)).not.toBeChecked();
  await stage.desktop.tray.clickMenu("Allow outgoing again");
  await expect(outgoing(page)).toBeChecked();
});

test("a rule that is given by hand lets a clean call pass, and is edited and removed by the window", async () => {
  const { page } = await stage.launch();
  await addCredential(page);
  await page.getByRole("button", { name: "Add a rule" }).click();
  await dialog(page).getByRole("textbox", { name: "Methods" }).fill("get, put");
  await dialog(page).getByRole("textbox", { name: "Host" }).fill("api.github.com");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(dialog(page)).toHaveCount(0);
  expect(await config()).toContain("- { tool: http.request, method: [GET, PUT], host: api.github.com, decide: allow }");
  const rule = region(page, "Permission rules").getByRole("listitem").first();
  await rule.getByRole("button", { name: /^Edit the rule/ }).click();
  await dialog(page).getByRole("combobox", { name: "Decision" }).click();
  await page.getByRole("option", { name: /^Deny/ }).click();
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(rule).toContainText("deny");
  expect(await config()).toContain("decide: deny");
  await page.getByRole("button", { name: "Remove porch" }).click();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(region(page, "Credentials").getByRole("article")).toHaveCount(0);
  const names = await page.evaluate(async () => (await window.nightjar.call("settings.get", undefined)).secrets);
  expect(names).toEqual([]);
});
