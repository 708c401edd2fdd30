// Standard Webhooks (standardwebhooks.com, specification 1.0): base64 HMAC-SHA-256 of `id.timestamp.body`; Svix's header names too.
// Promises: the key is the signed id, the name the payload's `type`; the time is checked against our clock, 300 s either way.
// Refuses: an id with a full stop, which could make two different deliveries sign alike.
import { bodyMatches } from "./mac.ts";
import { type Delivery, header, isId, type Scheme } from "./scheme.ts";

const toleranceSeconds = 300;

export const standardWebhooks: Scheme = {
  works: "body",
  verify(secret, delivery) {
    const { body, now, decoyKey } = delivery;
    const { id, timestamp, signature } = read(delivery);
    const key = decodeSecret(secret);
    // Header values hold the sender's bytes as Latin-1; the signature is over those bytes.
    const prefix = Buffer.from(`${id ?? ""}.${timestamp ?? ""}.`, "latin1");
    const matches = bodyMatches(key ?? decoyKey, [prefix, body], candidates(signature ?? ""));
    if (key === null)
      return { kind: "unusable_secret", why: "its secret is not base64, as Standard Webhooks secrets are" };
    if (id === undefined || timestamp === undefined || signature === undefined) {
      return { kind: "forged", why: "webhook-id, webhook-timestamp or webhook-signature is missing" };
    }
    if (!matches || !/^\d{1,12}$/.test(timestamp)) return { kind: "forged", why: "bad signature" };
    const awaySeconds = now - Number(timestamp);
    if (Math.abs(awaySeconds) <= toleranceSeconds) return { kind: "proven" };
    const side = awaySeconds > 0 ? "behind" : "ahead of";
    return {
      kind: "untimely",
      why: `right signature, but signed ${Math.abs(awaySeconds)} seconds ${side} this computer's clock`,
    };
  },
  identify(delivery, payload) {
    const { id = "" } = read(delivery);
    if (id.includes(".")) return { kind: "malformed", sentence: "The webhook-id must not contain a full stop." };
    if (!isId(id)) return { kind: "malformed", sentence: "The webhook-id is not a usable id." };
    return { kind: "known", id, event: typeOf(payload), bodyHash: null };
  },
};

function read({ headers }: Delivery) {
  const family = headers["webhook-id"] === undefined && headers["svix-id"] !== undefined ? "svix" : "webhook";
  return {
    id: header(headers, `${family}-id`),
    timestamp: header(headers, `${family}-timestamp`),
    signature: header(headers, `${family}-signature`),
  };
}

/**
 * `v1,<base64>` entries, separated by spaces; other versions are not ours to check. The last character of 43 carries two
 * bits of nothing: those must be zero, as an encoder leaves them, so that a signature has one spelling.
 */
function candidates(signature: string): Buffer[] {
  return signature
    .split(" ")
    .filter((entry) => /^v1,[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/.test(entry))
    .map((entry) => Buffer.from(entry.slice(3), "base64"));
}

/** With or without `whsec_`, padded or not. @returns null when it is not base64. */
function decodeSecret(secret: string): Buffer | null {
  const text = secret.startsWith("whsec_") ? secret.slice(6) : secret;
  const bare = text.replace(/={1,2}$/, "");
  if (!/^[A-Za-z0-9+/]+$/.test(bare) || bare.length % 4 === 1) return null;
  return Buffer.from(bare, "base64");
}

function typeOf(payload: unknown): string | null {
  if (typeof payload !== "object" || payload === null || !("type" in payload)) return null;
  const { type } = payload;
  return typeof type === "string" && type.length > 0 && type.length <= 200 ? type : null;
}
