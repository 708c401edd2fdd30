// What Settings says of sources: last accepted, last refused and why, how many today, and whether our clock looks wrong.
import { expect, test } from "vitest";
import { createTally } from "../../../app/main/webhooks/tally.ts";

const noon = Math.floor(new Date(2030, 5, 1, 12).getTime() / 1000);

test("counts per source, from this computer's midnight", () => {
  const tally = createTally();
  tally.refused("a", "bad signature", noon, false);
  tally.refused("a", "wrong token", noon + 1, false);
  tally.accepted("b", noon + 2);
  const blank = { lastAcceptedAt: null, lastRefusedAt: null, lastRefusal: null, refusedToday: 0, nextProved: null };
  expect([...tally.of(["a", "b", "c"], noon + 3)]).toEqual([
    ["a", { ...blank, lastRefusedAt: noon + 1, lastRefusal: "wrong token", refusedToday: 2 }],
    ["b", { ...blank, lastAcceptedAt: noon + 2 }],
    ["c", blank],
  ]);
  expect(tally.of(["a"], noon + 86_400).get("a")).toMatchObject({ refusedToday: 0, lastRefusedAt: noon + 1 });
});

test("the clock looks wrong when deliveries fail on time alone, until one succeeds", () => {
  const tally = createTally();
  tally.refused("a", "bad signature", noon, false);
  expect(tally.clockLooksWrong(["a"])).toBe(false);
  tally.refused("a", "signed too long ago", noon, true);
  expect(tally.clockLooksWrong(["a"])).toBe(true);
  expect(tally.clockLooksWrong(["b"])).toBe(false);
  tally.accepted("a", noon);
  expect(tally.clockLooksWrong(["a"])).toBe(false);
});

test("after a success a single stale delivery says nothing of the clock, three in a row do", () => {
  const tally = createTally();
  tally.accepted("a", noon);
  tally.refused("a", "stale", noon, true);
  tally.refused("a", "stale", noon, true);
  expect(tally.clockLooksWrong(["a"])).toBe(false);
  tally.refused("a", "stale", noon, true);
  expect(tally.clockLooksWrong(["a"])).toBe(true);
});

test("what the secret that comes has proven is forgotten with its exchange, even when the next one has its name", () => {
  const tally = createTally();
  const proved = () => tally.of(["a"], noon).get("a")?.nextProved;
  tally.accepted("a", noon, "keychain:new");
  tally.accepted("a", noon + 1);
  tally.endedExchanges([{ name: "a", nextSecret: "keychain:new" }]);
  expect(proved()).toEqual({ reference: "keychain:new", at: noon });
  tally.endedExchanges([{ name: "a", nextSecret: null }]);
  tally.endedExchanges([{ name: "a", nextSecret: "keychain:new" }]);
  expect(proved()).toBeNull();
  tally.accepted("a", noon, "keychain:new");
  tally.endedExchanges([]);
  expect(proved()).toBeNull();
});
