// Main's time in the page: an offset learnt from each answer and push, and shared ticks that stop while nobody looks.
// Refuses to tick faster than a second, and to tick at all while the window is hidden.
import { createContext, useContext, useEffect, useState } from "react";

interface Deps {
  millisecondsNow: () => number;
  visible: () => boolean;
  onVisibility: (listener: () => void) => void;
}

export interface MainClock {
  /** Main's time now, in seconds with a fraction. */
  now: () => number;
  /** Takes over main's time as it was stamped on what just arrived, in whole seconds. */
  learn: (mainNow: number) => void;
  /** Calls `tick` at each whole multiple of `stepSeconds` of main's time while the window is visible. Returns the end of it. */
  every: (stepSeconds: number, tick: () => void) => () => void;
}

/** One timer per step serves all subscribers, so that fifty countdowns wake the page once. */
export function createMainClock({ millisecondsNow, visible, onVisibility }: Deps): MainClock {
  let offsetSeconds = 0;
  const steps = new Map<number, { ticks: Set<() => void>; timer: ReturnType<typeof setTimeout> | null }>();

  const now = () => millisecondsNow() / 1000 + offsetSeconds;

  function arm(stepSeconds: number): void {
    const step = steps.get(stepSeconds);
    if (step === undefined || step.timer !== null || step.ticks.size === 0 || !visible()) return;
    // A few milliseconds late rather than early: a tick before the boundary would draw the old second again.
    const waitSeconds = stepSeconds - (now() % stepSeconds) + 0.005;
    step.timer = setTimeout(() => {
      step.timer = null;
      for (const tick of [...step.ticks]) tick();
      arm(stepSeconds);
    }, waitSeconds * 1000);
  }

  function disarm(stepSeconds: number): void {
    const step = steps.get(stepSeconds);
    if (step?.timer == null) return;
    clearTimeout(step.timer);
    step.timer = null;
  }

  onVisibility(() => {
    for (const [stepSeconds, step] of steps) {
      disarm(stepSeconds);
      if (!visible()) continue;
      for (const tick of [...step.ticks]) tick();
      arm(stepSeconds);
    }
  });

  return {
    now,
    learn(mainNow) {
      const learnt = mainNow - millisecondsNow() / 1000;
      // Main's stamp is floored, so an offset up to a second lower says nothing new; anything else is a real difference.
      if (learnt > offsetSeconds || learnt < offsetSeconds - 1) offsetSeconds = learnt;
    },
    every(stepSeconds, tick) {
      const step = steps.get(stepSeconds) ?? { ticks: new Set(), timer: null };
      steps.set(stepSeconds, step);
      step.ticks.add(tick);
      arm(stepSeconds);
      return () => {
        step.ticks.delete(tick);
        if (step.ticks.size === 0) disarm(stepSeconds);
      };
    },
  };
}

export const ClockContext = createContext<MainClock | null>(null);

export function useClock(): MainClock {
  const clock = useContext(ClockContext);
  if (clock === null) throw new Error("No clock was handed to the page.");
  return clock;
}

/** Main's time, drawn anew every `stepSeconds`; 0 draws it once and never again. */
export function useMainNow(stepSeconds: number): number {
  const clock = useClock();
  const [now, setNow] = useState(() => clock.now());
  useEffect(() => {
    if (stepSeconds === 0) return;
    setNow(clock.now());
    return clock.every(stepSeconds, () => setNow(clock.now()));
  }, [clock, stepSeconds]);
  return now;
}
