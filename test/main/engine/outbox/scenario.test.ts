import { afterEach, beforeEach, expect, test } from "vitest";
import { bench } from "./support.ts";

let w: ReturnType<typeof bench>;
beforeEach(() => {
  w = bench();
});
afterEach(() => w.close());

test("scenario 8: three updates inside an hour are two deliveries", async () => {
  const start = w.now;
  for (const [n, minute] of [0, 10, 20].entries()) {
    w.now = start + minute * 60;
    w.say(`update ${n}`);
    await w.dispatcher().dispatch();
  }
  w.now = start + 61 * 60;
  await w.dispatcher().dispatch();
  expect(w.bodies().map((body) => body.replaceAll("\n\n", " | "))).toEqual(["update 0", "update 1 | update 2"]);
  expect(w.messages().map(({ sent_at }) => sent_at)).toEqual([start, w.now, w.now]);
});
