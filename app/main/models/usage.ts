// What a model's server says an answer has used, and what that costs. Promises: read by main itself, from the answer as it came, in
// bounded time. Refuses: to guess a price that is neither known nor written down.
import type { ModelSettings } from "../settings/model.ts";

export interface Tokens {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
}

export const noTokens: Tokens = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };

const count = (value: unknown): number =>
  typeof value === "number" && Number.isFinite(value) && value > 0 ? Math.min(Math.floor(value), 1_000_000_000) : 0;

/** @param body the answer's text. Null: it does not say */
export function tokensOf(provider: ModelSettings["provider"], body: string): Tokens | null {
  const tokens = readTokens(provider, body);
  return tokens === null || Object.values(tokens).every((each) => each === 0) ? null : tokens;
}

function readTokens(provider: ModelSettings["provider"], body: string): Tokens | null {
  let usage: Record<string, unknown>;
  try {
    const answer = JSON.parse(body) as { usage?: unknown } | null;
    if (typeof answer?.usage !== "object" || answer.usage === null) return null;
    usage = answer.usage as Record<string, unknown>;
  } catch {
    return null;
  }
  if (provider === "anthropic") {
    return {
      input: count(usage["input_tokens"]),
      output: count(usage["output_tokens"]),
      cacheRead: count(usage["cache_read_input_tokens"]),
      cacheWrite: count(usage["cache_creation_input_tokens"]),
    };
  }
  // Here the cached tokens are a part of the prompt's.
  const details = usage["prompt_tokens_details"] as { cached_tokens?: unknown } | null | undefined;
  const prompt = count(usage["prompt_tokens"]);
  const cacheRead = Math.min(count(details?.cached_tokens), prompt);
  return { input: prompt - cacheRead, output: count(usage["completion_tokens"]), cacheRead, cacheWrite: 0 };
}

/** USD per million tokens by model: input, output, and what is read from the cache where that is not a tenth of the input. */
type Known = readonly [input: number, output: number, cacheRead?: number];
const oldOpus: Known = [15, 75];
const opus: Known = [5, 25];
const oldSonnet: Known = [3, 15];
const sonnet: Known = [2, 10];
const fable: Known = [10, 50];
/** As platform.claude.com/docs said in November 2026: a price list of versions, each with a page of its own. A version that is not here has no price that could be known. */
const claude: Readonly<Record<string, Known>> = {
  ...{ "opus 3": oldOpus, "opus 4": oldOpus, "opus 4.0": oldOpus, "opus 4.1": oldOpus },
  ...{ "opus 4.5": opus, "opus 4.6": opus, "opus 4.7": opus, "opus 4.8": opus, "opus 5": opus },
  ...{ "opus 5.5": [4, 20, 0.2], "fable 5": fable, "fable 5.1": fable },
  ...{ "sonnet 3.5": oldSonnet, "sonnet 3.7": oldSonnet, "sonnet 4": oldSonnet, "sonnet 4.0": oldSonnet },
  ...{ "sonnet 4.5": oldSonnet, "sonnet 4.6": oldSonnet, "sonnet 5": sonnet, "sonnet 5.5": sonnet },
  ...{ "haiku 3": [0.25, 1.25, 0.03], "haiku 3.5": [0.8, 4], "haiku 4.5": [1, 5] },
};

/** "opus 4.1" of claude-opus-4-1-20250805; older names have the version first, as in claude-3-5-haiku-latest. */
function versionOf(name: string): string {
  const ending = "(?:-\\d{8}|-latest)?$";
  const now = new RegExp(`^claude-([a-z]+)-(\\d)(?:-(\\d{1,2}))?${ending}`).exec(name);
  if (now !== null) return `${now[1]} ${[now[2], now[3]].filter(Boolean).join(".")}`;
  const old = new RegExp(`^claude-(\\d)(?:-(\\d))?-([a-z]+)${ending}`).exec(name);
  return old === null ? "" : `${old[3]} ${[old[1], old[2]].filter(Boolean).join(".")}`;
}

export interface Price {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
}

/** Null: not known; then only the limit of tokens holds. */
export function priceOf(model: ModelSettings): Price | null {
  if (model.price !== null) {
    const { input, output, cacheRead, cacheWrite } = model.price;
    return { input, output, cacheRead: cacheRead ?? input, cacheWrite: cacheWrite ?? input };
  }
  if (model.provider === "anthropic") {
    const known = claude[versionOf(model.name)];
    if (known === undefined) return null;
    const [input, output, cacheRead = input / 10] = known;
    // Writing to the cache costs a quarter more.
    return { input, output, cacheRead, cacheWrite: input * 1.25 };
  }
  const { hostname } = new URL(model.baseUrl);
  const own = hostname === "localhost" || hostname === "[::1]" || /^127\./.test(hostname);
  return own ? { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 } : null;
}

/** Millionths of a US dollar, rounded up; null when the price is not known. */
export function costMicros(model: ModelSettings, tokens: Tokens): number | null {
  const price = priceOf(model);
  if (price === null) return null;
  const { input, output, cacheRead, cacheWrite } = tokens;
  return Math.ceil(
    input * price.input + output * price.output + cacheRead * price.cacheRead + cacheWrite * price.cacheWrite,
  );
}
