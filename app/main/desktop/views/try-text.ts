// What trying the model has shown, in one or two sentences. Promises: says what came back and what to do; the server's own words are
// shown as text, short. Refuses: to call an answer good that is not one of a model.
import type { Done } from "../../../preload/contract/views.ts";
import type { ModelReply } from "../../engine/worker/ports.ts";
import type { ModelSettings } from "../../settings/model.ts";
import { tries as texts } from "./thinking-texts.ts";
import { visible } from "./visible-text.ts";

export interface TriedFacts {
  model: ModelSettings;
  reply: ModelReply;
  tokens: { input: number; output: number; cacheRead: number; cacheWrite: number };
  costMicros: number | null;
  milliseconds: number;
}

const quotedMax = 300;

/** @param late after how many seconds it was given up; null when it was not. */
export function triedText(tried: TriedFacts | null, late: number | null): Done {
  if (tried === null) return { ok: false, sentence: texts.none };
  const { model, reply } = tried;
  const { host } = new URL(model.baseUrl);
  if (late !== null) return { ok: false, sentence: texts.late(host, late) };
  if (reply.kind === "failed") return { ok: false, sentence: unreached(model, host, reply.reason) };
  if (reply.status >= 200 && reply.status < 300) {
    if (!isAnswer(model, reply.body)) return { ok: false, sentence: texts.noModel(host, reply.status) };
    const { input, output, cacheRead, cacheWrite } = tried.tokens;
    const tokens = input + output + cacheRead + cacheWrite;
    return { ok: true, sentence: texts.answered(model.name, host, tried.milliseconds, tokens, tried.costMicros) };
  }
  return { ok: false, sentence: refusedText(model, host, reply.status, said(reply.body)) };
}

function unreached({ baseUrl }: ModelSettings, host: string, reason: string): string {
  const plain = visible(reason).replace(/ It is tried again\.$/, "");
  const { hostname } = new URL(baseUrl);
  const here = hostname === "localhost" || hostname === "[::1]" || /^127\./.test(hostname);
  return here && /the connection was refused/.test(plain) ? `${plain} ${texts.notRunning(host)}` : plain;
}

function refusedText({ name, key }: ModelSettings, host: string, status: number, words: string): string {
  const quoted = words === "" ? "" : ` ${texts.itSays(words)}`;
  if (status === 401 || status === 403) return `${texts.key(host, status, key)}${quoted}`;
  if (status === 404) return `${texts.unknown(name, host)}${quoted}`;
  if (status === 429) return `${texts.rate(host)}${quoted}`;
  if (status >= 500) return `${texts.trouble(host, status)}${quoted}`;
  return `${texts.other(host, status)}${quoted}`;
}

function isAnswer({ provider }: ModelSettings, body: string): boolean {
  try {
    const answer = JSON.parse(body) as { content?: unknown; choices?: unknown } | null;
    return Array.isArray(provider === "anthropic" ? answer?.content : answer?.choices);
  } catch {
    return false;
  }
}

/** Both protocols put their words into `error.message`; some servers have `error` as a text. */
function said(body: string): string {
  let words: unknown;
  try {
    const answer = JSON.parse(body) as { error?: { message?: unknown } | string; message?: unknown } | null;
    words = typeof answer?.error === "object" ? answer.error.message : (answer?.error ?? answer?.message);
  } catch {
    words = body;
  }
  const text = typeof words === "string" ? words.trim() : "";
  return `${visible(text.slice(0, quotedMax))}${text.length > quotedMax ? "…" : ""}`;
}
