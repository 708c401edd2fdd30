// The built page alone, in a real Electron: Dead events, Timers and Activity.
import { expect, test } from "@playwright/test";
import { ordinaryScene, type Scene } from "../renderer/fixtures/scenes.ts";
import { status } from "../renderer/fixtures/today.ts";
import { usePage } from "../renderer/harness/window.ts";

const { open, main, goTo } = usePage();

test("Dead events retries and discards, and shows the payload", async () => {
  await open().start(ordinaryScene());
  await goTo("Dead events");
  const dead = open().page.getByRole("region", { name: "Dead events", exact: true }).getByRole("article");
  await expect(dead).toHaveCount(2);
  await expect(dead.first()).toContainText("was stopped after 5 s");
  await expect(dead.first()).toContainText("delivered again twice, last 10:14");
  await dead.first().getByRole("button", { name: "Payload" }).click();
  await expect(dead.first()).toContainText('"conclusion": "failure"');
  await dead.first().getByRole("button", { name: "Retry", exact: true }).click();
  await expect(main()).toContainText("It waits for its next run with fresh attempts.");
  await dead.last().getByRole("button", { name: "Discard", exact: true }).click();
  await expect(main()).toContainText("Discarded; Activity keeps it.");
  expect([await open().calls("dead.retry"), await open().calls("dead.discard")]).toEqual([[{ id: 31 }], [{ id: 30 }]]);
});

test("Timers pauses, runs now, and says what was missed", async () => {
  await open().start(ordinaryScene());
  await goTo("Timers");
  const morning = main().getByRole("article", { name: "morning" });
  await expect(morning.getByRole("list", { name: "Next occurrences of morning" }).getByRole("listitem")).toHaveCount(5);
  await expect(morning).toContainText("Missed 3, due Fri 27 Nov, 09:00 to Sun 29 Nov, 09:00; made 1 event");
  await morning.getByRole("switch").click();
  await morning.getByRole("button", { name: "Run now" }).click();
  await expect(morning).toContainText("An event was made; it runs now.");
  expect(await open().calls("timers.pause")).toEqual([{ id: "config:morning", paused: true }]);
  expect(await open().calls("timers.runNow")).toEqual([{ id: "config:morning" }]);
});

test("a reminder is added as it was read back; a refused one stays in the line", async () => {
  await open().start({
    ...ordinaryScene(),
    "timers.add": { ok: false, sentence: "Nothing was set: that moment has passed." },
  });
  await goTo("Timers");
  const line = main().getByRole("textbox", { name: "Remind me…" });
  const button = main().getByRole("button", { name: "Add" });
  await expect(button).toBeDisabled();
  await line.fill("every weekday at 9 in Tokyo: look at the mail");
  await button.click();
  await expect(main()).toContainText("Nothing was set: that moment has passed.");
  await expect(line).toHaveValue(/look at the mail/);
  // What is set is what was read back, not the words again.
  const timing = { kind: "cron", cron: "0 9 * * 1-5", zone: "Asia/Tokyo" };
  expect(await open().calls("timers.add")).toEqual([{ text: "look at the mail", timing }]);
  await open().become({
    ...ordinaryScene(),
    "timers.read": { kind: "impossible", sentence: "There is no 25:00 on a clock." },
  });
  await line.fill("at 25:00");
  await expect(main()).toContainText("There is no 25:00");
  await expect(button).toBeDisabled();
});

test("a timer of another zone says whose clock its times are by", async () => {
  const scene = ordinaryScene();
  await open().start({ ...scene, "status.get": status({ zone: "America/Sao_Paulo" }) });
  await goTo("Timers");
  const morning = main().getByRole("article", { name: "morning" });
  await expect(morning.getByRole("listitem").first()).toHaveText("Tue 1 Dec, 06:00");
  await expect(morning).toContainText("06:00 here is 09:00 in Europe/Lisbon");
  await open().become(scene);
  await expect(morning.getByRole("listitem").first()).toHaveText("Tue 1 Dec, 09:00");
  await expect(morning).not.toContainText("here is");
});

test("Activity opens an event in place, runs a twin, filters, and loads older ones", async () => {
  const rows = ordinaryScene()["activity.list"] as { id: number }[];
  const many = Array.from({ length: 250 }, (_, index) => ({ ...rows.at(-1), id: 2000 - index }));
  await open().start({ ...ordinaryScene(), "activity.list": many } as Scene);
  await goTo("Activity");
  const last = () => open().page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  for (const _page of [1, 2]) {
    await last();
    await main().getByRole("button", { name: "Load older" }).click();
  }
  await last();
  await expect(main()).toContainText("That is everything.");
  expect((await open().calls("activity.list")).map(({ before }) => before)).toEqual([null, 1901, 1801]);
  // Only what is on the screen is in the page.
  expect(await main().getByRole("listitem").count()).toBeLessThan(60);
  await open().become(ordinaryScene());
  await open().page.evaluate(() => scrollTo(0, 0));
  const twin = main()
    .getByRole("list", { name: "Events" })
    .locator(":scope > li")
    .filter({ hasText: "a twin, not run" });
  await twin.getByRole("button").first().click();
  await twin.getByRole("button", { name: "Run anyway" }).click();
  await expect(twin).toContainText("It will be run.");
  expect(await open().calls("activity.runAnyway")).toEqual([{ id: 44 }]);
  await main().getByRole("combobox", { name: "Source" }).click();
  await open().page.getByRole("option", { name: "timer" }).click();
  await expect(main().getByRole("list", { name: "Events" }).getByRole("listitem")).toHaveCount(1);
  await open().push({ type: "navigate", view: "activity", ref: "41" });
  await expect(main().getByRole("heading", { level: 1 })).toHaveText("Event 41");
  await expect(main().getByRole("list", { name: "Its way" })).toContainText("waits for you until 20:02");
});

test("a list that shrinks as the person goes to its top leaves them at the top", async () => {
  const rows = ordinaryScene()["activity.list"] as { id: number }[];
  const many = Array.from({ length: 100 }, (_, index) => ({ ...rows.at(-1), id: 2000 - index }));
  await open().start({ ...ordinaryScene(), "activity.list": many } as Scene);
  await goTo("Activity");
  const events = main().getByRole("list", { name: "Events" });
  await expect(events.locator(":scope > li").first()).toHaveAttribute("aria-posinset", "1");
  await open().page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect(events.locator(":scope > li").last()).toHaveAttribute("aria-posinset", "100");
  // The scroll comes just before the new rows are measured; its event waits for the next frame.
  await events.evaluate((list) => {
    const { style } = list as HTMLElement;
    Object.defineProperty(style, "height", {
      configurable: true,
      set: (height: string) => {
        Reflect.deleteProperty(style, "height");
        style.height = height;
        scrollTo(0, 0);
      },
    });
  });
  await open().become(ordinaryScene());
  await expect(events.locator(":scope > li").first()).toHaveAttribute("aria-setsize", String(rows.length));
  await expect(events.locator(":scope > li").first()).toHaveAttribute("aria-posinset", "1");
  expect(await open().page.evaluate(() => scrollY)).toBe(0);
});
