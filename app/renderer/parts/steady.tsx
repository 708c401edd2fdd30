// A button that acts only when it has stood still, and the ground such buttons stand on. Refuses polling: it looks after each
// drawing, each change of size, each scroll, and at the press itself.
import {
  type ComponentProps,
  createContext,
  type RefObject,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { Button } from "./button.tsx";
import { createGround, type Ground } from "./ground.ts";

export const GroundContext = createContext<Ground | null>(null);

/** The ground of one view; called after whatever else moves the page in a drawing. @param box what the view is drawn into. */
export function useGround(box: RefObject<HTMLElement | null>): Ground {
  const [ground] = useState(() => createGround());
  // Without dependencies: every drawing may have moved something.
  useLayoutEffect(() => ground.look());
  useEffect(() => {
    const sizes = new ResizeObserver(() => ground.look());
    for (let one: Element | null = box.current; one !== null; one = one.parentElement) sizes.observe(one);
    // Capturing: boxes inside the page scroll too, and tell nobody above them.
    const scroll = { passive: true, capture: true };
    window.addEventListener("scroll", ground.look, scroll);
    const seen = () => {
      if (document.visibilityState === "visible") ground.unsettleAll();
    };
    document.addEventListener("visibilitychange", seen);
    return () => {
      sizes.disconnect();
      window.removeEventListener("scroll", ground.look, scroll);
      document.removeEventListener("visibilitychange", seen);
    };
  }, [box, ground]);
  return ground;
}

type Props = Omit<ComponentProps<typeof Button>, "ref" | "onPointerDown" | "waits" | "onClick"> & {
  onClick: () => void;
};

/** Pressed by hand, by key or by a program, it acts only if it was settled when the press began and when it ended. */
export function SteadyButton({ onClick, ...rest }: Props) {
  const ground = useContext(GroundContext);
  if (ground === null) throw new Error("A button that must stand still has no ground to stand on.");
  const ref = useRef<HTMLButtonElement>(null);
  const pressBegan = useRef(false);
  const [subscribe] = useState(
    () => (changed: () => void) => (ref.current === null ? () => undefined : ground.add(ref.current, changed)),
  );
  const isSettled = () => ref.current !== null && ground.isSettled(ref.current);
  const settled = useSyncExternalStore(subscribe, isSettled);
  return (
    <Button
      {...rest}
      ref={ref}
      data-steady=""
      waits={!settled}
      onPointerDown={() => {
        ground.look();
        pressBegan.current = isSettled();
      }}
      onClick={({ detail }) => {
        ground.look();
        // A click of no count had no press: it is the keyboard's.
        if (isSettled() && (detail === 0 || pressBegan.current)) onClick();
      }}
    />
  );
}
