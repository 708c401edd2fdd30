// 429 from the 20th bad signature a minute, and not after a quiet minute.
import { expect, test } from "vitest";
import { createFlood } from "../../../app/main/webhooks/flood.ts";

test("the first 19 within a minute pass, the 20th and all after it do not", () => {
  const flood = createFlood();
  const answers = Array.from({ length: 40 }, (_, at) => flood.isFlood(at * 100));
  expect(answers.slice(0, 19)).toEqual(Array(19).fill(false));
  expect(answers.slice(19)).toEqual(Array(21).fill(true));
});

test("a minute without any ends it, and slow ones never start it", () => {
  const flood = createFlood();
  for (let at = 0; at < 30; at++) flood.isFlood(at);
  expect(flood.isFlood(30 + 60_000)).toBe(false);
  const slow = createFlood();
  expect(Array.from({ length: 100 }, (_, at) => slow.isFlood(at * 3334)).includes(true)).toBe(false);
});
