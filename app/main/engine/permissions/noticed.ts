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
