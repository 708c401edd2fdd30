// The signatures that GitHub and Standard Webhooks publish as examples hold here, and any change to them does not.
import { createHmac } from "node:crypto";
import { sign } from "@octokit/webhooks-methods";
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { github } from "../../../../app/main/webhooks/verify/github.ts";
import type { Delivery } from "../../../../app/main/webhooks/verify/scheme.ts";
import { standardWebhooks } from "../../../../app/main/webhooks/verify/standard-webhooks.ts";
import { token } from "../../../../app/main/webhooks/verify/token.ts";

const decoyKey = Buffer.alloc(32, 7);
const delivery = (headers: Record<string, string>, body: string | Buffer, now = 0): Delivery => ({
  headers,
  body: Buffer.from(body),
  now,
  decoyKey,
});

const published = "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17";

test("GitHub's published signature of its published body holds", () => {
  const good = delivery({ "x-hub-signature-256": published }, "Hello, World!");
  expect(github.verify("It's a Secret to Everybody", good)).toEqual({ kind: "proven" });
});

test.each([
  ["another body", "It's a Secret to Everybody", published, "Hello, World?"],
  ["another secret", "It's a Secret to Nobody", published, "Hello, World!"],
  ["another last digit", "It's a Secret to Everybody", published.replace(/7$/, "8"), "Hello, World!"],
  ["upper case", "It's a Secret to Everybody", published.toUpperCase(), "Hello, World!"],
  ["no prefix", "It's a Secret to Everybody", published.slice(7), "Hello, World!"],
  ["a shorter one", "It's a Secret to Everybody", published.slice(0, -2), "Hello, World!"],
  ["the signature twice, joined", "It's a Secret to Everybody", `${published}, ${published}`, "Hello, World!"],
])("GitHub's signature does not hold with %s", (_what, secret, signature, body) => {
  const verdict = github.verify(secret, delivery({ "x-hub-signature-256": signature }, body));
  expect(verdict).toEqual({ kind: "forged", why: "bad signature" });
});

test("GitHub's own library and ours agree on bodies with any UTF-8", async () => {
  for (const body of ["{}", "🦉 nightjar", "\ufeff{}", "\u0000", "ÅÄÖ".repeat(5000)]) {
    const signature = await sign("s", body);
    expect(github.verify("s", delivery({ "x-hub-signature-256": signature }, body))).toEqual({ kind: "proven" });
  }
});

test("a signature is over bytes: bodies that would be the same text differ", () => {
  const bytes = Buffer.from([0x22, 0xff, 0x22]);
  const signature = (of: Buffer) => `sha256=${createHmac("sha256", "s").update(of).digest("hex")}`;
  const verify = (of: Buffer) => github.verify("s", delivery({ "x-hub-signature-256": signature(of) }, bytes)).kind;
  expect(verify(bytes)).toBe("proven");
  expect(verify(Buffer.from(bytes.toString("utf8")))).toBe("forged");
});

const spec = {
  secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
  timestamp: 1_614_265_330,
  body: '{"test": 2432232314}',
  signature: "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
};
const specHeaders = (changes: Record<string, string> = {}, family = "webhook") => ({
  [`${family}-id`]: spec.id,
  [`${family}-timestamp`]: String(spec.timestamp),
  [`${family}-signature`]: spec.signature,
  ...changes,
});

test.each([
  ["as published", spec.secret, specHeaders()],
  ["without whsec_", spec.secret.slice(6), specHeaders()],
  ["under Svix's header names", spec.secret, specHeaders({}, "svix")],
  [
    "among others",
    spec.secret,
    specHeaders({ "webhook-signature": `v1a,AAAA v1,${"A".repeat(43)}= ${spec.signature}` }),
  ],
])("the published Standard Webhooks signature holds %s", (_what, secret, headers) => {
  expect(standardWebhooks.verify(secret, delivery(headers, spec.body, spec.timestamp))).toEqual({ kind: "proven" });
});

test.each([
  ["another id", specHeaders({ "webhook-id": "msg_other" })],
  ["another timestamp", specHeaders({ "webhook-timestamp": String(spec.timestamp + 1) })],
  ["a timestamp with a tail", specHeaders({ "webhook-timestamp": `${spec.timestamp}x` })],
  ["another version", specHeaders({ "webhook-signature": spec.signature.replace("v1,", "v2,") })],
  // Found by chance (seed 1846182458): the same bytes in another spelling.
  ["another spelling of its base64", specHeaders({ "webhook-signature": spec.signature.replace("OE=", "OF=") })],
  ["no version", specHeaders({ "webhook-signature": spec.signature.slice(3) })],
])("it does not hold with %s", (_what, headers) => {
  const verdict = standardWebhooks.verify(spec.secret, delivery(headers, spec.body, spec.timestamp));
  expect(verdict).toEqual({ kind: "forged", why: "bad signature" });
});

test("the time is checked against our clock, 300 seconds either way", () => {
  const at = (now: number) => standardWebhooks.verify(spec.secret, delivery(specHeaders(), spec.body, now)).kind;
  expect([-301, -300, 0, 300, 301].map((away) => at(spec.timestamp + away))).toEqual([
    "untimely",
    "proven",
    "proven",
    "proven",
    "untimely",
  ]);
  // A forged one is forged, whatever its time says.
  const forged = delivery(specHeaders(), `${spec.body} `, spec.timestamp + 301);
  expect(standardWebhooks.verify(spec.secret, forged).kind).toBe("forged");
});

test("the Standard Webhooks library and ours agree", () => {
  for (const body of ['{"type":"a"}', "🦉", "", "\ufeff{}"]) {
    const signature = new Webhook(spec.secret).sign("msg_1", new Date(50_000), Buffer.from(body).toString());
    const headers = { "webhook-id": "msg_1", "webhook-timestamp": "50", "webhook-signature": signature };
    expect(standardWebhooks.verify(spec.secret, delivery(headers, body, 50))).toEqual({ kind: "proven" });
  }
});

test("a secret that is not base64 is said to be unusable", () => {
  for (const secret of ["whsec_", "whsec_not base64!", "whsec_A", "ü"]) {
    expect(standardWebhooks.verify(secret, delivery(specHeaders(), spec.body, spec.timestamp)).kind).toBe(
      "unusable_secret",
    );
  }
});

test("a token holds as Bearer only, whole and alone", () => {
  const of = (authorization?: string) =>
    token.verify("tok-1", delivery(authorization === undefined ? {} : { authorization }, "{}")).kind;
  expect(of("Bearer tok-1")).toBe("proven");
  expect(of("bearer  tok-1")).toBe("proven");
  const other = delivery({ authorization: `Bearer ${Buffer.from("kö d").toString("latin1")}` }, "{}");
  expect(token.verify("kö d", other).kind).toBe("proven");
  for (const wrong of [
    undefined,
    "",
    "tok-1",
    "Bearer",
    "Bearer ",
    "Bearer tok-",
    "Bearer tok-11",
    "Basic tok-1",
    "Bearer tok-1 x",
  ]) {
    expect(of(wrong)).toBe("forged");
  }
});
