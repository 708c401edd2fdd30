// What the person wrote, and the stream of it beside what was delivered. Promises: newest first, page by page by a mark, bounded.
// Refuses: what waits to be delivered; that has its own place.
import type { Store } from "../store/store.ts";
import type { DeliveryRow, MessageRow } from "./outbox.ts";
import * as sql from "./stream-statements.ts";

export interface WrittenRow {
  id: number;
  at: number;
  /** JSON text; null when it is not kept any more. */
  payload: string | null;
  status: "pending" | "running" | "done" | "dead";
  outcome: string | null;
  reason: string | null;
  error: string | null;
  run: number | null;
  /** 1: a question of it waits for the person. */
  asks: 0 | 1;
}

/** A place in the stream: at the same second what was said is newer than what was written. */
export interface Mark {
  at: number;
  kind: "said" | "wrote";
  id: number;
}

export type StreamRow =
  | ({ kind: "said"; at: number; messages: MessageRow[] } & { delivery: DeliveryRow })
  | { kind: "wrote"; at: number; written: WrittenRow };

const messagesMax = 500;

export function createStreamQueries(store: Store) {
  const written = store.prepare<WrittenRow>(sql.writtenSince);
  const writtenBefore = store.prepare<WrittenRow>(sql.writtenBefore);
  const saidBefore = store.prepare<DeliveryRow>(sql.saidBefore);
  const messages = store.prepare<MessageRow>(sql.messagesOf);
  const offer = store.prepare<{ id: number; body: string; settled: "yes" | "no" | "replaced" | null }>(sql.offerOf);
  const current = store.prepare<{ provenance: string }>(sql.currentProvenance);
  return {
    /** @param from received at or after, seconds since the epoch */
    written: (from: number, limit: number): WrittenRow[] => written.all({ from, limit }),
    offerOf: (message: number) => offer.get({ message }) ?? null,
    /** Whether the conversation has read text from outside. */
    outside: (): boolean => current.get()?.provenance === "untrusted",
    before({ at, kind, id }: Mark, limit: number): StreamRow[] {
      const said = saidBefore.all({ at, id: kind === "said" ? id : -1, limit });
      const wrote = writtenBefore.all({ at, id: kind === "wrote" ? id : Number.MAX_SAFE_INTEGER, limit });
      const rows: StreamRow[] = [
        ...said.map((delivery) => ({ kind: "said" as const, at: delivery.started_at, delivery, messages: [] })),
        ...wrote.map((row) => ({ kind: "wrote" as const, at: row.at, written: row })),
      ];
      return rows
        .sort((a, b) => b.at - a.at || (a.kind === b.kind ? 0 : a.kind === "said" ? -1 : 1))
        .slice(0, limit)
        .map((row) =>
          row.kind === "said"
            ? { ...row, messages: messages.all({ delivery: row.delivery.id, limit: messagesMax }) }
            : row,
        );
    },
  };
}
