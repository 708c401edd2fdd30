// Where the buttons stand that may act only when they have stood still: one that has just appeared, or slid to where it is,
// would take a click that was meant for something else. Promises: whatever moved it, it does nothing for a moment.

/** Longer than a click takes from the decision to the press. */
export const settleMilliseconds = 600;
/** Less is rounding: scrolling goes by whole pixels. */
const stillPixels = 2;

/** In the window, and on the page: scrolling changes the one, what is inserted above and scrolled past the other. */
export interface Place {
  left: number;
  top: number;
  pageLeft: number;
  pageTop: number;
}

function placeNow(element: Element): Place {
  const { left, top } = element.getBoundingClientRect();
  return { left, top, pageLeft: left + window.scrollX, pageTop: top + window.scrollY };
}

const still = (a: number, b: number): boolean => Math.abs(a - b) < stillPixels;
const stillInWindow = (from: Place, to: Place): boolean => still(from.left, to.left) && still(from.top, to.top);
const stillOnPage = (from: Place, to: Place): boolean =>
  still(from.pageLeft, to.pageLeft) && still(from.pageTop, to.pageTop);

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
  /** Unsettles everything: the page itself has just come before the person's eyes. */
  unsettleAll: () => void;
}

/** @param placeOf where an element is, in pixels. */
export function createGround(placeOf: (element: Element) => Place = placeNow): Ground {
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

  /** It moved if it slid under the eyes, and not because the page was scrolled, by whomever. */
  function look(): void {
    for (const [element, standing] of watched) {
      const place = placeOf(element);
      const [inWindow, onPage] = [stillInWindow(standing.at, place), stillOnPage(standing.at, place)];
      // The old place is kept until it counts as left, so that creeping does not go unseen.
      if (inWindow && onPage) continue;
      standing.at = place;
      if (!inWindow && !onPage) unsettle(standing);
    }
  }

  return {
    add(element, changed) {
      const standing: Standing = { at: placeOf(element), timer: null, changed };
      watched.set(element, standing);
      unsettle(standing);
      return () => {
        if (standing.timer !== null) clearTimeout(standing.timer);
        watched.delete(element);
      };
    },
    isSettled: (element) => watched.get(element)?.timer === null,
    look,
    unsettleAll: () => {
      for (const standing of watched.values()) unsettle(standing);
    },
  };
}
