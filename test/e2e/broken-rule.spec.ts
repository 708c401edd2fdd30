// A rule that is saved broken, in the real app: the window says where, the rules from before stay, and mending it brings what
// failed back at once.
import { expect, test } from "@playwright/test";
import { deliver, example } from "./support/github.ts";
import { githubConfig } from "./support/profile.ts";
import { digest, useStage } from "./support/stage.ts";

const rule = (condition: string): string => `- name: Issues
  on: github
  event: issues
  if: ${condition}
  tell: "By my own rule: {{ issue.title }}"
`;

const stage = useStage((origin) => ({ config: githubConfig(origin), rules: rule(`"$error('no')"`) }));
const events = () => stage.profile.rows<{ status: string; attempts: number }>("select status, attempts from inbox");

test("a broken condition is found on save and told with its line; mended, the event that failed runs at once", async () => {
  const { page, hooksUrl } = await stage.launch();
  await deliver(hooksUrl, "issues", example("issues", "opened"));
  await expect.poll(() => events()[0]).toMatchObject({ status: "pending", attempts: 1 });
  await stage.profile.write({ rules: rule("action == 'opened'") });
  await expect(
    page.getByText(/rules\.yaml:4: The rule "Issues" can not be used: its `if` can not be read/),
  ).toBeVisible();
  await expect(
    page.getByText(
      "Until it is mended, the rules from before stay in force: what was removed from it since then is still in force.",
    ),
  ).toBeVisible();
  // By itself the retry would come after 30 s at the earliest.
  await stage.profile.write({ rules: rule("action = 'opened'") });
  await expect(digest(page).filter({ hasText: "By my own rule" })).toHaveCount(1, { timeout: 15_000 });
  await expect(page.getByText(/rules\.yaml:/)).toHaveCount(0);
  expect(events()[0]).toMatchObject({ status: "done", attempts: 2 });
});

test("a start with a broken rule goes on with the rules from before", async () => {
  await stage.profile.write({ rules: rule("action = 'opened'") });
  const first = await stage.launch();
  await deliver(first.hooksUrl, "issues", example("issues", "opened"));
  await expect(digest(first.page).filter({ hasText: "By my own rule" })).toHaveCount(1);
  await first.close();
  await stage.profile.write({ rules: rule("action ==") });
  const { page, hooksUrl } = await stage.launch();
  await expect(page.getByText(/Until it is mended, the rules of .* stay in force:/)).toBeVisible();
  const again = { ...(example("issues", "opened") as object), again: true };
  await deliver(hooksUrl, "issues", again);
  await expect.poll(() => events().map(({ status }) => status)).toEqual(["done", "done"]);
  await expect(digest(page).filter({ hasText: "By my own rule" })).toHaveCount(2);
});
