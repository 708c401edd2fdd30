// The built page alone, in a real Electron: a click or key meant for one thing never answers another that came into its place.
import { expect, type Locator, test } from "@playwright/test";
import { ordinaryScene, type Scene } from "../renderer/fixtures/scenes.ts";
import { card as full, lean, refund as fullRefund } from "../renderer/fixtures/cards.ts";
import { message, ordinary, status } from "../renderer/fixtures/today.ts";
import { holdSettling, settle, stays, usePage, waiting } from "../renderer/harness/window.ts";

const { open, cards, approvals } = usePage();

// Lean ones, so that more than one of them is in the window.
const card = (over: Parameters<typeof full>[0]) => full({ ...lean, ...over });
const refund = { ...fullRefund, ...lean };

const answers = () => open().calls("approvals.answer");
const button = (title: string, name: string) =>
  approvals().getByRole("article", { name: title, exact: true }).getByRole("button", { name, exact: true });
const fresh = card({ id: "new", callHash: "hash-new", title: "Do the new thing?" });
const sendNow = () => open().page.getByRole("button", { name: "Send now", exact: true });

/** A press and a release at the pointer's place, whatever is there: what a hand does that does not look again. */
async function click(): Promise<void> {
  await open().page.mouse.down();
  await open().page.mouse.up();
}
async function middleOf(what: Locator): Promise<{ x: number; y: number }> {
  const box = await what.boundingBox();
  if (box === null) throw new Error("it is not on the page");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
async function pointAt(what: Locator): Promise<void> {
  const { x, y } = await middleOf(what);
  await open().page.mouse.move(x, y);
}

test.beforeEach(() => open().page.mouse.move(2, 2));

test("the buttons of a card that has just come do nothing, by pointer or key, until they have stood for a moment", async () => {
  await open().start(waiting());
  await expect(sendNow()).toBeEnabled();
  await holdSettling(open().page);
  await open().become(waiting(fresh));
  const approve = button(fresh.title, "Approve");
  await expect(approve).toHaveAttribute("aria-disabled", "true");
  await pointAt(approve);
  await click();
  await approve.focus();
  await open().page.keyboard.press("Enter");
  await open().page.keyboard.press("Space");
  await open().page.keyboard.press("a");
  await open().page.keyboard.press("d");
  expect(await answers()).toEqual([]);
  await settle(open().page);
  await expect(approve).toBeEnabled();
  await click();
  await expect.poll(answers).toEqual([{ id: "new", callHash: "hash-new", answer: "yes" }]);
});

test("a press that began before the buttons had settled answers nothing when it ends after", async () => {
  await open().start(waiting());
  await expect(sendNow()).toBeEnabled();
  await holdSettling(open().page);
  await open().become(waiting(fresh));
  await pointAt(button(fresh.title, "Approve"));
  await open().page.mouse.down();
  await settle(open().page);
  await expect(button(fresh.title, "Approve")).toBeEnabled();
  await open().page.mouse.up();
  await open().page.mouse.move(2, 2);
  expect(await answers()).toEqual([]);
});

/** A page so short that no scrolling can keep "Send now" where it is; the new card's answers come to lie where it was. */
function shortScene(...waits: ReturnType<typeof card>[]): Scene {
  const held = { items: [message({ body: "One thing" })], goesAt: ordinary().held.goesAt, why: "gap" as const };
  return { ...ordinaryScene(), "today.get": { ...ordinary(), approvals: waits, held, digest: [] } };
}

test("a card that comes to lie under a pointer resting on Send now is not answered by the click", async () => {
  await open().start(shortScene());
  await open().resize(1080, 1400);
  await expect(sendNow()).toBeEnabled();
  await holdSettling(open().page);
  // Where the new card's Approve will be; the pointer rests there, and clicks as the card comes.
  await open().become(shortScene(fresh));
  const at = await middleOf(button(fresh.title, "Approve"));
  await open().become(shortScene());
  await expect(cards()).toHaveCount(0);
  await open().page.mouse.move(at.x, at.y);
  await open().become(shortScene(fresh));
  await expect(cards()).toHaveCount(1);
  await click();
  expect(await answers()).toEqual([]);
  expect(await open().calls("outbox.sendNow")).toEqual([]);
});

test("Send now stays under the pointer that rests on it, however long ago it came there", async () => {
  await open().start(waiting(refund));
  // So low that the page can be scrolled by a card's height.
  await open().resize(1080, 700);
  await expect(sendNow()).toBeEnabled();
  await pointAt(sendNow());
  await open().page.evaluate(() => {
    const real = performance.now.bind(performance);
    performance.now = () => real() + 60_000;
  });
  const before = await sendNow().boundingBox();
  await open().become(waiting(refund, fresh));
  await expect(cards()).toHaveCount(2);
  await stays(sendNow(), before);
});

test("nothing comes or goes under a pressed button of the mouse; what waited comes when it is released", async () => {
  await open().start(shortScene(refund));
  await open().resize(1080, 1400);
  await expect(sendNow()).toBeEnabled();
  const before = await sendNow().boundingBox();
  await pointAt(sendNow());
  await open().page.mouse.down();
  await open().become({
    ...shortScene(refund, fresh),
    "status.get": status({ notices: [{ id: "n", level: "bad", text: "The disk is full.", action: null }] }),
  });
  // The page has asked and was answered; it draws nothing of it yet.
  await expect.poll(async () => (await open().calls("today.get")).length).toBeGreaterThan(1);
  await expect.poll(async () => (await open().calls("status.get")).length).toBeGreaterThan(1);
  await open().page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  await expect(cards()).toHaveCount(1);
  await stays(sendNow(), before);
  await open().page.mouse.up();
  await expect(cards()).toHaveCount(2);
  await expect(open().page.getByRole("alert")).toContainText("The disk is full.");
  expect(await open().calls("outbox.sendNow")).toHaveLength(1);
  expect(await answers()).toEqual([]);
});

test("a card that slides into the place of another answers nothing for a moment, whatever moved it", async () => {
  const notices = [{ id: "n", level: "bad" as const, text: "The disk is full.", action: null }];
  const second = card({ id: "second", callHash: "hash-second", title: "Do the second thing?" });
  await open().start(waiting(refund, second));
  const approve = button(second.title, "Approve");
  await expect(approve).toBeEnabled();
  await holdSettling(open().page);
  // The first goes by itself (answered elsewhere) while the pointer is outside the cards.
  await open().become(waiting(second));
  await expect(cards()).toHaveCount(1);
  await expect(approve).toHaveAttribute("aria-disabled", "true");
  await pointAt(approve);
  await click();
  expect(await answers()).toEqual([]);
  await settle(open().page);
  await expect(approve).toBeEnabled();
  await holdSettling(open().page);
  await open().page.mouse.move(2, 2);
  // Something comes above everything, drawn by another part of the page than the cards.
  await open().become({ ...waiting(second), "status.get": status({ notices }) });
  await expect(open().page.getByRole("alert")).toBeVisible();
  await expect(approve).toHaveAttribute("aria-disabled", "true");
  await pointAt(approve);
  await click();
  expect(await answers()).toEqual([]);
  await settle(open().page);
  await click();
  await expect.poll(answers).toEqual([{ id: "second", callHash: "hash-second", answer: "yes" }]);
});

test("the person's own scrolling takes no button away from them", async () => {
  const many = Array.from({ length: 8 }, (_, n) => card({ id: `m${n}`, callHash: `h${n}`, title: `Do number ${n}?` }));
  await open().start(waiting(...many));
  await expect(button("Do number 3?", "Approve")).toBeEnabled();
  await holdSettling(open().page);
  await open().page.mouse.move(600, 400);
  await open().page.mouse.wheel(0, 500);
  await expect.poll(() => open().page.evaluate(() => scrollY)).toBeGreaterThan(400);
  await expect(button("Do number 3?", "Approve")).toBeEnabled();
  await pointAt(button("Do number 3?", "Approve"));
  await click();
  await expect.poll(answers).toEqual([{ id: "m3", callHash: "h3", answer: "yes" }]);
});

test("the focus never comes by itself to a button: not of a new card, and not when the card that had it leaves", async () => {
  await open().start(waiting(refund));
  await expect(button(refund.title, "Approve")).toBeEnabled();
  // By the keyboard, so that the next card gets the focus when this one leaves.
  await open().page.keyboard.press("j");
  await button(refund.title, "Approve").focus();
  await open().become(waiting(refund, fresh));
  await expect(cards()).toHaveCount(2);
  await expect(button(refund.title, "Approve")).toBeFocused();
  await open().become(waiting(fresh));
  await expect(cards()).toHaveCount(1);
  const focused = () => open().page.evaluate(() => document.activeElement?.tagName);
  expect(await focused()).toBe("ARTICLE");
  await open().page.keyboard.press("Enter");
  await open().page.keyboard.press("Space");
  expect(await answers()).toEqual([]);
});
