// One mark on the day strip: a tick, a dot, a diamond or a ring, with room around it to hit.
import type { DayMark } from "../../../preload/contract/views.ts";
import { useFormat } from "../../format.ts";

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
  tabStop: boolean;
  name: (on: boolean) => void;
  go: () => void;
}

export function Mark({ mark, index, percent, tabStop, name, go }: Props) {
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
      style={{ left: `${percent}%` }}
      className={`group absolute flex -translate-x-1/2 justify-center rounded-[4px] outline-offset-0 ${tick ? "bottom-0 h-[13px] w-2" : "top-0 z-[1] h-[19px] w-4"}`}
    >
      <span className={`absolute transition-colors ${shapes[mark.kind]} ${tick ? "group-hover:bg-ink" : ""}`} />
    </button>
  );
}
