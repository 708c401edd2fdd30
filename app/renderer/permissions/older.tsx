// The way to what lies further back in a list.
import { useEffect } from "react";
import { Button } from "../parts/button.tsx";
import { texts } from "../texts/permissions.ts";

interface Paged {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => Promise<unknown>;
}

/** Somebody was led to a line further back: fetches until it is there, the list ends, or so many lines are shown. */
export function useFetched(query: Paged, shown: number, missing: boolean): void {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const wanted = missing && hasNextPage && !isFetchingNextPage && shown > 0 && shown < linesMax;
  useEffect(() => {
    if (wanted) void fetchNextPage();
  }, [wanted, shown, fetchNextPage]);
}
const linesMax = 2000;

export function Older({ query }: { query: Paged }) {
  if (!query.hasNextPage) return null;
  return (
    <div className="mt-3 flex justify-center">
      <Button size="small" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {query.isFetchingNextPage ? texts.loading : texts.more}
      </Button>
    </div>
  );
}
