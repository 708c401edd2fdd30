// The built page alone, in a real Electron: what comes does not move what is there, however much it is.
import { expect, test } from "@playwright/test";
import { crowdScene, emptyScene, ordinaryScene, type Scene } from "../renderer/fixtures/scenes.ts";
import { card, lean, refund } from "../renderer/fixtures/cards.ts";
import { message, ordinary } from "../renderer/fixtures/today.ts";
import { stays, usePage, waiting } from "../renderer/harness/window.ts";

const { open, approvals, cards, messages } = usePage();
/** A lean card, so that what stands below it is in the window too, and it stays in sight when another's height is scrolled. */
const slim = { ...refund, ...lean };

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
  await open().start(waiting(slim));
  // So low that the page can be scrolled by a card's height.
  await open().resize(1080, 700);
  const send = open().page.getByRole("button", { name: "Send now" });
  await expect(send).toBeEnabled();
  await open().page.mouse.move(600, 300);
  await send.hover();
  const before = await send.boundingBox();
  await open().become(waiting(slim, card({ ...lean, id: "new", callHash: "hash-new", title: "Do the new thing?" })));
  await expect(cards()).toHaveCount(2);
  await stays(send, before);
});

/** One afternoon for all scenes: its messages keep their ids, so that a line that is there already stays the same line. */
const today = ordinary();

/** Today with one card, `count` more at its end, and as many more messages held. */
function busier(count: number): Scene {
  const fresh = (index: number) =>
    card({ ...lean, id: `new-${index}`, callHash: `hash-${index}`, title: `Do new ${index}?` });
  const more = Array.from({ length: count }, (_, index) => fresh(index));
  const said = more.map(({ title }) => message({ body: `About ${title}` }));
  const held = { ...today.held, items: [...said, ...today.held.items] };
  return { ...ordinaryScene(), "today.get": { ...today, approvals: [slim, ...more], held } };
}

const scrolledBy = () => open().page.evaluate(() => scrollY);

/** Starts with one card, and moves the pointer onto a line of the digest that is in sight. Returns where it is. */
async function handOnALine(): Promise<{ x: number; y: number }> {
  await open().start(busier(0));
  await expect(cards()).toHaveCount(1);
  const box = await messages().first().boundingBox();
  const at = { x: (box?.x ?? 0) + 200, y: (box?.y ?? 0) + 8 };
  await open().page.mouse.move(at.x, at.y - 40);
  await open().page.mouse.move(at.x, at.y);
  expect(await scrolledBy()).toBe(0);
  return at;
}

test("a window that opens under a pointer at rest does not scroll by itself, whatever comes", async () => {
  await handOnALine();
  // The same page anew, under the pointer that stays where it is.
  await open().start(busier(0));
  await expect(cards()).toHaveCount(1);
  // What the browser tells then, at a time of its own choosing: a move of no distance.
  await messages()
    .first()
    .evaluate((line) => {
      const still = { pointerType: "mouse", bubbles: true, movementX: 0, movementY: 0 };
      line.dispatchEvent(new PointerEvent("pointermove", still));
    });
  for (const count of [1, 3, 6]) {
    await open().become(busier(count));
    await expect(cards()).toHaveCount(1 + count);
    expect(await scrolledBy()).toBe(0);
    await expect(cards().first()).toBeInViewport({ ratio: 1 });
  }
});

test("a pointer that was left on a line of the digest long ago scrolls nothing", async () => {
  await handOnALine();
  await open().page.evaluate(() => {
    const real = performance.now.bind(performance);
    performance.now = () => real() + 2500;
  });
  await open().become(busier(6));
  await expect(cards()).toHaveCount(7);
  expect(await scrolledBy()).toBe(0);
  await expect(cards().first()).toBeInViewport({ ratio: 1 });
});

test("even for a hand on its way, the card that waits is not scrolled out of sight", async () => {
  const at = await handOnALine();
  // However slow the machine is, the hand has only just moved.
  await open().page.evaluate(() => {
    const stopped = performance.now();
    performance.now = () => stopped;
  });
  await open().page.mouse.move(at.x + 3, at.y);
  await open().become(busier(6));
  await expect(cards()).toHaveCount(7);
  expect(await scrolledBy()).toBeGreaterThan(0);
  await expect(cards().first().getByRole("button", { name: "Approve", exact: true })).toBeInViewport({ ratio: 1 });
});

test("fifty cards and five hundred messages are all there", async () => {
  await open().start(emptyScene());
  await expect(approvals()).toBeVisible();
  await open().become(crowdScene());
  await expect(cards()).toHaveCount(50);
  await expect(messages()).toHaveCount(500);
});
