// The ways to answer a card beyond its two buttons, each a dialog of its own. Pure.
import type { ApprovalCard, Chip } from "../../../preload/contract/approvals.ts";

export type Way = "words" | "edit" | "always" | "alike";

/** What is open: bound to the cards as they were shown when it was opened, and to nothing that comes later. */
export interface Asked {
  way: Way;
  card: ApprovalCard;
  /** With `alike`: all of them, the first 100. */
  cards: readonly ApprovalCard[];
}

/** As many as main takes at once. */
export const togetherMax = 100;

/** The cards that are alike this one, itself included; itself alone when there are no others. */
export function alikeCards(card: ApprovalCard, cards: readonly ApprovalCard[]): ApprovalCard[] {
  if (card.alike === null) return [card];
  return cards.filter((one) => one.alike?.key === card.alike?.key).slice(0, togetherMax);
}

/** Whether this way is open for a card among these. */
export function mayAsk(way: Way, card: ApprovalCard, cards: readonly ApprovalCard[]): boolean {
  if (card.kind !== "call") return false;
  if (way === "always") return card.always !== null;
  return way !== "alike" || alikeCards(card, cards).length > 1;
}

const chipText = (chip: Chip): string => JSON.stringify([chip.kind, chip.text, chip.exact, chip.warns, chip.goes]);

/** What holds for every one of these cards, said once, so that what is different about one is not lost among it. */
export function shareChips(cards: readonly ApprovalCard[]): { shared: Chip[]; own: (card: ApprovalCard) => Chip[] } {
  const sets = cards.map(({ chips }) => new Set(chips.map(chipText)));
  const isShared = (chip: Chip) => sets.every((texts) => texts.has(chipText(chip)));
  return {
    shared: (cards[0]?.chips ?? []).filter(isShared),
    own: ({ chips }) => chips.filter((chip) => !isShared(chip)),
  };
}
