// Event keys and names, kind by kind (the contract's "Event keys").
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { github } from "../../../../app/main/webhooks/verify/github.ts";
import type { Scheme } from "../../../../app/main/webhooks/verify/scheme.ts";
import { standardWebhooks } from "../../../../app/main/webhooks/verify/standard-webhooks.ts";
import { token } from "../../../../app/main/webhooks/verify/token.ts";

const identify = (scheme: Scheme, headers: Record<string, string>, payload: unknown = {}) =>
  scheme.identify({ headers, body: Buffer.from("{}"), now: 0, decoyKey: Buffer.alloc(32) }, payload);

test("github: the delivery id, the event, and the body's hash because the id is not signed (rule 10)", () => {
  expect(identify(github, { "x-github-delivery": "72d3162e-cc78", "x-github-event": "push" })).toEqual({
    kind: "known",
    id: "72d3162e-cc78",
    event: "push",
    bodyHash: createHash("sha256").update("{}").digest("hex"),
  });
});

test("standard-webhooks: the signed id, the payload's type, no hash", () => {
  const headers = { "webhook-id": "msg_1" };
  const known = (event: string | null) => ({ kind: "known", id: "msg_1", event, bodyHash: null });
  expect(identify(standardWebhooks, headers, { type: "invoice.paid" })).toEqual(known("invoice.paid"));
  for (const payload of [{}, null, [], "type", { type: 7 }, { type: "" }, { type: "x".repeat(201) }]) {
    expect(identify(standardWebhooks, headers, payload)).toEqual(known(null));
  }
});

test("token: the Idempotency-Key or a fresh id of ours, the name of X-Event", () => {
  expect(identify(token, {})).toEqual({ kind: "fresh", event: null });
  expect(identify(token, { "idempotency-key": "a.b-1", "x-event": "backup" })).toEqual({
    kind: "known",
    id: "a.b-1",
    event: "backup",
    bodyHash: null,
  });
});

const good = "x".repeat(255);
test.each([
  ["no X-GitHub-Delivery", github, {}],
  ["an empty one", github, { "x-github-delivery": "" }],
  ["one with a space", github, { "x-github-delivery": "a b" }],
  ["two of them, joined", github, { "x-github-delivery": "a, b" }],
  ["one too long", github, { "x-github-delivery": `${good}x` }],
  ["one beyond ASCII", github, { "x-github-delivery": "é" }],
  ["an event name with a space", github, { "x-github-delivery": "a", "x-github-event": "a b" }],
  ["an empty event name", github, { "x-github-delivery": "a", "x-github-event": "" }],
  ["a webhook-id with a full stop", standardWebhooks, { "webhook-id": "msg.1" }],
  ["a webhook-id with a space", standardWebhooks, { "webhook-id": "msg 1" }],
  ["an empty Idempotency-Key", token, { "idempotency-key": "" }],
  ["an X-Event too long", token, { "x-event": "x".repeat(101) }],
])("%s is malformed", (_what, scheme, headers) => {
  expect(identify(scheme, headers as unknown as Record<string, string>).kind).toBe("malformed");
});

test("255 visible characters are an id", () => {
  expect(identify(github, { "x-github-delivery": good })).toMatchObject({ kind: "known", id: good });
});
