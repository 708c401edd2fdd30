// Grants and their uses together, as the proxy needs them. Promises: a use is taken and written down in one commit before
// anything is sent; many share a commit, and one that fails in it fails alone. Refuses: values of credentials, tokens, queries.
import type { Ids, Sha256 } from "../ports.ts";
import type { Store } from "../store/store.ts";
import { type Ask, createGrants, type Grant, type Grants, type NewGrant, type RefusedBecause } from "./grants.ts";
import * as sql from "./use-statements.ts";

/** Either with a token that was handed out, or with a grant that is made for this one request. */
export type Opening = { token: string; ask: Ask } | { once: NewGrant; ask: Ask };

export type Opened =
  | { ok: true; use: number; grant: Grant }
  | { ok: false; because: RefusedBecause | "broken"; reason: string };

export type UseOutcome = "answered" | "refused" | "not_sent" | "unknown";

export interface Closing {
  use: number;
  outcome: UseOutcome;
  status: number | null;
  reason: string | null;
  sent_bytes: number;
  received_bytes: number;
}

export interface Ledger {
  grants: Pick<Grants, "make" | "revoke">;
  /**
   * One commit: the ends of uses that are over, then the beginnings of others; opening `i` gets outcome `i`.
   * @throws when the commit as a whole failed: then nothing was taken, and nothing may be sent.
   */
  write(openings: readonly Opening[], closings: readonly Closing[], now: number): Opened[];
  /** At a start, before the first request: no token outlives its app, and what was open is not known (rule 9). */
  recover(now: number): void;
}

/** A grant's holder could ask in vain without end; this many refusals of one are written down. */
const refusalsKept = 50;
const pathCharacters = 500;

export function createLedger(store: Store, ids: Ids, sha256: Sha256, token: () => string): Ledger {
  const grants = createGrants(store, ids, sha256, token);
  const insert = store.prepare(sql.insertUse);
  const end = store.prepare(sql.endUse);
  const endOpen = store.prepare(sql.endOpen);
  const refusals = new Map<string, number>();

  function write(ask: Ask, grant: Grant, refused: string | null, now: number): number {
    const { id, credential, destination, tool_call } = grant;
    const { lastInsertRowid } = insert.run({
      ...{ now, grant_id: id, credential, destination, tool_call, method: ask.method, reason: refused },
      path: ask.path.slice(0, pathCharacters),
      outcome: refused === null ? "sending" : "refused",
      ended_at: refused === null ? null : now,
    });
    return Number(lastInsertRowid);
  }

  function open(opening: Opening, now: number): Opened {
    const given = "token" in opening ? opening.token : grants.make(opening.once, now).token;
    const taken = grants.take(given, opening.ask, now);
    if (taken.ok) return { ok: true, use: write(opening.ask, taken.grant, null, now), grant: taken.grant };
    const { grant, because, reason } = taken;
    if (grant !== null) {
      const before = refusals.get(grant.id) ?? 0;
      refusals.set(grant.id, before + 1);
      if (before < refusalsKept) write(opening.ask, grant, reason, now);
    }
    return { ok: false, because, reason };
  }

  return {
    grants,
    write: (openings, closings, now) =>
      store.tx(() => {
        for (const { use, ...closing } of closings) end.run({ id: use, now, ...closing });
        return openings.map((opening): Opened => {
          try {
            return store.savepoint(() => open(opening, now));
          } catch (error) {
            return { ok: false, because: "broken", reason: error instanceof Error ? error.message : String(error) };
          }
        });
      }),
    recover: (now) =>
      store.tx(() => {
        grants.revoke("all", "Nightjar was started anew", now);
        endOpen.run({ now, reason: "Nightjar ended before it was over" });
      }),
  };
}
