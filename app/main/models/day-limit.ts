// The day's limits of tokens and money against one request. Promises: a request goes only where its longest answer has room; one that
// would have none on any day is told apart. Refuses: to know what was used; the requests are written down.
import type { LimitSettings, ModelSettings } from "../settings/model.ts";
import { mostTokens } from "./most-tokens.ts";
import { costMicros, type Tokens } from "./usage.ts";

const microsPerUsd = 1_000_000;

/** `never`: it alone is more than a whole day's limit. A limit of nothing is the person's way to let the model rest: what comes waits. */
export interface OverDay {
  what: "tokens" | "money";
  never: boolean;
  reason: string;
}

const usd = (micros: number): string => (micros / microsPerUsd).toFixed(2);

/**
 * @param spent what the day has used so far
 * @param most what the request may use: what it says, and the longest answer
 */
export function overDay(
  { dayTokens, dayUsd }: LimitSettings,
  model: ModelSettings,
  spent: { tokens: number; costMicros: number },
  most: Tokens,
): OverDay | null {
  const tokens = most.input + most.output;
  if (spent.tokens + tokens > dayTokens) {
    const wants = `this request may use ${tokens} tokens`;
    const never = dayTokens > 0 && tokens > dayTokens;
    return {
      what: "tokens",
      never,
      reason: sentence(`${dayTokens} tokens`, wants, "Tokens a day", `${spent.tokens}`, never),
    };
  }
  const micros = costMicros(model, most) ?? 0;
  if (spent.costMicros + micros > dayUsd * microsPerUsd) {
    const wants = `this request may cost ${usd(micros)}`;
    const never = dayUsd > 0 && micros > dayUsd * microsPerUsd;
    const used = usd(spent.costMicros);
    return { what: "money", never, reason: sentence(`${dayUsd} US dollars`, wants, "US dollars a day", used, never) };
  }
  return null;
}

function sentence(limit: string, wants: string, field: string, used: string, never: boolean): string {
  return never
    ? `The model was not asked: ${wants}, and a whole day's limit is ${limit}. It does not fit on any day: allow more under "${field}" in Settings, or give the model a shorter longest answer, then retry it.`
    : `The model was not asked: today's limit of ${limit} leaves no room for it (${used} used, and ${wants}). It goes on tomorrow, or when "${field}" in Settings allows more.`;
}

/** An upper bound; what is cached costs less, which is not counted on. @param output the longest answer, in tokens */
export const mostOf = (body: string, output: number): Tokens => ({
  ...{ input: mostTokens(body), output },
  ...{ cacheRead: 0, cacheWrite: 0 },
});
