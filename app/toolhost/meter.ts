// How much a server may write: a store that fills up again with time. Promises: bounded work for whatever a server writes.
// Refuses: to slow a server down; one that floods is ended.

/** What it may write at once, and in each second after that, in bytes. */
const burstBytes = 67_108_864;
const bytesPerSecond = 8_388_608;
/** A message costs this much beside its length, so that many small ones count as well. */
const messageBytes = 4096;

export interface Meter {
  /** False when it wrote too much. */
  bytes(count: number): boolean;
  message(): boolean;
}

/** @param now milliseconds that only rise */
export function createMeter(now: () => number = () => performance.now()): Meter {
  let left = burstBytes;
  let at = now();
  function bytes(count: number): boolean {
    const next = now();
    left = Math.min(burstBytes, left + ((next - at) / 1000) * bytesPerSecond) - count;
    at = next;
    return left >= 0;
  }
  return { bytes, message: () => bytes(messageBytes) };
}
