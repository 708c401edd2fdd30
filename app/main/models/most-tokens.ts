// How many tokens a text may be at the most, before its server has counted them. Promises: never fewer than the tokenizers that could be
// measured, in prose, JSON, any script or keys; linear time. Refuses: to be exact; that is half as much again, for a day's last request.

/**
 * Measured in December 2026 with the tokenizers o200k, cl100k and Claude's first one: prose and code have 3.6 bytes a token, JSON 2.9,
 * the scripts of Asia 1.8 to 2.6, identifiers and keys (hex, base64) 1.4, rare signs 1. Counting pieces tells them apart.
 */
const lettersPerToken = 3;
const digitsPerToken = 2;
const spacesPerToken = 16;
/** One for ten, for texts that no one measured and newer tokenizers. */
const spareOf = 10;

type Kind = "letters" | "digits" | "spaces" | "others";

const kindOf = (code: number): Kind => {
  if ((code >= 97 && code <= 122) || (code >= 65 && code <= 90)) return "letters";
  if (code >= 48 && code <= 57) return "digits";
  return code === 32 ? "spaces" : "others";
};

function tokensOf(kind: Kind, length: number): number {
  switch (kind) {
    case "letters":
      return Math.ceil(length / lettersPerToken);
    case "digits":
      return Math.ceil(length / digitsPerToken);
    case "spaces":
      // A single one belongs to the word after it.
      return length === 1 ? 0 : Math.ceil(length / spacesPerToken);
    case "others":
      return 0;
  }
}

const isCapital = (code: number): boolean => code >= 65 && code <= 90;
/** Of a UTF-16 unit outside of letters, digits and spaces; half a pair is half a sign of four bytes. */
function otherTokens(code: number): number {
  // A backslash goes with what it stands before, which JSON is full of.
  if (code === 92) return 0;
  return code < 0x800 ? 1 : 2;
}

/** An upper bound in all but made-up cases. */
export function mostTokens(text: string): number {
  let tokens = 0;
  let kind: Kind = "others";
  let length = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const next = kindOf(code);
    // Where capitals and small letters alternate, as in keys, each capital begins a piece of its own.
    if (next !== kind || isCapital(code)) {
      tokens += tokensOf(kind, length);
      kind = next;
      length = 0;
    }
    length += 1;
    if (next === "others") tokens += otherTokens(code);
  }
  tokens += tokensOf(kind, length);
  return Math.ceil(tokens + tokens / spareOf);
}
