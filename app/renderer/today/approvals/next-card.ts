// Which card gets the focus when answered ones have left: the next that still stands, or the nearest above. Pure.

/**
 * @param order the cards' ids, top to bottom, as they stood when the question was opened.
 * @param at the card that was answered, or from which others were.
 * @param answered all that were answered.
 * @param standing what stands now; a card that came meanwhile is the last resort.
 */
export function nextCard(
  order: readonly string[],
  at: string,
  answered: readonly string[],
  standing: readonly string[],
): string | null {
  const index = order.indexOf(at);
  const stays = (id: string) => standing.includes(id) && !answered.includes(id);
  const below = order.slice(index + 1).find(stays);
  return below ?? order.slice(0, Math.max(index, 0)).findLast(stays) ?? standing.find(stays) ?? null;
}
