// What stands before today, page by page; the rows on the screen alone are in the page, so that ten thousand scroll like ten.
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from "react";
import type { StreamMark } from "../../../preload/contract/conversation.ts";
import type { StreamItem } from "../../../preload/contract/stream.ts";
import { useOlder } from "../../api/queries.ts";
import { Button } from "../../parts/button.tsx";
import { correctScroll } from "../../parts/scrolled.ts";
import { texts } from "../../texts/talk.ts";
import { keyOf } from "./stream.ts";

const guessedPixels = 96;

interface Props {
  from: StreamMark;
  children: (item: StreamItem) => ReactNode;
}

export function Earlier({ from, children }: Props) {
  const [open, setOpen] = useState(false);
  if (open) return <Pages from={from}>{children}</Pages>;
  return (
    <div className="mt-3 flex justify-center">
      <Button onClick={() => setOpen(true)}>{texts.earlier}</Button>
    </div>
  );
}

function Pages({ from, children }: Props) {
  const query = useOlder(from);
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <>
      <Items items={items}>{children}</Items>
      <div className="mt-3 flex justify-center">
        {query.hasNextPage || query.isPending ? (
          <Button busy={query.isFetching} onClick={() => void query.fetchNextPage()}>
            {query.isFetching ? texts.loading : texts.earlier}
          </Button>
        ) : (
          <p className="text-small text-ink2">{query.error?.message ?? texts.nothingEarlier}</p>
        )}
      </div>
    </>
  );
}

/** Where it begins on the page, also when what stands above it has grown. */
function useTop(box: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const look = () => setTop(Math.round((box.current?.getBoundingClientRect().top ?? 0) + window.scrollY));
    look();
    const sizes = new ResizeObserver(look);
    for (let one = box.current?.parentElement ?? null; one !== null; one = one.parentElement) sizes.observe(one);
    return () => sizes.disconnect();
  }, [box]);
  return top;
}

function Items({ items, children }: { items: readonly StreamItem[]; children: Props["children"] }) {
  const box = useRef<HTMLDivElement>(null);
  const offset = useTop(box);
  const virtual = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => guessedPixels,
    overscan: 8,
    scrollMargin: offset,
    scrollToFn: correctScroll,
    getItemKey: (index) => {
      const item = items[index];
      return item === undefined ? index : keyOf(item);
    },
  });
  return (
    <div
      ref={box}
      role="group"
      aria-label={texts.earlierList}
      style={{ height: virtual.getTotalSize() }}
      className="relative mt-3"
    >
      {virtual.getVirtualItems().map(({ key, index, start }) => {
        const item = items[index];
        return (
          item !== undefined && (
            <div
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              style={{ transform: `translateY(${start - offset}px)` }}
              className="absolute inset-x-0 top-0 pb-3"
            >
              {children(item)}
            </div>
          )
        );
      })}
    </div>
  );
}
