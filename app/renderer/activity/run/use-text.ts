// What requests to a model have used, in a line. Pure. Promises: money is never rounded to nothing.
import type { Use } from "../../../preload/contract/runs.ts";
import { texts } from "../../texts/run.ts";

const words = texts.use;

/** 4500 -> "$0.0045", 1234567 -> "$1.23". */
export function money(micros: number): string {
  const usd = micros / 1_000_000;
  if (usd === 0) return "$0";
  if (usd >= 0.1) return `$${usd.toFixed(2)}`;
  return usd < 0.0001 ? "under $0.0001" : `$${Number(usd.toPrecision(2)).toFixed(4).replace(/0+$/, "")}`;
}

export const tokensIn = ({ input, cacheRead, cacheWrite }: Use): number => input + cacheRead + cacheWrite;

/** How much of what went in came from the cache, in whole percent. */
export function cachedPercent(use: Use): number {
  const all = tokensIn(use);
  return all === 0 ? 0 : Math.floor((use.cacheRead / all) * 100);
}

export function costText({ costMicros, partly }: Use): string | null {
  if (costMicros === null) return words.unpriced;
  // What runs on this computer costs nothing, and need not say so.
  if (costMicros === 0) return partly ? words.unpriced : null;
  return partly ? words.partly(money(costMicros)) : money(costMicros);
}

const filled = (parts: (string | null)[]): string => parts.filter((part) => part !== null).join(" · ");

/** @param whole with what went into the cache too */
export function usedText(use: Use, whole: boolean): string {
  const all = tokensIn(use);
  if (all === 0 && use.output === 0) return use.unanswered > 0 ? words.unanswered(use.unanswered) : words.none;
  return filled([
    words.in(texts.number(all)),
    use.cacheRead > 0 ? words.cached(cachedPercent(use)) : null,
    whole && use.cacheWrite > 0 ? words.written(texts.number(use.cacheWrite)) : null,
    words.out(texts.number(use.output)),
    costText(use),
    whole && use.unanswered > 0 ? words.unanswered(use.unanswered) : null,
  ]);
}

/** One quiet line for the head of Activity; null when nothing was used. */
export function spentText(use: Use): string | null {
  const all = tokensIn(use) + use.output;
  if (all === 0) return null;
  const cached = use.cacheRead > 0 ? words.cached(cachedPercent(use)) : null;
  return `${texts.spent.today} ${filled([texts.spent.tokens(texts.number(all)), costText(use), cached])}`;
}
