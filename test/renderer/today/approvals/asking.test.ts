import { expect, test } from "vitest";
import { shareChips } from "../../../../app/renderer/today/approvals/asking.ts";
import { card, chip } from "../../fixtures/cards.ts";

const [safe, outside] = [chip("repeatable", "safe to repeat"), chip("outside", "read text from outside")];
const to = (host: string, warns = false) => chip("destination", `goes to ${host}`, { exact: host, warns });

test("what holds for every card is said once, and what is different about one stands with that one", () => {
  const cards = [
    card({ id: "a", chips: [safe, to("a.test"), outside] }),
    card({ id: "b", chips: [to("a.test"), safe] }),
    card({ id: "c", chips: [safe, to("a.test", true), outside] }),
  ];
  const { shared, own } = shareChips(cards);
  expect(shared).toEqual([safe]);
  expect(cards.map(own)).toEqual([[to("a.test"), outside], [to("a.test")], [to("a.test", true), outside]]);
});

test("nothing is lost: shared and own are all that a card says", () => {
  const cards = [card(), card({ chips: [safe] })];
  const { shared, own } = shareChips(cards);
  for (const one of cards) expect([...shared, ...own(one)]).toHaveLength(one.chips.length);
});
