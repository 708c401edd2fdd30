// The built page alone, in a real Electron: cards that ask something beyond yes and no, each answer bound to what was shown.
import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "@playwright/test";
import { address, form, question } from "../renderer/fixtures/cards.ts";
import { usePage, waiting } from "../renderer/harness/window.ts";

const { open, approvals } = usePage();

const answers = () => open().calls("approvals.answer");
const one = (title: string) => approvals().getByRole("article", { name: title, exact: true });

test("a question is answered by a choice, by its key, in words, or left; its title is ours and its words are set apart", async () => {
  const { page } = open();
  const asked = one(question.title);
  const button = (name: string) => asked.getByRole("button", { name, exact: true });
  const answered = async (how: object) => {
    await expect(asked).toHaveCount(0);
    expect(await answers()).toEqual([{ id: "branch", callHash: "hash-of-branch", ...how }]);
  };
  // A fresh page each time: after an answer the keys are deaf for a moment.
  const begin = async () => {
    await open().start(waiting(question));
    await expect(button("No answer")).toBeEnabled();
  };
  await begin();
  await expect(asked.getByRole("heading", { name: "The agent asks", exact: true })).toHaveCount(1);
  await expect(button("Approve")).toHaveCount(0);
  await expect(button("Answer")).toBeDisabled();
  const found = await new AxeBuilder({ page }).setLegacyMode().analyze();
  expect(found.violations.map(({ id }) => id)).toEqual([]);
  await button("release/7.30").click();
  await answered({ answer: "yes", reply: { choice: 1 } });

  await begin();
  await asked.focus();
  await page.keyboard.press("3");
  await answered({ answer: "yes", reply: { choice: 2 } });

  await begin();
  await asked.focus();
  await page.keyboard.press("a");
  const words = asked.getByRole("textbox", { name: "Or in your own words" });
  await expect(words).toBeFocused();
  await expect(words).toHaveValue("");
  // Letters and digits are only letters and digits now.
  await page.keyboard.type(" 3d, the old one. ");
  await page.keyboard.press("Control+Enter");
  await answered({ answer: "yes", reply: { text: "3d, the old one." } });

  await begin();
  await asked.focus();
  await page.keyboard.press("d");
  await answered({ answer: "no" });
});

test("a form says where it goes, is sent once what is needed is there, and keeps what was entered when main refuses it", async () => {
  const { page } = open();
  const refusal = "Nothing was answered: “E-mail” needs an e-mail address.";
  await open().start({
    ...waiting(form),
    "approvals.answer": { id: "", stands: "refused", yours: false, sentence: refusal },
  });
  const shown = one(form.title);
  await expect(shown).toContainText("What you enter goes to calendar.");
  await expect(shown).toContainText("Never enter a password");
  const send = shown.getByRole("button", { name: "Send to calendar" });
  await expect(send).toBeEnabled();
  const found = await new AxeBuilder({ page }).setLegacyMode().analyze();
  expect(found.violations.map(({ id }) => id)).toEqual([]);
  await send.click();
  await expect(shown.getByText("This is needed.")).toHaveCount(2);
  expect(await answers()).toEqual([]);
  await shown.getByRole("textbox", { name: "E-mail" }).fill("nobody");
  await shown.getByRole("checkbox", { name: "Friday" }).check();
  await send.click();
  await expect(shown.getByRole("alert").filter({ hasText: refusal })).toHaveCount(1);
  await expect(shown.getByRole("textbox", { name: "E-mail" })).toHaveValue("nobody");
  expect(await answers()).toEqual([
    {
      ...{ id: "form", callHash: "hash-of-form", answer: "yes" },
      reply: { values: { email: "nobody", length: 30, room: "Porch", days: ["Friday"], loud: true } },
    },
  ]);
});

test("an address shows its true host and opens by a click alone; a question that goes away says why", async () => {
  const gone = "Nobody waits for this answer any more: its call is over. Nothing was sent.";
  await open().start({
    ...waiting(address, form),
    "link.open": { ok: true, sentence: "Opened in your browser." },
    "approvals.get": { id: "form", stands: "withdrawn", yours: false, sentence: gone },
  });
  await expect(one(address.title).getByRole("group", { name: "Where it leads" })).toContainText("linear.app");
  expect(await open().calls("link.open")).toEqual([]);
  const opens = one(address.title).getByRole("button", { name: "Open linear.app" });
  await expect(opens).toBeEnabled();
  await opens.click();
  await expect(one(address.title)).toHaveCount(0);
  expect(await open().calls("link.open")).toEqual([{ url: address.asks?.kind === "address" ? address.asks.url : "" }]);
  expect(await answers()).toEqual([
    { id: "address", callHash: "hash-of-address", answer: "yes", reply: { opened: true } },
  ]);
  await open().become({
    ...waiting(),
    "approvals.get": { id: "form", stands: "withdrawn", yours: false, sentence: gone },
  });
  await expect(open().page.getByRole("list", { name: "What became of it" })).toContainText(gone);
});
