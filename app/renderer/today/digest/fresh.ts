// How many messages of the latest answer are not on the screen yet. Pure.
import type { TodayView } from "../../../preload/contract/views.ts";

export type Said = Pick<TodayView, "held" | "digest" | "conversation">;

export function messageIds({ held, digest }: Pick<Said, "held" | "digest">): Set<number> {
  return new Set([...held.items, ...digest.flatMap((group) => group.items)].map((item) => item.id));
}

export function countFresh(shown: Pick<Said, "held" | "digest">, latest: Pick<Said, "held" | "digest">): number {
  const there = messageIds(shown);
  let count = 0;
  for (const id of messageIds(latest)) if (!there.has(id)) count += 1;
  return count;
}
