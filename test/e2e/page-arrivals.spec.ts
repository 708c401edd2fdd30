// The built page alone, in a real Electron: what comes does not move what is there, however much it is.
import { expect, test } from "@playwright/test";
import { crowdScene, emptyScene, ordinaryScene } from "../renderer/fixtures/scenes.ts";
import { card, message, type ordinary, refund } from "../renderer/fixtures/today.ts";
import { stays, usePage, waiting } from "../renderer/harness/window.ts";

const { open, approvals, cards, messages } = usePage();

test("what comes while the person has scrolled waits behind a line, and comes in on a click", async () => {
  const scene = crowdScene();
  await open().start(scene);
  await expect(cards()).toHaveCount(50);
  await open().page.mouse.move(600, 400);
  await open().page.mouse.wheel(0, 900);
  await expect.poll(() => open().page.evaluate(() => scrollY)).toBeGreaterThan(800);
  const before = await cards().nth(6).boundingBox();
  const today = scene["today.get"] as ReturnType<typeof ordinary>;
  const arrived = card({ id: "new", callHash: "hash-new", title: "Do the new thing?" });
  const held = { ...today.held, items: [message({ body: "Just in" }), ...today.held.items] };
  await open().become({ ...scene, "today.get": { ...today, approvals: [arrived, ...today.approvals], held } });
  const line = open().page.getByRole("button", { name: "1 new question, 1 new message" });
  await expect(line).toBeVisible();
  await expect(cards()).toHaveCount(50);
  await stays(cards().nth(6), before);
  await line.click();
  await expect(cards()).toHaveCount(51);
  await expect(approvals().getByRole("article", { name: "Do the new thing?" })).toBeInViewport();
  await expect(messages().filter({ hasText: "Just in" })).toHaveCount(1);
});

test("a card that comes above the pointer does not move what is under it", async () => {
  await open().start(ordinaryScene());
  const send = open().page.getByRole("button", { name: "Send now" });
  await send.hover();
  const before = await send.boundingBox();
  await open().become(waiting(refund, card(), card({ id: "new", callHash: "hash-new", title: "Do the new thing?" })));
  await expect(cards()).toHaveCount(3);
  await stays(send, before);
});

test("fifty cards and five hundred messages are all there", async () => {
  await open().start(emptyScene());
  await expect(approvals()).toBeVisible();
  await open().become(crowdScene());
  await expect(cards()).toHaveCount(50);
  await expect(messages()).toHaveCount(500);
});
