// Keeping the page still under the person's hands: knows whether they have scrolled, and holds what is under the pointer
// in its place when something is inserted above it.
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

const atTopPixels = 24;
const scrollKeys = new Set(["PageDown", "PageUp", "End", "Home", " ", "ArrowDown", "ArrowUp"]);
/** A scroll this soon after the person's own input is theirs; later ones are a program's. */
const ownMilliseconds = 1000;

/** True while the person has scrolled away from the top. The second value lets in what waits, until they scroll again. */
export function useScrolled(): [boolean, () => void] {
  const [scrolled, setScrolled] = useState(false);
  useEffect(() => {
    let inputAt = Number.NEGATIVE_INFINITY;
    const input = (event: Event) => {
      if (event instanceof KeyboardEvent && !scrollKeys.has(event.key)) return;
      // A press on the page itself is no scrolling; a press on the scroll bar has the root as its target.
      if (event instanceof PointerEvent && event.target !== document.documentElement) return;
      inputAt = event.timeStamp;
    };
    const scroll = (event: Event) => {
      if (window.scrollY <= atTopPixels) setScrolled(false);
      else if (event.timeStamp - inputAt < ownMilliseconds) setScrolled(true);
    };
    const inputs = ["wheel", "touchmove", "keydown", "pointerdown"];
    for (const name of inputs) window.addEventListener(name, input, { passive: true });
    window.addEventListener("scroll", scroll, { passive: true });
    return () => {
      for (const name of inputs) window.removeEventListener(name, input);
      window.removeEventListener("scroll", scroll);
    };
  }, []);
  return [scrolled, useCallback(() => setScrolled(false), [])];
}

/** Scrolls by as much as the element under the pointer was moved by the last drawing. */
export function usePointerAnchor(box: RefObject<HTMLElement | null>): void {
  const under = useRef<{ element: Element; top: number } | null>(null);
  useEffect(() => {
    const move = (event: PointerEvent) => {
      const element = event.target;
      const inside = element instanceof Element && event.pointerType === "mouse" && box.current?.contains(element);
      under.current = inside ? { element, top: element.getBoundingClientRect().top } : null;
    };
    const measure = () => {
      if (under.current !== null) under.current.top = under.current.element.getBoundingClientRect().top;
    };
    const leave = () => {
      under.current = null;
    };
    window.addEventListener("pointermove", move, { passive: true });
    window.addEventListener("scroll", measure, { passive: true });
    document.documentElement.addEventListener("pointerleave", leave);
    return () => {
      window.removeEventListener("pointermove", move);
      window.removeEventListener("scroll", measure);
      document.documentElement.removeEventListener("pointerleave", leave);
    };
  }, [box]);
  useLayoutEffect(() => {
    const held = under.current;
    if (held === null || !held.element.isConnected) return;
    const moved = held.element.getBoundingClientRect().top - held.top;
    if (Math.abs(moved) >= 1) window.scrollBy(0, moved);
    held.top = held.element.getBoundingClientRect().top;
  });
}
