// The element that a reference into Permissions means: "rule:3", "credential:github", "use:12", "answer:ap_…".
import { useLayoutEffect, useRef } from "react";
import type { Route } from "../frame/route.ts";

export const partId = (ref: string) => `permissions-${ref}`;

/** Where somebody is led: the reference, and a number that tells one visit from the next. */
export type Shown = Pick<Route, "ref"> & { visit: number };

/**
 * Brings the part that somebody was led to before the eyes, once per visit.
 * @param drawn changes when more is drawn, so that it is looked for again
 */
export function useShown({ ref, visit }: Shown, drawn: unknown): void {
  const shown = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (ref === null || shown.current === visit) return;
    const element = document.getElementById(partId(ref));
    if (element === null) return;
    shown.current = visit;
    element.scrollIntoView({ block: "center" });
    element.focus({ preventScroll: true });
  }, [ref, visit, drawn]);
}
