// A signed sample delivery, posted to the listener over real HTTP as its provider would: for "send a test delivery" in Settings.
// Promises: signed by the provider's own library, a fresh id and a fresh body marked as a test each time.
// Refuses: addresses other than the listener's own.
import { request } from "node:http";
import { sign } from "@octokit/webhooks-methods";
import { Webhook } from "standardwebhooks";
import type { Ids } from "../engine/ports.ts";
import type { SourceSettings } from "../settings/model.ts";
import type { SecretResult } from "./receive.ts";

export interface TestDelivery {
  source: SourceSettings;
  secret: SecretResult;
  /** `status().url`; null when the listener does not listen. */
  url: string | null;
  /** `status().problem`. */
  problem: string | null;
  /** Seconds since the epoch. */
  now: number;
  ids: Ids;
}

export type TestOutcome = { ok: true; sentence: string } | { ok: false; sentence: string };

const answerWithinMs = 10_000;

/** Makes, signs and posts one delivery. @returns what became of it, as a sentence for the person. */
export async function sendTestDelivery(test: TestDelivery): Promise<TestOutcome> {
  const { source, secret, url } = test;
  const tried = `A test delivery for "${source.name}"`;
  if (url === null) {
    return { ok: false, sentence: `${tried} was not sent: the listener is not running. ${test.problem ?? ""}`.trim() };
  }
  if (secret.state !== "ok" || secret.value === "") {
    const is = { ok: "is empty", missing: "is not set", empty: "is empty", unreadable: "could not be read" }[
      secret.state
    ];
    return { ok: false, sentence: `${tried} was not sent: its secret ${source.secret} ${is}. Set it, then try again.` };
  }
  let sample: Sample;
  try {
    sample = await sampleFor(source, secret.value, test.now, test.ids);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { ok: false, sentence: `${tried} could not be signed with ${source.secret}: ${why}. Check the secret.` };
  }
  const address = `${url}/hooks/${source.name}`;
  try {
    return outcome(tried, address, await post(address, sample));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { ok: false, sentence: `${tried} could not be posted to ${address}: ${why}. Is the listener running?` };
  }
}

export interface Sample {
  headers: Record<string, string>;
  body: string;
}

/** @throws when the secret cannot be used to sign for this kind. */
export async function sampleFor(source: SourceSettings, secret: string, now: number, ids: Ids): Promise<Sample> {
  const id = ids.next("test");
  // The id is in the body too: GitHub's kind would take the same body under a new id for a twin.
  const mark = { nightjar_test: { id, at: now } };
  const json = { "content-type": "application/json", "user-agent": "Nightjar-test-delivery" };
  switch (source.kind) {
    case "github": {
      const hook = { type: "Repository", id: 0, name: "web", active: true, events: ["*"] };
      const body = JSON.stringify({ zen: "A quiet line is a working line.", hook_id: 0, hook, ...mark });
      const headers = {
        "x-github-event": "ping",
        "x-github-delivery": id,
        "x-hub-signature-256": await sign(secret, body),
      };
      return { headers: { ...json, ...headers }, body };
    }
    case "standard-webhooks": {
      const timestamp = new Date(now * 1000);
      const body = JSON.stringify({ type: "nightjar.test", timestamp: timestamp.toISOString(), data: {}, ...mark });
      const signature = new Webhook(secret).sign(id, timestamp, body);
      const headers = { "webhook-id": id, "webhook-timestamp": String(now), "webhook-signature": signature };
      return { headers: { ...json, ...headers }, body };
    }
    case "token": {
      const body = JSON.stringify({ text: "A test delivery.", ...mark });
      const headers = { authorization: `Bearer ${secret}`, "idempotency-key": id, "x-event": "test" };
      return { headers: { ...json, ...headers }, body };
    }
  }
}

/** Loopback only, so it leaves the machine through no gate and needs none. */
function post(address: string, { headers, body }: Sample): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const sending = request(address, {
      method: "POST",
      headers,
      agent: false,
      signal: AbortSignal.timeout(answerWithinMs),
    });
    sending.on("error", reject);
    sending.on("response", (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("error", reject);
      response.on("data", (part: string) => {
        text += part;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body: text }));
    });
    sending.end(body);
  });
}

function outcome(tried: string, address: string, answer: { status: number; body: string }): TestOutcome {
  const way = `${tried} was signed and posted to ${address}`;
  if (answer.status === 202) return { ok: true, sentence: `${way}, and it was stored.` };
  if (answer.status === 200) return { ok: true, sentence: `${way}, and it was counted as a repeat.` };
  return { ok: false, sentence: `${way}, and it was refused with ${answer.status}: ${errorIn(answer.body)}` };
}

function errorIn(body: string): string {
  try {
    const { error } = JSON.parse(body) as { error?: unknown };
    return typeof error === "string" ? error : body.slice(0, 200);
  } catch {
    return body.slice(0, 200);
  }
}
