// A stranger's words, made fit for a sentence. Promises: short, one line, nothing that could steer a screen or a log.
// Refuses: to be a place for secrets; what is said here is shown.

/** One line, at the most `most` characters. */
export function quote(text: string, most = 300): string {
  // Only the beginning is looked at: a text may be very long.
  const plain = text
    .slice(0, most * 4)
    .replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();
  return plain.length > most ? `${whole(plain.slice(0, most))}…` : plain;
}

/** Without halves of a pair that stands for one character: not every reader takes them. */
export const whole = (text: string): string => text.replace(/\p{Cs}/gu, "\u{fffd}");

/** Several lines; unseen and control characters go, whole code points stay whole. */
export function plainText(text: string, most: number): string {
  const kept = text.slice(0, most * 2).replace(/[^\P{C}\n\t]/gu, "");
  return kept.length > most ? `${whole(kept.slice(0, most - 1))}…` : kept;
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The `code` of a Node error, of itself or its cause; empty when there is none. */
export function codeOf(error: unknown): string {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  if (typeof code === "string") return code;
  return cause === undefined || cause === error ? "" : codeOf(cause);
}
