// One note or task as a line: title, where it is from, whether it can be trusted; opened, all of it below.
import { ChevronRight, ListChecks, ListTodo, NotebookText } from "lucide-react";
import { useId } from "react";
import type { MemoryRow } from "../../preload/contract/memory.ts";
import { useFormat } from "../format.ts";
import { Chip } from "../parts/chip.tsx";
import { texts } from "../texts/memory.ts";
import { Detail } from "./detail.tsx";

const words = texts.row;

interface Props {
  row: MemoryRow;
  now: number;
  open: boolean;
  toggle: () => void;
}

export function Row({ row, now, open, toggle }: Props) {
  const format = useFormat();
  const id = useId();
  const Icon = !row.path.startsWith("tasks/") ? NotebookText : row.done ? ListChecks : ListTodo;
  const facts = [
    words.from(row.from),
    ...(row.done ? [words.done] : row.until === null ? [] : [words.until(format.shortDay(row.until - 1))]),
  ];
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={toggle}
        className="flex w-full items-start gap-x-3 gap-y-0.5 px-3.5 py-2.5 text-left slim:flex-wrap -outline-offset-2 transition-colors hover:bg-panel"
      >
        <Icon size={15} strokeWidth={1.75} aria-hidden="true" className="mt-[3px] shrink-0 text-ink2" />
        <span className="min-w-0 flex-1">
          <span className={`block font-medium break-words ${row.done ? "text-ink2" : ""}`}>{row.title}</span>
          {!open && row.preview !== "" && <span className="block truncate text-head text-ink2">{row.preview}</span>}
          <span className="mt-0.5 flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-small text-ink2">
            <span className="[overflow-wrap:anywhere]">{facts.join(" · ")}</span>
            {row.flaw !== null ? (
              <Chip tone="bad">{words.flaw}</Chip>
            ) : (
              !row.trusted && <Chip tone="warn">{words.untrusted}</Chip>
            )}
          </span>
        </span>
        {row.at === null ? (
          <span className="shrink-0 pt-px text-small leading-[20px] text-ink3 slim:order-last slim:basis-full slim:pl-[27px]">
            {words.noTime}
          </span>
        ) : (
          <time
            dateTime={new Date(row.at * 1000).toISOString()}
            className="shrink-0 pt-px text-small leading-[20px] text-ink3 slim:order-last slim:basis-full slim:pl-[27px] tabular-nums"
          >
            {format.moment(row.at, now)}
          </time>
        )}
        <ChevronRight
          size={15}
          aria-hidden="true"
          className={`mt-[3px] shrink-0 text-ink3 transition-transform ${open ? "rotate-90" : ""}`}
        />
      </button>
      {open && (
        <div id={id} className="animate-appear border-t border-line bg-panel px-4 py-4">
          <Detail path={row.path} />
        </div>
      )}
    </>
  );
}
