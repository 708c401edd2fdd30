// The page's cache of what main answered: each view asked once, asked again only when main says it changed.
import {
  type InfiniteData,
  keepPreviousData,
  QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { createContext, useContext } from "react";
import type { Channel, Input, Outputs } from "../../preload/contract/channels.ts";
import type { StreamMark } from "../../preload/contract/conversation.ts";
import type { StreamPage } from "../../preload/contract/stream.ts";
import type { AnswerRow, PermissionInput, UseRow } from "../../preload/contract/permissions.ts";
import type { AnswerResult } from "../../preload/contract/approvals.ts";
import type { ActivityRow, Topic } from "../../preload/contract/views.ts";
import type { Call } from "./call.ts";
import { useClock } from "./main-clock.ts";
import { staleChannels } from "./refresh.ts";

export const CallContext = createContext<Call | null>(null);

export function useCall(): Call {
  const call = useContext(CallContext);
  if (call === null) throw new Error("No way to main was handed to the page.");
  return call;
}

/** The page has no network, so "online" means nothing here; nothing is asked on focus or by the clock. */
export function createQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: "always",
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: false,
      },
      mutations: { networkMode: "always", retry: false },
    },
  });
}

type Plain = { [C in Channel]: Input<C> extends undefined ? C : never }[Channel];

/** A view without parameters. Its `now`, where it has one, sets the page's idea of main's time. */
export function useView<C extends Plain>(channel: C) {
  const call = useCall();
  const clock = useClock();
  return useQuery<Outputs[C], Error>({
    queryKey: [channel],
    queryFn: async () => {
      const view = await call(channel, undefined as Input<C>);
      if (typeof view === "object" && view !== null && "now" in view) clock.learn(view.now);
      return view;
    },
  });
}

export function useActivityDetail(id: number) {
  const call = useCall();
  return useQuery({ queryKey: ["activity.get", id], queryFn: () => call("activity.get", { id }) });
}

/** What became of an answered question, for as long as it is shown; begins with what main said to the answer. */
export function useStanding(result: AnswerResult): AnswerResult {
  const call = useCall();
  const { id, yours } = result;
  const query = useQuery({
    queryKey: ["approvals.get", id, yours],
    queryFn: () => call("approvals.get", { id, yours }),
  });
  return query.data ?? result;
}

export const activityPageRows = 100;

/** Activity, newest first, page by page by the last id seen. */
export function useActivity(source: string | null) {
  const call = useCall();
  return useInfiniteQuery<ActivityRow[], Error, InfiniteData<ActivityRow[]>, readonly unknown[], number | null>({
    queryKey: ["activity.list", source],
    queryFn: ({ pageParam }) => call("activity.list", { before: pageParam, limit: activityPageRows, source }),
    initialPageParam: null,
    getNextPageParam: (last) => (last.length < activityPageRows ? undefined : (last.at(-1)?.id ?? undefined)),
  });
}

/** The stream before this place, newest first. */
export function useOlder(from: StreamMark) {
  const call = useCall();
  return useInfiniteQuery<StreamPage, Error, InfiniteData<StreamPage>, readonly unknown[], StreamMark>({
    queryKey: ["conversation.older", from],
    queryFn: ({ pageParam }) => call("conversation.older", { before: pageParam }),
    initialPageParam: from,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
}

export const historyPageRows = 30;

/** What was answered, newest first. */
export function useHistory() {
  const call = useCall();
  type Before = { at: number; row: number } | null;
  return useInfiniteQuery<AnswerRow[], Error, InfiniteData<AnswerRow[]>, readonly unknown[], Before>({
    queryKey: ["approvals.history"],
    queryFn: ({ pageParam }) => call("approvals.history", { before: pageParam, limit: historyPageRows }),
    initialPageParam: null,
    getNextPageParam: (page) => {
      const last = page.at(-1);
      return page.length < historyPageRows || last === undefined ? undefined : { at: last.answeredAt, row: last.row };
    },
  });
}

/** Every use of a credential and every request without one, newest first. */
export function useUses() {
  const call = useCall();
  return useInfiniteQuery<UseRow[], Error, InfiniteData<UseRow[]>, readonly unknown[], number | null>({
    queryKey: ["uses.list"],
    queryFn: ({ pageParam }) => call("uses.list", { before: pageParam, limit: historyPageRows }),
    initialPageParam: null,
    getNextPageParam: (page) => (page.length < historyPageRows ? undefined : (page.at(-1)?.id ?? undefined)),
  });
}

/** One note or task, whole; null when it is gone. */
export function useMemoryEntry(path: string) {
  const call = useCall();
  return useQuery({ queryKey: ["memory.read", path], queryFn: () => call("memory.read", { path }) });
}

/** What has these words; the last answer stays until the next is there. */
export function useMemorySearch(query: string) {
  const call = useCall();
  return useQuery({
    queryKey: ["memory.search", query],
    queryFn: () => call("memory.search", { query }),
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: 0,
  });
}

/** What a card leaves out for its size; asked for when it is opened, and never kept. */
export function useDetails(card: { id: string; callHash: string }, wanted: boolean) {
  const call = useCall();
  const { id, callHash } = card;
  return useQuery({
    queryKey: ["approvals.details", id, callHash],
    queryFn: () => call("approvals.details", { id, callHash }),
    enabled: wanted,
    gcTime: 0,
  });
}

/** A rule as it would be written; null while there is none to write. The last one stays until the next is there. */
export function useRulePreview(index: number | null, rule: PermissionInput | null) {
  const call = useCall();
  return useQuery({
    queryKey: ["permissions.previewRule", index, rule],
    queryFn: () => (rule === null ? null : call("permissions.previewRule", { index, rule })),
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: 0,
  });
}

/** What main understands of a phrase; null while there is none. The last one stays until the next is there. */
export function useReading(phrase: string | null, minute: number) {
  const call = useCall();
  return useQuery({
    queryKey: ["timers.read", phrase, minute],
    queryFn: () => (phrase === null ? null : call("timers.read", { phrase })),
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: 0,
  });
}

/** Something the person asks for; the topics it touches are asked for again when main has answered. */
export function useCommand<C extends Channel>(channel: C, topics: readonly Topic[]) {
  const call = useCall();
  const queries = useQueryClient();
  return useMutation<Outputs[C], Error, Input<C>>({
    mutationFn: (input) => call(channel, input),
    onSettled: () =>
      Promise.all(staleChannels(topics).map((stale) => queries.invalidateQueries({ queryKey: [stale] }))),
  });
}
