// What was written and what was said, as one list. Pure.
import type { WroteItem } from "../../../preload/contract/conversation.ts";
import type { StreamItem } from "../../../preload/contract/stream.ts";
import type { DigestGroup } from "../../../preload/contract/views.ts";

const atOf = (item: StreamItem) => (item.kind === "said" ? item.group.startedAt : item.item.at);

/** Newest first; at the same second what was said comes after what was written. Both lists are newest first. */
export function merged(said: readonly DigestGroup[], wrote: readonly WroteItem[]): StreamItem[] {
  return [
    ...said.map((group): StreamItem => ({ kind: "said", group })),
    ...wrote.map((item): StreamItem => ({ kind: "wrote", item })),
  ].sort((a, b) => atOf(b) - atOf(a) || (a.kind === b.kind ? 0 : a.kind === "said" ? -1 : 1));
}

export const keyOf = (item: StreamItem): string =>
  item.kind === "said" ? `said-${item.group.deliveryId}` : `wrote-${item.item.id}`;

export const isReply = (group: DigestGroup): boolean =>
  group.items.length > 0 && group.items.every(({ kind }) => kind === "reply");

/** What a screen reader is told of the conversation: the latest of it, once. */
export function newest(said: readonly DigestGroup[], wrote: readonly WroteItem[]) {
  const [first] = merged(said.filter(isReply), wrote);
  if (first === undefined) return null;
  if (first.kind === "said")
    return { kind: "reply" as const, key: keyOf(first), text: first.group.items.at(-1)?.body ?? "" };
  const { state } = first.item;
  return state === "waiting" || state === "working" ? { kind: "working" as const, key: keyOf(first), text: "" } : null;
}
