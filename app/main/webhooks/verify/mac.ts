// HMAC-SHA-256 over bytes as they were received, and comparisons that take the same time whatever they find.
// Refuses: text in the place of bytes; a body that is not UTF-8 must fail or hold by its own bytes.
import { createHmac, timingSafeEqual } from "node:crypto";

/** A sender may rotate keys and sign with several; more than this many signatures are not looked at. */
const candidatesMax = 8;

/** Whether one of `candidates` is the HMAC of `parts` in a row. Computes it once even when there is no candidate. */
export function bodyMatches(
  key: string | Uint8Array,
  parts: readonly Uint8Array[],
  candidates: readonly Buffer[],
): boolean {
  const hmac = createHmac("sha256", key);
  for (const part of parts) hmac.update(part);
  const mac = hmac.digest();
  let matches = false;
  for (const candidate of candidates.slice(0, candidatesMax)) {
    if (candidate.length === mac.length && timingSafeEqual(candidate, mac)) matches = true;
  }
  return matches;
}

/** Whether two texts are the same bytes, in a time that tells neither where they differ nor how long the expected one is. */
export function textMatches(pepper: Uint8Array, given: Uint8Array, expected: Uint8Array): boolean {
  const digest = (text: Uint8Array) => createHmac("sha256", pepper).update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
