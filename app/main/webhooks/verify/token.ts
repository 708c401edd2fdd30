// A shared token, for scripts and shell hooks: `Authorization: Bearer <token>`.
// Promises: compared in constant time; the key is Idempotency-Key, or a fresh id of ours; the name is X-Event.
import { textMatches } from "./mac.ts";
import { header, isEventName, isId, type Scheme } from "./scheme.ts";

export const token: Scheme = {
  works: "text",
  verify(secret, { headers, decoyKey }) {
    const given = /^bearer +(.+)$/i.exec(headers.authorization ?? "")?.[1];
    const matches = textMatches(decoyKey, Buffer.from(given ?? "", "latin1"), Buffer.from(secret));
    if (matches && given !== undefined) return { kind: "proven" };
    if (given === undefined) return { kind: "forged", why: "no Authorization header with a Bearer token" };
    return { kind: "forged", why: "wrong token" };
  },
  identify({ headers }) {
    const id = header(headers, "idempotency-key");
    const event = header(headers, "x-event") ?? null;
    if (event !== null && !isEventName(event)) {
      return { kind: "malformed", sentence: "The header X-Event holds no usable name." };
    }
    if (id === undefined) return { kind: "fresh", event };
    if (!isId(id)) return { kind: "malformed", sentence: "The header Idempotency-Key holds no usable key." };
    return { kind: "known", id, event, bodyHash: null };
  },
};
