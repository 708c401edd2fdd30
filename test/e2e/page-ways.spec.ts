// The built page alone, in a real Electron: the other ways to answer a card, each bound to what it was opened for.
import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "@playwright/test";
import { longScene, ordinaryScene } from "../renderer/fixtures/scenes.ts";
import { card, long, refund } from "../renderer/fixtures/cards.ts";
import { ordinary } from "../renderer/fixtures/today.ts";
import { holdSettling, settle, usePage, waiting } from "../renderer/harness/window.ts";

const { open, main, approvals, cards } = usePage();

const answers = () => open().calls("approvals.answer");
const one = (title: string) => approvals().getByRole("article", { name: title, exact: true });
const dialog = () => open().page.getByRole("dialog");
const inDialog = (name: string) => dialog().getByRole("button", { name, exact: true });
const merge = card();
const line = merge.always?.line ?? "";

/** A window of cards whose buttons act already. */
async function begin(...waits: Parameters<typeof waiting>): Promise<void> {
  await open().start(waiting(...waits));
  for (const { title } of waits) await expect(one(title).getByRole("button", { name: "Approve" })).toBeEnabled();
}

test("a no with words sends them, trimmed, bound to the card; without any there is nothing to send", async () => {
  await begin(merge);
  await one(merge.title).getByRole("button", { name: "Answer in words…" }).click();
  await expect(inDialog("Deny with these words")).toBeDisabled();
  await dialog().getByRole("textbox", { name: "Your words" }).fill("  Not before Friday.\n");
  await inDialog("Deny with these words").click();
  await expect(dialog()).toHaveCount(0);
  await expect(cards()).toHaveCount(0);
  expect(await answers()).toEqual([
    { id: "merge", callHash: "hash-of-merge", answer: "no", words: "Not before Friday." },
  ]);
});

test("“Always allow” shows the exact line first and sends that very line; a refusal leaves the card as it was", async () => {
  const refusal = "Nothing was answered: config.yaml has a mistake on line 3.";
  await open().start({
    ...waiting(merge),
    "approvals.answer": { id: "", stands: "refused", yours: false, sentence: refusal },
  });
  await one(merge.title).getByRole("button", { name: "Always allow…" }).click();
  await expect(dialog().getByRole("group", { name: "The rule" })).toHaveText(line);
  await expect(dialog()).toContainText("the same tool, method, host, path and credential");
  await expect(dialog()).toContainText("It counts for runs that have read text from outside too");
  expect(await answers()).toEqual([]);
  await inDialog("Write the rule and approve").click();
  await expect(dialog().getByRole("alert")).toContainText(refusal);
  await open().page.keyboard.press("Escape");
  await expect(one(merge.title)).toHaveCount(1);
  expect(await answers()).toEqual([{ id: "merge", callHash: "hash-of-merge", answer: "yes", always: line }]);
});

test("“Always allow” is not offered where main does not offer it, and its key does nothing", async () => {
  await begin(refund);
  await expect(one(refund.title).getByRole("button", { name: "Always allow…" })).toHaveCount(0);
  await one(refund.title).focus();
  await open().page.keyboard.press("l");
  await expect(dialog()).toHaveCount(0);
});

test("an edited call is sent as it was typed, once it is JSON and different; its new card comes before the eyes", async () => {
  await begin(merge);
  await one(merge.title).getByRole("button", { name: "Edit…" }).click();
  const box = dialog().getByRole("textbox", { name: "Arguments, as JSON" });
  await expect(box).toHaveValue(/"method": "PUT"/);
  await expect(dialog()).toContainText("becomes a new card, shown again in full");
  await expect(inDialog("Show the changed call")).toBeDisabled();
  await box.fill("{");
  await expect(dialog().getByRole("alert").first()).toContainText("not JSON yet");
  await box.fill('{"method":"GET","url":"https://api.github.com/"}');
  const edited = card({ id: "edited", callHash: "hash-of-edited", title: "Merge, edited?", verb: "GET" });
  await open().app.evaluate(
    (_electron, scene) => {
      globalThis.harness.views = scene;
    },
    { ...waiting(edited), "approvals.edit": { ok: true as const, approval: "edited" } },
  );
  await inDialog("Show the changed call").click();
  await expect(one("Merge, edited?")).toBeFocused();
  await expect(one(merge.title)).toHaveCount(0);
  await expect(main()).toContainText("You changed it: the changed call is a card of its own.");
  expect(await open().calls("approvals.edit")).toEqual([
    { id: "merge", callHash: "hash-of-merge", arguments: '{"method":"GET","url":"https://api.github.com/"}' },
  ]);
  expect(await answers()).toEqual([]);
});

const alike = [1, 2, 3].map((n) =>
  card({ id: `m${n}`, callHash: `h${n}`, title: `Merge number ${n}?`, target: `https://api.github.com/pulls/${n}` }),
);

test("cards that are alike are answered together after each call was listed whole, each by its own hash", async () => {
  await begin(...alike, refund);
  await expect(one(refund.title).getByRole("button", { name: /alike/ })).toHaveCount(0);
  await one("Merge number 2?").getByRole("button", { name: "3 alike…" }).click();
  const listed = dialog().getByRole("list", { name: "The calls" }).getByRole("group", { name: "The whole call" });
  await expect(listed).toHaveText(alike.map(({ verb, target }) => `${verb} ${target}`));
  // One that comes later is not among them: it was not shown here.
  await open().become(waiting(...alike, refund, card({ id: "m4", callHash: "h4", title: "Merge number 4?" })));
  await expect(listed).toHaveCount(3);
  await inDialog("Approve all 3").click();
  await expect(dialog()).toHaveCount(0);
  expect(await open().calls("approvals.answerMany")).toEqual([
    { cards: alike.map(({ id, callHash }) => ({ id, callHash })), answer: "yes" },
  ]);
  await expect(one("Merge number 1?")).toHaveCount(0);
  await expect(one("Merge number 4?")).toHaveCount(1);
  expect(await answers()).toEqual([]);
});

test("the buttons of a dialog that has just opened do nothing until they have stood for a moment", async () => {
  await begin(...alike);
  await holdSettling(open().page);
  await one("Merge number 1?").getByRole("button", { name: "3 alike…" }).click();
  const approve = inDialog("Approve all 3");
  await expect(approve).toHaveAttribute("aria-disabled", "true");
  await approve.click({ force: true });
  await approve.focus();
  await open().page.keyboard.press("Enter");
  expect(await open().calls("approvals.answerMany")).toEqual([]);
  await settle(open().page);
  await approve.click();
  await expect.poll(() => open().calls("approvals.answerMany")).toHaveLength(1);
});

test("all of it goes by keyboard: J, then W, E, L and S open the ways, Escape comes back to the card", async () => {
  await begin(...alike);
  const { keyboard } = open().page;
  const isIn = (title: string) => () => one(title).evaluate((card) => card.contains(document.activeElement));
  await keyboard.press("j");
  for (const [key, title] of [
    ["w", "Answer in words"],
    ["e", "Edit the call"],
    ["l", "Always allow this call"],
    ["s", "3 cards alike"],
  ] as const) {
    // On the card, or on what Tab reaches first in it.
    await expect.poll(isIn("Merge number 1?")).toBe(true);
    await keyboard.press(key);
    await expect(open().page.getByRole("dialog", { name: title })).toBeVisible();
    // Letters typed here are words, not answers.
    if (key === "w") {
      await expect(dialog().getByRole("textbox")).toBeFocused();
      await keyboard.type("add");
      await expect(dialog().getByRole("textbox")).toHaveValue("add");
    }
    await keyboard.press("Escape");
    await expect(dialog()).toHaveCount(0);
  }
  expect(await answers()).toEqual([]);
  await expect.poll(isIn("Merge number 1?")).toBe(true);
  await keyboard.press("w");
  await dialog().getByRole("textbox").fill("no");
  await expect(inDialog("Deny with these words")).toBeEnabled();
  await inDialog("Deny with these words").press("Enter");
  await expect(dialog()).toHaveCount(0);
  await expect(one("Merge number 1?")).toHaveCount(0);
  expect(await answers()).toEqual([{ id: "m1", callHash: "h1", answer: "no", words: "no" }]);
});

for (const hand of ["mouse", "keyboard"] as const) {
  test(`after an answer in a dialog by ${hand} the next card has the focus and shows it, never a button`, async () => {
    const [first, second, third] = alike;
    if (first === undefined || second === undefined || third === undefined) throw new Error("three cards");
    await begin(first, refund, second, third);
    const press = async (name: string) => {
      await expect(inDialog(name)).toBeEnabled();
      await (hand === "mouse" ? inDialog(name).click() : inDialog(name).press("Enter"));
      await expect(dialog()).toHaveCount(0);
    };
    const focused = async (title: string) => {
      await expect(one(title)).toBeFocused();
      await expect(one(title)).toHaveCSS("outline-style", "solid");
    };
    const openWay = async (title: string, way: string) => {
      await one(title).getByRole("button", { name: way }).click();
      await expect(dialog()).toBeVisible();
    };
    await openWay(first.title, "Answer in words…");
    await dialog().getByRole("textbox").fill("no");
    await press("Deny with these words");
    await focused(refund.title);
    // A dialog that answered nothing gives the focus back.
    await openWay(second.title, "Always allow…");
    await open().page.keyboard.press("Escape");
    await expect.poll(() => one(second.title).evaluate((card) => card.contains(document.activeElement))).toBe(true);
    await openWay(second.title, "Always allow…");
    await press("Write the rule and approve");
    await focused(third.title);
    await begin(first, second, refund);
    await openWay(first.title, "2 alike…");
    await press("Deny all 2");
    await focused(refund.title);
    await openWay(refund.title, "Edit…");
    await dialog().getByRole("textbox").fill('{"method":"GET","url":"https://api.github.com/"}');
    await press("Show the changed call");
    // The changed call has not come, and nothing else waits.
    await expect(cards()).toHaveCount(0);
    expect(await open().page.evaluate(() => document.activeElement?.matches("button, body"))).toBe(false);
  });
}

test("why it asks, what was noticed and the text that caused it stand on the card; the whole text comes on a click", async () => {
  await open().start(ordinaryScene());
  const asked = one(refund.title);
  await expect(asked).toContainText("asks first because of your rule in line 14");
  await expect(asked.getByRole("link", { name: "Show the rule" })).toHaveAttribute("href", "#/permissions/rule%3A1");
  await expect(asked.getByRole("list", { name: "Look out" }).getByRole("listitem")).toHaveText([
    /In the text that caused it, data\.object\.note:\s+Text is hidden in it/,
  ]);
  const other = one(merge.title);
  await expect(other.getByRole("link", { name: /with credential github/ })).toHaveAttribute(
    "href",
    "#/permissions/credential%3Agithub",
  );
  await other.getByRole("button", { name: "Show all of it" }).click();
  await expect(other.getByRole("group", { name: "All that the event brought" })).toContainText('"pull_request"');
  expect(await open().calls("approvals.details")).toEqual([{ id: "merge", callHash: "hash-of-merge" }]);
});

test("an address in a text shows its true host and opens on a click alone, through main", async () => {
  const causeText = { excerpt: "Go to https://api.github.com.evil.test/x or http://plain.test/, now.", cut: false };
  await begin(card({ causeText }));
  const link = cards().getByRole("button", { name: "https://api.github.com.evil.test/x", exact: true });
  await expect(link).toHaveAttribute("title", "Opens api.github.com.evil.test in your browser");
  await link.hover();
  expect(await open().calls("link.open")).toEqual([]);
  await link.click();
  await expect.poll(() => open().calls("link.open")).toEqual([{ url: "https://api.github.com.evil.test/x" }]);
  await expect(cards().getByRole("button", { name: /plain\.test/ })).toHaveCount(0);
  await open().become(waiting(card({ causeText: { excerpt: "See https://аpple.com/", cut: false } })));
  await expect(cards()).toContainText("(truly xn--pple-43d.com)");
});

test("axe finds nothing in any of the dialogs, light or dark; at the smallest size nothing is cut off sideways", async () => {
  await open().start({ ...longScene(), "today.get": { ...ordinary(), approvals: [...alike, long] } });
  await expect(one(alike[0]?.title ?? "").getByRole("button", { name: "Approve" })).toBeEnabled();
  for (const way of ["Answer in words…", "Edit…", "Always allow…", "3 alike…"]) {
    await cards().first().getByRole("button", { name: way }).click();
    await expect(dialog()).toBeVisible();
    for (const colorScheme of ["light", "dark"] as const) {
      await open().page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      const { violations } = await new AxeBuilder({ page: open().page }).setLegacyMode(true).analyze();
      expect(violations.map(({ id, nodes }) => [way, colorScheme, id, nodes.map((node) => node.html)])).toEqual([]);
    }
    await open().resize(360, 700);
    expect(await dialog().evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
    await open().resize(1080, 760);
    await open().page.keyboard.press("Escape");
    await expect(dialog()).toHaveCount(0);
  }
});
