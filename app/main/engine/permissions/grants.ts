// Grants: what a holder of a token may send, how often and until when. Promises: a token is kept as its hash alone; uses are
// counted exactly; what is revoked, used up or expired lets nothing out. Refuses: values of credentials.
import type { Ids, Sha256 } from "../ports.ts";
import type { Store } from "../store/store.ts";
import * as sql from "./grant-statements.ts";
import { readPath, within } from "./url-path.ts";

export interface NewGrant {
  /** The one credential that is put in, by name; null: requests leave without any. */
  credential: string | null;
  /** The one origin it goes to. */
  destination: string;
  /** Upper case. */
  methods: readonly string[];
  /** Itself and everything below it; with a trailing `$`, itself alone. */
  pathPrefix: string;
  uses: number;
  seconds: number;
  /** In a few words, for the audit. */
  purpose: string;
  run: number | null;
  /** The effect key of the call it is made for, if it is for one. */
  effectKey: string | null;
}

export interface Grant {
  id: string;
  credential: string | null;
  destination: string;
  tool_call: string | null;
}

interface GrantRow extends Grant {
  methods: string;
  path_prefix: string;
  uses_left: number;
  made_at: number;
  expires_at: number;
  revoked_at: number | null;
  revoked_why: string | null;
}

/** What is asked for. `destination` null means the grant's own. */
export interface Ask {
  method: string;
  destination: string | null;
  path: string;
}

export type RefusedBecause = "unknown" | "revoked" | "expired" | "used_up" | "method" | "destination" | "path";
export type TakenUse =
  | { ok: true; grant: Grant }
  /** `grant` is null when there is none for this token. */
  | { ok: false; because: RefusedBecause; reason: string; grant: Grant | null };

export type Which = { id: string } | { run: number } | "all";

export interface Grants {
  /** @throws when the grant makes no sense: a fault of whoever makes it. */
  make(grant: NewGrant, now: number): { id: string; token: string };
  /** Takes one use, or says why not; what is refused costs no use. */
  take(token: string, ask: Ask, now: number): TakenUse;
  /** @returns the ids of those that were live. Revoking all is also how a start begins: no token outlives its app. */
  revoke(which: Which, why: string, now: number): string[];
}

/** A clock that was set back must not make old grants young again (rule 6). */
const aheadSeconds = 60;

/** @param token a fresh secret of 256 random bits */
export function createGrants(store: Store, ids: Ids, sha256: Sha256, token: () => string): Grants {
  const insert = store.prepare(sql.insertGrant);
  const select = store.prepare<GrantRow>(sql.selectByToken);
  const takeUse = store.prepare(sql.takeUse);
  const revokeOne = store.prepare<{ id: string }>(sql.revokeOne);
  const revokeOfRun = store.prepare<{ id: string }>(sql.revokeOfRun);
  const revokeLive = store.prepare<{ id: string }>(sql.revokeLive);

  function refusal(row: GrantRow, ask: Ask, now: number): { because: RefusedBecause; reason: string } | null {
    if (row.revoked_at !== null)
      return { because: "revoked", reason: `the grant was revoked: ${row.revoked_why ?? ""}` };
    if (row.expires_at <= now || row.made_at > now + aheadSeconds) {
      return { because: "expired", reason: "the grant has expired" };
    }
    if (row.uses_left <= 0) return { because: "used_up", reason: "the grant is used up" };
    if (!row.methods.split(" ").includes(ask.method)) {
      return {
        because: "method",
        reason: `the grant is for ${row.methods.replaceAll(" ", ", ")}, not for ${ask.method}`,
      };
    }
    if (ask.destination !== null && ask.destination !== row.destination) {
      return { because: "destination", reason: `the grant is for ${row.destination}, not for ${ask.destination}` };
    }
    return pathRefusal(row.path_prefix, ask.path);
  }

  return {
    make: (grant, now) => {
      const { methods, uses, seconds, effectKey, pathPrefix } = grant;
      const prefix = readPath(pathPrefix.replace(/\$$/, ""));
      if (!prefix.ok) throw new Error(`No grant can be made for ${pathPrefix}: ${prefix.reason}.`);
      if (methods.length === 0 || !methods.every((method) => /^[A-Z]+$/.test(method))) {
        throw new Error("A grant names its methods.");
      }
      if (!Number.isSafeInteger(uses) || uses < 1 || !Number.isSafeInteger(seconds) || seconds < 1) {
        throw new Error("A grant has at least one use and one second.");
      }
      const id = ids.next("grant");
      const fresh = token();
      insert.run({
        ...{ id, uses, now, run: grant.run, credential: grant.credential, destination: grant.destination },
        ...{ purpose: grant.purpose, methods: methods.join(" "), path_prefix: pathPrefix, effect_key: effectKey },
        token_hash: sha256(fresh),
        expires_at: now + seconds,
      });
      return { id, token: fresh };
    },
    take: (given, ask, now) =>
      store.tx(() => {
        const row = select.get({ token_hash: sha256(given) });
        if (row === undefined) {
          return { ok: false, because: "unknown", reason: "there is no such grant", grant: null };
        }
        const { id, credential, destination, tool_call } = row;
        const grant = { id, credential, destination, tool_call };
        const refused = refusal(row, ask, now);
        if (refused !== null) return { ok: false, ...refused, grant };
        if (takeUse.run({ id, now }).changes === 1) return { ok: true, grant };
        return { ok: false, because: "used_up", reason: "the grant is used up", grant };
      }),
    revoke: (which, why, now) => {
      if (which === "all") return revokeLive.all({ why, now }).map(({ id }) => id);
      if ("run" in which) return revokeOfRun.all({ run: which.run, why, now }).map(({ id }) => id);
      return revokeOne.all({ id: which.id, why, now }).map(({ id }) => id);
    },
  };
}

/** What `readPath` lets pass has no second reading that climbs out, so that where it is written is where it lies. */
function pathRefusal(prefix: string, path: string): { because: RefusedBecause; reason: string } | null {
  const read = readPath(path);
  if (!read.ok) return { because: "path", reason: read.reason };
  if (within(prefix, path)) return null;
  return { because: "path", reason: `the grant is for ${prefix.replace(/\$$/, "")}, not for this path` };
}
