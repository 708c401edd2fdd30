// Keeping the page still under the person's hands: knows whether they have scrolled, and holds what is under the pointer
// in its place when something is inserted above it.
import { windowScroll } from "@tanstack/react-virtual";
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { watchScroll } from "./own-scroll.ts";

const atTopPixels = 24;
/** True while the person has scrolled away from the top. The second value lets in what waits, until they scroll again. */
export function useScrolled(): [boolean, () => void] {
  const [scrolled, setScrolled] = useState(false);
  useEffect(
    () =>
      watchScroll((own) => {
        if (window.scrollY <= atTopPixels) setScrolled(false);
        else if (own) setScrolled(true);
      }),
    [],
  );
  return [scrolled, useCallback(() => setScrolled(false), [])];
}

/** A hand that moved this lately may be about to press. One that rests longer, or never moved, has no claim on the page. */
const handMilliseconds = 2000;
/** What stays in sight of a card that was in sight: the height of its answers. */
const keptPixels = 80;

interface Under {
  element: Element;
  top: number;
  /** When the pointer last really moved, on the page's own clock. */
  movedAt: number;
}

/**
 * Scrolls by as much as the element under the pointer was moved by the last drawing, if the person has just moved the
 * pointer there or it stands on a button; an `article` in `box` that was in sight stays in sight.
 */
export function usePointerAnchor(box: RefObject<HTMLElement | null>): void {
  const under = useRef<Under | null>(null);
  const inSight = useRef<Element[]>([]);
  const look = useCallback(() => {
    if (under.current !== null) under.current.top = under.current.element.getBoundingClientRect().top;
    inSight.current = [...(box.current?.querySelectorAll("article") ?? [])].filter(isInSight);
  }, [box]);
  useEffect(() => {
    const move = (event: PointerEvent) => {
      const element = event.target;
      if (!(element instanceof Element) || event.pointerType !== "mouse" || !box.current?.contains(element)) {
        under.current = null;
        return;
      }
      // A window that opens or a page that changes under a resting pointer is told as a move too, of no distance.
      const moved = event.movementX !== 0 || event.movementY !== 0;
      const movedAt = moved ? performance.now() : (under.current?.movedAt ?? Number.NEGATIVE_INFINITY);
      under.current = { element, top: element.getBoundingClientRect().top, movedAt };
    };
    const leave = () => {
      under.current = null;
    };
    window.addEventListener("pointermove", move, { passive: true });
    window.addEventListener("scroll", look, { passive: true });
    window.addEventListener("resize", look);
    document.documentElement.addEventListener("pointerleave", leave);
    return () => {
      window.removeEventListener("pointermove", move);
      window.removeEventListener("scroll", look);
      window.removeEventListener("resize", look);
      document.documentElement.removeEventListener("pointerleave", leave);
    };
  }, [box, look]);
  useLayoutEffect(() => {
    const held = under.current;
    if (held?.element.isConnected && claims(held)) {
      const moved = held.element.getBoundingClientRect().top - held.top;
      const by = keepInSight(
        moved,
        inSight.current.filter((card) => card.isConnected).map((card) => card.getBoundingClientRect()),
        window.innerHeight,
      );
      if (Math.abs(by) >= 1) window.scrollBy(0, by);
    }
    look();
  });
}

function claims({ element, movedAt }: Under): boolean {
  return performance.now() - movedAt < handMilliseconds || element.closest("button") !== null;
}

function isInSight(card: Element): boolean {
  const { top, bottom } = card.getBoundingClientRect();
  return Math.min(bottom, window.innerHeight) - Math.max(top, 0) >= Math.min(keptPixels, bottom - top);
}

interface Edges {
  top: number;
  bottom: number;
}

/** How much of a scroll by `wanted` pixels leaves each of these cards in a window of `height` pixels. Pure. */
export function keepInSight(wanted: number, cards: readonly Edges[], height: number): number {
  let by = wanted;
  for (const { top, bottom } of cards) {
    const kept = Math.min(keptPixels, bottom - top);
    if (wanted > 0) by = Math.max(0, Math.min(by, bottom - kept));
    else by = Math.min(0, Math.max(by, top + kept - height));
  }
  return by;
}

/** Less is rounding. */
const samePixels = 2;

/**
 * A row above the window that turns out taller than guessed moves the page by as much. Refuses to when the page is no longer
 * where that was reckoned from: its scrolling, of which the event is still to come, would be undone.
 */
export const correctScroll: typeof windowScroll = (offset, options, instance) => {
  if (options.adjustments !== undefined && Math.abs(window.scrollY - offset) >= samePixels) return;
  windowScroll(offset, options, instance);
};
