// While a button of the mouse (or a finger) is down, what the page shows stays as it was: a click ends where it began.
// Refuses to hold anything longer than the press.
import { useEffect, useRef, useState } from "react";

/** True from a press anywhere in the window until its click was dealt with. */
export function usePressed(): boolean {
  const [pressed, setPressed] = useState(false);
  useEffect(() => {
    const capture = { capture: true };
    const down = (event: PointerEvent) => {
      if (event.button === 0) setPressed(true);
    };
    // The click is told right after the release; what waited comes in after both.
    const up = () => void setTimeout(() => setPressed(false));
    // A release that the window was not told of shows itself in the next move.
    const move = (event: PointerEvent) => {
      if (event.buttons === 0) setPressed(false);
    };
    const blur = (event: FocusEvent) => {
      if (event.target === window) setPressed(false);
    };
    window.addEventListener("pointerdown", down, capture);
    window.addEventListener("pointerup", up, capture);
    window.addEventListener("pointercancel", up, capture);
    window.addEventListener("pointermove", move, capture);
    window.addEventListener("blur", blur, capture);
    return () => {
      window.removeEventListener("pointerdown", down, capture);
      window.removeEventListener("pointerup", up, capture);
      window.removeEventListener("pointercancel", up, capture);
      window.removeEventListener("pointermove", move, capture);
      window.removeEventListener("blur", blur, capture);
    };
  }, []);
  return pressed;
}

/** The value as it was when the press began, the latest one otherwise. */
export function useStill<T>(latest: T, pressed: boolean): T {
  const shown = useRef(latest);
  if (!pressed) shown.current = latest;
  return shown.current;
}
