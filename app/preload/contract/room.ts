// How much of a request the person's instructions may fill, by the model. Promises: what the window says is what a run is given.
// Refuses: to be exact about tokens; it is on the careful side.

/** What of a model's context a request may fill, in tokens: the answer needs its room. */
export function roomFor({
  contextTokens,
  maxOutputTokens,
}: {
  contextTokens: number;
  maxOutputTokens: number;
}): number {
  return Math.max(contextTokens - maxOutputTokens, Math.floor(contextTokens / 2));
}

/** The largest fixed part, in estimated tokens; at most a quarter of what the model can be asked. */
const fixedTokensMax = 24_000;
/** What Nightjar's own words there take at the most. */
export const selfTokensMax = 1200;

/** What instructions, memory and tools share, in estimated tokens. */
export const fixedRoom = (model: { contextTokens: number; maxOutputTokens: number }): number =>
  Math.max(Math.min(fixedTokensMax, Math.floor(roomFor(model) / 4)) - selfTokensMax, 400);

/** Characters of the person's instructions that a run is given: half of that room. */
export const instructionsRoom = (model: { contextTokens: number; maxOutputTokens: number }): number =>
  Math.floor(fixedRoom(model) / 2) * 3;
