// The built page alone, with views of our own making, in a real Electron under the app's policy: what a person sees and can do.
import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "@playwright/test";
import { now } from "../renderer/fixtures/clock.ts";
import {
  crowdScene,
  emptyScene,
  longScene,
  ordinaryScene,
  type Scene,
  troubledScene,
} from "../renderer/fixtures/scenes.ts";
import { card, long, message, ordinary, refund, status } from "../renderer/fixtures/today.ts";
import { type OpenPage, openPage } from "../renderer/harness/page.ts";

let open: OpenPage;
test.beforeAll(async () => {
  open = await openPage();
});
test.afterAll(() => open.close());
test.afterEach(() => {
  // Violations of the content policy arrive on the console too.
  expect(open.complaints).toEqual([]);
});

const views = ["Today", "Dead events", "Timers", "Activity", "Settings"];
const main = () => open.page.getByRole("main");
const approvals = () => open.page.getByRole("region", { name: "Approvals", exact: true });
const cards = () => approvals().getByRole("article");
const messages = () => open.page.getByRole("region", { name: "Outbox digest", exact: true }).getByRole("listitem");
const titleOf = (index: number) => ordinary().approvals[index]?.title ?? "";

async function goTo(name: string): Promise<void> {
  await open.page.getByRole("link", { name, exact: true }).click();
  await expect(main().getByRole("heading", { level: 1, name, exact: true })).toBeVisible();
}

/** The ordinary scene with other approvals waiting. */
function waiting(...cardsOfScene: ReturnType<typeof card>[]): Scene {
  return { ...ordinaryScene(), "today.get": { ...ordinary(), approvals: cardsOfScene } };
}

for (const [name, scene] of Object.entries({
  ordinary: ordinaryScene,
  empty: emptyScene,
  long: longScene,
  troubled: troubledScene,
})) {
  test(`axe finds nothing on any view, light or dark: ${name}`, async () => {
    await open.start(scene());
    for (const view of views) {
      await goTo(view);
      for (const colorScheme of ["light", "dark"] as const) {
        await open.page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        const { violations } = await new AxeBuilder({ page: open.page }).setLegacyMode(true).analyze();
        expect(violations.map(({ id, nodes }) => [view, colorScheme, id, nodes.map((node) => node.html)])).toEqual([]);
      }
    }
  });
}

test("Today keeps its names: the cards, their timers and buttons, one list item per message, held ones included", async () => {
  await open.start(ordinaryScene());
  await expect(open.page).toHaveTitle(/^Nightjar/);
  for (const { title } of ordinary().approvals) {
    const one = approvals().getByRole("article", { name: title, exact: true });
    await expect(one.getByRole("timer")).toHaveText(/\d/);
    await expect(one.getByRole("button", { name: "Approve", exact: true })).toHaveCount(1);
    await expect(one.getByRole("button", { name: "Deny", exact: true })).toHaveCount(1);
  }
  await expect(messages()).toHaveCount(7);
  await expect(open.page.getByRole("button", { name: "Send now", exact: true })).toBeVisible();
  await expect(open.page.getByRole("link", { name: "Today", exact: true })).toHaveAccessibleDescription(
    "2 approvals wait",
  );
  await open.become({
    ...ordinaryScene(),
    "today.get": { ...ordinary(), held: { items: [], goesAt: null, why: null } },
  });
  await expect(messages()).toHaveCount(5);
  await expect(open.page.getByRole("button", { name: "Send now" })).toHaveCount(0);
});

test("the countdown goes by main's time, turns amber in the last fifth, and says when it is over", async () => {
  const due = now + 3;
  await open.start({ ...waiting(card({ due, windowSeconds: 10 })) });
  const timer = cards().getByRole("timer");
  await expect(timer).toContainText(/[123] s left/);
  await expect(timer).toContainText("1 s left");
  await expect(timer).toHaveClass(/text-warn/);
  await expect(timer).toContainText("expired");
  await expect(cards()).toContainText("expired");
});

test("two quick taps make one call; the sentence that stands is shown; the card leaves; nothing slides under the pointer", async () => {
  await open.start(ordinaryScene());
  await open.hold(["approvals.answer"]);
  const first = approvals().getByRole("article", { name: titleOf(0), exact: true });
  const second = approvals().getByRole("article", { name: titleOf(1), exact: true });
  const before = await second.boundingBox();
  await first.getByRole("button", { name: "Approve", exact: true }).dblclick();
  await expect(first.getByRole("button", { name: "Approve", exact: true })).toBeDisabled();
  await expect(first.getByRole("button", { name: "Deny", exact: true })).toBeDisabled();
  await first.getByRole("button", { name: "Deny", exact: true }).click({ force: true });
  await open.release();
  await expect(first).toHaveCount(0);
  await expect(main()).toContainText("Approved. The call is being made.");
  expect(await open.calls("approvals.answer")).toEqual([{ id: "refund", callHash: "hash-of-refund", answer: "yes" }]);
  await open.become(waiting(card()));
  await expect(cards()).toHaveCount(1);
  expect(await second.boundingBox()).toEqual(before);
  await open.page.mouse.move(5, 5);
  await expect.poll(async () => (await second.boundingBox())?.y).toBeLessThan(before?.y ?? 0);
});

test("a late tap says what stands; an answer main could not take leaves the card with the reason", async () => {
  const late = {
    id: "",
    stands: "expired" as const,
    yours: false,
    sentence: "Too late: this expired at 16:30. Nothing was done.",
  };
  await open.start({ ...waiting(card()), "approvals.answer": late });
  await cards().getByRole("button", { name: "Approve", exact: true }).click();
  await expect(cards()).toHaveCount(0);
  await expect(main()).toContainText(late.sentence);
  const refusal = "The answer could not be written down: the disk is full. Free some space, then answer again.";
  await open.become({ ...waiting(refund), "approvals.answer": `!${refusal}` });
  await cards().getByRole("button", { name: "Deny", exact: true }).click();
  await expect(cards().getByRole("alert")).toContainText(refusal);
  await expect(cards().getByRole("button", { name: "Deny", exact: true })).toBeEnabled();
});

test("an unknown effect keeps its title and takes its three answers", async () => {
  await open.start(longScene());
  const one = approvals().getByRole("article", { name: "Label issue 212 as “needs triage”?" });
  await expect(one.getByRole("button")).toHaveText(["It did", "Do it again", "Leave it"]);
  await one.getByRole("button", { name: "Leave it", exact: true }).click();
  expect(await open.calls("approvals.answer")).toEqual([{ id: "label", callHash: "hash-of-label", answer: "leave" }]);
});

test("a long call is whole, scrolls inside, and Approve says until its end that not all was seen, under the same name", async () => {
  await open.start(longScene());
  const one = approvals().getByRole("article", { name: long.title, exact: true });
  const approve = one.getByRole("button", { name: "Approve", exact: true });
  await expect(approve).toHaveAccessibleDescription(/not all of the call has been seen/i);
  const call = one.getByRole("group", { name: "The whole call" });
  expect((await call.innerText()).replaceAll(/\s/g, "")).toBe(
    `${long.verb}${long.target}${long.detail}`.replaceAll(/\s/g, ""),
  );
  const sideways = await call.evaluate((box) => box.scrollWidth - box.clientWidth);
  expect(sideways).toBe(0);
  await call.focus();
  await open.page.keyboard.press("End");
  await expect(approve).toHaveAccessibleDescription("");
  await expect(one).not.toContainText("Not all of the call");
});

test("the keyboard moves between the cards and answers the one that has the focus, once", async () => {
  const three = ["one", "two", "three"].map((id) => card({ id, callHash: `hash-${id}`, title: `Do ${id}?` }));
  await open.start(waiting(...three));
  await expect(cards()).toHaveCount(3);
  const focused = (title: string) =>
    expect(approvals().getByRole("article", { name: title, exact: true })).toBeFocused();
  const { keyboard } = open.page;
  // Nothing has the focus, so nothing may be answered.
  await keyboard.press("a");
  await keyboard.press("j");
  await focused("Do one?");
  await keyboard.press("ArrowDown");
  await focused("Do two?");
  await keyboard.press("k");
  await focused("Do one?");
  await keyboard.press("Control+a");
  expect(await open.calls("approvals.answer")).toEqual([]);
  await keyboard.press("a");
  await focused("Do two?");
  // A second press right after is meant for the card that left.
  await keyboard.press("a");
  await open.become(waiting(...three.slice(1)));
  await expect(cards()).toHaveCount(2);
  expect(await open.calls("approvals.answer")).toEqual([{ id: "one", callHash: "hash-one", answer: "yes" }]);
  await keyboard.press("j");
  await expect
    .poll(async () => {
      await keyboard.press("d");
      return open.calls("approvals.answer");
    })
    .toContainEqual({ id: "three", callHash: "hash-three", answer: "no" });
});

test("everything is reached by keyboard: skip link, views, help", async () => {
  await open.start(ordinaryScene());
  const { keyboard } = open.page;
  await expect(cards()).toHaveCount(2);
  await keyboard.press("Tab");
  await expect(open.page.getByRole("link", { name: "Skip to the view" })).toBeFocused();
  await keyboard.press("Enter");
  await expect(main()).toBeFocused();
  await keyboard.press("g");
  await keyboard.press("s");
  await expect(main().getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
  await keyboard.press("?");
  const help = open.page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(help).toBeVisible();
  const { violations } = await new AxeBuilder({ page: open.page }).setLegacyMode(true).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
  await keyboard.press("Escape");
  await expect(help).toHaveCount(0);
  for (const view of ["t", "d", "i", "a"]) {
    await keyboard.press("g");
    await keyboard.press(view);
  }
  await expect(main().getByRole("heading", { level: 1, name: "Activity" })).toBeVisible();
  expect(await open.calls("approvals.answer")).toEqual([]);
});

test("what comes while the person has scrolled waits behind a line, and comes in on a click", async () => {
  await open.start(crowdScene());
  await expect(cards()).toHaveCount(50);
  await open.page.mouse.move(600, 400);
  await open.page.mouse.wheel(0, 900);
  await expect.poll(() => open.page.evaluate(() => scrollY)).toBeGreaterThan(800);
  const before = await cards().nth(6).boundingBox();
  const scene = crowdScene();
  const today = scene["today.get"] as ReturnType<typeof ordinary>;
  const arrived = card({ id: "new", callHash: "hash-new", title: "Do the new thing?" });
  const held = { ...today.held, items: [message({ body: "Just in" }), ...today.held.items] };
  await open.become({ ...scene, "today.get": { ...today, approvals: [arrived, ...today.approvals], held } });
  const line = open.page.getByRole("button", { name: "1 new question, 1 new message" });
  await expect(line).toBeVisible();
  await expect(cards()).toHaveCount(50);
  expect(await cards().nth(6).boundingBox()).toEqual(before);
  await line.click();
  await expect(cards()).toHaveCount(51);
  await expect(approvals().getByRole("article", { name: "Do the new thing?" })).toBeInViewport();
  await expect(messages().filter({ hasText: "Just in" })).toHaveCount(1);
});

test("a card that comes above the pointer does not move what is under it", async () => {
  await open.start(ordinaryScene());
  const send = open.page.getByRole("button", { name: "Send now" });
  await send.hover();
  const before = await send.boundingBox();
  await open.become(waiting(refund, card(), card({ id: "new", callHash: "hash-new", title: "Do the new thing?" })));
  await expect(cards()).toHaveCount(3);
  expect(await send.boundingBox()).toEqual(before);
});

test("fifty cards and five hundred messages are there at once and answer quickly", async () => {
  await open.start(emptyScene());
  await expect(approvals()).toBeVisible();
  const started = Date.now();
  await open.become(crowdScene());
  await expect(cards()).toHaveCount(50);
  await expect(messages()).toHaveCount(500);
  expect(Date.now() - started).toBeLessThan(5000);
});

test("a view that main can't give says why and asks again on request", async () => {
  await open.start(troubledScene());
  const trouble = main().getByRole("alert");
  await expect(trouble).toContainText("the disk is full");
  await open.app.evaluate((_electron, scene) => {
    globalThis.harness.views = scene;
  }, ordinaryScene());
  await trouble.getByRole("button", { name: "Try again" }).click();
  await expect(cards()).toHaveCount(2);
  await expect(trouble).toHaveCount(0);
});

test("Dead events retries and discards, and shows the payload", async () => {
  await open.start(ordinaryScene());
  await goTo("Dead events");
  const dead = open.page.getByRole("region", { name: "Dead events", exact: true }).getByRole("article");
  await expect(dead).toHaveCount(2);
  await expect(dead.first()).toContainText("was stopped after 5 s");
  await expect(dead.first()).toContainText("delivered again twice, last 10:14");
  await dead.first().getByRole("button", { name: "Payload" }).click();
  await expect(dead.first()).toContainText('"conclusion": "failure"');
  await dead.first().getByRole("button", { name: "Retry", exact: true }).click();
  await expect(main()).toContainText("It waits for its next run with fresh attempts.");
  await dead.last().getByRole("button", { name: "Discard", exact: true }).click();
  await expect(main()).toContainText("Discarded; Activity keeps it.");
  expect([await open.calls("dead.retry"), await open.calls("dead.discard")]).toEqual([[{ id: 31 }], [{ id: 30 }]]);
});

test("Timers pauses, runs now, and says what was missed", async () => {
  await open.start(ordinaryScene());
  await goTo("Timers");
  const morning = main().getByRole("article", { name: "morning" });
  await expect(morning.getByRole("list", { name: "Next occurrences of morning" }).getByRole("listitem")).toHaveCount(5);
  await expect(morning).toContainText("Missed 3, due Fri 27 Nov, 09:00 to Sun 29 Nov, 09:00; made 1 event");
  await morning.getByRole("switch").click();
  await morning.getByRole("button", { name: "Run now" }).click();
  await expect(morning).toContainText("An event was made; it runs now.");
  expect(await open.calls("timers.pause")).toEqual([{ id: "config:morning", paused: true }]);
  expect(await open.calls("timers.runNow")).toEqual([{ id: "config:morning" }]);
});

test("Activity opens an event in place, runs a twin, filters, and loads older ones", async () => {
  const rows = ordinaryScene()["activity.list"] as { id: number }[];
  const many = Array.from({ length: 250 }, (_, index) => ({ ...rows.at(-1), id: 2000 - index }));
  await open.start({ ...ordinaryScene(), "activity.list": many } as Scene);
  await goTo("Activity");
  const last = () => open.page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  for (const _page of [1, 2]) {
    await last();
    await main().getByRole("button", { name: "Load older" }).click();
  }
  await last();
  await expect(main()).toContainText("That is everything.");
  expect((await open.calls("activity.list")).map(({ before }) => before)).toEqual([null, 1901, 1801]);
  // Only what is on the screen is in the page.
  expect(await main().getByRole("listitem").count()).toBeLessThan(60);
  await open.become(ordinaryScene());
  await open.page.evaluate(() => scrollTo(0, 0));
  const twin = main().getByRole("listitem").filter({ hasText: "a twin, not run" });
  await twin.getByRole("button").first().click();
  await twin.getByRole("button", { name: "Run anyway" }).click();
  await expect(twin).toContainText("It will be run.");
  expect(await open.calls("activity.runAnyway")).toEqual([{ id: 44 }]);
  await main().getByRole("combobox", { name: "Source" }).click();
  await open.page.getByRole("option", { name: "timer" }).click();
  await expect(main().getByRole("list", { name: "Events" }).getByRole("listitem")).toHaveCount(1);
  await open.push({ type: "navigate", view: "activity", ref: "41" });
  await expect(main().getByRole("heading", { level: 1 })).toHaveText("Event 41");
  await expect(main().getByRole("list", { name: "Its way" })).toContainText("waits for you until 20:02");
});

test("a source is added with its secret first; a test delivery and each save say what happened", async () => {
  await open.start(ordinaryScene());
  await goTo("Settings");
  await main().getByRole("button", { name: "Add a source" }).click();
  const dialog = open.page.getByRole("dialog", { name: "Add a source" });
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toContainText("Begin with a small letter or digit");
  await dialog.getByRole("combobox", { name: "Kind" }).click();
  await open.page.getByRole("option", { name: "Standard Webhooks" }).click();
  await dialog.getByLabel("Name", { exact: true }).fill("stripe");
  await dialog.getByRole("button", { name: "Make one" }).click();
  const { violations } = await new AxeBuilder({ page: open.page }).setLegacyMode(true).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(main()).toContainText("The source is saved and listens.");
  expect(await open.calls("settings.setSecret")).toEqual([
    { name: "stripe-secret", value: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/), untilQuit: false },
  ]);
  expect(await open.calls("settings.saveSource")).toEqual([
    { name: "stripe", kind: "standard-webhooks", secret: "keychain:stripe-secret", identicalBodies: "twin" },
  ]);
  const github = main().getByRole("article", { name: "github" });
  await github.getByRole("button", { name: "Send a test delivery" }).click();
  await expect(github).toContainText("answered 202: stored as event 47");
  await github.getByRole("button", { name: "How to connect it" }).click();
  await expect(github).toContainText("--url=http://127.0.0.1:47821/hooks/github");
  await main().getByLabel("Gap between deliveries", { exact: true }).fill("2");
  await main().getByRole("region", { name: "Speaking" }).getByRole("button", { name: "Save" }).click();
  await expect(main().getByRole("region", { name: "Speaking" })).toContainText("Saved in config.yaml.");
  expect(await open.calls("settings.save")).toEqual([{ gapSeconds: 7200, quietHours: "22:00-07:00" }]);
});

test("without a keychain that protects, a secret is kept until quit or read from the environment, and the reason is said", async () => {
  await open.start(emptyScene());
  await goTo("Settings");
  await main().getByRole("button", { name: "Add a source" }).click();
  const dialog = open.page.getByRole("dialog");
  await expect(dialog.getByRole("radio", { name: /Keep it in the keychain/ })).toBeDisabled();
  await expect(dialog).toContainText("Unlock or install a keyring");
  await dialog.getByLabel("The secret").fill("shh");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  expect(await open.calls("settings.setSecret")).toEqual([{ name: "github-secret", value: "shh", untilQuit: true }]);
});

test("copying puts the address on the clipboard without asking for a permission", async () => {
  await open.start(ordinaryScene());
  await goTo("Settings");
  await main().getByRole("article", { name: "shell" }).getByRole("button", { name: "Copy" }).click();
  await expect(main().getByRole("article", { name: "shell" })).toContainText("Copied");
  expect(await open.app.evaluate(({ clipboard }) => clipboard.readText())).toBe("http://127.0.0.1:47821/hooks/shell");
});

test("notices stand on every view with their step, and a notification's click brings the card before the eyes", async () => {
  await open.start({
    ...crowdScene(),
    "status.get": status({
      notices: [
        { id: "port", level: "bad", text: "Port 47821 is taken by another program.", action: "retry_listener" },
      ],
    }),
  });
  await goTo("Timers");
  const notice = open.page.getByRole("alert").filter({ hasText: "Port 47821 is taken" });
  await notice.getByRole("button", { name: "Try the port again" }).click();
  await expect(notice).toContainText("Port 47821 is still taken.");
  await open.push({ type: "navigate", view: "today", ref: "many-40" });
  await expect(approvals().getByRole("article", { name: "Merge number 41?", exact: true })).toBeFocused();
  await expect(approvals().getByRole("article", { name: "Merge number 41?", exact: true })).toBeInViewport();
});

test("at the smallest size nothing is cut off sideways and every name stays", async () => {
  await open.start(longScene());
  for (const width of [860, 700, 360]) {
    await open.resize(width, 700);
    await expect.poll(() => open.page.evaluate(() => innerWidth)).toBe(width);
    for (const view of views) {
      await goTo(view);
      expect(
        await open.page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
        `${view} at ${width}`,
      ).toBeLessThanOrEqual(0);
    }
  }
});
