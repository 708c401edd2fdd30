// The person's own words among the events. Promises: only what came from the window counts as theirs. Refuses: to read more into them.
import type { ClaimedEvent } from "../inbox/events.ts";
import { parsed } from "./overheard.ts";

/** Where the person's own messages come from. */
export const personal = "chat";

/** What they wrote; null for any other event. */
export function wordsOf({ source, trust, payload }: Pick<ClaimedEvent, "source" | "trust" | "payload">): string | null {
  if (source !== personal || trust !== "trusted") return null;
  const text = (parsed(payload) as { text?: unknown } | null)?.text;
  return typeof text === "string" ? text : null;
}
