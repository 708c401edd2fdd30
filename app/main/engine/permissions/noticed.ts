// Everything that is noticed in a text from outside, for its card and for the agent that reads it. Refuses: to decide anything.
import { findDisguise } from "./disguise.ts";
import type { Finding } from "./facts.ts";
import { findOrders } from "./orders.ts";

/**
 * @param value a text, or JSON.
 * @param hosts those that are known; what looks like one of them is noticed.
 */
export const noticedIn = (value: unknown, hosts: readonly string[]): Finding[] => [
  ...findDisguise(value, hosts),
  ...findOrders(value),
];

/** The hosts that calls may go to, by the settings: what looks like one of them and is not is noticed. */
export function hostsToKnow(settings: {
  destinations: readonly string[];
  credentials: readonly { destinations: readonly string[] }[];
}): string[] {
  const origins = [...settings.destinations, ...settings.credentials.flatMap(({ destinations }) => destinations)];
  return [...new Set(origins.filter((origin) => URL.canParse(origin)).map((origin) => new URL(origin).host))];
}
