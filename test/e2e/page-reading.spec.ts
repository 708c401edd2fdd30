// The built page alone: what was decided and answered is read in plain words, and addresses in others' texts are inert until a click.
import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "@playwright/test";
import type { ActivityDetail } from "../../app/preload/contract/views.ts";
import { detail } from "../renderer/fixtures/lists.ts";
import { ordinaryScene } from "../renderer/fixtures/scenes.ts";
import { message, ordinary } from "../renderer/fixtures/today.ts";
import { usePage } from "../renderer/harness/window.ts";

const { open, main, goTo, messages } = usePage();

/** A card's buttons are faint until it has stood still for a moment; what is looked at is how they stand. */
async function noViolations(): Promise<void> {
  await expect
    .poll(() =>
      open().page.evaluate(
        () =>
          document.querySelectorAll('[data-steady][aria-disabled="true"]').length +
          document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity).length,
      ),
    )
    .toBe(0);
  const { violations } = await new AxeBuilder({ page: open().page }).setLegacyMode(true).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
}

test("addresses in the digest show the host they lead to and open on a click alone, through main", async () => {
  const body =
    "#215 opened https://\u0430pple.com/x, mirrored at https://xn--pple-43d.com/ and http://plain.test/ <b>not bold</b>";
  const today = { ...ordinary(), held: { ...ordinary().held, items: [message({ body })] } };
  await open().start({ ...ordinaryScene(), "today.get": today });
  const item = messages().first();
  await expect(item).toContainText("(truly xn--pple-43d.com), mirrored");
  await expect(item).toContainText("(a name in letters of another alphabet) and http://plain.test/ <b>not bold</b>");
  await expect(item.getByRole("button")).toHaveCount(2);
  await noViolations();
  expect(await open().calls("link.open")).toEqual([]);
  await item.getByRole("button").first().click();
  await expect.poll(() => open().calls("link.open")).toEqual([{ url: "https://\u0430pple.com/x" }]);
  await open().app.evaluate(() => {
    globalThis.harness.views["link.open"] = { ok: false, sentence: "The system could not open the link." };
  });
  await item.getByRole("button").last().click();
  await expect(item.getByRole("status")).toContainText("The system could not open the link.");
});

test("Activity says what decided a call, how its question was answered, and its addresses open on a click", async () => {
  const base = detail(41);
  const [call, approval] = [base.calls[0], base.approvals[0]];
  if (call === undefined || approval === undefined) throw new Error("the fixture has no call");
  const told: ActivityDetail = {
    ...base,
    calls: [{ ...call, decided: { decision: "ask", by: "rule", reason: "Your rule asks.", permission: "rule:1" } }],
    approvals: [
      { ...approval, answer: "yes", answeredAt: base.receivedAt + 60, from: "window", always: "- { decide: allow }" },
    ],
    messages: [{ id: 1, body: "Merged: https://a.test/1", created: base.receivedAt + 70, sentAt: null }],
  };
  await open().start({ ...ordinaryScene(), "activity.get": { 41: told } });
  await open().page.evaluate(() => {
    location.hash = "#/activity/41";
  });
  const way = main().getByRole("list", { name: "Its way" });
  await expect(way).toContainText("Asked by your rule: Your rule asks.");
  await expect(way.getByRole("link", { name: "Show the rule" })).toHaveAttribute("href", "#/permissions/rule%3A1");
  await expect(way).toContainText("approved in the window");
  await expect(way).toContainText("It wrote the rule- { decide: allow }");
  await noViolations();
  await way.getByRole("button", { name: "https://api.github.com/repos/octo/porch/pulls/214/merge" }).click();
  await way.getByRole("button", { name: "https://a.test/1" }).click();
  await expect
    .poll(async () => (await open().calls("link.open")).map(({ url }) => url))
    .toEqual(["https://api.github.com/repos/octo/porch/pulls/214/merge", "https://a.test/1"]);
});

test("the answers in Permissions say why each was asked", async () => {
  await open().start(ordinaryScene());
  await goTo("Permissions");
  const answers = main().getByRole("region", { name: "Answers" }).getByRole("listitem");
  await expect(answers.first()).toContainText("Asked without a rule: Writing to api.github.com asks first");
  await expect(answers.nth(1)).toContainText("Asked by your rule");
  await expect(answers.nth(1).getByRole("link", { name: "Show the rule" })).toHaveAttribute(
    "href",
    "#/permissions/rule%3A1",
  );
  // There and back: the answer's request, its answer; and the line is where the keyboard goes on.
  await answers.first().getByRole("link", { name: "Show its request" }).click();
  const request = main().getByRole("region", { name: "Uses" }).getByRole("listitem").first();
  await expect(request).toBeFocused();
  await request.getByRole("link", { name: "Show your answer" }).click();
  await expect(answers.first()).toBeFocused();
  await expect(request.getByRole("link", { name: "credential github" })).toHaveAttribute(
    "href",
    "#/permissions/credential%3Agithub",
  );
});

test("while a rule is typed its line stands below as main would write it, and why it would not be taken", async () => {
  await open().start(ordinaryScene());
  await goTo("Permissions");
  await main().getByRole("button", { name: "Add a rule" }).click();
  const dialog = open().page.getByRole("dialog", { name: "Add a rule" });
  const preview = dialog.getByRole("region", { name: "As it will stand in config.yaml" });
  await expect(preview).toContainText("- { tool: http.request, method: PUT, host: api.github.com");
  await dialog.getByLabel("Methods", { exact: true }).fill("put");
  await dialog.getByLabel("Host", { exact: true }).fill("api.github.com");
  await expect
    .poll(async () => (await open().calls("permissions.previewRule")).at(-1))
    .toMatchObject({ index: null, rule: { methods: ["PUT"], host: "api.github.com", decide: "allow" } });
  await noViolations();
  await open().app.evaluate(() => {
    globalThis.harness.views["permissions.previewRule"] = { ok: false, sentence: "a path stands under path." };
  });
  await dialog.getByLabel("Host", { exact: true }).fill("a.test");
  await expect(preview).toContainText("It would not be taken: a path stands under path.");
  // What the form itself can't take is not asked of main.
  await dialog.getByLabel("Host", { exact: true }).fill("https://a.test/x");
  await expect(preview).toContainText("Shown once the form can be taken.");
  await dialog.getByLabel("Host", { exact: true }).fill("a.test");
  await expect(preview).toContainText("It would not be taken: a path stands under path.");
  await dialog.getByLabel("Tool", { exact: true }).fill("");
  await expect(preview).toContainText("Shown once the form can be taken.");
  expect(await open().calls("permissions.addRule")).toEqual([]);
});
