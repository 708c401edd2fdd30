// Grants and the uses of credentials, for the audit. Promises: newest first, bounded, by name and never by value.
// Refuses: tokens and their hashes; making and revoking, which are the ledger's.
import type { Store } from "../store/store.ts";
import * as sql from "./statements.ts";

export interface GrantRow {
  id: string;
  /** By name; null: its requests leave without any. */
  credential: string | null;
  destination: string;
  /** Parted by spaces. */
  methods: string;
  path_prefix: string;
  uses_left: number;
  made_at: number;
  expires_at: number;
  purpose: string;
  run: number | null;
  tool_call: string | null;
  revoked_at: number | null;
  revoked_why: string | null;
  /** The inbox id of what caused the call it was made for. */
  event: number | null;
}

export interface UseRow {
  id: number;
  at: number;
  grant_id: string | null;
  /** By name. */
  credential: string | null;
  method: string;
  destination: string;
  /** Without its query. */
  path: string;
  tool_call: string | null;
  /** Of that call, and the inbox id of what caused it. */
  title: string | null;
  event: number | null;
  /** The approval of that call that was answered last before it. */
  answer: string | null;
  outcome: "sending" | "answered" | "refused" | "not_sent" | "unknown";
  status: number | null;
  reason: string | null;
  sent_bytes: number;
  received_bytes: number;
  ended_at: number | null;
}

export function createAuditQueries(store: Store) {
  const live = store.prepare<GrantRow>(sql.liveGrants);
  const recent = store.prepare<GrantRow>(sql.recentGrants);
  const page = store.prepare<UseRow>(sql.usesPage);
  const ofCredential = store.prepare<UseRow>(sql.usesPageOfCredential);
  const ofCall = store.prepare<UseRow>(sql.usesPageOfCall);
  return {
    /** What can be used at `now` (seconds), and the latest that were made, those included. */
    grants: (now: number, limitRows: number): { live: GrantRow[]; recent: GrantRow[] } => ({
      live: live.all(now, limitRows),
      recent: recent.all(Number.MAX_SAFE_INTEGER, limitRows),
    }),
    /** @param before only ids below it; null begins with the newest. @param of a credential by its name, or one call; null for all. */
    uses(
      before: number | null,
      limitRows: number,
      of: { credential: string } | { call: string } | null = null,
    ): UseRow[] {
      const below = before ?? Number.MAX_SAFE_INTEGER;
      if (of === null) return page.all(below, limitRows);
      return "call" in of ? ofCall.all(of.call, below, limitRows) : ofCredential.all(of.credential, below, limitRows);
    },
  };
}
