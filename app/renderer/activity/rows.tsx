// The rows on the screen alone are in the page: ten thousand events scroll like ten.
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useLayoutEffect, useRef, useState } from "react";
import type { ActivityRow } from "../../preload/contract/views.ts";
import { useMainNow } from "../api/main-clock.ts";
import { correctScroll } from "../parts/scrolled.ts";
import { texts } from "../texts/activity.ts";
import { Row } from "./row.tsx";

const guessedRowPixels = 62;
export function Rows({ rows }: { rows: readonly ActivityRow[] }) {
  const now = useMainNow(60);
  const list = useRef<HTMLUListElement>(null);
  const [offset, setOffset] = useState(0);
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  useLayoutEffect(() => {
    setOffset((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
  }, []);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => guessedRowPixels,
    overscan: 8,
    scrollMargin: offset,
    scrollToFn: correctScroll,
    getItemKey: (index) => rows[index]?.id ?? index,
  });
  const toggle = (id: number) => {
    const next = new Set(open);
    if (!next.delete(id)) next.add(id);
    setOpen(next);
  };
  return (
    <ul
      ref={list}
      aria-label={texts.list}
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
            <Row row={row} now={now} open={open.has(row.id)} toggle={() => toggle(row.id)} />
          </li>
        );
      })}
    </ul>
  );
}
