import { expect, test } from "vitest";
import { countFresh } from "../../../../app/renderer/today/digest/fresh.ts";
import { message, ordinary } from "../../fixtures/today.ts";

test("a held message that was sent is not new; one that was not there is", () => {
  const before = ordinary();
  const [group] = before.digest;
  if (group === undefined) throw new Error("the fixture has no delivery");
  const sent = { ...group, deliveryId: 10, items: before.held.items };
  const after = { held: { items: [message()], goesAt: null, why: null }, digest: [sent, ...before.digest] };
  expect(countFresh(before, { ...after, held: { items: [], goesAt: null, why: null } })).toBe(0);
  expect(countFresh(before, after)).toBe(1);
});
