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

/** @param body the answer's text; what is no such answer has used nothing that is known */
export function tokensOf(provider: ModelSettings["provider"], body: string): Tokens {
  let usage: Record<string, unknown>;
  try {
    const answer = JSON.parse(body) as { usage?: unknown } | null;
    if (typeof answer?.usage !== "object" || answer.usage === null) return noTokens;
    usage = answer.usage as Record<string, unknown>;
  } catch {
    return noTokens;
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

/** USD per million tokens of the Claude families, as their maker published them in 2025: input and output. */
const families: readonly [part: string, input: number, output: number][] = [
  ["opus", 5, 25],
  ["sonnet", 3, 15],
  ["haiku", 1, 5],
];

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
    const family = families.find(([part]) => model.name.includes(part));
    if (family === undefined) return null;
    const [, input, output] = family;
    // Reading from the cache costs a tenth, writing to it a quarter more.
    return { input, output, cacheRead: input / 10, cacheWrite: input * 1.25 };
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
