// Where the buttons stand that may act only when they have stood still: one that has just appeared, or slid to where it is,
// would take a click that was meant for something else. Promises: whatever moved it, it does nothing for a moment.

/** Longer than a click takes from the decision to the press. */
export const settleMilliseconds = 600;
/** Less is rounding: scrolling goes by whole pixels. */
const stillPixels = 2;

interface Place {
  left: number;
  top: number;
}

interface Standing {
  at: Place;
  /** Runs while it is unsettled. */
  timer: ReturnType<typeof setTimeout> | null;
  changed: () => void;
}

export interface Ground {
  /** Watches an element from now on; it begins unsettled. Returns the end of it. */
  add: (element: Element, changed: () => void) => () => void;
  /** False for one that is not watched. */
  isSettled: (element: Element) => boolean;
  /** Looks where everything is; what moved since the last look is unsettled. */
  look: () => void;
  /** Looks too, and takes what moved as the person's own doing. */
  excuse: () => void;
  /** Unsettles everything: the page itself has just come before the person's eyes. */
  unsettleAll: () => void;
}

/** @param placeOf where an element is in the window, in pixels. */
export function createGround(
  placeOf: (element: Element) => Place = (element) => element.getBoundingClientRect(),
): Ground {
  const watched = new Map<Element, Standing>();

  function unsettle(standing: Standing): void {
    const wasSettled = standing.timer === null;
    if (standing.timer !== null) clearTimeout(standing.timer);
    standing.timer = setTimeout(() => {
      standing.timer = null;
      standing.changed();
    }, settleMilliseconds);
    if (wasSettled) standing.changed();
  }

  function look(onMove: (standing: Standing) => void): void {
    for (const [element, standing] of watched) {
      const { left, top } = placeOf(element);
      // The old place is kept until it counts as left, so that creeping does not go unseen.
      if (Math.abs(standing.at.left - left) < stillPixels && Math.abs(standing.at.top - top) < stillPixels) continue;
      standing.at = { left, top };
      onMove(standing);
    }
  }

  return {
    add(element, changed) {
      const { left, top } = placeOf(element);
      const standing: Standing = { at: { left, top }, timer: null, changed };
      watched.set(element, standing);
      unsettle(standing);
      return () => {
        if (standing.timer !== null) clearTimeout(standing.timer);
        watched.delete(element);
      };
    },
    isSettled: (element) => watched.get(element)?.timer === null,
    look: () => look(unsettle),
    excuse: () => look(() => undefined),
    unsettleAll: () => {
      for (const standing of watched.values()) unsettle(standing);
    },
  };
}
