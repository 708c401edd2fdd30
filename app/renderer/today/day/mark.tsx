// One mark on the day strip: a tick, a dot, a diamond or a ring, with room around it to hit.
import type { DayMark } from "../../../preload/contract/views.ts";
import { useFormat } from "../../format.ts";

/** What lies above what where two can't be drawn apart: what is urgent is never covered. */
const layers: Record<DayMark["kind"], string> = {
  event: "",
  delivery: "z-[1]",
  next: "z-[1]",
  question: "z-[2]",
  urgent: "z-[3]",
};

const shapes: Record<DayMark["kind"], string> = {
  event: "bottom-0 h-[9px] w-0.5 bg-tick",
  delivery: "top-[6px] size-2 rounded-full bg-accent",
  urgent: "top-[6px] size-2 rounded-full bg-bad",
  question: "top-[5.5px] size-[9px] rotate-45 rounded-[1.5px] border-[1.5px] border-warn",
  next: "top-[5px] size-[10px] rounded-full border-2 border-accent",
};

interface Props {
  mark: DayMark;
  index: number;
  percent: number;
  /** How far beside its moment it stands, in pixels, so as not to lie on its neighbour. */
  aside: number;
  tabStop: boolean;
  name: (on: boolean) => void;
  go: () => void;
}

export function Mark({ mark, index, percent, aside, tabStop, name, go }: Props) {
  const format = useFormat();
  const tick = mark.kind === "event";
  return (
    <button
      type="button"
      data-mark={index}
      tabIndex={tabStop ? 0 : -1}
      aria-label={`${format.time(mark.at)} ${mark.label}`}
      onPointerEnter={() => name(true)}
      onPointerLeave={() => name(false)}
      onFocus={() => name(true)}
      onBlur={() => name(false)}
      onClick={go}
      style={{ left: `calc(${percent}% + ${aside}px)` }}
      className={`group absolute flex -translate-x-1/2 justify-center rounded-[4px] outline-offset-0 ${tick ? "bottom-0 h-[13px] w-2" : `top-0 h-[19px] w-4 ${layers[mark.kind]}`}`}
    >
      <span className={`absolute transition-colors ${shapes[mark.kind]} ${tick ? "group-hover:bg-ink" : ""}`} />
    </button>
  );
}
