// GitHub's webhooks: HMAC-SHA-256 of the body, in hex, in X-Hub-Signature-256 (docs.github.com, "Validating webhook deliveries").
// Promises: the key is X-GitHub-Delivery; since GitHub does not sign that id, the body's hash comes along (rule 10).
import { createHash } from "node:crypto";
import { bodyMatches } from "./mac.ts";
import { header, isEventName, isId, type Scheme } from "./scheme.ts";

export const github: Scheme = {
  works: "body",
  verify(secret, { headers, body }) {
    const given = header(headers, "x-hub-signature-256");
    const hex = given === undefined ? undefined : /^sha256=([0-9a-f]{64})$/.exec(given)?.[1];
    const matches = bodyMatches(secret, [body], hex === undefined ? [] : [Buffer.from(hex, "hex")]);
    if (matches) return { kind: "proven" };
    if (given === undefined)
      return { kind: "forged", why: "no X-Hub-Signature-256 header; set the secret at GitHub too" };
    return { kind: "forged", why: "bad signature" };
  },
  identify({ headers, body }) {
    const id = header(headers, "x-github-delivery");
    const event = header(headers, "x-github-event") ?? null;
    if (id === undefined) return { kind: "malformed", sentence: "The header X-GitHub-Delivery is missing." };
    if (!isId(id)) return { kind: "malformed", sentence: "The header X-GitHub-Delivery holds no usable id." };
    if (event !== null && !isEventName(event)) {
      return { kind: "malformed", sentence: "The header X-GitHub-Event holds no usable name." };
    }
    return { kind: "known", id, event, bodyHash: createHash("sha256").update(body).digest("hex") };
  },
};
