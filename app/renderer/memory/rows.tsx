// The rows on the screen alone are in the page: a thousand notes scroll like ten.
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useLayoutEffect, useRef, useState } from "react";
import type { MemoryRow } from "../../preload/contract/memory.ts";
import { useMainNow } from "../api/main-clock.ts";
import { Row } from "./row.tsx";

const guessedRowPixels = 74;

interface Props {
  rows: readonly MemoryRow[];
  label: string;
}

export function Rows(props: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [offset, setOffset] = useState<number | null>(null);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  useLayoutEffect(() => {
    const measure = () => setOffset(Math.round((place.current?.getBoundingClientRect().top ?? 0) + window.scrollY));
    measure();
    // What stands above it grows and shrinks: instructions, versions, other lists.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  const toggle = (path: string) => {
    const next = new Set(open);
    if (!next.delete(path)) next.add(path);
    setOpen(next);
  };
  return (
    <div ref={place}>
      {/* Begun anew where it lies elsewhere: rows measured for one place do not stand right in another. */}
      {offset !== null && <Placed key={offset} {...props} offset={offset} open={open} toggle={toggle} />}
    </div>
  );
}

interface PlacedProps extends Props {
  offset: number;
  open: ReadonlySet<string>;
  toggle: (path: string) => void;
}

function Placed({ rows, label, offset, open, toggle }: PlacedProps) {
  const now = useMainNow(60);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => guessedRowPixels,
    overscan: 8,
    scrollMargin: offset,
    getItemKey: (index) => rows[index]?.path ?? index,
  });
  return (
    <ul
      aria-label={label}
      style={{ height: virtual.getTotalSize() }}
      className="relative overflow-hidden rounded-card border border-line bg-raised shadow-card"
    >
      {virtual.getVirtualItems().map((item) => {
        const row = rows[item.index];
        if (row === undefined) return null;
        return (
          <li
            key={item.key}
            ref={virtual.measureElement}
            data-index={item.index}
            aria-setsize={rows.length}
            aria-posinset={item.index + 1}
            style={{ transform: `translateY(${item.start - offset}px)` }}
            className={`absolute inset-x-0 top-0 ${item.index === 0 ? "" : "border-t border-line"}`}
          >
            <Row row={row} now={now} open={open.has(row.path)} toggle={() => toggle(row.path)} />
          </li>
        );
      })}
    </ul>
  );
}
