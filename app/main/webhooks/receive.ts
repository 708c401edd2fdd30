// From a whole body to its answer: source, proof, JSON, id, commit. Promises: a 2xx only for what is committed (rule 11);
// an unknown source and a bad signature cost the same work and get the same words. Refuses: to read a body before it is proven.
import { isUtf8 } from "node:buffer";
import type { IncomingHttpHeaders } from "node:http";
import { urgentPriority } from "../engine/defaults.ts";
import type { NewEvent } from "../engine/inbox/events.ts";
import type { Clock, Ids, Log } from "../engine/ports.ts";
import type { SourceKind, SourceSettings } from "../settings/model.ts";
import { type Answer, flooded, malformed, notCommitted, notJson, stored, unproven, untimely } from "./answers.ts";
import type { SharedCommit } from "./batch.ts";
import type { Flood } from "./flood.ts";
import type { Tally } from "./tally.ts";
import type { Delivery, Identity, Verdict } from "./verify/scheme.ts";
import { schemes } from "./verify/schemes.ts";

/** What a secret's reference leads to. */
export type SecretResult = { state: "ok"; value: string } | { state: "missing" | "empty" | "unreadable" };

export interface ReceiverParts {
  /** The source of that name as the settings stand now. */
  source: (name: string) => SourceSettings | undefined;
  secret: (reference: string) => SecretResult;
  commit: SharedCommit;
  tally: Tally;
  flood: Flood;
  clock: Clock;
  ids: Ids;
  log: Log;
  decoyKey: Buffer;
  /** Something that `status()` tells is different now. */
  changed: () => void;
}

const nothing = Buffer.alloc(0);
/** What the tally calls all sources that do not exist, so that noting their refusals costs the same. */
const nobody = "";

export type Receive = (name: string, headers: IncomingHttpHeaders, body: Buffer) => Promise<Answer>;

export function createReceive(parts: ReceiverParts): Receive {
  const { commit, tally, flood, clock, ids, log, decoyKey } = parts;

  /** Notes a refusal after its answer is on its way, so that writing it down shows in nobody's timing. */
  function note(source: SourceSettings | undefined, why: string, onlyOnTime = false): void {
    const now = clock.now();
    setImmediate(() => {
      log.warn({ source: source?.name ?? null, why }, "A delivery was refused.");
      tally.refused(source?.name ?? nobody, why, now, onlyOnTime);
      parts.changed();
    });
  }

  function refuseUnproven(source: SourceSettings | undefined, why: string): Answer {
    if (flood.isFlood(clock.monotonic())) {
      const now = clock.now();
      setImmediate(() => tally.refused(source?.name ?? nobody, why, now, false));
      return flooded;
    }
    note(source, why);
    return unproven;
  }

  return async (name, headers, body) => {
    const now = clock.now();
    const source = parts.source(name);
    const delivery: Delivery = { headers, body, now, decoyKey };
    const { verdict, by } = source === undefined ? nobodys : judge(source, parts.secret, delivery);
    if (verdict?.kind !== "proven") {
      level(source?.kind, delivery);
      switch (verdict?.kind) {
        case undefined:
          return refuseUnproven(undefined, "no such source");
        case "untimely":
          note(source, verdict.why, true);
          return untimely;
        case "forged":
        case "unusable_secret":
          return refuseUnproven(source, verdict.why);
      }
    }
    if (source === undefined) return unproven;

    const payload = parse(body);
    if (payload === null) {
      note(source, "the body was not JSON");
      return notJson;
    }
    const identity = schemes[source.kind].identify(delivery, payload.value);
    if (identity.kind === "malformed") {
      note(source, identity.sentence);
      return malformed(identity.sentence);
    }
    const outcome = await commit.add(eventOf(source, identity, payload.text, ids));
    if (!outcome.ok) {
      log.error(
        { source: name, error: outcome.error.message },
        "A delivery could not be committed; its sender was told.",
      );
      note(source, "it could not be stored");
      return notCommitted;
    }
    tally.accepted(name, now, by);
    log.info({ source: name, result: outcome.result }, "A delivery was committed.");
    parts.changed();
    return stored[outcome.result];
  };
}

/** @property by the reference of the secret that comes, when it alone proved the delivery. */
interface Judged {
  verdict: Verdict;
  by: string | null;
}

const nobodys = { verdict: null, by: null };

/**
 * While a secret is exchanged a source has two, and either proves a delivery. What neither proves costs two verifications,
 * whatever the source has and whether it resolves.
 */
function judge(source: SourceSettings, secret: ReceiverParts["secret"], delivery: Delivery): Judged {
  const first = tried(source.kind, source.secret, secret(source.secret), delivery);
  if (first.kind === "proven") return { verdict: first, by: null };
  if (source.nextSecret === null) {
    decoy(source.kind, delivery);
    return { verdict: first, by: null };
  }
  const next = tried(source.kind, source.nextSecret, secret(source.nextSecret), delivery);
  // The one that says most: a signature that holds, then one that could be looked at.
  const order: Verdict["kind"][] = ["proven", "untimely", "forged", "unusable_secret"];
  const [told, other] = order.indexOf(next.kind) < order.indexOf(first.kind) ? [next, first] : [first, next];
  if (told.kind !== "forged" || other.kind !== "unusable_secret") {
    return { verdict: told, by: told.kind === "proven" ? source.nextSecret : null };
  }
  return { verdict: { kind: "forged", why: `${told.why} (and ${other.why})` }, by: null };
}

/** A secret that does not resolve still costs what a bad signature costs. */
function tried(kind: SourceKind, reference: string, secret: SecretResult, delivery: Delivery): Verdict {
  if (secret.state === "ok" && secret.value !== "") return schemes[kind].verify(secret.value, delivery);
  decoy(kind, delivery);
  const state = secret.state === "ok" ? "empty" : secret.state;
  const is = { missing: "is not set", empty: "is empty", unreadable: "could not be read" }[state];
  return { kind: "unusable_secret", why: `its secret ${reference} ${is}` };
}

/** Costs what a verification costs. */
function decoy(kind: SourceKind, delivery: Delivery): void {
  schemes[kind].verify(delivery.decoyKey.toString("base64"), delivery);
}

/** As many secrets as a source may have. */
const rounds = 2;

/**
 * Does the work that this refusal has not cost yet: every refusal ends up having run each kind's verification twice, over one
 * body a round and the same headers, so that its time tells neither whether the source exists, nor of which kind it is, nor
 * whether its secret is being exchanged.
 */
function level(did: SourceKind | undefined, delivery: Delivery): void {
  for (let round = 0; round < rounds; round++) {
    let hashed = did !== undefined && schemes[did].works === "body";
    for (const kind of Object.keys(schemes) as SourceKind[]) {
      if (kind === did) continue;
      const { works } = schemes[kind];
      decoy(kind, { ...delivery, body: hashed || works === "text" ? nothing : delivery.body });
      hashed ||= works === "body";
    }
  }
}

/** @returns the text that becomes the payload, without a byte order mark, and its value; null when it is not JSON in UTF-8. */
function parse(body: Buffer): { text: string; value: unknown } | null {
  if (!isUtf8(body)) return null;
  const text = body.toString("utf8").replace(/^\ufeff/, "");
  try {
    return { text, value: JSON.parse(text) };
  } catch {
    return null;
  }
}

function eventOf(
  source: SourceSettings,
  identity: Exclude<Identity, { kind: "malformed" }>,
  payload: string,
  ids: Ids,
): NewEvent {
  const fresh = identity.kind === "fresh";
  return {
    source: source.name,
    source_id: fresh ? ids.next("in") : identity.id,
    payload,
    kind: source.kind,
    event: identity.event,
    trust: "untrusted",
    body_hash: fresh ? null : identity.bodyHash,
    identical_bodies: source.identicalBodies,
    priority: isUrgent(source, identity.event) ? urgentPriority : 0,
  };
}

const isUrgent = ({ urgent }: SourceSettings, event: string | null): boolean =>
  urgent.includes("*") || (event !== null && urgent.includes(event));
