// Keyboard rules shared by the views. Refuses keys that belong to something else: typing, a browser shortcut, an open dialog.
import { useEffect } from "react";
import type { View } from "../../preload/contract/views.ts";
import { goTo } from "./route.ts";

const typing =
  'input, textarea, select, [contenteditable="true"], [role="combobox"], [role="listbox"], [role="dialog"]';

/** True when a plain letter pressed here may act as a shortcut. */
export function isFree(event: KeyboardEvent | React.KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  return !(event.target instanceof Element && event.target.closest(typing) !== null);
}

const after: Record<string, View> = {
  t: "today",
  d: "dead",
  i: "timers",
  a: "activity",
  m: "memory",
  p: "permissions",
  s: "settings",
};
const chordMilliseconds = 1200;

/** "?" opens the help; G and a letter go to a view. */
export function useFrameKeys(openHelp: () => void): void {
  useEffect(() => {
    let pressedG = Number.NEGATIVE_INFINITY;
    const onKey = (event: KeyboardEvent) => {
      if (!isFree(event) || event.repeat) return;
      const key = event.key.toLowerCase();
      const view = after[key];
      if (view !== undefined && event.timeStamp - pressedG < chordMilliseconds) {
        pressedG = Number.NEGATIVE_INFINITY;
        event.preventDefault();
        goTo({ view, ref: null });
        return;
      }
      pressedG = key === "g" ? event.timeStamp : Number.NEGATIVE_INFINITY;
      if (event.key === "?") {
        event.preventDefault();
        openHelp();
      }
    };
    // Capturing, and marked as used: "G then A" must not approve the card that has the focus.
    window.addEventListener("keydown", onKey, { capture: true });
    return () => window.removeEventListener("keydown", onKey, { capture: true });
  }, [openHelp]);
}
