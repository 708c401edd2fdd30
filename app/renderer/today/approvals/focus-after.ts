// Where the focus goes when the card that had it is answered: to the next card, never to a button. Promises: a card that
// listens to keys shows that it does.
import { type FocusEvent, type RefObject, useCallback, useLayoutEffect, useRef } from "react";
import type { ApprovalCard } from "../../../preload/contract/approvals.ts";
import type { Arranged } from "./arrivals.ts";
import type { Asked } from "./asking.ts";
import { cardElementId } from "./card.tsx";
import { cardsIn, focusCard } from "./card-keys.ts";
import { nextCard } from "./next-card.ts";

type Box = RefObject<HTMLDivElement | null>;

/**
 * When the card that had the focus leaves, the next one gets it, if the person uses the keyboard; after a click the region
 * does, so that no card listens to keys without showing it.
 */
export function useFocusAfterLeaving(box: Box, shown: Arranged<ApprovalCard>["shown"]) {
  const last = useRef<{ id: string; index: number; byKeyboard: boolean } | null>(null);
  const movedAt = useRef(Number.NEGATIVE_INFINITY);

  const focusLeft = useCallback(
    (event: FocusEvent) => {
      const article = event.target.closest("article");
      if (article === null || box.current === null) return;
      const index = cardsIn(box.current).indexOf(article);
      last.current = { id: article.id, index, byKeyboard: event.target.matches(":focus-visible") };
    },
    [box],
  );

  useLayoutEffect(() => {
    const before = last.current;
    if (before === null || box.current === null || document.activeElement !== document.body) return;
    if (shown.some(({ item }) => item !== null && cardElementId(item.id) === before.id)) return;
    last.current = null;
    movedAt.current = performance.now();
    const cards = cardsIn(box.current);
    const next = cards[Math.min(before.index, cards.length - 1)];
    if (before.byKeyboard && next !== undefined) focusCard(next);
    else box.current.focus({ preventScroll: true });
  }, [box, shown]);

  /** The focus moved because a card left: keys that are still on their way were meant for that one. */
  const moved = useCallback(() => {
    movedAt.current = performance.now();
  }, []);

  return { focusLeft, movedAt, moved };
}

/**
 * After an answer in a dialog, whether by hand or by key, the next card gets the focus and shows it; the region does when none
 * stands any more. Without an answer the focus goes back to where it came from.
 *
 * @param moved told when the focus goes to another card
 */
export function useFocusAfterDialog(box: Box, moved: () => void) {
  const order = useRef<string[]>([]);
  const gone = useRef<{ at: string; ids: string[]; edited: string | null } | null>(null);

  const opened = useCallback(() => {
    order.current = box.current === null ? [] : cardsIn(box.current).map(({ id }) => id);
    gone.current = null;
  }, [box]);

  const answered = useCallback(({ way, card, cards }: Asked, edited: string | null) => {
    const ids = (way === "alike" ? cards : [card]).map(({ id }) => cardElementId(id));
    gone.current = { at: cardElementId(card.id), ids, edited: edited === null ? null : cardElementId(edited) };
  }, []);

  const focusAfter = useCallback((): HTMLElement | null => {
    if (gone.current === null || box.current === null) return null;
    const { at, ids, edited } = gone.current;
    gone.current = null;
    const standing = cardsIn(box.current);
    const next = nextCard(
      order.current,
      at,
      ids,
      standing.map(({ id }) => id),
    );
    // The card of the changed call, when it is there already.
    const to = standing.find(({ id }) => id === edited) ?? standing.find(({ id }) => id === next);
    moved();
    if (to === undefined) return box.current;
    makeReady(to);
    to.scrollIntoView({ block: "nearest" });
    return to;
  }, [box, moved]);

  return { opened, answered, focusAfter };
}

/**
 * Until the focus leaves it the card is drawn as by keyboard, which the browser would not do after a click, and is tabbable: a
 * dialog that closes hands the focus of what is not tabbable to the first button inside.
 */
function makeReady(card: HTMLElement): void {
  card.dataset.focusShown = "";
  card.tabIndex = 0;
  const leave = () => {
    delete card.dataset.focusShown;
    card.tabIndex = -1;
  };
  card.addEventListener("blur", leave, { once: true });
}
