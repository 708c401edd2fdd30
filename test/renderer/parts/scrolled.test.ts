import { expect, test } from "vitest";
import { keepInSight } from "../../../app/renderer/parts/scrolled.ts";

const card = (top: number, height = 200) => ({ top, bottom: top + height });

test.each([
  ["nothing in sight holds the page back", 500, [], 500],
  ["a card keeps its last 80 pixels at the top", 500, [card(100)], 220],
  ["the topmost card decides", 500, [card(100), card(400)], 220],
  ["a short card stays whole", 500, [card(100, 50)], 100],
  ["less than that is scrolled whole", 150, [card(100)], 150],
  ["upwards, a card keeps its first 80 pixels at the bottom", -500, [card(400)], -320],
  ["what has been pushed out already is not chased", 500, [card(-300)], 0],
  ["the same the other way", -500, [card(900)], 0],
])("%s", (_name, wanted, cards, by) => {
  expect(keepInSight(wanted, cards, 800)).toBe(by);
});
