import { expect, test } from "vitest";
import { parseRoute, routeHash, views } from "../../../app/renderer/frame/route.ts";

test("every view and thing can be named in the address and is found again", () => {
  for (const view of views) {
    for (const ref of [null, "41", "approval 7/ä?#%"])
      expect(parseRoute(routeHash({ view, ref }))).toEqual({ view, ref });
  }
});

test.each(["", "#", "#/", "#/nowhere", "#/Today", "#content", "#/today/%E0%A4%A"])("%j leads to Today", (hash) => {
  expect(parseRoute(hash)).toEqual({ view: "today", ref: null });
});
