// The built page alone, in a real Electron: the cards that wait, and the ways to answer them.
import { expect, test } from "@playwright/test";
import { now } from "../renderer/fixtures/clock.ts";
import { longScene, ordinaryScene } from "../renderer/fixtures/scenes.ts";
import { card, long, refund } from "../renderer/fixtures/cards.ts";
import { ordinary } from "../renderer/fixtures/today.ts";
import { stays, usePage, waiting } from "../renderer/harness/window.ts";

const { open, main, approvals, cards, messages } = usePage();

test("Today keeps its names: the cards, their timers and buttons, one list item per message, held ones included", async () => {
  await open().start(ordinaryScene());
  await expect(open().page).toHaveTitle(/^Nightjar/);
  for (const { title } of ordinary().approvals) {
    const one = approvals().getByRole("article", { name: title, exact: true });
    await expect(one.getByRole("timer")).toHaveText(/\d/);
    await expect(one.getByRole("button", { name: "Approve", exact: true })).toHaveCount(1);
    await expect(one.getByRole("button", { name: "Deny", exact: true })).toHaveCount(1);
  }
  await expect(messages()).toHaveCount(7);
  await expect(open().page.getByRole("button", { name: "Send now", exact: true })).toBeVisible();
  await expect(open().page.getByRole("link", { name: "Today", exact: true })).toHaveAccessibleDescription(
    "2 approvals wait",
  );
  await open().become({
    ...ordinaryScene(),
    "today.get": { ...ordinary(), held: { items: [], goesAt: null, why: null } },
  });
  await expect(messages()).toHaveCount(5);
  await expect(open().page.getByRole("button", { name: "Send now" })).toHaveCount(0);
});

test("the countdown goes by main's time, turns amber in the last fifth, and says when it is over", async () => {
  const due = now + 3;
  await open().start({ ...waiting(card({ due, windowSeconds: 10 })) });
  const timer = cards().getByRole("timer");
  await expect(timer).toContainText(/[123] s left/);
  await expect(timer).toContainText("1 s left");
  await expect(timer).toHaveClass(/text-warn/);
  await expect(timer).toContainText("expired");
  await expect(cards()).toContainText("expired");
});

test("two quick taps make one call; the sentence that stands is shown; the card leaves; nothing slides under the pointer", async () => {
  await open().start(ordinaryScene());
  await open().hold(["approvals.answer"]);
  const first = approvals().getByRole("article", { name: ordinary().approvals[0]?.title ?? "", exact: true });
  const second = approvals().getByRole("article", { name: ordinary().approvals[1]?.title ?? "", exact: true });
  const before = await second.boundingBox();
  await first.getByRole("button", { name: "Approve", exact: true }).dblclick();
  await expect(first.getByRole("button", { name: "Approve", exact: true })).toBeDisabled();
  await expect(first.getByRole("button", { name: "Deny", exact: true })).toBeDisabled();
  await first.getByRole("button", { name: "Deny", exact: true }).click({ force: true });
  await open().release();
  await expect(first).toHaveCount(0);
  await expect(main()).toContainText("Approved. The call is being made.");
  expect(await open().calls("approvals.answer")).toEqual([{ id: "refund", callHash: "hash-of-refund", answer: "yes" }]);
  await open().become(waiting(card()));
  await expect(cards()).toHaveCount(1);
  await stays(second, before);
  await open().page.mouse.move(5, 5);
  await expect.poll(async () => (await second.boundingBox())?.y).toBeLessThan(before?.y ?? 0);
});

test("a late tap says what stands; an answer main could not take leaves the card with the reason", async () => {
  const late = {
    id: "",
    stands: "expired" as const,
    yours: false,
    sentence: "Too late: this expired at 16:30. Nothing was done.",
  };
  await open().start({ ...waiting(card()), "approvals.answer": late });
  await cards().getByRole("button", { name: "Approve", exact: true }).click();
  await expect(cards()).toHaveCount(0);
  await expect(main()).toContainText(late.sentence);
  const refusal = "The answer could not be written down: the disk is full. Free some space, then answer again.";
  await open().become({ ...waiting(refund), "approvals.answer": `!${refusal}` });
  await cards().getByRole("button", { name: "Deny", exact: true }).click();
  await expect(cards().getByRole("alert")).toContainText(refusal);
  await expect(cards().getByRole("button", { name: "Deny", exact: true })).toBeEnabled();
});

test("an unknown effect keeps its title and takes its three answers", async () => {
  await open().start(longScene());
  const one = approvals().getByRole("article", { name: "Label issue 212 as “needs triage”?" });
  await expect(one.getByRole("button")).toHaveText(["It did", "Do it again", "Leave it"]);
  await one.getByRole("button", { name: "Leave it", exact: true }).click();
  expect(await open().calls("approvals.answer")).toEqual([{ id: "label", callHash: "hash-of-label", answer: "leave" }]);
});

test("a long call is whole, scrolls inside, and Approve says until its end that not all was seen, under the same name", async () => {
  await open().start(longScene());
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
  await open().page.keyboard.press("End");
  // What remains of the description is that this call's credential can't be used.
  await expect(approve).toHaveAccessibleDescription(/^As things stand this call is refused/);
  await expect(one).not.toContainText("Not all of the call");
});

test("the keyboard moves between the cards and answers the one that has the focus, once", async () => {
  const three = ["one", "two", "three"].map((id) => card({ id, callHash: `hash-${id}`, title: `Do ${id}?` }));
  await open().start(waiting(...three));
  await expect(cards()).toHaveCount(3);
  const focused = (title: string) =>
    expect(approvals().getByRole("article", { name: title, exact: true })).toBeFocused();
  const button = (title: string, name: string) =>
    approvals().getByRole("article", { name: title, exact: true }).getByRole("button", { name, exact: true });
  for (const { title } of three) await expect(button(title, "Approve")).toBeEnabled();
  const { keyboard } = open().page;
  // Nothing has the focus, so nothing may be answered.
  await keyboard.press("a");
  await keyboard.press("j");
  await focused("Do one?");
  await keyboard.press("ArrowDown");
  await focused("Do two?");
  await keyboard.press("k");
  await focused("Do one?");
  await keyboard.press("Control+a");
  expect(await open().calls("approvals.answer")).toEqual([]);
  await open().hold(["approvals.answer"]);
  await keyboard.press("a");
  await keyboard.press("a");
  await keyboard.press("d");
  // The pointer is among the cards, so the second keeps its place and is as ready as it was.
  await button("Do one?", "Approve").hover();
  // A further press right as the focus moves is meant for the card that left.
  await open().page.evaluate(() => {
    const press = ({ target }: FocusEvent) =>
      target?.dispatchEvent(new KeyboardEvent("keydown", { key: "a", bubbles: true }));
    window.addEventListener("focusin", press, { once: true });
  });
  await open().release();
  await focused("Do two?");
  await expect(button("Do two?", "Approve")).toBeEnabled();
  await open().become(waiting(...three.slice(1)));
  await expect(cards()).toHaveCount(2);
  expect(await open().calls("approvals.answer")).toEqual([{ id: "one", callHash: "hash-one", answer: "yes" }]);
  await keyboard.press("j");
  await expect
    .poll(async () => {
      await keyboard.press("d");
      return open().calls("approvals.answer");
    })
    .toContainEqual({ id: "three", callHash: "hash-three", answer: "no" });
});
