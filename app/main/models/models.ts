// Requests to the model's server: within the person's limits, through the one gate, with the key put in by the proxy. Promises: each
// is written down before it leaves and with what it used; a limit is reached aloud. Refuses: addresses other than the model's own.
import { Readable } from "node:stream";
import { Temporal } from "temporal-polyfill";
import type { Clock } from "../engine/ports.ts";
import type { ModelRequests } from "../engine/sessions/model-requests.ts";
import type { ModelPort, ModelReply } from "../engine/worker/ports.ts";
import type { Forwarded } from "../proxy/forward.ts";
import type { Proxy } from "../proxy/proxy.ts";
import type { CredentialSettings, LimitSettings, ModelSettings } from "../settings/model.ts";
import { costMicros, noTokens, tokensOf } from "./usage.ts";

/** The name under which the audit knows the model's key. */
export const modelCredentialName = "the model's key";
const answerBytesMax = 16_777_216;
const grantSeconds = 3600;
const microsPerUsd = 1_000_000;

/** For the switch: then the event is held, and does not wait and die. */
const isOff = (proxy: Pick<Proxy, "closed">): boolean => proxy.closed() !== null;

export interface ModelsDeps {
  settings: () => { model: ModelSettings | null; limits: LimitSettings };
  proxy: Pick<Proxy, "through" | "closed">;
  requests: ModelRequests;
  clock: Clock;
  zone: () => string;
}

const pathOf = ({ provider }: ModelSettings): string => (provider === "anthropic" ? "/messages" : "/chat/completions");

/** The model's key as the proxy puts it in; none when the model is asked without one. */
export function modelCredential(model: ModelSettings | null): CredentialSettings[] {
  if (model?.key == null) return [];
  const header =
    model.provider === "anthropic"
      ? { name: "x-api-key", value: "{secret}" }
      : { name: "authorization", value: "Bearer {secret}" };
  const destinations = [new URL(model.baseUrl).origin];
  return [{ name: modelCredentialName, secret: model.key, header, destinations, expiresOn: null }];
}

export function createModels({ settings, proxy, requests, clock, zone }: ModelsDeps): ModelPort {
  /** Midnight in the person's zone, in seconds. */
  function dayStart(now: number): number {
    const day = Temporal.Instant.fromEpochMilliseconds(now * 1000)
      .toZonedDateTimeISO(zone())
      .startOfDay();
    return Math.floor(day.epochMilliseconds / 1000);
  }

  function overLimit(run: number, { runSteps, dayTokens, dayUsd }: LimitSettings): ModelReply | null {
    if (requests.ofRun(run) >= runSteps) {
      const reason = `The model was stopped: this run has asked it ${runSteps} times, which is its limit. Look at the run in Activity; Retry goes on, and limits.run_steps in Settings allows more.`;
      return { kind: "failed", why: "run", reason };
    }
    const spent = requests.spentSince(dayStart(clock.now()));
    if (spent.tokens >= dayTokens) {
      const reason = `The model was not asked: today's limit of ${dayTokens} tokens is reached (${spent.tokens} used). It goes on tomorrow, or when limits.day_tokens in Settings allows more.`;
      return { kind: "failed", why: "day", reason };
    }
    if (spent.costMicros >= dayUsd * microsPerUsd) {
      const used = (spent.costMicros / microsPerUsd).toFixed(2);
      const reason = `The model was not asked: today's limit of ${dayUsd} US dollars is reached (${used} used). It goes on tomorrow, or when limits.day_usd in Settings allows more.`;
      return { kind: "failed", why: "day", reason };
    }
    return null;
  }

  return {
    chosen: () => {
      const { model, limits } = settings();
      if (model === null) return null;
      const { provider, name, maxOutputTokens, contextTokens } = model;
      return { provider, name, maxOutputTokens, contextTokens, runSeconds: limits.runSeconds };
    },
    async ask({ session, run, body }, signal): Promise<ModelReply> {
      const { model, limits } = settings();
      if (model === null) return { kind: "failed", why: "refused", reason: "No model is configured any more." };
      if (isOff(proxy)) return { kind: "failed", why: "off", reason: "Everything outgoing is switched off." };
      const over = overLimit(run, limits);
      if (over !== null) return over;
      const { provider, name } = model;
      const id = requests.begin({ session, run, provider, model: name }, clock.now());
      const url = new URL(model.baseUrl + pathOf(model));
      const bytes = Buffer.from(body);
      const seen = await proxy.through(
        {
          credential: model.key === null ? null : modelCredentialName,
          ...{ destination: url.origin, methods: ["POST"], pathPrefix: `${url.pathname}$`, uses: 1 },
          ...{ seconds: grantSeconds, purpose: "the model", run, effectKey: null },
        },
        {
          ...{ method: "POST", target: url.pathname, length: bytes.length, body: Readable.from([bytes]) },
          rawHeaders: ["content-type", "application/json", "accept", "application/json", ...ofProvider(model)],
        },
        signal,
      );
      const came = await replyOf(seen, model);
      const off = came.kind === "failed" && isOff(proxy);
      const reply: ModelReply = off ? { ...came, why: "off" } : came;
      const answered = reply.kind === "answered";
      const tokens = answered ? tokensOf(provider, reply.body) : noTokens;
      requests.end(
        id,
        {
          status: answered ? reply.status : null,
          use: { ...tokens, costMicros: costMicros(model, tokens) },
          error: answered ? null : reply.reason,
        },
        clock.now(),
      );
      return reply;
    },
  };
}

const ofProvider = ({ provider }: ModelSettings): string[] =>
  provider === "anthropic" ? ["anthropic-version", "2023-06-01"] : [];

async function replyOf(seen: Forwarded, model: ModelSettings): Promise<ModelReply> {
  const where = `the model's server at ${new URL(model.baseUrl).host}`;
  switch (seen.kind) {
    case "answered": {
      const read = await readText(seen.body);
      if (!read.ok)
        return {
          kind: "failed",
          why: "transient",
          reason: `The answer of ${where} did not come whole: ${read.reason}.`,
        };
      return { kind: "answered", status: seen.status, headers: seen.headers, body: read.text };
    }
    case "withheld":
      return { kind: "failed", why: "refused", reason: `The answer of ${where} could not be used: ${seen.reason}.` };
    case "refused":
      return { kind: "failed", why: "refused", reason: `Could not ask ${where}: ${seen.reason}.` };
    // A model's answer has no effect of its own: whatever happened on the way, asking again is safe.
    case "not_sent":
    case "unknown":
      return { kind: "failed", why: "transient", reason: `Could not ask ${where}: ${seen.reason}. It is tried again.` };
  }
}

async function readText(body: Readable): Promise<{ ok: true; text: string } | { ok: false; reason: string }> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of body as AsyncIterable<Buffer>) {
      size += part.length;
      if (size > answerBytesMax) {
        body.destroy();
        return { ok: false, reason: `it is longer than ${answerBytesMax} bytes` };
      }
      parts.push(part);
    }
    return { ok: true, text: Buffer.concat(parts).toString("utf8") };
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error) };
  }
}
