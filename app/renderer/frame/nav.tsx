// The links to the views. A link's name is the view's name alone; its count is a description, so that names never change.
import { Activity, AlarmClock, type LucideIcon, NotebookPen, Settings, ShieldCheck, Skull, Sun } from "lucide-react";
import { useId } from "react";
import type { View } from "../../preload/contract/views.ts";
import { texts } from "../texts/frame.ts";
import { routeHash } from "./route.ts";

const icons: Record<View, LucideIcon> = {
  today: Sun,
  dead: Skull,
  timers: AlarmClock,
  activity: Activity,
  memory: NotebookPen,
  permissions: ShieldCheck,
  settings: Settings,
};

interface Props {
  view: View;
  current: boolean;
  count: number;
  /** What the count counts, in words. */
  countText: string;
  strong: boolean;
}

export function NavLink({ view, current, count, countText, strong }: Props) {
  const Icon = icons[view];
  const described = useId();
  // In the narrow bar there is room for one word; the name stays whole for those who hear it.
  const [first = "", rest = ""] = texts.views[view].split(/ (.*)/s);
  return (
    <>
      <a
        href={routeHash({ view, ref: null })}
        aria-current={current ? "page" : undefined}
        aria-describedby={count > 0 ? described : undefined}
        title={texts.views[view]}
        className={`relative flex h-[37px] items-center gap-3 rounded-[10px] border px-2.5 font-medium transition-colors
        narrow:justify-center narrow:px-0 slim:h-12 slim:min-w-0 slim:flex-1 slim:flex-col slim:gap-0.5 slim:border-transparent slim:bg-transparent slim:shadow-none
        ${current ? "border-line bg-raised text-ink shadow-card slim:text-accent" : "border-transparent text-ink2 hover:text-ink forced-colors:border-[Canvas]"}`}
      >
        <Icon size={17} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
        <span className="narrow:sr-only slim:not-sr-only slim:text-tiny slim:font-medium slim:whitespace-nowrap">
          {first}
          {rest !== "" && <span className="slim:sr-only"> {rest}</span>}
        </span>
        {count > 0 && (
          <span
            aria-hidden="true"
            className={`ml-auto rounded-full text-small font-semibold tabular-nums narrow:absolute narrow:-top-0.5 narrow:-right-0.5 slim:top-0
              narrow:text-tiny slim:right-auto slim:left-1/2 slim:translate-x-1
              ${strong ? "min-w-5 bg-accent px-1.5 text-center text-on-accent forced-color-adjust-none narrow:min-w-4 narrow:px-1" : "min-w-5 px-1.5 text-center text-ink2 narrow:min-w-4 narrow:bg-sleep narrow:px-1 narrow:text-ink"}`}
          >
            {count > 99 ? texts.many : count}
          </span>
        )}
      </a>
      {count > 0 && (
        <span id={described} className="sr-only">
          {countText}
        </span>
      )}
    </>
  );
}
