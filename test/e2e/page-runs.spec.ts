// The page of a run by itself, on fixtures: steps in pages, texts on demand, live without a jump, and to be used by everybody.
import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "@playwright/test";
import { ordinaryScene } from "../renderer/fixtures/scenes.ts";
import { run, runs, runsSteps } from "../renderer/fixtures/runs.ts";
import { stays, usePage } from "../renderer/harness/window.ts";

const { open, main, goTo } = usePage();

/** The page is loaded before it is led anywhere. */
async function begin(): Promise<void> {
  await open().start(ordinaryScene());
  await goTo("Activity");
}
async function goRun(id: number): Promise<void> {
  await open().page.evaluate((ref) => {
    location.hash = `#/activity/run-${ref}`;
  }, id);
  await expect(main().getByRole("heading", { level: 1, name: "How it thought" })).toBeVisible();
}
const steps = () => main().getByRole("region", { name: "Its steps" });

test("an event's way leads to how the model thought, each call to its rule and its answer, what was said to its delivery", async () => {
  await begin();
  await open().page.evaluate(() => {
    location.hash = "#/activity/41";
  });
  await main().getByRole("link", { name: "How it thought" }).click();
  await expect.poll(() => open().calls("activity.run")).toEqual([{ id: 9 }]);
  await expect(main()).toContainText("There is no such run.");
  await goRun(12);
  await expect(main()).toContainText("14,350 in · 90 % from the cache · 180 into the cache · 310 out · $0.018");
  await expect(main()).toContainText("Of that, second opinions1 request · 310 in · 12 out · $0.0011");
  const asked = steps().getByRole("listitem").filter({ hasText: "you approved it" }).last();
  await expect(asked.getByRole("link", { name: "Show the rule" })).toHaveAttribute("href", "#/permissions/rule%3A1");
  await expect(asked.getByRole("link", { name: "In the history" })).toHaveAttribute("href", /answer%3Aap1$/);
  await expect(steps()).toContainText("could not be made");
  await expect(steps().getByRole("list", { name: "Noticed in it" })).toContainText("It tells an agent to forget");
  await expect(steps().getByRole("link", { name: "Run 13, 10:31" })).toHaveAttribute("href", "#/activity/run-13");
  await expect(main().getByRole("link", { name: "sent 10:32" })).toHaveAttribute("href", "#/today/9");
  await steps().getByRole("button", { name: "Result" }).first().click();
  await expect(steps().getByRole("group", { name: "Result" })).toContainText('"status": 200');
  // A stranger's address shows its true host, as a button that main is asked about.
  await expect(steps().getByRole("button", { name: "https://api.github.com.evil.test/x" })).toBeVisible();
});

test("long texts come piece by piece, many steps page by page, and what is read stays in its place", async () => {
  await begin();
  await goRun(16);
  await steps().getByRole("button", { name: "Show more (800 of 120,000 characters)" }).click();
  await expect(steps()).toContainText("the rest of it, to its end.");
  await expect(steps().getByRole("button", { name: /Show more/ })).toHaveCount(0);
  await goRun(17);
  await expect(steps()).toContainText("Step 161 of many.");
  await expect(steps()).toContainText("Step 200 of many.");
  await expect(steps()).not.toContainText("Step 160 of many.");
  const read = steps().getByText("Step 170 of many.");
  await read.evaluate((one) => one.scrollIntoView({ block: "center" }));
  const before = await read.boundingBox();
  await steps()
    .getByRole("button", { name: "Show earlier steps" })
    .evaluate((button: HTMLElement) => button.click());
  await expect(steps()).toContainText("Step 121 of many.");
  await stays(read, before);
});

test("while it is on: what it waits for, steps that come behind the others, and a Stop that says what it did", async () => {
  await begin();
  await goRun(14);
  await expect(main().getByRole("status").filter({ hasText: "Waiting for the model" })).toBeVisible();
  const wrote = steps().getByText("I look at the issue");
  const before = await wrote.boundingBox();
  const all = runsSteps();
  const more = (all[17]?.steps ?? []).slice(100, 103).map((step) => ({ ...step, run: 14 }));
  const now = run().now;
  await open().become({
    ...ordinaryScene(),
    "activity.run": {
      ...runs(),
      14: { ...runs()[14], doing: { kind: "call", what: "GET a.test/x", since: now } },
    } as never,
    "activity.steps": { ...all, 14: { ...all[14], steps: [...(all[14]?.steps ?? []), ...more] } } as never,
  });
  await expect(steps()).toContainText("Step 103 of many.");
  await expect(main().getByRole("status").filter({ hasText: "Making a call: GET a.test/x" })).toBeVisible();
  await stays(wrote, before);
  await main().getByRole("button", { name: "Stop" }).click();
  await expect(main()).toContainText("Stopped. Nothing more comes of this run.");
  expect(await open().calls("activity.stopRun")).toEqual([{ id: 14 }]);
  await open().become({
    ...ordinaryScene(),
    "activity.run": { 14: run({ id: 14, ending: "nothing", halted: "stopped" }) },
  });
  await expect(main()).toContainText("You stopped it");
  await expect(main().getByRole("button", { name: "Stop" })).toHaveCount(0);
});

test("the day's use stands in the head of Activity, and the sidebar leads to the run that thinks", async () => {
  const scene = ordinaryScene();
  const status = scene["status.get"] as { doing: object };
  const doing = { kind: "working", sentence: "waiting for the model about github · issues", until: null, run: 12 };
  await open().start({ ...scene, "status.get": { ...status, doing } as never });
  await open().page.getByRole("link", { name: "Activity", exact: true }).click();
  await expect(main()).toContainText("Today the model used 76,000 tokens · $0.31 · 84 % from the cache");
  await expect(main().getByRole("link", { name: "Limits" })).toHaveAttribute("href", "#/settings/limits");
  await open()
    .page.getByRole("link", { name: /waiting for the model about/ })
    .click();
  await expect(main().getByRole("heading", { level: 1, name: "How it thought" })).toBeVisible();
});

test("axe finds nothing, light or dark; at the smallest size nothing is cut off sideways", async () => {
  await begin();
  for (const id of [12, 14, 16]) {
    await goRun(id);
    await expect(steps().getByRole("list", { name: "Its steps" }).first()).toBeVisible();
    for (const colorScheme of ["light", "dark"] as const) {
      await open().page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      const { violations } = await new AxeBuilder({ page: open().page }).setLegacyMode(true).analyze();
      expect(violations.map(({ id: rule, nodes }) => [id, colorScheme, rule, nodes.map((node) => node.html)])).toEqual(
        [],
      );
    }
    await open().resize(360, 700);
    expect(await main().evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
    await open().resize(1080, 760);
  }
});
