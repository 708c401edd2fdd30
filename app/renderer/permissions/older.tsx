// The way to what lies further back in a list.
import { Button } from "../parts/button.tsx";
import { texts } from "../texts/permissions.ts";

interface Paged {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => Promise<unknown>;
}

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
