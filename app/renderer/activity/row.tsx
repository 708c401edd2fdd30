// One event as a line: when, what, and what became of it; opened, its whole way below.
import { ChevronRight } from "lucide-react";
import { useId } from "react";
import type { ActivityRow } from "../../preload/contract/views.ts";
import { useFormat } from "../format.ts";
import { causeIcon } from "../parts/cause-icon.ts";
import { Detail } from "./detail.tsx";
import { OutcomeMark } from "./outcome-mark.tsx";

interface Props {
  row: ActivityRow;
  now: number;
  open: boolean;
  toggle: () => void;
}

export function Row({ row, now, open, toggle }: Props) {
  const format = useFormat();
  const id = useId();
  const Icon = causeIcon(row.cause);
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={toggle}
        className="flex w-full items-start gap-3 px-3.5 py-2.5 text-left -outline-offset-2 transition-colors hover:bg-panel"
      >
        <Icon size={15} strokeWidth={1.75} aria-hidden="true" className="mt-[3px] shrink-0 text-ink2" />
        <span className="min-w-0 flex-1">
          <span className="block break-words">{row.cause}</span>
          <span className="mt-px flex min-w-0 flex-wrap items-baseline gap-x-1.5 text-small text-ink2">
            <OutcomeMark row={row} now={now} />
          </span>
        </span>
        <time
          dateTime={new Date(row.receivedAt * 1000).toISOString()}
          className="shrink-0 pt-px text-small leading-[20px] text-ink3 tabular-nums"
        >
          {format.moment(row.receivedAt, now)}
        </time>
        <ChevronRight
          size={15}
          aria-hidden="true"
          className={`mt-[3px] shrink-0 text-ink3 transition-transform ${open ? "rotate-90" : ""}`}
        />
      </button>
      {open && (
        <div id={id} className="animate-appear border-t border-line bg-panel px-4 py-4">
          <Detail id={row.id} />
        </div>
      )}
    </>
  );
}
