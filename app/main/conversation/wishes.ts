// What the person's words want of Nightjar itself, without a model. Promises: what is not plainly one of the few things it can do by
// itself is `other`. Refuses: to guess.

export type Wish =
  | { kind: "yes" | "no" | "stop" | "other" }
  | { kind: "search" | "forget"; about: string }
  | { kind: "remember"; text: string }
  /** Speaks of a reminder, whatever its time may be. */
  | { kind: "remind" };

const yes =
  /^(?:yes|yep|yeah|y|ok|okay|sure|please do|do it|set it|go ahead|right|correct)(?:,? (?:please|set it|do it|remove it))?$/iu;
const no =
  /^(?:no|nope|n|don'?t|do not|leave it|never ?mind|forget it|rather not)(?:,? (?:thanks|thank you|leave it|don'?t))?$/iu;
const stop = /^(?:stop|halt|cancel)$/iu;
const search = [
  /^(?:so )?what (?:do|did|have) (?:you|i|we) (?:remember|know|say|said|note|noted|write|written|tell|told)(?: (?:me|you))? (?:about|of|on) (.+)$/iu,
  /^(?:do|can) you (?:remember|know|recall)(?: (?:anything|something))? (?:about |of )?(.+)$/iu,
  /^(?:please )?(?:search(?: for)?|find|look for|look up|recall) (.+)$/iu,
];
const remember = /^(?:please )?(?:remember|note(?: down)?|keep in mind|write down)(?: that\b|:)\s*(.+)$/isu;
const forget = /^(?:please )?forget(?: about| that)? (.+)$/iu;
const remind = /\b(?:remind|reminder|alarm|nudge me|ping me|wake me)\b/iu;

/** @param words the whole message */
export function wishOf(words: string): Wish {
  const text = words.trim();
  const flat = text.replaceAll("’", "'").replace(/\s+/gu, " ");
  const bare = flat.replace(/[\s.!?…]+$/u, "");
  if (yes.test(bare)) return { kind: "yes" };
  if (no.test(bare)) return { kind: "no" };
  if (stop.test(bare)) return { kind: "stop" };
  const noted = remember.exec(text)?.[1]?.trim();
  if (noted !== undefined && noted !== "") return { kind: "remember", text: noted };
  for (const pattern of search) {
    const about = pattern.exec(bare)?.[1]?.trim();
    if (about !== undefined) return { kind: "search", about };
  }
  const gone = forget.exec(bare)?.[1]?.trim();
  if (gone !== undefined) return { kind: "forget", about: gone };
  return remind.test(flat) ? { kind: "remind" } : { kind: "other" };
}

const asks =
  /\?\s*$|^(?:what|who|whom|whose|when|where|which|why|how|is|are|was|were|do|does|did|can|could|will|would|should|have|has)\b/iu;

/** A question with a time in it is no reminder. */
export const isQuestion = (words: string): boolean => asks.test(words.trim());
