import { expect, test } from "vitest";
import { createFormat } from "../../../../app/renderer/format.ts";
import { daySentence } from "../../../../app/renderer/today/day/sentence.ts";
import { emptyDay, ordinary } from "../../fixtures/today.ts";

const format = createFormat("Europe/Lisbon");

test("the band is told in one sentence with everything that is drawn on it", () => {
  expect(daySentence(ordinary().day, format)).toBe(
    "Monday 30 November: asleep from 00:42 to 07:10; 46 events; 2 deliveries at 09:04, 11:20; 1 urgent one at 14:41; " +
      "2 questions at 13:52, 16:02; the next digest goes at 17:07.",
  );
});

test("an empty day says so", () => {
  expect(daySentence(emptyDay().day, format)).toBe("Monday 30 November: 0 events.");
});
