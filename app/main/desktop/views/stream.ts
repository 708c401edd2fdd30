// What the person wrote and what was said, as the window shows it. Promises: of each message how it stands, in words; bounded.
// Refuses: to guess why there is no answer; the event says it.
import type {
  ConversationView,
  Offer,
  OfferView,
  StreamMark,
  WroteItem,
} from "../../../preload/contract/conversation.ts";
import type { StreamItem, StreamPage } from "../../../preload/contract/stream.ts";
import type { DigestGroup } from "../../../preload/contract/views.ts";
import type { Mark, StreamRow, WrittenRow } from "../../engine/views/stream.ts";
import { conversation as texts } from "./texts.ts";
import { visible, visibleLines } from "./visible-text.ts";

const pageItems = 100;
const writtenMax = 200;

export interface StreamParts {
  stream: {
    written(from: number, limit: number): WrittenRow[];
    before(mark: Mark, limit: number): StreamRow[];
    outside(): boolean;
  };
  textMax: number;
}

function textOf(payload: string | null): string {
  if (payload === null) return texts.gone;
  const { text } = JSON.parse(payload) as { text?: unknown };
  return typeof text === "string" ? visibleLines(text) : texts.gone;
}

function standing(row: WrittenRow): Pick<WroteItem, "state" | "why"> {
  const why = visible(row.error ?? row.reason ?? "");
  switch (row.status) {
    case "pending":
      return row.error === null ? { state: "waiting", why: null } : { state: "held", why };
    case "running":
      return { state: "working", why: null };
    case "dead":
      return { state: "dead", why };
    case "done":
      if (row.outcome === "deferred") return { state: row.asks === 1 ? "asked" : "answered", why: null };
      if (row.outcome === "message" || row.reason === texts.together) return { state: "answered", why: null };
      return { state: "quiet", why };
  }
}

export const wroteItem = (row: WrittenRow): WroteItem => ({
  ...{ id: row.id, at: row.at, text: textOf(row.payload), run: row.status === "running" ? row.run : null },
  ...standing(row),
});

/** An offer with its texts made visible; phrases stay as they are, they are sent back. */
export function offerView(row: { id: number; body: string; settled: OfferView["settled"] } | null): OfferView | null {
  if (row === null) return null;
  const offer = JSON.parse(row.body) as Offer;
  const shown: Offer =
    offer.kind === "reminder"
      ? { ...offer, rule: visible(offer.rule) }
      : offer.kind === "choices"
        ? { ...offer, choices: offer.choices.map((one) => ({ ...one, label: visible(one.label) })) }
        : offer;
  return { id: row.id, offer: shown, settled: row.settled };
}

/** Today's part of it, and where the rest begins. @param digest what was delivered since `from`, newest first */
export function conversationView(
  { stream, textMax }: StreamParts,
  digest: readonly DigestGroup[],
  from: number,
): ConversationView {
  const wrote = stream.written(from, writtenMax).map(wroteItem);
  const said = digest.at(-1);
  const oldest = wrote.at(-1);
  const marks: StreamMark[] = [
    ...(said === undefined ? [] : [{ at: said.startedAt, kind: "said" as const, id: said.deliveryId }]),
    ...(oldest === undefined ? [] : [{ at: oldest.at, kind: "wrote" as const, id: oldest.id }]),
  ];
  // Where one of the two was cut, the page before begins with what is missing of it.
  const [first = { at: from, kind: "said" as const, id: 0 }] = marks.sort(
    (a, b) => a.at - b.at || (a.kind === "wrote" ? -1 : 1),
  );
  const older = stream.before(first, 1).length > 0 ? first : null;
  return { wrote, older, textMax, outside: stream.outside() };
}

export function streamPage(
  { stream }: StreamParts,
  mark: StreamMark,
  group: (row: Extract<StreamRow, { kind: "said" }>) => DigestGroup,
): StreamPage {
  const rows = stream.before(mark, pageItems);
  const items = rows.map(
    (row): StreamItem =>
      row.kind === "said" ? { kind: "said", group: group(row) } : { kind: "wrote", item: wroteItem(row.written) },
  );
  const last = rows.at(-1);
  if (last === undefined || rows.length < pageItems) return { items, next: null };
  const id = last.kind === "said" ? last.delivery.id : last.written.id;
  return { items, next: { at: last.at, kind: last.kind, id } };
}
