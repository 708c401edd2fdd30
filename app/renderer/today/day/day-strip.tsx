// Twenty-four hours as one band: sleep shaded, events as ticks, deliveries as dots, questions as diamonds, now as a line,
// the next digest as a ring. Hover and focus name each mark, a click goes there. One Tab stop; arrows move along the day.
import { memo, useId, useLayoutEffect, useRef, useState } from "react";
import type { DayMark, DayStrip as Day } from "../../../preload/contract/views.ts";
import { useFormat } from "../../format.ts";
import { goTo } from "../../frame/route.ts";
import { texts } from "../../texts/today.ts";
import { asides, hourMarks, position } from "./geometry.ts";
import { Mark } from "./mark.tsx";
import { daySentence } from "./sentence.ts";

export const DayStrip = memo(function DayStrip({ day, now }: { day: Day; now: number }) {
  const format = useFormat();
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [named, setNamed] = useState<number | null>(null);
  const [stop, setStop] = useState<number | null>(null);

  const marks = keyed([...day.marks].sort((a, b) => a.at - b.at));
  const width = useWidth(box);
  const above = marks.filter(({ mark: one }) => one.kind !== "event");
  const shifts = asides(above.map(({ mark: one }) => (position(one.at, day) / 100) * width));
  const asideOf = new Map(above.map(({ key }, index) => [key, shifts[index] ?? 0]));
  const tabStop = Math.min(stop ?? marks.length - 1, marks.length - 1);
  const move = (event: React.KeyboardEvent) => {
    const to = { ArrowLeft: tabStop - 1, ArrowRight: tabStop + 1, Home: 0, End: marks.length - 1 }[event.key];
    if (to === undefined || marks[to] === undefined) return;
    event.preventDefault();
    box.current?.querySelector<HTMLElement>(`[data-mark="${to}"]`)?.focus();
  };
  const mark = named === null ? undefined : marks[named]?.mark;

  return (
    <div className="relative mb-[26px]">
      <div
        ref={box}
        role="toolbar"
        tabIndex={-1}
        aria-label={texts.day.name}
        aria-describedby={`${id}-sentence`}
        onKeyDown={move}
        onPointerLeave={() => setNamed(null)}
        className="relative h-[30px] rounded-control border border-line bg-raised"
      >
        <div aria-hidden="true" className="absolute inset-0 overflow-hidden rounded-[7px]">
          {day.sleeps.map((sleep) => (
            <div
              key={sleep.from}
              style={{
                left: `${position(sleep.from, day)}%`,
                width: `${position(sleep.until, day) - position(sleep.from, day)}%`,
              }}
              className="absolute inset-y-0 bg-sleep forced-color-adjust-none forced-colors:bg-[repeating-linear-gradient(135deg,CanvasText_0_1px,Canvas_1px_7px)]"
            />
          ))}
        </div>
        {now >= day.from && now < day.until && (
          <div
            aria-hidden="true"
            style={{ left: `${position(now, day)}%` }}
            className="absolute -inset-y-px w-0.5 -translate-x-1/2 bg-ink"
          />
        )}
        {marks.map(({ mark: one, key }, index) => (
          <Mark
            key={key}
            mark={one}
            index={index}
            percent={position(one.at, day)}
            aside={asideOf.get(key) ?? 0}
            tabStop={index === tabStop}
            name={(on) => {
              if (on) setStop(index);
              setNamed(on ? index : null);
            }}
            go={() => go(one)}
          />
        ))}
      </div>
      <div aria-hidden="true" className="relative mt-1 h-4 text-tiny text-ink2 tabular-nums">
        {hourMarks(day, format.zone).map(({ label, percent }) => (
          <span
            key={label}
            style={{ left: `${percent}%` }}
            className={`absolute ${percent === 0 ? "" : percent === 100 ? "-translate-x-full" : "-translate-x-1/2"}`}
          >
            {label}
          </span>
        ))}
      </div>
      {mark !== undefined && <Name mark={mark} percent={position(mark.at, day)} />}
      <p id={`${id}-sentence`} className="sr-only">
        {daySentence(day, format)} {texts.day.hint}
      </p>
    </div>
  );
});

/** The band's width in pixels, followed as the window changes. */
function useWidth(box: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    if (box.current === null) return;
    const element = box.current;
    const measure = () => setWidth(element.clientWidth);
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [box]);
  return width;
}

/** Equal marks are told apart by their number, so that a mark keeps its key, and the focus, when others join. */
function keyed(marks: readonly DayMark[]): { mark: DayMark; key: string }[] {
  const seen = new Map<string, number>();
  return marks.map((mark) => {
    const key = `${mark.kind} ${mark.at} ${mark.ref}`;
    const nth = seen.get(key) ?? 0;
    seen.set(key, nth + 1);
    return { mark, key: `${key} ${nth}` };
  });
}

/** The mark's name below it, kept inside the column at both ends. */
function Name({ mark, percent }: { mark: DayMark; percent: number }) {
  const format = useFormat();
  const shift = percent < 25 ? "" : percent > 75 ? "-translate-x-full" : "-translate-x-1/2";
  return (
    <div
      aria-hidden="true"
      style={{ left: `${percent}%` }}
      className={`pointer-events-none absolute top-[34px] z-10 max-w-[min(340px,70%)] truncate rounded-[6px] bg-raised px-2 py-0.5 text-small shadow-float ${shift}`}
    >
      <span className="mr-1.5 text-ink2 tabular-nums">{format.time(mark.at)}</span>
      {mark.label}
    </div>
  );
}

function go({ kind, ref }: DayMark): void {
  if (ref === null) return;
  goTo({ view: kind === "event" ? "activity" : "today", ref });
}
