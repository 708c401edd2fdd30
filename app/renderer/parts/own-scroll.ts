// Tells a scroll of the person's own from one that a program made. Refuses to guess: an input must have come just before.

const scrollKeys = new Set(["PageDown", "PageUp", "End", "Home", " ", "ArrowDown", "ArrowUp"]);
/** A scroll this soon after the person's own input is theirs; later ones are a program's. */
const ownMilliseconds = 1000;

/**
 * Calls back on each scroll of the window. Returns the end of it.
 * @param otherKeys keys beside the usual ones that scroll here.
 */
export function watchScroll(onScroll: (own: boolean) => void, otherKeys: readonly string[] = []): () => void {
  let inputAt = Number.NEGATIVE_INFINITY;
  const input = (event: Event) => {
    if (event instanceof KeyboardEvent && !scrollKeys.has(event.key) && !otherKeys.includes(event.key)) return;
    // A press on the page itself is no scrolling; a press on the scroll bar has the root as its target.
    if (event instanceof PointerEvent && event.target !== document.documentElement) return;
    inputAt = event.timeStamp;
  };
  const scroll = (event: Event) => onScroll(event.timeStamp - inputAt < ownMilliseconds);
  const inputs = ["wheel", "touchmove", "keydown", "pointerdown"];
  for (const name of inputs) window.addEventListener(name, input, { passive: true, capture: true });
  window.addEventListener("scroll", scroll, { passive: true });
  return () => {
    for (const name of inputs) window.removeEventListener(name, input, { capture: true });
    window.removeEventListener("scroll", scroll);
  };
}
