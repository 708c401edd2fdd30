// The conversation with the person: which session it is, and what was offered in it. Promises: one offer waits at a time, and it is
// taken once. Refuses: to know what an offer means; whoever makes it does.
import type { Store } from "../store/store.ts";
import { insertSession } from "./statements.ts";
import * as sql from "./conversation-statements.ts";

/** `replaced`: something else was offered since. */
export type Settled = "yes" | "no" | "replaced";

export interface OfferRow {
  id: number;
  message: number;
  session: string;
  /** JSON text. */
  body: string;
  settled: Settled | null;
}

export interface Conversation {
  /** The session that the person's messages continue; null before the first. */
  current(): string | null;
  /** Opens a new one under this id, which has read nothing. */
  begin(id: string, now: number): void;
  has(session: string): boolean;
  /** Beside a message of this session; what was offered before is not open any more. */
  offer(message: number, session: string, body: object, now: number): void;
  read(id: number): OfferRow | null;
  /** The one that waits in this session. */
  open(session: string): OfferRow | null;
  /** False when it was settled before. */
  settle(id: number, settled: Settled, now: number): boolean;
}

/** Over `sessions` and `offers`. Every function joins an open transaction. */
export function createConversation(store: Store): Conversation {
  const newest = store.prepare<{ id: string }>(sql.newestConversation);
  const begin = store.prepare(insertSession);
  const is = store.prepare(sql.isConversation);
  const replace = store.prepare(sql.replaceOffers);
  const insert = store.prepare(sql.insertOffer);
  const select = store.prepare<OfferRow>(sql.selectOffer);
  const open = store.prepare<OfferRow>(sql.openOffer);
  const settle = store.prepare(sql.settleOffer);
  return {
    current: () => newest.get()?.id ?? null,
    begin: (id, now) => {
      store.tx(() => begin.run({ id, origin: "conversation", title: "", provenance: "clean", now }));
    },
    has: (id) => is.get({ id }) !== undefined,
    offer: (message, session, body, now) => {
      replace.run({ session, now });
      insert.run({ message, session, body: JSON.stringify(body) });
    },
    read: (id) => select.get({ id }) ?? null,
    open: (session) => open.get({ session }) ?? null,
    settle: (id, settled, now) => settle.run({ id, settled, now }).changes === 1,
  };
}
