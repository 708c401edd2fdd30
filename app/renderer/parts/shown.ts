// Brings a part of a view before the eyes of somebody who was led to it. Promises: once per visit, and the keyboard goes on from there.
// Refuses: to wait for what is not drawn; it is looked for again when more is.
import { useLayoutEffect, useRef } from "react";
import type { Route } from "../frame/route.ts";

/** Where somebody is led: the reference, and a number that tells one visit from the next. */
export type Shown = Pick<Route, "ref"> & { visit: number };

/**
 * @param id of the element; null: nowhere in particular
 * @param drawn changes when more is drawn, so that it is looked for again
 */
export function usePart({ visit }: Shown, id: string | null, block: "center" | "start", drawn: unknown): void {
  const shown = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (id === null || shown.current === visit) return;
    const element = document.getElementById(id);
    if (element === null) return;
    shown.current = visit;
    element.scrollIntoView({ block });
    element.focus({ preventScroll: true });
  }, [id, visit, block, drawn]);
}
