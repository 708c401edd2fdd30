// Requests to the model's server: within the person's limits, through the one gate, with the key put in by the proxy. Promises: each
// is written down before it leaves and with what it used; a limit is reached aloud. Refuses: addresses other than the model's own.
import { Readable } from "node:stream";
import { Temporal } from "temporal-polyfill";
import { retryAfterMaxSeconds } from "../engine/defaults.ts";
import type { Clock } from "../engine/ports.ts";
import type { ModelRequests, Wish } from "../engine/sessions/model-requests.ts";
import type { AskedToWait, ModelPort, ModelReply } from "../engine/worker/ports.ts";
import type { Proxy } from "../proxy/proxy.ts";
import type { CredentialSettings, LimitSettings, ModelSettings } from "../settings/model.ts";
import { mostOf, type OverDay, overDay } from "./day-limit.ts";
import { replyOf } from "./reply.ts";
import { retryAfter } from "./retry-after.ts";
import { costMicros, noTokens, type Price, priceOf, type Tokens, tokensOf } from "./usage.ts";

/** The name under which the audit knows the model's key. */
export const modelCredentialName = "the model's key";
const grantSeconds = 3600;

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

/** How a try ended, with what it has used; null where no model is configured. */
export interface Tried {
  model: ModelSettings;
  reply: ModelReply;
  tokens: Tokens;
  /** Null: its price is not known. */
  costMicros: number | null;
  milliseconds: number;
}

export interface Models extends ModelPort {
  /** One tiny request, outside of every run; within the day's limits, and counted. Never rejects. */
  tryOut(signal: AbortSignal): Promise<Tried | null>;
  /** What the day has used so far, when the next one begins, and which limit keeps a request waiting until then. */
  today(): { tokens: number; costMicros: number; until: number; rests: OverDay["what"] | null };
  /** What counts for the model as it is chosen; null: not known. */
  price(): Price | null;
}

export function createModels({ settings, proxy, requests, clock, zone }: ModelsDeps): Models {
  /** From midnight to midnight in the person's zone, in seconds. */
  function day(now: number): { from: number; until: number } {
    const start = Temporal.Instant.fromEpochMilliseconds(now * 1000)
      .toZonedDateTimeISO(zone())
      .startOfDay();
    const end = start.add({ days: 1 }).startOfDay();
    return { from: Math.floor(start.epochMilliseconds / 1000), until: Math.floor(end.epochMilliseconds / 1000) };
  }

  function overRun(run: number, { runSteps }: LimitSettings): ModelReply | null {
    if (requests.ofRun(run) < runSteps) return null;
    const reason = `The model was stopped: this run has asked it ${runSteps} times, which is its limit. Look at the run in Activity; Retry goes on, and a higher "Answers in one run" in Settings allows more.`;
    return { kind: "failed", why: "run", reason };
  }

  /** The server's own wish, as long as it holds; also one from before a restart. */
  function waitOf({ baseUrl }: ModelSettings): AskedToWait | null {
    const now = clock.now();
    const until = requests.waitOf(baseUrl);
    // A clock that was set back must not make this a longer wait than was asked for.
    if (until === null || until <= now) return null;
    if (until > now + retryAfterMaxSeconds) return null;
    const minute = Temporal.Instant.fromEpochMilliseconds((until + 59) * 1000).toZonedDateTimeISO(zone());
    const clockTime = minute.toPlainTime().toString({ smallestUnit: "minute" });
    return { until, sentence: `The model's server asks to wait until ${clockTime}.` };
  }

  /** What the day's limit last refused, as long as it would refuse it still. */
  let refused: Tokens | null = null;

  function overDayNow(
    { model, limits }: { model: ModelSettings; limits: LimitSettings },
    most: Tokens,
  ): OverDay | null {
    return overDay(limits, model, requests.spentSince(day(clock.now()).from), most);
  }

  function noRoom(settled: { model: ModelSettings; limits: LimitSettings }, most: Tokens): ModelReply | null {
    const over = overDayNow(settled, most);
    if (over === null || over.never) refused = null;
    else refused = most;
    if (over === null) return null;
    const { reason } = over;
    if (over.never) return { kind: "failed", why: "run", reason };
    return { kind: "failed", why: "day", reason, wait: { until: day(clock.now()).until, sentence: reason } };
  }

  /** One request through the proxy, and what it has used. */
  async function send(model: ModelSettings, body: string, most: Tokens, run: number | null, signal: AbortSignal) {
    const { provider } = model;
    const url = new URL(model.baseUrl + pathOf(model));
    const bytes = Buffer.from(body);
    const seen = await proxy.through(
      {
        credential: model.key === null ? null : modelCredentialName,
        ...{ destination: url.origin, methods: ["POST"], pathPrefix: `${url.pathname}$`, uses: 1 },
        ...{ seconds: grantSeconds, purpose: run === null ? "trying the model" : "the model", run, effectKey: null },
      },
      {
        ...{ method: "POST", target: url.pathname, length: bytes.length, body: Readable.from([bytes]) },
        rawHeaders: ["content-type", "application/json", "accept", "application/json", ...ofProvider(model)],
      },
      signal,
    );
    const { reply: came, worked } = await replyOf(seen, model);
    const reply: ModelReply = came.kind === "failed" && isOff(proxy) ? { ...came, why: "off" } : came;
    const answered = reply.kind === "answered";
    // A server that has worked, and of which nobody knows how much, counts as if it had used everything it might.
    const tokens = (answered ? tokensOf(provider, reply.body) : null) ?? (worked ? most : noTokens);
    const use = { ...tokens, costMicros: costMicros(model, tokens) };
    const end = { status: answered ? reply.status : null, use, error: answered ? null : reply.reason };
    return { reply, tokens, end };
  }

  return {
    chosen: () => {
      const { model, limits } = settings();
      if (model === null) return null;
      const { provider, name, maxOutputTokens, contextTokens } = model;
      return { provider, name, maxOutputTokens, contextTokens, runSeconds: limits.runSeconds };
    },
    async ask({ session, run, body, purpose = "thought" }, signal): Promise<ModelReply> {
      const { model, limits } = settings();
      if (model === null) return { kind: "failed", why: "refused", reason: "No model is configured any more." };
      if (isOff(proxy)) return off;
      const most = mostOf(body, model.maxOutputTokens);
      const over = overRun(run, limits) ?? noRoom({ model, limits }, most);
      if (over !== null) return over;
      const before = waitOf(model);
      if (before !== null) {
        return {
          kind: "failed",
          why: "transient",
          reason: `The model was not asked. ${before.sentence}`,
          wait: before,
        };
      }
      const { provider, name } = model;
      const booked = { ...most, costMicros: costMicros(model, most) };
      const id = requests.begin({ session, run, purpose, provider, model: name }, booked, clock.now());
      const { reply, end } = await send(model, body, most, run, signal);
      const now = clock.now();
      requests.end(id, { ...end, wish: wishOf(model, reply, now) }, now);
      if (reply.kind !== "answered") return reply;
      const wait = waitOf(model);
      return wait === null ? reply : { ...reply, wait };
    },
    async tryOut(signal): Promise<Tried | null> {
      const { model, limits } = settings();
      if (model === null) return null;
      const most = mostOf(tryBody(model), tryOutput);
      const over = isOff(proxy) ? off : noRoom({ model, limits }, most);
      if (over !== null) return { model, reply: over, tokens: noTokens, costMicros: 0, milliseconds: 0 };
      const { provider, name } = model;
      const booked = { ...most, costMicros: costMicros(model, most) };
      const id = requests.beginTry({ provider, model: name }, booked, clock.now());
      const begun = clock.monotonic();
      const { reply, tokens, end } = await send(model, tryBody(model), most, null, signal);
      requests.endTry(id, end, clock.now());
      const milliseconds = Math.round(clock.monotonic() - begun);
      return { model, reply, tokens, costMicros: end.use.costMicros, milliseconds };
    },
    today() {
      const { from, until } = day(clock.now());
      const { model, limits } = settings();
      const over = model === null || refused === null ? null : overDayNow({ model, limits }, refused);
      return { ...requests.spentSince(from), until, rests: over === null || over.never ? null : over.what };
    },
    price() {
      const { model } = settings();
      return model === null ? null : priceOf(model);
    },
  };
}

function wishOf({ baseUrl }: ModelSettings, reply: ModelReply, now: number): Wish | null {
  if (reply.kind !== "answered") return null;
  const seconds = retryAfter(reply.status, reply.headers);
  return { server: baseUrl, until: seconds === null ? null : now + seconds };
}

const off: ModelReply = { kind: "failed", why: "off", reason: "Everything outgoing is switched off." };

const tryOutput = 16;
/** As small as both protocols take it. */
const tryBody = ({ name }: ModelSettings): string =>
  JSON.stringify({
    model: name,
    max_tokens: tryOutput,
    messages: [{ role: "user", content: "Answer with one word: ready" }],
  });

const ofProvider = ({ provider }: ModelSettings): string[] =>
  provider === "anthropic" ? ["anthropic-version", "2023-06-01"] : [];
