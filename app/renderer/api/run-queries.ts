// Questions about runs: one run, its session's steps in pages that join, and the rest of a long text.
import { type InfiniteData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { Input } from "../../preload/contract/channels.ts";
import type { LongText, RunSteps, TextPlace } from "../../preload/contract/runs.ts";
import { useClock } from "./main-clock.ts";
import { useCall } from "./queries.ts";

export function useRun(id: number) {
  const call = useCall();
  const clock = useClock();
  return useQuery({
    queryKey: ["activity.run", id],
    queryFn: async () => {
      const view = await call("activity.run", { id });
      if (view !== null) clock.learn(view.now);
      return view;
    },
  });
}

type Mark = Input<"activity.steps">["mark"];
/** So many pages are kept: what is further away is asked for again, and a busy run costs no more than these. */
const pagesMax = 8;
const none: RunSteps = { steps: [], earlier: false, later: false };

/** @param after the first page begins after this entry, whatever is added behind it meanwhile */
export function useSteps(id: number, after: number) {
  const call = useCall();
  return useInfiniteQuery<RunSteps, Error, InfiniteData<RunSteps>, readonly unknown[], Mark>({
    queryKey: ["activity.steps", id, after],
    queryFn: async ({ pageParam }) => (await call("activity.steps", { id, mark: pageParam })) ?? none,
    initialPageParam: { after },
    maxPages: pagesMax,
    getNextPageParam: ({ steps, later }) => {
      const last = steps.at(-1);
      return later && last !== undefined ? { after: last.id } : undefined;
    },
    getPreviousPageParam: ({ steps, earlier }) => {
      const [first] = steps;
      return earlier && first !== undefined ? { before: first.id } : undefined;
    },
  });
}

/** What comes after the beginning of a long text, piece by piece; asked for when it is wanted, and not kept. */
export function useRest(run: number, place: TextPlace, from: number, wanted: boolean) {
  const call = useCall();
  return useInfiniteQuery<LongText | null, Error, InfiniteData<LongText | null>, readonly unknown[], number>({
    queryKey: ["activity.text", run, place, from],
    queryFn: ({ pageParam }) => call("activity.text", { id: run, place, from: pageParam }),
    initialPageParam: from,
    enabled: wanted,
    gcTime: 0,
    getNextPageParam: (piece) => (piece !== null && piece.shown < piece.length ? piece.shown : undefined),
  });
}
